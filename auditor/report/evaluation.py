"""An evaluation as JSON, as Markdown and as a table in the terminal; its page is in `evaluation_page`."""

import json
import math
from typing import Any

from auditor.records.evaluation import (
    FIGURES,
    Comparison,
    Estimate,
    Evaluation,
    Figure,
    MethodFigures,
    figure,
)
from auditor.report.visible_text import visible

FORMAT_VERSION = 1
COUNTS = ("forwards", "gradients")
"""Figures that are shown as whole numbers."""


def as_dict(found: Evaluation) -> dict[str, Any]:
    """The public JSON form."""
    return {
        "format": FORMAT_VERSION,
        "model": found.model,
        "dataset": found.dataset,
        "convention": found.convention,
        "texts": found.texts,
        "words": _number(found.words),
        "seeds": found.seeds,
        "seconds": round(found.seconds, 1),
        "methods": {row.method: _row(row) for row in found.methods},
        "comparisons": [_comparison(test) for test in found.comparisons],
        "failures": [
            {"method": f.method, "id": f.id, "text": f.text, "reason": f.reason} for f in found.failures
        ],
    }


def _row(row: MethodFigures) -> dict[str, Any]:
    figures = {name: _estimate(value) for name, value in row.figures.items()}
    return {**figures, "texts": row.texts, "failures": row.failures}


def _estimate(value: Estimate) -> dict[str, float | None]:
    return {"estimate": _number(value.value), "low": _number(value.low), "high": _number(value.high)}


def _comparison(test: Comparison) -> dict[str, Any]:
    return {
        "figure": test.figure,
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


def shown(figure: str, value: float) -> str:
    """A number as a reader wants it; a dash where there is none."""
    if not math.isfinite(value):
        return "–"
    digits = 0 if figure in COUNTS else 2 if figure in ("set_size", "seconds") else 3
    return f"{round(value, digits) + 0.0:.{digits}f}"  # adding zero turns -0.0 into 0.0


def interval(figure: str, value: Estimate) -> str:
    """The bounds of an estimate; nothing where there is none."""
    if not math.isfinite(value.value):
        return ""
    return f"{shown(figure, value.low)} to {shown(figure, value.high)}"


def to_markdown(found: Evaluation) -> str:
    """The table, the tests and the failures."""
    lines = [f"# Evaluation: {visible(found.model)} on {visible(found.dataset)}", "", summary(found), ""]
    lines.append("| method | " + " | ".join(one.heading for one in FIGURES) + " | failed |")
    lines.append("|---" * (len(FIGURES) + 2) + "|")
    for row in found.methods:
        cells = []
        for one in FIGURES:
            value = row.figures[one.name]
            cell = shown(one.name, value.value)
            bounds = interval(one.name, value)
            cells.append(f"{cell} ({bounds})" if one.better and bounds else cell)
        lines.append(f"| {row.method} | " + " | ".join(cells) + f" | {row.failures} of {found.texts} |")
    lines += ["", *(f"- **{f.heading}**{_arrow(f)}: {f.meaning}." for f in FIGURES)]
    if found.comparisons:
        lines += ["", f"## {found.methods[0].method} against the others", ""]
        lines += ["| figure | against | difference | interval | p | p (Holm) | verdict |", "|---" * 7 + "|"]
        for test in found.comparisons:
            gap = test.difference
            numbers = (
                f"{gap.value:+.3f} | {interval(test.figure, gap)} | {test.p:.4f} | {test.adjusted:.4f}"
                if math.isfinite(test.p)
                else "– | – | – | –"
            )
            lines.append(f"| {test.figure} | {test.against} | {numbers} | {test.verdict} |")
    if found.failures:
        lines += ["", "## Failures", ""]
        lines += [f"- {f.method}: {_cell(f.reason)} ({_cell(f.text)})" for f in found.failures]
    return "\n".join(lines) + "\n"


def _arrow(figure: Figure) -> str:
    return f" ({figure.better} is better)" if figure.better else ""


def _cell(text: str) -> str:
    return visible(text).replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")


def summary(found: Evaluation) -> str:
    """What was evaluated, and how."""
    return (
        f"{found.texts} texts of {found.words:.1f} units on the average; {found.seeds} seeds; "
        f"{found.seconds / 60:.1f} minutes. Convention {found.convention}."
    )


TABLED = ("lo", "comp", "sufficiency", "fms", "fms_reachable", "set_size", "zero_k", "seconds")
"""Figures that fit a terminal."""


def table(found: Evaluation) -> str:
    """The figures that matter most, in aligned columns."""
    headings = [figure(name).heading for name in TABLED]
    rows = [["method", *headings, "failed"]]
    for row in found.methods:
        cells = [shown(name, row.figures[name].value) for name in TABLED]
        rows.append([row.method, *cells, str(row.failures)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [summary(found), ""]
    for line in rows:
        first = line[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
        lines.append("  ".join([first, *rest]))
    return "\n".join(lines)
