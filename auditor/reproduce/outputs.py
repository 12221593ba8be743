"""A reproduction as JSON, Markdown and one page, and as text for a terminal."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from auditor.evaluation.rendering import aligned, escaped, markdown_table
from auditor.files import write_text
from auditor.records.codec import plain
from auditor.records.reproduction import ExplainedSentence, InjectionResult, TableResult
from auditor.report.explanation import as_dict
from auditor.report.html import render
from auditor.report.marking import segments
from auditor.report.statuses import sentence
from auditor.reproduce.wording import METHODS, ShownTable, Told

FORMAT_VERSION = 1


def table_json(results: Sequence[TableResult]) -> dict[str, Any]:
    """The settings as plain values."""
    return {"format": FORMAT_VERSION, "settings": [plain(found) for found in results]}


def injection_json(found: InjectionResult) -> dict[str, Any]:
    """The injection as plain values; explanations as `audit explain --json` gives them."""
    told: dict[str, Any] = {"format": FORMAT_VERSION, **plain(found)}
    for entry, one in zip(told["sentences"], found.sentences, strict=True):
        entry["explanations"] = {method: as_dict(found) for method, found in one.explanations.items()}
        entry["as_printed"] = {method: one.as_printed(method) for method in one.explanations}
    return told


def save(folder: Path, stem: str, content: Mapping[str, Any], told: Sequence[Told]) -> list[Path]:
    """Write STEM.json, STEM.md and STEM.html."""
    written = {
        "json": json.dumps(content, ensure_ascii=False, indent=1) + "\n",
        "md": to_markdown(told),
        "html": page(told),
    }
    paths = [folder / f"{stem}.{suffix}" for suffix in written]
    for path, text in zip(paths, written.values(), strict=True):
        write_text(path, text)
    return paths


def to_markdown(told: Sequence[Told]) -> str:
    """All of it as Markdown."""
    lines = []
    for one in told:
        lines += [f"# {one.title}", "", one.line, ""]
        lines += [f"- {name}: {value}" for name, value in one.facts]
        for table in one.tables:
            body = [[escaped(cell) for cell in row] for row in table.rows]
            lines += ["", f"## {table.title}", "", *markdown_table(table.headings, body)]
        lines += ["", *(f"- **{name}**: {text}." for name, text in one.notes), ""]
    return "\n".join(lines)


def to_text(told: Told) -> str:
    """For a terminal: the first table and the sentence above it."""
    lines = [told.title, "", told.line]
    for table in told.tables:
        lines += ["", table.title, "", *aligned(table.headings, table.rows)]
    return "\n".join(lines)


def page(told: Sequence[Told]) -> str:
    """A self-contained page."""
    views = [(one, [_marked(found) for found in one.sentences]) for one in told]
    return render(
        "reproduce.html", styles=("style.css", "report.css", "evaluate.css"), views=views, numeric=_numeric
    )


def _marked(one: ExplainedSentence) -> dict[str, Any]:
    """A sentence with the set of each method marked."""
    methods = []
    for method, name in METHODS.items():
        found = one.explanations[method]
        seen = "as" if found.label == one.printed_label else "not as"
        held = "in" if one.holds_token(method) else "not in"
        verdict = f"Class {seen} printed, {one.token} {held} the set."
        methods.append((name, segments(found), found.label, f"{sentence(found)}. {verdict}"))
    return {"printed": f"{one.printed_label}; {' '.join(one.printed_set)}", "methods": methods}


def _numeric(table: ShownTable, column: int) -> bool:
    """Whether a column holds numbers, so that it is set to the right."""
    return all(row[column].replace("–", "0").lstrip("+-")[:1].isdigit() for row in table.rows)
