"""A section for a model's card: what the audit found, and what it did not look for, with the hub's metadata.

The metadata is the `model-index` that the hub reads: the accuracy on the audited texts, if they have labels,
and how many artefacts were found. The rest is Markdown for the part on bias, risks and limitations.
"""

import json
import re
from collections.abc import Iterator
from pathlib import PurePath

from auditor.findings.finding import Severity, Verdict
from auditor.findings.report import Report
from auditor.report.headline import UNSEEN, by_severity, headline
from auditor.report.markdown import code, limits, plain, quoted_notes, verdict_table
from auditor.report.numbers import counted
from auditor.report.visible_text import one_line
from auditor.report.wording.power_text import resolution_line

NAME = "card.md"
TITLE = "## Shortcuts and spurious words"


def model_card(report: Report) -> str:
    """The metadata and the section, as one Markdown file."""
    head = headline(report)
    blocks = [
        TITLE,
        f"**{plain(head.line, sentence=True)}** {plain(head.counted, sentence=True)}".rstrip(),
        _how(report),
        *quoted_notes(report),
        *_lower(verdict_table(report, Verdict.ARTEFACT, "Artefacts")),
        *_lower(verdict_table(report, Verdict.UNDECIDED, "Not decided")),
        "### What was not looked for",
        "\n".join(f"- {plain(line, sentence=True)}" for line in _not_looked_for(report)),
        *_section("### How far to trust this", limits(report)),
    ]
    return "\n\n".join([_metadata(report), *blocks]) + "\n"


def _section(heading: str, items: list[str]) -> list[str]:
    return [heading, "\n".join(items)] if items else []


def _lower(blocks: list[str]) -> list[str]:
    """Sections one level down."""
    return [f"#{block}" if block.startswith("## ") else block for block in blocks]


def _how(report: Report) -> str:
    texts = counted(report.summary.texts, "text")
    return (
        f"{texts} of {code(_public(report.summary.data))} were audited: for each the fewest words without "
        "which the prediction falls. They are counted, tested, and tried on the model against placebos."
    )


def _public(name: str) -> str:
    """A model or a dataset as others know it: of a path on this machine only the last part."""
    line = one_line(name)
    return PurePath(line).name or line if re.match(r"[/~.\\]|[A-Za-z]:", line) else line


def _not_looked_for(report: Report) -> Iterator[str]:
    """What a reader could take for looked at."""
    yield UNSEEN
    if not report.audit.get("reference"):
        yield "Whether another dataset of the same task has the same words: none was given."
    if not report.audit.get("groups", True):
        yield "Groups of words: kinds, lists and families were switched off."
    if report.power is None:
        yield "What the audit would have found: no canary was written into the texts."
    else:
        yield resolution_line(report.power)
    if report.quality.truncated:
        yield f"Words beyond the model's length limit, in {counted(report.quality.truncated, 'text')}."


def _metadata(report: Report) -> str:
    """The front matter; strings are written as JSON, which YAML reads."""
    data = _public(report.summary.data)
    lines = [
        "---",
        "pipeline_tag: text-classification",
        "model-index:",
        f"- name: {_string(_public(report.summary.model))}",
        "  results:",
        "  - task:",
        "      type: text-classification",
        "    dataset:",
        f"      name: {_string(data)}",
        f"      type: {_string(data)}",
        "    metrics:",
    ]
    for kind, name, value in _metrics(report):
        lines += [f"    - type: {kind}", f"      name: {_string(name)}", f"      value: {value:g}"]
    return "\n".join([*lines, "---"])


def _metrics(report: Report) -> Iterator[tuple[str, str, float]]:
    right = sum(one.accuracy.count or 0 for one in report.summary.classes)
    texts = sum(one.accuracy.n for one in report.summary.classes)
    if texts:
        yield "accuracy", "Accuracy on the audited texts", round(right / texts, 4)
    severities = by_severity(report.summary, Verdict.ARTEFACT)
    serious = sum(count for name, count in severities.items() if name != Severity.LOW.value)
    yield "audit-artefacts", "Artefacts of high or medium severity", serious
    undecided = sum(by_severity(report.summary, Verdict.UNDECIDED).values())
    yield "audit-undecided", "Findings for a person to decide", undecided


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
