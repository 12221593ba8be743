"""An evaluation as a page with charts, and all of its files."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.files import write_text
from auditor.records.evaluation import (
    FIGURES,
    MEANINGS,
    QUALITY,
    TESTED,
    Comparison,
    Evaluation,
    Figure,
    MethodFigures,
    figure,
)
from auditor.report.evaluation import interval, shown, to_json, to_markdown
from auditor.report.html import render
from auditor.report.visible_text import visible


@dataclass(frozen=True)
class Bar:
    """One method in a chart."""

    method: str
    """Name of the method."""
    role: str
    """`first` for the first method, `other` for the others."""
    x: float
    """Left edge of the bar."""
    width: float
    """Width of the bar."""
    low: float
    """Where the interval begins."""
    high: float
    """Where it ends."""
    label: str
    """The number."""


@dataclass(frozen=True)
class Chart:
    """A figure of all methods as bars."""

    figure: Figure
    """What is drawn."""
    zero: float
    """Where the axis stands."""
    bars: tuple[Bar, ...]
    """One for each method that has a value."""


@dataclass(frozen=True)
class Cell:
    """A number of the table."""

    value: str
    """The mean."""
    bounds: str
    """Its interval."""
    best: bool
    """Whether no method has a better one."""


CHARTED = ("fms", "fms_words", "lo", "comp")
LEFT, WIDTH = 222.0, 330.0
"""Where the bars' field begins and how wide it is."""
EVERY = " of the texts"
MARKS = {"better": "▲", "worse": "▼", "no difference shown": "·", "not tested": "·"}


def chart(found: Evaluation, name: str) -> Chart:
    """One figure as bars with intervals."""
    rows = [row for row in found.methods if math.isfinite(row.figures[name].value)]
    ends = [end for row in rows for end in (row.figures[name].low, row.figures[name].high)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    scale = WIDTH / ((high - low) or 1.0)

    def place(value: float) -> float:
        return round(LEFT + (value - low) * scale, 1)

    bars = []
    for row in rows:
        value = row.figures[name]
        bars.append(
            Bar(
                method=row.method,
                role="first" if row.method == found.methods[0].method else "other",
                x=min(place(0.0), place(value.value)),
                width=round(abs(place(value.value) - place(0.0)), 1),
                low=place(value.low),
                high=place(value.high),
                label=shown(name, value.value),
            )
        )
    return Chart(figure(name), place(0.0), tuple(bars))


def headline(found: Evaluation) -> tuple[str, str]:
    """How often the first method and its best rival name a minimal set, and what the paired tests say."""
    first = found.methods[0]
    if not math.isfinite(first.figures["fms"].value):
        return f"{first.method} gave nothing that could be measured.", ""
    rivals = [
        row
        for row in found.methods[1:]
        # cidr-no-refine and the like are parts of the first method, not rivals.
        if not row.method.startswith(f"{first.method}-") and math.isfinite(row.figures["fms"].value)
    ]
    line = f"{first.method} names a minimal set for {_share(first)}"
    if not rivals:
        return f"{line}.", ""
    best = max(rivals, key=lambda row: row.figures["fms"].value)
    names = {row.method for row in rivals}
    tests = [test for test in found.comparisons if test.against in names]
    told = [_told(name, [test for test in tests if test.figure == name]) for name in TESTED]
    count = (
        "one method that is no variant" if len(rivals) == 1 else f"{len(rivals)} methods that are no variants"
    )
    meaning = f"Paired tests against {count} of it: {'; '.join(told)}."
    return f"{line}; {best.method}, the best of the others, for {_share(best).removesuffix(EVERY)}.", meaning


def _share(row: MethodFigures) -> str:
    """FMS as a share of the texts that the method was measured on."""
    percent = f"{math.floor(100 * row.figures['fms'].value + 0.5)}\u00a0%"
    return percent + (EVERY if not row.failures else f" of the {row.texts} texts on which it did not fail")


def _told(name: str, tests: Sequence[Comparison]) -> str:
    """How often the paired tests of a figure were won, lost, or neither."""
    counts = Counter(test.verdict for test in tests)
    said = ", ".join(f"{verdict} in {counts[verdict]}" for verdict in MARKS if counts[verdict])
    return f"{figure(name).heading} {said}"


def _cells(found: Evaluation, row: MethodFigures, figures: Sequence[Figure]) -> list[Cell]:
    """The numbers of a row; the best of a column is marked where better means something."""
    cells = []
    for one in figures:
        value = row.figures[one.name]
        every = [other.figures[one.name].value for other in found.methods]
        known = [v for v in every if math.isfinite(v)]
        best = {"lower": min, "higher": max}.get(one.better)
        cells.append(
            Cell(
                value=shown(one.name, value.value),
                bounds=interval(one.name, value),
                best=best is not None and len(known) > 1 and value.value == best(known),
            )
        )
    return cells


def _tests(found: Evaluation) -> list[tuple[str, list[Comparison]]]:
    """A row for each other method, with its tests in the order of `TESTED`."""
    rows: dict[str, dict[str, Comparison]] = {}
    for test in found.comparisons:
        rows.setdefault(test.against, {})[test.figure] = test
    return [(method, [tests[name] for name in TESTED]) for method, tests in rows.items()]


def page(found: Evaluation) -> str:
    """A self-contained page with the table and charts."""
    costs = [one for one in FIGURES if not one.better]
    line, meaning = headline(found)
    return render(
        "evaluate.html",
        styles=("style.css", "report.css", "evaluate.css"),
        model=visible(found.model),
        dataset=visible(found.dataset),
        line=line,
        meaning=meaning,
        facts=_facts(found),
        convention=found.convention,
        tables=[
            (name, figures, [(row, _cells(found, row, figures)) for row in found.methods])
            for name, figures in (("Quality", QUALITY), ("Sets and cost", costs))
        ],
        figures=FIGURES,
        charts=[chart(found, name) for name in CHARTED],
        tested=[figure(name).heading for name in TESTED],
        tests=_tests(found),
        marks=MARKS,
        first=found.methods[0].method,
        several=len(found.methods) > 1,
        methods=[(row.method, MEANINGS.get(row.method, "")) for row in found.methods],
        failures=[(f.method, visible(f.text), visible(f.reason)) for f in found.failures],
        texts=found.texts,
    )


def _facts(found: Evaluation) -> list[tuple[str, str]]:
    """What was evaluated."""
    return [
        ("Model", visible(found.model)),
        ("Data", visible(found.dataset)),
        ("Texts", f"{found.texts}, of {found.words:.1f} units on the average"),
        ("Seeds", str(found.seeds)),
        ("Time", f"{found.seconds / 60:.1f} minutes"),
    ]


def save(found: Evaluation, folder: Path) -> list[Path]:
    """Write evaluation.json, evaluation.md and evaluation.html; each whole or not at all."""
    written = {"json": to_json(found), "md": to_markdown(found), "html": page(found)}
    paths = []
    for suffix, text in written.items():
        paths.append(folder / f"evaluation.{suffix}")
        write_text(paths[-1], text)
    return paths
