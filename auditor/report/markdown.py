"""The report in Markdown, for a pull request or the part of a dataset card on bias, risks and limitations.

Whatever stands in a dataset is written so that Markdown and HTML take it for plain text.
"""

import re

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.records.estimates import Figure
from auditor.report.figures import figures_of, missing, placebo, short, value
from auditor.report.findings_table import ADJUSTED, FIGURES, finding_row
from auditor.report.headline import UNSEEN, headline
from auditor.report.numbers import count, counted, listed, number
from auditor.report.visible_text import NAME_LENGTH, Sentence, visible
from auditor.report.wording.features import titles
from auditor.report.wording.notices import caution_text, control_name, notes, planted_line
from auditor.report.wording.rule import changed, rule_of
from auditor.report.wording.sentences import finding_sentence
from auditor.report.wording.signatures import signed_line

MOST = 20
"""Findings in a table; `report.json` has all of them."""
OTHERS = (
    (Verdict.CONTEXT, "context-dependent finding"),
    (Verdict.KEYWORD, "keyword"),
    (Verdict.TASK, "task word"),
)
"""Verdicts that are only counted."""
_COLUMNS = [column.title for column in (*FIGURES, ADJUSTED)]
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@:.-])")


def summary(report: Report) -> str:
    """The summary as a Markdown document."""
    head = headline(report)
    blocks = [
        f"# Audit of {plain(report.summary.name)}",
        f"**{plain(head.line, sentence=True)}** {plain(head.meaning, sentence=True)}",
        *(plain(line, sentence=True) for line in (head.counted, head.after) if line),
        _facts(report),
        *quoted_notes(report),
        *verdict_table(report, Verdict.ARTEFACT, "Artefacts"),
        *verdict_table(report, Verdict.UNDECIDED, "For a person to decide"),
        *_others(report),
        "## Limits",
        "\n".join([*limits(report), f"- {plain(UNSEEN, sentence=True)}"]),
        "The full evidence with examples is in `index.html`, the data in `report.json`.",
    ]
    return "\n\n".join(blocks) + "\n"


def plain(text: str, *, sentence: bool = False, longest: int = 200) -> str:
    """Text that Markdown and HTML show as it is, on one line; in a sentence punctuation stays as it is."""
    return _escaped(" ".join(visible(text, 600 if sentence else longest).split()), sentence=sentence)


def _escaped(line: str, *, sentence: bool) -> str:
    escaped = _SPECIAL.sub(r"\\\1", line)
    return re.sub(r"\\([.:()+-])", r"\1", escaped) if sentence else escaped


def code(text: str) -> str:
    """A token in a code span that can stand in a table, whatever backticks and bars it holds."""
    line = " ".join(visible(text, NAME_LENGTH).split()) or " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    padded = f" {line} " if line.startswith("`") or line.endswith("`") else line
    return f"{fence}{padded}{fence}".replace("|", "\\|")


def _facts(report: Report) -> str:
    made = report.summary
    skipped = f", {count(made.skipped)} skipped" if made.skipped else ""
    lines = [
        f"- Model: {code(made.model)}",
        f"- Data: {code(made.data)}, {counted(made.texts, 'text')} explained{skipped}",
        f"- Made: {plain(report.created, sentence=True)}",
        *([f"- {plain(signed, sentence=True)}"] if (signed := signed_line(report)) else []),
    ]
    return "\n".join(lines)


def quoted_notes(report: Report) -> list[str]:
    """What the reader has to know first, as quoted lines."""
    found = [marked(note) for note in notes(report)]
    if settings := changed(rule_of(report)):
        named = ", ".join(f"`{one.name}` {one.value} (default {one.default})" for one in settings)
        found.append(f"The rule differs from the default: {named}.")
    return [f"> {note}" for note in found]


def marked(said: Sentence) -> str:
    """A sentence with its tokens in code spans."""
    return "".join(code(part.text) if part.role == "code" else _words(part.text) for part in said)


def _words(text: str) -> str:
    """A part of a sentence on one line; blanks at its ends stay."""
    return _escaped(re.sub(r"\s+", " ", text), sentence=True)


def verdict_table(report: Report, verdict: Verdict, title: str) -> list[str]:
    """The findings of a verdict as a section with a table; nothing where there are none."""
    found = [finding for finding in report.findings if finding.verdict == verdict]
    if not found:
        return []
    headings = ("finding", "class", "severity", *_COLUMNS, "decision", "in words")
    lines = [
        f"| {' | '.join(headings)} |",
        "|---" * len(headings) + "|",
        *(_row(finding) for finding in found[:MOST]),
    ]
    blocks = [f"## {title}", "\n".join(lines)]
    if len(found) > MOST:
        blocks.append(f"{count(len(found) - MOST)} more in `report.json`.")
    return blocks


def _row(finding: Finding) -> str:
    row = finding_row(finding)
    tested = row.cells[ADJUSTED.key]
    cells = [
        " + ".join(code(token) for token in titles(finding)),
        code(finding.label),
        row.severity,
        *(_cell(figure) for figure in figures_of(finding) if figure.column),
        " / ".join(part for part in (tested.main, tested.below) if part).replace("<", "&lt;"),
        row.decision or "open",
        marked(finding_sentence(finding)),
    ]
    return "| " + " | ".join(cells) + " |"


def _cell(figure: Figure) -> str:
    """A figure with its placebo or, where there are none by nature, its interval."""
    if missing(figure) or figure.placebo is None:
        return value(figure)
    return f"{short(figure)} ({placebo(figure)})"


def _others(report: Report) -> list[str]:
    parts = [
        f"{counted(number, name)}"
        for verdict, name in OTHERS
        if (number := sum(report.summary.counts.get(verdict.value, {}).values()))
    ]
    return [f"Also found: {listed(parts)}."] if parts else []


def limits(report: Report) -> list[str]:
    """What cannot be concluded from this run, and how far it can be trusted, as items of a list."""
    quality = report.quality
    lines = [f"- {plain(caution_text(caution), sentence=True)}" for caution in quality.cautions]
    for control in quality.controls:
        lines.append(
            f"- Control, {plain(control_name(control), sentence=True)}: {number(control.findings)} "
            f"discoveries a run over {counted(control.runs, 'run')}; the audit itself made "
            f"{count(control.of)}."
        )
    if quality.planted:
        lines.append(f"- {planted_line(quality.planted)}.")
    lines += [
        f"- Skipped: {count(n)} × {plain(reason, sentence=True)}"
        for reason, n in sorted(quality.skips.items())
    ]
    return lines
