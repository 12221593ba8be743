"""Interaction: does a pair do more than its two words?

The second difference F(X) - F(X\\i) - F(X\\j) + F(X\\ij) of the predicted class's probability compares
removing both words with removing each, beside two other words of the same text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.records.text import Explanation
from auditor.signals.association import below, reaches, share_of
from auditor.signals.candidates import Candidate
from auditor.signals.statistics import FloatArray, adjust, larger, mean
from auditor.signals.study import Asked, Study, first_by_key, probability
from auditor.signals.trials import Trial, chosen, spans_of, trial
from auditor.signals.words_in_texts import occurrences, token_numbers

NAME = "interaction"
Words = tuple[int, ...]


@dataclass(frozen=True)
class Interaction:
    """Pairs: does the pair do more than its two words?"""

    second_difference: Estimate = NO_EVIDENCE
    """Mean second difference over texts that hold both; p against placebo pairs."""
    placebo: Estimate = NO_EVIDENCE
    """Mean absolute second difference of placebo pairs in the same texts."""
    share_apart: Estimate = NO_EVIDENCE
    """P(label | exactly one of the two is present)."""
    first_alone: Estimate = NO_EVIDENCE
    """P(label | the first word without the second)."""
    second_alone: Estimate = NO_EVIDENCE
    """P(label | the second word without the first)."""
    removal: str = ""
    """How the words were removed: as in the rest of the audit, or `delete` where only that shows anything."""
    trials: tuple[Trial, ...] = ()
    """Some of the texts that hold both."""


Record = Interaction


@dataclass(frozen=True, eq=False)
class Case:
    """A pair in one text, and two other words of the same text as its placebo."""

    text: Explanation
    first: Words
    """Words that are the first token."""
    second: Words
    placebo: tuple[int, int] | None


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Interaction]:
    """The second difference of each pair; single tokens have none.

    Pairs that the labels follow are measured again, with the words taken out of the text, where padding shows
    nothing: a model may look at neighbours, and a padded word stands between them.
    """
    pairs = [candidate for candidate in candidates if candidate.is_pair]
    cases = [_cases(study, pair) for pair in pairs]
    found = _ask(study, cases, study.model.removal)
    again = [
        place
        for place, pair in enumerate(pairs)
        if study.model.removal != "delete"
        and study.pair_choices[pair].adjusted_p <= study.rule.level
        and not _speaks(found[place], study.rule)
    ]
    for place, second in zip(again, _ask(study, [cases[i] for i in again], "delete"), strict=True):
        if _speaks(second, study.rule):
            found[place] = replace(second, second_difference=_second_try(second.second_difference))
    p_values = [1.0 if one.second_difference.p is None else one.second_difference.p for one in found]
    tested = adjust(p_values, method=study.config.correction)
    complete = {
        pair: _with_labels(study, pair, one, float(p))
        for pair, one, p in zip(pairs, found, tested, strict=True)
    }
    return [complete.get(candidate, Interaction()) for candidate in candidates]


def _with_labels(study: Study, pair: Candidate, found: Interaction, adjusted: float) -> Interaction:
    """The interaction with its corrected p, and what labels say of each word without the other."""
    places = study.pair_choices[pair].places
    one = np.concatenate([places.first, places.second])
    apart, first, second = (
        share_of(study.corpus, docs, pair.label) for docs in (one, places.first, places.second)
    )
    return replace(
        found,
        second_difference=replace(found.second_difference, adjusted_p=adjusted),
        share_apart=apart,
        first_alone=first,
        second_alone=second,
    )


def _second_try(found: Estimate) -> Estimate:
    return replace(found, p=None if found.p is None else min(1.0, 2 * found.p))


def _speaks(found: Interaction, rule: RuleConfig) -> bool:
    return reaches(found.second_difference.low, rule.interacts)


def _cases(study: Study, pair: Candidate) -> list[Case]:
    corpus = study.corpus
    first, second = pair.tokens
    loud = {token for one in study.significant for token in one.tokens}
    docs = first_by_key(corpus, study.documents(pair), study.config.together)
    cases = []
    for text in study.texts(docs):
        own = occurrences(corpus, text, first), occurrences(corpus, text, second)
        rest = [
            i
            for i, number in enumerate(token_numbers(corpus, text))
            if number not in loud and i not in {*own[0], *own[1]}
        ]
        third = (len(rest) - 1) // 3
        placebo = (rest[third], rest[-1 - third]) if len(rest) >= 2 else None
        cases.append(Case(text, tuple(own[0]), tuple(own[1]), placebo))
    return cases


def _ask(study: Study, cases: Sequence[Sequence[Case]], removal: str) -> list[Interaction]:
    rows = [_row(case) for texts in cases for case in texts]
    answers = iter(study.model.ask(rows, what="pairs", removal=removal))
    found = []
    for texts in cases:
        answered = [(case, next(answers)) for case in texts]
        trials = _trials(answered, study.corpus.labels)
        found.append(replace(_counted(answered, removal), trials=trials))
    return found


def _row(case: Case) -> Asked:
    sets: list[Words] = [(), case.first, case.second, case.first + case.second]
    if case.placebo is not None:
        a, b = case.placebo
        sets += [(a,), (b,), (a, b)]
    removed = np.zeros((len(sets), len(case.text.words)), dtype=bool)
    for row, members in zip(removed, sets, strict=True):
        row[list(members)] = True
    return case.text.texts, removed


def _counted(answers: Sequence[tuple[Case, FloatArray | None]], removal: str) -> Interaction:
    own: list[float] = []
    compared: list[float] = []
    other: list[float] = []
    for case, answer in answers:
        if answer is None:
            continue
        target = int(answer[0].argmax())
        f = [probability(line, target) for line in answer]
        own.append(f[0] - f[1] - f[2] + f[3])
        if case.placebo is not None:
            compared.append(abs(own[-1]))
            other.append(abs(f[0] - f[4] - f[5] + f[6]))
    p = larger(compared, other) if len(other) > 1 else None
    return Interaction(mean(own, p=p), mean(other), removal=removal)


def _trials(answered: Sequence[tuple[Case, FloatArray | None]], labels: Sequence[str]) -> tuple[Trial, ...]:
    """Some of the texts with their four answers; first those in which each of the words matters."""
    known = [(case, answer) for case, answer in answered if answer is not None]
    made, turned = [], []
    for case, answer in known:
        field = case.text.spans[case.first[0]][0]
        words = sorted(spans_of(case.text, case.first + case.second, field))
        made.append(trial(case.text.texts, words, field=field, answers=list(answer[:4]), labels=labels))
        turned.append(all(line.argmax() != answer[0].argmax() for line in answer[1:3]))
    return chosen(made, turned)


def conditions(found: Interaction, rule: RuleConfig) -> tuple[Condition, ...]:
    """`interacts`: the two do more than their sum."""
    second = found.second_difference
    met = reaches(second.low, rule.interacts) and below(second.adjusted_p, rule.level)
    return (Condition("interacts", second.low, rule.interacts, met),)


def figures(found: Interaction) -> tuple[Figure, ...]:
    """What is shown of a pair beyond its two words."""
    return (
        Figure(
            "second_difference",
            "second difference of the probability",
            "What removing both does beyond removing each, and the same for two other words.",
            found.second_difference,
            placebo=found.placebo,
            unit="effect",
            pairs_only=True,
        ),
        Figure(
            "share_apart",
            "has the label with one of the two",
            "Share of the texts with exactly one of the two words that have the label.",
            found.share_apart,
            pairs_only=True,
        ),
    )
