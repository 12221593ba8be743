"""The verdict line: what an audit found, in one sentence, and what that means, in another.

The page, the Markdown summary and the terminal all begin with it.
"""

from dataclasses import dataclass

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.findings.report import Report, Summary
from auditor.report.numbers import count, counted, listed
from auditor.report.visible_text import name

KINDS = {
    Verdict.ARTEFACT: "artefact",
    Verdict.UNDECIDED: "undecided",
    Verdict.KEYWORD: "keyword",
    Verdict.CONTEXT: "context",
    Verdict.TASK: "task",
    Verdict.NOTHING: "nothing",
}
"""Verdicts as the style sheet and the charts name them."""


@dataclass(frozen=True)
class Headline:
    """The first thing a reader sees."""

    line: str
    meaning: str
    tone: str
    """`found`: artefacts; `review`: a person has to look; `clear`: none; `empty`: nothing was audited."""


def headline(report: Report) -> Headline:
    """The verdict line of a report."""
    summary = report.summary
    if not summary.texts:
        skipped = (
            f"All {counted(summary.skipped, 'text')} were skipped" if summary.skipped else "There was no text"
        )
        return Headline(
            "Nothing could be audited.",
            f"{skipped}, so nothing can be said about this model and dataset. "
            "The reasons are under “Quality of the evidence”.",
            "empty",
        )
    artefacts = by_severity(summary, Verdict.ARTEFACT)
    undecided = sum(by_severity(summary, Verdict.UNDECIDED).values())
    if artefacts:
        return Headline(_found(summary, artefacts), _meaning(report, undecided), "found")
    texts = counted(summary.texts, "text")
    if undecided:
        needs = "needs" if undecided == 1 else "need"
        return Headline(
            f"No artefact found in {texts}; {counted(undecided, 'finding')} {needs} a reviewer.",
            "The evidence alone does not say whether these are shortcuts or the task. A person who knows the "
            "task has to read the examples and decide.",
            "review",
        )
    return Headline(
        f"No artefact found in {texts}.",
        "Nothing that recurs in the model's minimal sets met the rule for a shortcut. This does not prove "
        "that there is none: rare shortcuts, and those that are not words, stay out of sight.",
        "clear",
    )


def by_severity(summary: Summary, verdict: Verdict) -> dict[str, int]:
    """Findings of a verdict by severity, the highest first."""
    counts = summary.counts.get(verdict.value, {})
    return {severity.value: counts[severity.value] for severity in Severity if counts.get(severity.value)}


def _found(summary: Summary, artefacts: dict[str, int]) -> str:
    total = sum(artefacts.values())
    severities = listed([f"{count(number)} {severity}" for severity, number in artefacts.items()])
    reach = f"in {counted(summary.texts, 'text')}"
    if summary.artefact_texts is not None:
        reach = f"in {count(summary.artefact_texts)} of {counted(summary.texts, 'text')}"
    if len(artefacts) == 1:
        return f"{counted(total, 'artefact')} of {next(iter(artefacts))} severity, {reach}."
    return f"{count(total)} artefacts ({severities} severity), {reach}."


def _meaning(report: Report, undecided: int) -> str:
    artefacts = [finding for finding in report.findings if finding.verdict == Verdict.ARTEFACT]
    leaning = [finding for finding in artefacts if finding.judgement.relies]
    if artefacts and not leaning:
        line = "The dataset gives labels away. This model does not rely on that; another one may."
    else:
        named = [f"“{tokens(finding)}”" for finding in leaning[:3]] + ["others"] * (len(leaning) > 3)
        line = (
            f"Where a text holds {listed(named) or 'one'}, the model may follow that and not what the text "
            "says. Accuracy measured on this dataset does not show that the model learned the task."
        )
    if undecided:
        needs = "finding needs" if undecided == 1 else "findings need"
        line += f" {count(undecided)} more {needs} a reviewer."
    return line


def tokens(finding: Finding) -> str:
    """A finding's tokens as one name."""
    return " + ".join(map(name, finding.tokens))
