"""An evaluation as a page with charts, and all of its files."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.evaluation.methods import MEANINGS
from auditor.evaluation.rendering import apart, interval, shown, to_json, to_markdown, tuned
from auditor.evaluation.set_methods import SETS
from auditor.files import write_text
from auditor.records.evaluation import (
    APART,
    METRICS,
    QUALITY,
    TESTED,
    Comparison,
    Evaluation,
    MethodRow,
    Metric,
    metric,
)
from auditor.report.html import render
from auditor.report.visible_text import visible


@dataclass(frozen=True)
class MethodBar:
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
class MetricChart:
    """A metric of all methods as bars."""

    metric: Metric
    """What is drawn."""
    zero: float
    """Where the axis stands."""
    bars: tuple[MethodBar, ...]
    """One for each method that has a value."""


@dataclass(frozen=True)
class MethodCell:
    """A number of the table."""

    value: str
    """The mean."""
    bounds: str
    """Its interval."""
    best: bool
    """Whether no method has a better one."""


CHARTED = ("fms", "fms_pairs", "fms_same_size", "lo", "comp", "sufficiency")
HEADLINE = "fms_same_size"
"""The metric of the headline: the same question to all, about sets of the same size."""
LEFT, WIDTH = 222.0, 330.0
"""Where the bars' field begins and how wide it is."""
EVERY = " of the texts"
MARKS = {"better": "▲", "worse": "▼", "no difference shown": "·", "not tested": "·"}


def chart(found: Evaluation, name: str) -> MetricChart:
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
            MethodBar(
                method=row.method,
                role="first" if row.method == found.methods[0].method else "other",
                x=min(place(0.0), place(value.value)),
                width=round(abs(place(value.value) - place(0.0)), 1),
                low=place(value.low),
                high=place(value.high),
                label=shown(name, value.value),
            )
        )
    return MetricChart(metric(name), place(0.0), tuple(bars))


def headline(found: Evaluation) -> tuple[str, str]:
    """How often the first method and the best of the others name a minimal set of the same size."""
    first = found.methods[0]
    if not math.isfinite(first.figures[HEADLINE].value):
        return f"{first.method} gave nothing that could be measured.", ""
    rivals = [
        row
        for row in found.methods[1:]
        # The variants of CIDR are compared in the tables; the headline is about other methods.
        if not (row.method in SETS and first.method in SETS) and math.isfinite(row.figures[HEADLINE].value)
    ]
    line = f"{first.method} names a minimal set for {_share(first)}"
    if not rivals:
        return f"{line}.", ""
    best = max(rivals, key=lambda row: row.figures[HEADLINE].value)
    names = {row.method for row in rivals}
    tests = [test for test in found.comparisons if test.against in names]
    counts = [_verdicts(name, [test for test in tests if test.metric == name]) for name in TESTED]
    others = "one other method" if len(rivals) == 1 else f"{len(rivals)} other methods"
    meaning = f"Paired tests against {others}: {'; '.join(counts)}."
    share = _share(best).removesuffix(EVERY)
    return f"{line}; {best.method}, the best of the others, for {share} with as many words.", meaning


def _share(row: MethodRow) -> str:
    """The headline's metric as a share of the texts that the method was measured on."""
    percent = f"{math.floor(100 * row.figures[HEADLINE].value + 0.5)}\u00a0%"
    return percent + (EVERY if not row.failures else f" of the {row.texts} texts on which it did not fail")


def _verdicts(name: str, tests: Sequence[Comparison]) -> str:
    """How often the paired tests of a metric were won, lost, or neither."""
    counts = Counter(test.verdict for test in tests)
    said = ", ".join(f"{verdict} in {counts[verdict]}" for verdict in MARKS if counts[verdict])
    return f"{metric(name).heading} {said}"


def _cells(found: Evaluation, row: MethodRow, metrics: Sequence[Metric]) -> list[MethodCell]:
    """The numbers of a row; the best of a column is marked where better means something."""
    cells = []
    for one in metrics:
        value = row.figures[one.name]
        every = [other.figures[one.name].value for other in found.methods]
        known = [v for v in every if math.isfinite(v)]
        best = {"lower": min, "higher": max}.get(one.better)
        cells.append(
            MethodCell(
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
        rows.setdefault(test.against, {})[test.metric] = test
    return [(method, [tests[name] for name in TESTED]) for method, tests in rows.items()]


def page(found: Evaluation) -> str:
    """A self-contained page with the table and charts."""
    costs = [one for one in METRICS if not one.better]
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
            (name, metrics, [(row, _cells(found, row, metrics)) for row in found.methods])
            for name, metrics in (("Quality", QUALITY), ("Sets and cost", costs))
        ],
        metrics=METRICS,
        apart=apart(found),
        apart_headings=[metric(name).heading for name in APART],
        tuning=found.tuning,
        tuned=tuned(found.tuning) if found.tuning is not None else "",
        charts=[chart(found, name) for name in CHARTED],
        tested=[metric(name).heading for name in TESTED],
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
        ("Texts", f"{found.texts}, of {found.words:.1f} units on average; K is 0 for {found.short_texts}"),
        ("Seeds", str(found.seeds)),
        ("Settings", ", ".join(f"{name} {value}" for name, value in found.settings.items())),
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
