"""Samples that keep the shares of the labels, the same for the same seed whatever the order of the rows.

Each example has a rank drawn from its id and the seed; a label's share of the sample goes to
its lowest ranks.
"""

import heapq
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from auditor.data.examples import Example, draw
from auditor.errors import AuditError

Label = TypeVar("Label", bound=Hashable)


def shares(counts: Mapping[Label, int], size: int) -> dict[Label, int]:
    """Split `size` in proportion to the counts, by largest remainder; no label is left out without need."""
    total = sum(counts.values())
    if size >= total:
        return dict(counts)
    exact = {label: count * size / total for label, count in counts.items()}
    given = {label: int(value) for label, value in exact.items()}
    order = sorted(counts, key=lambda label: (given[label] > 0, given[label] - exact[label], str(label)))
    for label in order[: size - sum(given.values())]:
        given[label] += 1
    return given


def sample_places(
    keys: Iterable[tuple[str, str | None, int]], sizes: Mapping[str | None, int], seed: int
) -> set[int]:
    """The places to keep: of each label as many as asked, by rank; `keys` are (id, label, place)."""
    heaps: dict[str | None, list[tuple[int, int]]] = {label: [] for label in sizes}
    for identity, label, place in keys:
        heap, size = heaps[label], sizes[label]
        rank = (-draw(seed, "sample", identity), -place)
        if len(heap) < size:
            heapq.heappush(heap, rank)
        elif size and rank > heap[0]:
            heapq.heapreplace(heap, rank)
    return {-place for heap in heaps.values() for _, place in heap}


def hold_out(examples: Sequence[Example], share: float, seed: int) -> tuple[list[Example], list[Example]]:
    """Examples to train on, and a share of every label held out; the same text is on one side only."""
    if not 0 < share < 1:
        raise AuditError(f"the held-out share is {share}; it must lie between 0 and 1, both excluded")
    by_label: dict[str | None, set[str]] = {}
    for example in examples:
        by_label.setdefault(example.label, set()).add(example.id)
    out: set[str] = set()
    for ids in by_label.values():
        ranked = sorted(ids, key=lambda identity: draw(seed, "hold out", identity))
        out.update(ranked[: round(share * len(ranked))])
    return [e for e in examples if e.id not in out], [e for e in examples if e.id in out]
