"""An evaluation as a page with charts, and all of its files."""

import math
from dataclasses import dataclass
from pathlib import Path

from auditor.files import write_text
from auditor.metrics import FIGURES, Evaluation, Figure, MethodFigures
from auditor.report.evaluation import interval, shown, summary, to_json, to_markdown
from auditor.report.html import render
from auditor.report.text import visible


@dataclass(frozen=True)
class Bar:
    """One method in a chart."""

    method: str
    """Name of the method."""
    role: str
    """`core` for the first method, `plain` for the others."""
    x: float
    """Left edge of the bar."""
    width: float
    """Width of the bar."""
    low: float
    """Where the interval begins."""
    high: float
    """Where it ends."""
    label: str
    """The number, with its interval."""


@dataclass(frozen=True)
class Chart:
    """A figure of all methods as bars."""

    figure: Figure
    """What is drawn."""
    zero: float
    """Where the axis stands."""
    bars: tuple[Bar, ...]
    """One for each method that has a value."""


CHARTED = ("lo", "comp", "fms", "fms_reachable")
LEFT, WIDTH = 150.0, 300.0
"""Where the bars' field begins and how wide it is."""


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
                role="core" if row.method == found.methods[0].method else "plain",
                x=min(place(0.0), place(value.value)),
                width=round(abs(place(value.value) - place(0.0)), 1),
                low=place(value.low),
                high=place(value.high),
                label=f"{shown(name, value.value)} ({interval(name, value)})",
            )
        )
    return Chart(figure, place(0.0), tuple(bars))


def _cells(figure: Figure, row: MethodFigures) -> tuple[str, str]:
    """The number and its interval."""
    value = row.figures[figure.name]
    return shown(figure.name, value.value), interval(figure.name, value)


def page(found: Evaluation) -> str:
    """A self-contained page with the table and charts."""
    rows = [
        (
            row.method,
            [_cells(figure, row) for figure in FIGURES],
            row.failures,
        )
        for row in found.methods
    ]
    return render(
        "evaluate.html",
        model=visible(found.model),
        dataset=visible(found.dataset),
        summary=summary(found),
        figures=FIGURES,
        rows=rows,
        charts=[chart(found, name) for name in CHARTED],
        comparisons=found.comparisons,
        first=found.methods[0].method,
        failures=[(f.method, visible(f.text), visible(f.reason)) for f in found.failures],
        texts=found.texts,
        total=len(found.methods),
    )


def save(found: Evaluation, folder: Path) -> list[Path]:
    """Write evaluation.json, evaluation.md and evaluation.html; each whole or not at all."""
    written = {"json": to_json(found), "md": to_markdown(found), "html": page(found)}
    paths = []
    for suffix, text in written.items():
        paths.append(folder / f"evaluation.{suffix}")
        write_text(paths[-1], text)
    return paths
