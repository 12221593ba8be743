"""Pieces: is a word's effect that of one of its sub-word pieces?

A model reads rare words in pieces, and may decide by one: a name that ends like a swear word. The word
is written into texts of other classes; where that turns them, its pieces are removed one by one, and all but
one. A piece that turns the texts without the others, and without which they do not turn, carries the effect.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.association import reaches
from auditor.signals.candidates import Candidate
from auditor.signals.counts import BoolArray
from auditor.signals.insertion import targets, usual_places
from auditor.signals.statistics import FloatArray, rate
from auditor.signals.study import PieceModel, Study, Texts
from auditor.signals.words_in_texts import place_in, with_word

NAME = "pieces"
TEXTS = 12
"""Texts that a word is written into."""
MOST = 8
"""Pieces of a word beyond which none is looked at."""
CARRIES = 0.5
"""Share of the turned texts (lower bound) that a piece must turn alone, and that must be lost without it."""


@dataclass(frozen=True)
class Pieces:
    """Cause: how a word's effect is shared out among its pieces."""

    pieces: tuple[str, ...] = ()
    """The word as the model reads it; empty where that is one piece, or nothing was tried."""
    carrier: int | None = None
    """Place of the piece that carries the effect; None where none does."""
    alone: Estimate = NO_EVIDENCE
    """Share of the turned texts that the strongest piece turns without the others."""
    lost: Estimate = NO_EVIDENCE
    """Share of the turned texts that are not turned without it."""


Record = Pieces
Case = tuple[Texts, int, BoolArray]
"""A text with the word in it, its place, and the pieces to remove: none, all, each one, all but each one."""


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Pieces]:
    """Try the pieces of every word that has several; groups and pairs are not looked at."""
    model = study.model
    if not isinstance(model, PieceModel) or not study.config.insertions:
        return [Pieces()] * len(candidates)
    spelt = {
        one: model.pieces_of(study.corpus.forms[one.tokens[0]][0])
        for one in candidates
        if not one.is_pair and one.tokens[0] < study.corpus.words
    }
    chosen = [one for one, pieces in spelt.items() if 1 < len(pieces) <= MOST]
    cases = {one: _cases(study, one, len(spelt[one])) for one in chosen}
    answers = iter(model.ask_pieces([case for one in chosen for case in cases[one]], what="pieces"))
    found = {one: _counted(spelt[one], [next(answers) for _ in cases[one]], one.label) for one in chosen}
    return [found.get(candidate, Pieces()) for candidate in candidates]


def _cases(study: Study, candidate: Candidate, count: int) -> list[Case]:
    [token] = candidate.tokens
    form, field = study.corpus.forms[token][0], study.corpus.vocabulary[token].field
    places = usual_places(study, candidate)
    none, each = np.zeros((1, count), dtype=bool), np.eye(count, dtype=bool)
    removed = np.concatenate([none, ~none, each, ~each])
    cases = []
    for number, text in enumerate(targets(study, candidate)[:TEXTS]):
        place = places[number % len(places)]
        written = with_word(text, form, field=field, place=place)
        cases.append((written, place_in(text, field, place), removed))
    return cases


def _counted(pieces: tuple[str, ...], answers: Sequence[FloatArray | None], label: int) -> Pieces:
    said = np.array([answer.argmax(axis=1) == label for answer in answers if answer is not None], dtype=bool)
    if not len(said):
        return Pieces(pieces)
    turned = said[said[:, 0] & ~said[:, 1], 2:]
    without, alone = turned[:, : len(pieces)], turned[:, len(pieces) :]
    strength = alone.sum(axis=0) + (~without).sum(axis=0)
    best = int(strength.argmax())
    kept = rate(int(alone[:, best].sum()), len(turned))
    lost = rate(int((~without[:, best]).sum()), len(turned))
    carries = reaches(kept.low, CARRIES) and reaches(lost.low, CARRIES)
    return Pieces(pieces, best if carries else None, kept, lost)


def conditions(found: Pieces, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (it decides nothing)
    """None: it is shown, and decides nothing."""
    return ()


def figures(found: Pieces) -> tuple[Figure, ...]:
    """What is shown of the strongest piece."""
    return (
        Figure(
            "piece_alone",
            "its strongest piece alone: still turned",
            "Share of the texts that the word turns which one of its pieces turns without the others.",
            found.alone,
        ),
        Figure(
            "piece_lost",
            "without that piece: no longer turned",
            "Share of the texts that the word turns which are not turned without that piece.",
            found.lost,
        ),
    )
