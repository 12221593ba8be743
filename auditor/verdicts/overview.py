"""The run in figures: classes, lengths, set sizes, and how far the evidence can be trusted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from auditor.evidence.counts import STATUSES, Corpus
from auditor.evidence.statistics import rate
from auditor.findings import ClassSummary, Control, Estimate, Planted, Quality
from auditor.records.text import Status
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
    warnings: Sequence[str],
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
        warnings=tuple(warnings),
    )


def _errors(store: RunStore) -> tuple[Any, int]:
    """(texts,) completeness errors, and the number of texts that were cut."""
    errors, truncated = [], 0
    for table in store.tables(("completeness_error", "truncated")):
        errors.append(table["completeness_error"].drop_null().to_numpy())
        truncated += int((table["truncated"].drop_null().to_numpy() > 0).sum())
    return np.concatenate(errors) if errors else np.zeros(0), truncated


def warnings_about(corpus: Corpus, *, repeated: int, more: int) -> list[str]:
    """What the numbers cannot carry; `more` candidates were not intervened on."""
    found = []
    if len(corpus) < ENOUGH:
        found.append(
            f"Only {len(corpus)} texts could be audited: with fewer than {ENOUGH}, no absence of a finding "
            "means anything, and rates are rough."
        )
    if not corpus.labelled:
        found.append(
            "The dataset has no labels: association and harm are absent, and a shortcut cannot be told "
            "from a word of the task."
        )
    if repeated:
        found.append(f"{repeated} repeated texts are counted once.")
    if more:
        found.append(f"{more} more candidates were significant and not intervened on; raise --candidates.")
    for number, label in enumerate(corpus.labels):
        said = corpus.predicted == number
        without = int((said & (corpus.size == 0)).sum())
        if said.sum() >= ENOUGH and without > said.sum() / 2:
            found.append(
                f"{without} of {int(said.sum())} texts predicted {label} have no minimal set: what the model "
                "uses there shows only by insertion."
            )
    return found
