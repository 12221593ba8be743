"""The report in Markdown, for a pull request or the part of a dataset card on bias, risks and limitations.

Whatever stands in a dataset is written so that Markdown and HTML take it for plain text.
"""

import re

from auditor.findings import Finding, Report, Verdict
from auditor.report.numbers import NONE, count, counted, number, p_value, with_interval
from auditor.report.headline import headline, only_class
from auditor.report.visible_text import visible

MOST = 20
"""Findings in a table; `report.json` has all of them."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@:.-])")


def summary(report: Report) -> str:
    """The summary as a Markdown document."""
    head = headline(report)
    blocks = [
        f"# Audit of {plain(report.summary.name)}",
        f"**{plain(head.line, sentence=True)}** {plain(head.meaning, sentence=True)}",
        _facts(report),
        *_notes(report),
        *_table(report, Verdict.ARTEFACT, "Artefacts"),
        *_table(report, Verdict.UNDECIDED, "Undecided: needs a reviewer"),
        *_others(report),
        *_limits(report),
        "The full evidence with examples is in `index.html`, the data in `report.json`.",
    ]
    return "\n\n".join(blocks) + "\n"


def plain(text: str, *, sentence: bool = False, longest: int = 200) -> str:
    """Text that Markdown and HTML show as it is, on one line; in a sentence punctuation stays as it is."""
    line = " ".join(visible(text, 600 if sentence else longest).split())
    escaped = _SPECIAL.sub(r"\\\1", line)
    return re.sub(r"\\([.:()+-])", r"\1", escaped) if sentence else escaped


def code(text: str) -> str:
    """A token in a code span that can stand in a table, whatever backticks and bars it holds."""
    line = " ".join(visible(text, 60).split()) or " "
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
    ]
    return "\n".join(lines)


def _notes(report: Report) -> list[str]:
    made = report.summary
    notes = []
    if report.redacted:
        notes.append("This report is redacted: tokens have neutral names.")
    if made.texts and not made.has_labels:
        notes.append("The dataset has no labels: whether it leaks a token cannot be said.")
    single = only_class(made)
    if made.texts and single is not None:
        notes.append(f"Every text is predicted as {code(single)}.")
    return [f"> {note}" for note in notes]


def _table(report: Report, verdict: Verdict, title: str) -> list[str]:
    found = [finding for finding in report.findings if finding.verdict == verdict]
    if not found:
        return []
    lines = [
        "| finding | speaks for | severity | P(label) | in sets | deleted (placebo) | inserted (placebo) "
        "| adjusted p, data / model | decision |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(finding) for finding in found[:MOST]),
    ]
    blocks = [f"## {title}", "\n".join(lines)]
    if len(found) > MOST:
        blocks.append(f"{count(len(found) - MOST)} more in `report.json`.")
    return blocks


def _row(finding: Finding) -> str:
    evidence = finding.evidence
    flips = (evidence.intervention.deletion, evidence.intervention.insertion)
    tested = (evidence.association.share, evidence.reliance.enrichment)
    cells = [
        " + ".join(code(token) for token in finding.tokens),
        code(finding.label),
        str(finding.severity),
        with_interval(evidence.association.share),
        with_interval(evidence.reliance.share_of_sets),
        *(
            NONE
            if one.rate.estimate is None
            else f"{number(one.rate.estimate)} ({number(one.placebo.estimate)})"
            for one in flips
        ),
        " / ".join(p_value(one.adjusted_p) for one in tested).replace("<", "&lt;"),
        code(finding.decision.decision) if finding.decision else "open",
    ]
    return "| " + " | ".join(cells) + " |"


def _others(report: Report) -> list[str]:
    parts = [
        f"{counted(number, name)}"
        for verdict, name in ((Verdict.CONTEXT, "context-dependent finding"), (Verdict.TASK, "task word"))
        if (number := sum(report.summary.counts.get(verdict.value, {}).values()))
    ]
    return [f"Also found: {' and '.join(parts)}."] if parts else []


def _limits(report: Report) -> list[str]:
    quality = report.quality
    lines = [f"- {plain(warning, sentence=True)}" for warning in quality.warnings]
    for control in quality.controls:
        lines.append(
            f"- Control, {plain(control.name, sentence=True)}: {number(control.findings)} discoveries a run "
            f"over {counted(control.runs, 'run')}; the audit itself made {count(control.of)}."
        )
    if quality.planted:
        found = sum(one.finding is not None for one in quality.planted)
        lines.append(f"- Planted shortcuts: {found} of {len(quality.planted)} found.")
    lines += [
        f"- Skipped: {count(n)} × {plain(reason, sentence=True)}"
        for reason, n in sorted(quality.skips.items())
    ]
    lines.append("- A finding is about words and pairs of words; other shortcuts are not looked for.")
    return ["## Limits", "\n".join(lines)]
