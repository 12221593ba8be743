"""Mask: the artefact is taken out of every row, or replaced by words that say nothing.

Of a pair the rarer of the two words goes, wherever it stands: were it to go only where both stand, what is
left of the pair would be rarer in one class than in the others. Of a kind, a list or a family every word
goes. A placeholder such as `[DATE]` would stand exactly where the dates stood and leak as they did, unless
every class has as many: give one with `--mask-with` where that is so.
"""

from collections import Counter
from collections.abc import Sequence

from auditor.data.examples import draw
from auditor.normal import normal
from auditor.repair.edits import edited
from auditor.repair.marked_rows import Marked, MarkedRow, Part
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
DILUTION = 10
"""The neutral words stand in so many times more rows than are masked: none comes to lean to a class."""
UNREMARKABLE = 0.1
"""How far the classes of a neutral word's rows may be from those of all rows."""
FEWEST = 5
"""Rows that a neutral word stands in at least."""


def repair(marked: Marked, config: RepairConfig) -> Repaired:
    """Every row without the artefacts; a row of which nothing is left is dropped."""
    parts = masked_parts(marked)
    neutral = _neutral_words(marked, parts) if config.mask_with == NEUTRAL else ()
    rows, dropped = [], []
    for row in marked.rows:
        here = [part for part in parts if part in row.places]
        places = [place for part in here for place in row.places[part]]
        if not places:
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
    """Words whose rows have the classes in their usual shares, nearest in frequency to the artefacts first.

    So many that the masked rows are a small part of theirs.
    """
    masked = [row for row in marked.rows if any(part in row.places for part in parts)]
    own = {
        normal(row.words[field][number].text)
        for row in masked
        for places in row.places.values()
        for field, number in places
    }
    texts: Counter[str] = Counter()
    labels: Counter[tuple[str, str]] = Counter()
    for row in marked.rows:
        plain = {word for text in row.example.texts for word in map(normal, text.split()) if word.isalpha()}
        texts.update(plain - own)
        labels.update((word, row.label) for word in plain - own)
    usual = len(masked) / max(1, len(parts))
    fit = [
        word
        for word, count in texts.items()
        if count >= FEWEST
        and all(
            abs(labels[word, label] / count - share) <= UNREMARKABLE for label, share in marked.shares.items()
        )
    ]
    fit.sort(key=lambda word: (max(texts[word] / usual, usual / texts[word]), word))
    chosen: list[str] = []
    standing = 0
    for word in fit:
        if standing >= DILUTION * len(masked):
            break
        chosen.append(word)
        standing += texts[word]
    return tuple(chosen)
