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
from auditor.signals.flips import Flips, flips
from auditor.signals.placebos import alike
from auditor.signals.statistics import FloatArray
from auditor.signals.study import AS_IS, Asked, Study, first_by_key, margin, probability
from auditor.signals.words_in_texts import relative_places, with_word

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


Record = Insertion


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Insertion]:
    """Insert each token, and in turn its placebos, into texts of other classes."""
    chosen = [candidate for candidate in candidates if not candidate.is_pair]
    cases = {one: _case(study, one) for one in chosen}
    rows = [row for one in chosen for text_rows in cases[one] for row in text_rows]
    answers = iter(study.model.ask(rows, what="insertions"))
    found = {
        one: _counted([[next(answers) for _ in text_rows] for text_rows in cases[one]], one.label)
        for one in chosen
    }
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
    return study.texts(first_by_key(corpus, docs, study.config.insertions))


def _case(study: Study, candidate: Candidate) -> list[list[Asked]]:
    """For each target text: as it is, with the token and, where there are any, with a placebo.

    Of a group, another member is written into each text; targets hold none of them.
    """
    corpus, [token] = study.corpus, candidate.tokens
    field = corpus.vocabulary[token].field
    own = own_texts(study, candidate, max(study.config.deletions, PLACES))
    places = relative_places(corpus, own, token) or ANYWHERE
    members = drawn_members(study, token)
    case = []
    for number, text in enumerate(targets(study, candidate)):
        member, placebos = members[number % len(members)]
        forms = [corpus.forms[member][0]]
        forms += [corpus.forms[placebos[number % len(placebos)]][0]] if placebos else []
        place = places[number % len(places)]
        written = [with_word(text, form, field=field, place=place) for form in forms]
        case.append([(text.texts, AS_IS), *((texts, AS_IS) for texts in written)])
    return case


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
        count = min(len(members), study.config.insertions)
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
