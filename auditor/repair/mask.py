"""Mask: the artefact is taken out where its class has too much of it, or replaced by words that say nothing.

As many rows keep it as every class has in its usual share: there it says nothing, and a model that has seen
it so does not stumble over it later. Rows with several artefacts are counted with those that have the same
ones. With a word of one's own, or with `mask_all`, no row keeps it.

Of a pair the rarer of the two words goes, wherever it stands: were it to go only where both stand, what is
left of the pair would be rarer in one class than in the others. Of a kind, a list or a family every word
goes. A placeholder such as `[DATE]` would stand exactly where the dates stood and leak as they did, unless
every class has as many: give one with `--mask-with` where that is so.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from auditor.data.examples import draw
from auditor.repair.cells import Cells
from auditor.repair.edits import edited
from auditor.repair.marked_rows import Marked, MarkedRow, Part
from auditor.repair.neutral_words import unlikeness, words_beside
from auditor.repair.repair_manifest import Dropped
from auditor.repair.repaired import (
    MASKED,
    NEUTRAL,
    NOTHING,
    RepairConfig,
    Repaired,
    RepairedRow,
    ids_of,
)

NAME = "mask"
ROUNDING = 1e-6
"""So that a whole number of rows is not rounded down."""
DILUTION = 10
"""The neutral words stand in so many times more rows than are masked: none comes to lean to a class."""
FEWEST = 5
"""Rows that a neutral word stands in at least."""


def repair(marked: Marked, config: RepairConfig) -> Repaired:
    """The rows with as few artefacts as it takes; a row of which nothing is left is dropped."""
    parts = masked_parts(marked)
    every = config.mask_all or config.mask_with not in (NOTHING, NEUTRAL)
    spared = frozenset() if every else _spared(marked, config.seed)
    neutral = _neutral_words(marked, parts) if config.mask_with == NEUTRAL else ()
    rows, dropped = [], []
    for row in marked.rows:
        here = [part for part in parts if part in row.places]
        places = [place for part in here for place in row.places[part]]
        if not places or id(row) in spared:
            rows.append(RepairedRow(row.example))
            continue
        findings = ids_of(marked, frozenset(number for number, _ in here))
        words = {place: _instead(row, place, neutral, config) for place in places}
        masked = edited(row.example, words)
        if masked is None:
            dropped.append(Dropped(row.example.row, findings, "empty"))
        else:
            rows.append(RepairedRow(masked, change=MASKED, findings=findings))
    return Repaired(tuple(rows), tuple(dropped))


def _spared(marked: Marked, seed: int) -> frozenset[int]:
    """The rows (by `id`) that keep what they have: of those with the same artefacts, each class its share."""
    alike: defaultdict[tuple[Part, ...], dict[str, list[MarkedRow]]] = defaultdict(dict)
    cells = Cells(marked)
    for (traits, label), rows in cells.rows.items():
        alike[traits][label] = rows
    spared: set[int] = set()
    shares = {label: share for label, share in marked.shares.items() if share > 0}
    for by_label in alike.values():
        whole = min(len(by_label.get(label, ())) / share for label, share in shares.items())
        for label, rows in by_label.items():
            ranked = sorted(rows, key=lambda row: (draw(seed, "spared", row.example.id), row.example.row))
            spared.update(map(id, ranked[: int(shares[label] * whole + ROUNDING)]))
    return frozenset(spared)


def masked_parts(marked: Marked) -> list[Part]:
    """Of each artefact the words that go: of a pair those of another artefact, else the rarer ones."""
    single = frozenset(
        word for artefact in marked.artefacts if not artefact.is_pair for word in artefact.parts[0].listed
    )
    rows: Counter[Part] = Counter(part for row in marked.rows for part in row.places)
    found = []
    for number, artefact in enumerate(marked.artefacts):
        ranked = sorted(
            (not part.listed <= single, rows[number, place], place)
            for place, part in enumerate(artefact.parts)
        )
        found.append((number, ranked[0][-1]))
    return found


def _instead(row: MarkedRow, place: tuple[int, int], neutral: Sequence[str], config: RepairConfig) -> str:
    if config.mask_with == NOTHING or (config.mask_with == NEUTRAL and not neutral):
        return ""
    if config.mask_with != NEUTRAL:
        return config.mask_with
    return neutral[draw(config.seed, f"neutral {place}", row.example.id) % len(neutral)]


def _neutral_words(marked: Marked, parts: Sequence[Part]) -> tuple[str, ...]:
    """Neutral words, nearest in frequency to the artefacts first.

    So many that the masked rows are a small part of theirs.
    """
    masked = sum(any(part in row.places for part in parts) for row in marked.rows)
    usual = masked / max(1, len(parts))
    fit = [word for word in words_beside(marked.rows) if word.rows >= FEWEST and word.is_neutral]
    fit.sort(key=lambda one: (unlikeness(one, usual), one.word))
    chosen: list[str] = []
    standing = 0
    for one in fit:
        if standing >= DILUTION * masked:
            break
        chosen.append(one.word)
        standing += one.rows
    return tuple(chosen)
