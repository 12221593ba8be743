"""An evaluation as JSON, as Markdown and as a table in the terminal; its page is in `evaluation_page`."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from auditor.records.evaluation import (
    APART,
    METRICS,
    Comparison,
    Evaluation,
    MeanInterval,
    MethodRow,
    Metric,
    Tuning,
    metric,
)
from auditor.report.visible_text import visible

FORMAT_VERSION = 2
COUNTS = ("forwards", "gradients")
"""Metrics that are shown as whole numbers."""


def as_dict(found: Evaluation) -> dict[str, Any]:
    """The public JSON form."""
    return {
        "format": FORMAT_VERSION,
        "model": found.model,
        "dataset": found.dataset,
        "convention": found.convention,
        "settings": dict(found.settings),
        "tuning": None if found.tuning is None else _tuning(found.tuning),
        "texts": found.texts,
        "short_texts": found.short_texts,
        "words": _number(found.words),
        "seeds": found.seeds,
        "seconds": round(found.seconds, 1),
        "methods": {row.method: _row(row) for row in found.methods},
        "comparisons": [_comparison(test) for test in found.comparisons],
        "failures": [
            {"method": f.method, "id": f.id, "text": f.text, "reason": f.reason} for f in found.failures
        ],
    }


def _row(row: MethodRow) -> dict[str, Any]:
    parts = {"k_positive": _figures(row.k_positive), "k_zero": _figures(row.k_zero)}
    return {**_figures(row.figures), **parts, "texts": row.texts, "failures": row.failures}


def _figures(figures: Mapping[str, MeanInterval]) -> dict[str, Any]:
    return {name: _estimate(value) for name, value in figures.items()}


def _tuning(tuning: Tuning) -> dict[str, Any]:
    return {
        "method": tuning.method,
        "texts": tuning.texts,
        "beta": tuning.best.beta,
        "epsilon": tuning.best.epsilon,
        "points": [
            {"beta": p.beta, "epsilon": p.epsilon, "fms": _number(p.fms), "comp": _number(p.comp)}
            for p in tuning.points
        ],
    }


def _estimate(value: MeanInterval) -> dict[str, float | None]:
    return {"estimate": _number(value.value), "low": _number(value.low), "high": _number(value.high)}


def _comparison(test: Comparison) -> dict[str, Any]:
    return {
        "metric": test.metric,
        "method": test.method,
        "against": test.against,
        "difference": _estimate(test.difference),
        "p": _number(test.p),
        "adjusted": _number(test.adjusted),
        "verdict": test.verdict,
    }


def _number(value: float) -> float | None:
    """JSON has no "not a number"."""
    return round(value, 6) if math.isfinite(value) else None


def to_json(found: Evaluation) -> str:
    """Indented JSON."""
    text = json.dumps(as_dict(found), ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode() + "\n"


def shown(name: str, value: float) -> str:
    """A number as a reader wants it; a dash where there is none."""
    if not math.isfinite(value):
        return "–"
    digits = 0 if name in COUNTS else 2 if name in ("set_size", "seconds") else 3
    return f"{round(value, digits) + 0.0:.{digits}f}"  # adding zero turns -0.0 into 0.0


def interval(name: str, value: MeanInterval) -> str:
    """The bounds of a mean; nothing where there is none."""
    if not math.isfinite(value.value):
        return ""
    return f"{shown(name, value.low)} to {shown(name, value.high)}"


def to_markdown(found: Evaluation) -> str:
    """The table, the short texts apart, the tuning, the tests and the failures."""
    lines = [f"# Evaluation: {escaped(found.model)} on {escaped(found.dataset)}", "", summary(found), ""]
    cells = [[_with_bounds(one, row.figures) for one in METRICS] for row in found.methods]
    failed = [f"{row.failures} of {found.texts}" for row in found.methods]
    body = [[row.method, *own, fail] for row, own, fail in zip(found.methods, cells, failed, strict=True)]
    lines += markdown_table(["method", *(one.heading for one in METRICS), "failed"], body)
    lines += ["", *(f"- **{one.heading}**{_arrow(one)}: {one.meaning}." for one in METRICS)]
    for title, rows in apart(found):
        lines += ["", f"## {title}", ""]
        lines += markdown_table(["method", *(metric(name).heading for name in APART)], rows)
    if found.tuning is not None:
        lines += ["", "## Tuning", "", tuned(found.tuning), ""]
        numbers = [
            [f"{p.beta:g}", f"{p.epsilon:g}", f"{p.fms:.3f}", f"{p.comp:.3f}"] for p in found.tuning.points
        ]
        lines += markdown_table(["beta", "epsilon", "FMS, printed", "Comp"], numbers)
    if found.comparisons:
        lines += ["", f"## {found.methods[0].method} against the others", ""]
        headings = ["metric", "against", "difference", "interval", "p", "p (Holm)", "verdict"]
        lines += markdown_table(headings, [_tested(test) for test in found.comparisons])
    if found.failures:
        lines += ["", "## Failures", ""]
        lines += [f"- {f.method}: {escaped(f.reason)} ({escaped(f.text)})" for f in found.failures]
    return "\n".join(lines) + "\n"


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table; the cells are ready."""
    return [
        "| " + " | ".join(headings) + " |",
        "|---" * len(headings) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
    ]


def _with_bounds(one: Metric, figures: Mapping[str, MeanInterval]) -> str:
    value = figures[one.name]
    cell, bounds = shown(one.name, value.value), interval(one.name, value)
    return f"{cell} ({bounds})" if one.better and bounds else cell


def _tested(test: Comparison) -> list[str]:
    numbers = ["–"] * 4
    if math.isfinite(test.p):
        gap = test.difference
        numbers = [
            f"{gap.value:+.3f}",
            interval(test.metric, gap),
            f"{test.p:.4f}",
            f"{test.adjusted:.4f}",
        ]
    return [test.metric, test.against, *numbers, test.verdict]


def _arrow(one: Metric) -> str:
    return f" ({one.better} is better)" if one.better else ""


def escaped(text: str) -> str:
    """A text that cannot break out of a cell of a Markdown table."""
    return visible(text).replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")


def apart(found: Evaluation) -> list[tuple[str, list[list[str]]]]:
    """The texts where K is zero for every method, and the others: a title and rows; nothing without both."""
    short, long = found.short_texts, found.texts - found.short_texts
    if not short:
        return []
    parts = [(f"Texts with K of 1 or more: {long} of {found.texts}", "k_positive")] if long else []
    parts.append((f"Texts with K = 0, too short for a tenth to count: {short} of {found.texts}", "k_zero"))
    return [
        (title, [[row.method, *_shown_apart(getattr(row, part))] for row in found.methods])
        for title, part in parts
    ]


def _shown_apart(figures: Mapping[str, MeanInterval]) -> list[str]:
    return [shown(name, figures[name].value) for name in APART]


def tuned(tuning: Tuning) -> str:
    """How β and ε were chosen, in a sentence."""
    best = tuning.best
    return (
        f"beta {best.beta:g} and epsilon {best.epsilon:g} gave {tuning.method} the highest FMS as printed "
        f"({best.fms:.3f}) on {tuning.texts} other texts."
    )


def summary(found: Evaluation) -> str:
    """What was evaluated, and how."""
    settings = ", ".join(f"{name} {value}" for name, value in found.settings.items())
    return (
        f"{found.texts} texts of {found.words:.1f} units on average, {found.short_texts} with K = 0; "
        f"{found.seeds} seeds; {found.seconds / 60:.1f} minutes. Convention {found.convention}."
        + (f" Settings: {settings}." if settings else "")
    )


TABLED = (
    "lo",
    "comp",
    "sufficiency",
    "fms",
    "fms_pairs",
    "fms_same_size",
    "set_size",
    "zero_k",
    "seconds",
)
"""Metrics that fit a terminal."""


def table(found: Evaluation) -> str:
    """The figures that matter most in aligned columns, and the texts with K = 0 apart."""
    rows = [
        [row.method, *(shown(name, row.figures[name].value) for name in TABLED), str(row.failures)]
        for row in found.methods
    ]
    lines = [summary(found), ""]
    lines += aligned(["method", *(metric(name).heading for name in TABLED), "failed"], rows)
    for title, part in apart(found):
        lines += ["", title, ""]
        lines += aligned(["method", *(metric(name).heading for name in APART)], part)
    if found.tuning is not None:
        lines += ["", tuned(found.tuning)]
    return "\n".join(lines)


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under their headings, numbers to the right."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    return [
        "  ".join(
            [line[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        )
        for line in lines
    ]
