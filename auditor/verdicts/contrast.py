"""Contrast: what (nearly) every text holds cannot be tested, since no text shows how it is without it."""

import numpy as np

from auditor.features.kinds import kind_of
from auditor.findings.report import Caution
from auditor.signals.kind import OPENING, TELLING
from auditor.signals.recurrence import LEAST
from auditor.signals.study import Study

NEUTRAL = ("punctuation",)
"""Kinds that every text holds without meaning anything."""


def cautions_about_features(study: Study, *, blind: bool = False) -> list[Caution]:
    """Kinds, lists and openings without a contrast, and why there are no families by meaning.

    Of a model that is `blind`, which can only be asked, that is said elsewhere.
    """
    found = []
    for name, count in sorted(without_contrast(study).items()):
        found.append(Caution("no-contrast", count, _documents(study), about=name))
    reason = study.knowledge.why_no_families
    if study.config.groups and reason and not blind:
        found.append(Caution("no-families", about=reason))
    return found


def without_contrast(study: Study) -> dict[str, int]:
    """Kinds and lists that all but a few texts hold, with how many do: a few are too few for a test."""
    corpus, documents = study.corpus, _documents(study)
    if documents < 2 * LEAST:
        return {}
    found: dict[str, int] = {}
    held = study.association.holding[:, 0] if study.labelled.sum() else np.diff(corpus.start)
    for token in np.flatnonzero(held > documents - LEAST).tolist():
        name = _code(study, token)
        if name and name not in NEUTRAL:
            found[name] = max(found.get(name, 0), int(held[token]))
    return found


def _documents(study: Study) -> int:
    return int(study.labelled.sum()) or len(study.corpus)


def _code(study: Study, token: int) -> str:
    """The kind or list that a token is or belongs to; empty for a word, a family or a form."""
    named = study.corpus.vocabulary[token]
    if named.kind == "word":
        kind = kind_of(named.text)
        return kind if kind in TELLING else ""
    if named.kind == "place":
        return OPENING if ": " not in named.text else ""
    return named.text if named.kind in ("kind", "list") else ""
