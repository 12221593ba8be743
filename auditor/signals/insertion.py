"""Insertion: does the token turn texts of other classes to its own?

The token is written into texts predicted as another class, at places where it stands in its own texts; the
placebo writes words of like frequency at the same places. Insertion also sees shortcuts of the class that the
model gives an empty text, to which removal is blind.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import Condition, Estimate, Figure
from auditor.records.text import Explanation
from auditor.signals.association import below, reaches
from auditor.signals.candidates import Candidate
from auditor.signals.deletion import own_texts
from auditor.signals.flips import NO_INTERVENTION, Flips, flips
from auditor.signals.placebos import alike
from auditor.signals.rewritten import Rewrite, Rewritten, putting
from auditor.signals.statistics import FloatArray
from auditor.signals.study import AS_IS, Asked, Study, first_by_key, margin, probability
from auditor.signals.trials import Span, Trial, chosen, trial
from auditor.signals.words_in_texts import relative_places, with_word, written_at

NAME = "insertion"
PLACES = 8
"""Own texts, at least, that show where a token stands."""
ANYWHERE = (0.0, 0.5, 1.0)
"""Where a token is written of which no text shows where it stands."""
FREE = 10
"""Texts without a rival shortcut that are enough to insert into."""
Answers = Sequence[FloatArray | None]


@dataclass(frozen=True)
class Insertion(Flips):
    """Cause: the token is written into texts predicted as another class."""

    pull: float | None = None
    """Mean change of the label's margin over the best other class, in logits."""
    trials: tuple[Trial, ...] = ()
    """Some of the texts that it was written into."""


Record = Insertion


@dataclass(frozen=True, eq=False)
class Case:
    """A text with the token written in, as the model is asked."""

    rows: list[Asked]
    """As it is, with the token and, where there are any, with a placebo."""
    field: int
    spans: tuple[Span, ...]
    """First and last-plus-one character of what was written in."""


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Insertion]:
    """Insert each token, and in turn its placebos, into texts of other classes."""
    tokens = [candidate for candidate in candidates if not candidate.is_pair]
    cases = {one: _cases(study, one) for one in tokens}
    rows = [row for one in tokens for case in cases[one] for row in case.rows]
    answers = iter(study.model.ask(rows, what="insertions"))
    found = {}
    for one in tokens:
        answered = [(case, [next(answers) for _ in case.rows]) for case in cases[one]]
        found[one] = replace(
            _counted([some for _, some in answered], one.label),
            trials=_trials(answered, one.label, study.corpus.labels),
            why="" if cases[one] or _rewriting(study, one) is not None else NO_INTERVENTION,
        )
    return [found.get(candidate, Insertion()) for candidate in candidates]


def targets(study: Study, candidate: Candidate) -> tuple[Explanation, ...]:
    """Texts predicted as another class, rightly where that is known, that do not hold the token.

    Texts without a rival shortcut are taken where there are enough of them.
    """
    corpus = study.corpus
    fit = corpus.predicted != candidate.label
    if corpus.labelled:
        fit &= (corpus.gold == corpus.predicted) | (corpus.gold < 0)
    fit[study.documents(candidate)] = False
    free = fit & ~study.rivals
    docs = np.flatnonzero(free if free.sum() >= FREE else fit)
    return study.texts(first_by_key(corpus, docs, study.insertions(candidate)))


def _cases(study: Study, candidate: Candidate) -> list[Case]:
    """Every target text with the token written in; texts that cannot be changed so are left out."""
    rewrite = _rewriting(study, candidate)
    if rewrite is None:
        return []
    field = study.corpus.vocabulary[candidate.tokens[0]].field
    cases = []
    for number, text in enumerate(targets(study, candidate)):
        written = rewrite(text, number)
        if written is not None:
            rows = [(texts, AS_IS) for texts in (text.texts, *written.texts)]
            cases.append(Case(rows, field, written.spans))
    return cases


def _rewriting(study: Study, candidate: Candidate) -> Rewrite | None:
    """What writes the token into a text, and a placebo; None where nothing can.

    Of a group, another member is written into each text; targets hold none of them.
    """
    corpus, [token] = study.corpus, candidate.tokens
    field, whole = corpus.vocabulary[token].field, corpus.properties.get(token)
    members = drawn_members(study, token)
    if whole is not None:
        own = own_texts(study, candidate, max(study.config.deletions, PLACES))
        return putting(study, candidate, whole, own, [corpus.forms[member][0] for member, _ in members])
    places = usual_places(study, candidate)

    def rewrite(text: Explanation, number: int) -> Rewritten:
        member, placebos = members[number % len(members)]
        forms = [corpus.forms[member][0]]
        forms += [corpus.forms[placebos[number % len(placebos)]][0]] if placebos else []
        place = places[number % len(places)]
        start = written_at(text, field=field, place=place)
        texts = tuple(with_word(text, form, field=field, place=place) for form in forms)
        return Rewritten(texts, ((start, start + len(forms[0])),))

    return rewrite


def usual_places(study: Study, candidate: Candidate) -> tuple[float, ...]:
    """Where a token stands in its own texts, from 0 to 1; anywhere, where no text shows it."""
    own = own_texts(study, candidate, max(study.config.deletions, PLACES))
    return relative_places(study.corpus, own, candidate.tokens[0]) or ANYWHERE


def drawn_members(study: Study, token: int) -> list[tuple[int, list[int]]]:
    """Words to insert for a token, each with its placebos; of a group, members drawn by frequency."""
    corpus = study.corpus
    members = np.sort(corpus.members(token))
    group = frozenset(members.tolist())
    if len(members) > 1:
        # Keyed by the members' names: the same group draws the same members in every run.
        generator = np.random.default_rng(
            zlib.crc32("\0".join(sorted(corpus.vocabulary[m].text for m in members)).encode())
        )
        weight = study.frequency[members] / study.frequency[members].sum()
        count = min(len(members), study.config.group_insertions)
        members = generator.choice(members, size=count, replace=False, p=weight)
    return [(int(member), alike(study, int(member), group)) for member in members]


def _counted(case: Sequence[Answers], label: int) -> Insertion:
    own: list[bool] = []
    placebo: list[bool] = []
    change: list[float] = []
    pull: list[float] = []
    for answers in case:
        known = [answer[0] for answer in answers if answer is not None]
        if len(known) < len(answers):
            continue
        before, after = known[:2]
        own.append(int(after.argmax()) == label)
        placebo += [int(other.argmax()) == label for other in known[2:]]
        change.append(probability(after, label) - probability(before, label))
        pull.append(margin(after, label) - margin(before, label))
    rates = flips(own, placebo, change)
    return replace(Insertion(**vars(rates)), pull=float(np.mean(pull)) if pull else None)


def _trials(answered: Sequence[tuple[Case, Answers]], label: int, labels: Sequence[str]) -> tuple[Trial, ...]:
    """Some of the texts, without and with the token; those that the model failed on are left out."""
    made: list[Trial] = []
    turned: list[bool] = []
    for case, answers in answered:
        known = [answer[0] for answer in answers if answer is not None]
        if len(known) < len(answers):
            continue
        texts, _ = case.rows[1]
        made.append(trial(texts, case.spans, field=case.field, answers=known[:2], labels=labels))
        turned.append(int(known[1].argmax()) == label)
    return chosen(made, turned)


def conditions(found: Insertion, rule: RuleConfig) -> tuple[Condition, ...]:
    """`turns`: it turns more texts than a placebo. `obeyed`, `decides`: at least so many of them."""
    more, low = below(found.rate.p, rule.level), found.rate.low
    return (
        Condition("turns", found.rate.p, rule.level, more),
        Condition("obeyed", low, rule.obeyed, more and reaches(low, rule.obeyed)),
        Condition("decides", low, rule.decides, more and reaches(low, rule.decides)),
    )


def figures(found: Insertion) -> tuple[Figure, ...]:
    """What is shown of writing it into other texts."""
    return (
        Figure(
            "insertion",
            "inserted: turns to the label",
            "How often inserting it turns a text to the label, and the same for a placebo.",
            found.rate,
            placebo=found.placebo,
            column="Inserted",
        ),
        Figure(
            "insertion_effect",
            "inserted: probability gained",
            "Mean gain of the label's probability when it is inserted.",
            found.effect,
            unit="effect",
        ),
        Figure(
            "pull",
            "inserted: pull",
            "Mean change of the label's margin over the best other class, in logits.",
            Estimate(found.pull),
            unit="logits",
        ),
    )
