"""The run in figures: classes, lengths, set sizes, and how far the evidence can be trusted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from auditor.findings.report import Caution, ClassSummary, Control, Planted, Quality
from auditor.meaning.knowledge import Knowledge
from auditor.records.estimates import Estimate
from auditor.records.text import Status
from auditor.signals.counts import STATUSES, Corpus
from auditor.signals.statistics import rate
from auditor.sweep.store import RunStore

ENOUGH = 20
"""Texts below which little can be concluded."""
_EDGES = (8, 16, 32, 64, 128, 256)


def classes(corpus: Corpus) -> tuple[ClassSummary, ...]:
    """Counts, accuracy and confusion for each class of the model."""
    found = []
    for number, label in enumerate(corpus.labels):
        own, said = corpus.gold == number, corpus.predicted == number
        confusion = np.bincount(corpus.predicted[own], minlength=len(corpus.labels))
        statuses = np.bincount(corpus.status[said], minlength=len(STATUSES))
        found.append(
            ClassSummary(
                label=label,
                gold=int(own.sum()) if corpus.labelled else None,
                predicted=int(said.sum()),
                accuracy=rate(int((own & said).sum()), int(own.sum())) if corpus.labelled else Estimate(),
                statuses={name: int(n) for name, n in zip(STATUSES, statuses, strict=True) if n},
                confusion={
                    name: int(n) for name, n in zip(corpus.labels, confusion, strict=True) if corpus.labelled
                },
            )
        )
    return tuple(found)


def lengths(corpus: Corpus) -> dict[str, int]:
    """Texts by number of words."""
    places = np.searchsorted(_EDGES, corpus.length, side="left")
    counts = np.bincount(places, minlength=len(_EDGES) + 1)
    lows = (1, *(edge + 1 for edge in _EDGES))
    names = [f"{low}-{high}" for low, high in zip(lows, _EDGES, strict=False)] + [f"{_EDGES[-1] + 1}+"]
    return {name: int(count) for name, count in zip(names, counts, strict=True)}


def set_sizes(corpus: Corpus) -> dict[str, int]:
    """Verified sets by number of needed words."""
    counts = np.bincount(corpus.size[corpus.size > 0])
    return {str(size): int(count) for size, count in enumerate(counts) if count}


def quality(
    store: RunStore,
    corpus: Corpus,
    *,
    skips: Mapping[str, int],
    controls: Sequence[Control],
    planted: Sequence[Planted],
    cautions: Sequence[Caution],
) -> Quality:
    """Completeness errors, verified share, truncations, skips and controls."""
    errors, truncated = _errors(store)
    verified = corpus.status == STATUSES.index(Status.VERIFIED)
    return Quality(
        completeness_median=float(np.median(errors)) if len(errors) else None,
        completeness_high=float(np.quantile(errors, 0.95)) if len(errors) else None,
        verified_share=float(verified.mean()) if len(corpus) else None,
        truncated=truncated,
        skips=dict(skips),
        controls=tuple(controls),
        planted=tuple(planted),
        cautions=tuple(cautions),
    )


def _errors(store: RunStore) -> tuple[Any, int]:
    """(texts,) completeness errors, and the number of texts that were cut."""
    errors, truncated = [], 0
    for table in store.tables(("completeness_error", "truncated")):
        errors.append(table["completeness_error"].drop_null().to_numpy())
        truncated += int((table["truncated"].drop_null().to_numpy() > 0).sum())
    return np.concatenate(errors) if errors else np.zeros(0), truncated


def _unknown(knowledge: Knowledge, *, blind: bool) -> list[Caution]:
    """Why nothing can be said of what words mean, and seeds that say nothing."""
    found = []
    if not len(knowledge.lexicon):
        found.append(Caution("no-task", about=knowledge.lexicon.task.why))
    elif knowledge.relevance.reason and not blind:
        found.append(Caution("no-meaning", about=knowledge.relevance.reason))
    if knowledge.unknown_seeds:
        found.append(Caution("unknown-seeds", len(knowledge.unknown_seeds), named=knowledge.unknown_seeds))
    return found


def cautions_about(
    corpus: Corpus,
    *,
    repeated: int,
    left_out: int,
    waiting: int = 0,
    plan: Mapping[str, Any] | None = None,
    blind: bool = False,
    knowledge: Knowledge | None = None,
) -> list[Caution]:
    """What the numbers cannot carry.

    `left_out` candidates were not intervened on, `waiting` texts were not asked for, `plan` says what the
    texts were chosen for, and a `blind` audit had no embeddings to look for meaning.
    """
    found = []
    if len(corpus) < ENOUGH:
        found.append(Caution("few-texts", len(corpus), ENOUGH))
    if not corpus.labelled:
        found.append(Caution("no-labels"))
    if blind:
        found.append(Caution("no-embeddings"))
    found += _unknown(knowledge, blind=blind) if knowledge is not None else []
    if plan:
        found.append(Caution("planned", int(plan["texts"]), int(plan["rows"])))
    if waiting:
        found.append(Caution("calls-spent", waiting))
    if repeated:
        found.append(Caution("repeated", repeated))
    if left_out:
        found.append(Caution("not-tried", left_out))
    for number, label in enumerate(corpus.labels):
        said = corpus.predicted == number
        total, without = int(said.sum()), int((said & (corpus.size == 0)).sum())
        if total >= ENOUGH and without > total / 2:
            found.append(Caution("no-sets", without, total, label))
    return found
