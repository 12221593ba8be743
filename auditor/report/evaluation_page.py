"""An evaluation as a page with charts, and all of its files."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.files import write_text
from auditor.metrics import (
    FIGURES,
    METHODS,
    QUALITY,
    TESTED,
    Comparison,
    Evaluation,
    Figure,
    MethodFigures,
)
from auditor.report.evaluation import interval, shown, to_json, to_markdown
from auditor.report.html import render
from auditor.report.text import visible


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
MARKS = {"better": "▲", "worse": "▼", "no difference shown": "="}


def chart(found: Evaluation, name: str) -> Chart:
    """One figure as bars with intervals."""
    figure = next(figure for figure in FIGURES if figure.name == name)
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
    return Chart(figure, place(0.0), tuple(bars))


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
    line = f"{first.method} names a minimal set for {_percent(first)} of the texts"
    if not rivals:
        return f"{line}.", ""
    best = max(rivals, key=lambda row: row.figures["fms"].value)
    names = {row.method for row in rivals}
    tests = [test for test in found.comparisons if test.against in names]
    won = [f"in {_heading(name)} {_won(tests, name)}" for name in TESTED]
    meaning = f"Text by text it is better {', '.join(won[:-1])} and {won[-1]} other methods (paired tests)."
    return f"{line}; the best other method, {best.method}, for {_percent(best)}.", meaning


def _percent(row: MethodFigures) -> str:
    return f"{100 * row.figures['fms'].value:.0f} %"


def _heading(name: str) -> str:
    return next(figure.heading for figure in FIGURES if figure.name == name)


def _won(tests: Sequence[Comparison], name: str) -> str:
    """Than how many of the others the first method is better in a figure."""
    own = [test for test in tests if test.figure == name]
    return f"than {sum(test.verdict == 'better' for test in own)} of {len(own)}"


def _cells(found: Evaluation, row: MethodFigures, figures: Sequence[Figure]) -> list[Cell]:
    """The numbers of a row; the best of a column is marked where better means something."""
    cells = []
    for figure in figures:
        value = row.figures[figure.name]
        every = [other.figures[figure.name].value for other in found.methods]
        known = [v for v in every if math.isfinite(v)]
        best = {"lower": min, "higher": max}.get(figure.better)
        cells.append(
            Cell(
                value=shown(figure.name, value.value),
                bounds=interval(figure.name, value),
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
    costs = [figure for figure in FIGURES if not figure.better]
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
        tested=[_heading(name) for name in TESTED],
        tests=_tests(found),
        marks=MARKS,
        first=found.methods[0].method,
        methods=[(row.method, METHODS.get(row.method, "")) for row in found.methods],
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
