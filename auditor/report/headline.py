"""The answer: may this model be used, and why?

The page, the Markdown summary and the terminal all begin with it.
"""

from dataclasses import dataclass

from auditor.findings.finding import Choice, Finding, Severity, Verdict
from auditor.findings.report import Report, Summary
from auditor.report.class_failures import class_failures
from auditor.report.numbers import count, counted, listed
from auditor.report.visible_text import name
from auditor.report.wording.features import titles
from auditor.report.wording.power_text import resolution_line
from auditor.review.open_questions import above_low, grave, open_questions

KINDS = {
    Verdict.ARTEFACT: "artefact",
    Verdict.UNDECIDED: "undecided",
    Verdict.KEYWORD: "keyword",
    Verdict.CONTEXT: "context",
    Verdict.TASK: "task",
    Verdict.NOTHING: "nothing",
}
"""Verdicts as the style sheet and the charts name them."""
UNSEEN = (
    "The audit looks for words, pairs and groups of words, openings and the form of texts. It cannot see "
    "shortcuts in topic or tone, nor what is in too few texts to count."
)
"""What no audit of this kind can find."""


NAMED = 4
"""Shortcuts that the advice names."""
RARE = 0.01
"""Share of the texts below which a shortcut of medium severity asks for care, and does not stop the model."""


@dataclass(frozen=True)
class Headline:
    """The first thing a reader sees."""

    line: str
    """The advice, and the reason for it."""
    meaning: str
    """What that means."""
    counted: str
    """What was found, in numbers."""
    tone: str
    """`found`: do not use it yet; `review`: with care; `clear`: use it; `empty`: nothing was audited."""
    after: str = ""
    """What to do next; empty where there is nothing to do."""


def headline(report: Report) -> Headline:
    """The answer of a report."""
    summary = report.summary
    if not summary.texts:
        skipped = (
            f"All {counted(summary.skipped, 'text')} were skipped" if summary.skipped else "There was no text"
        )
        return Headline(
            "Nothing could be audited.",
            f"{skipped}, so nothing can be said about this model and dataset. "
            "The reasons are under “How far to trust this”.",
            "",
            "empty",
        )
    resolved = "" if by_severity(summary, Verdict.ARTEFACT) else resolution_line(report.power)
    found, unseen = _joined(counts_line(summary), resolved), _joined(resolved, UNSEEN)
    shortcuts = [finding for finding in artefacts(report) if finding.judgement.relies]
    serious = [finding for finding in shortcuts if _is_serious(finding)]
    failures = class_failures(summary)
    if serious or failures:
        reasons = [*([f"{_follows(serious)}, not only what the text says"] if serious else []), *failures]
        line = f"Do not use this model yet: {'; '.join(reasons)}."
        return Headline(line, _risk(serious), found, "found", _after(report, serious))
    if reasons := [*_cares(report, shortcuts), *_blind(report)]:
        line = f"Use this model with care: {listed([*reasons, *_waiting(report)])}."
        return Headline(line, unseen, found, "review", _after(report, []))
    if questions := _questions(report):
        line = (
            f"Answer {counted(questions, 'question')} before you use this model. Apart from "
            f"{'it' if questions == 1 else 'them'}, {_none(summary)}."
        )
        return Headline(line, unseen, found, "review", _after(report, []))
    return Headline(
        f"You can use this model: {_none(summary)}.",
        f"That does not prove that there is none. {unseen}",
        found,
        "clear",
    )


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def counts_line(summary: Summary) -> str:
    """Artefacts by severity, with the texts that hold them, and open questions."""
    severities = by_severity(summary, Verdict.ARTEFACT)
    total, texts = sum(severities.values()), counted(summary.texts, "text")
    if not total:
        line = f"No artefact found in {texts}"
    else:
        reach = texts if summary.artefact_texts is None else f"{count(summary.artefact_texts)} of {texts}"
        named = listed([f"{count(number)} {severity}" for severity, number in severities.items()])
        line = f"{counted(total, 'artefact')} ({named} severity), in {reach}"
    open_ones = by_severity(summary, Verdict.UNDECIDED)
    if not open_ones:
        return f"{line}."
    waits = ", of low severity, which can wait" if [*open_ones] == [Severity.LOW] else ""
    return f"{line}; {counted(sum(open_ones.values()), 'finding')} for a person to decide{waits}."


def by_severity(summary: Summary, verdict: Verdict) -> dict[str, int]:
    """Findings of a verdict by severity, the highest first."""
    counts = summary.counts.get(verdict.value, {})
    return {severity.value: counts[severity.value] for severity in Severity if counts.get(severity.value)}


def artefacts(report: Report) -> list[Finding]:
    """What a reviewer calls an artefact, and what the rule calls one where no reviewer disagrees."""
    return [finding for finding in report.findings if _is_artefact(finding)]


def _is_artefact(finding: Finding) -> bool:
    if finding.decision is None or finding.decision.decision is Choice.UNSURE:
        return finding.verdict is Verdict.ARTEFACT
    return finding.decision.decision is Choice.ARTEFACT


def _is_serious(finding: Finding) -> bool:
    """Whether a shortcut alone is a reason not to use the model."""
    common = finding.severity is Severity.MEDIUM and finding.reach >= RARE
    return finding.severity is Severity.HIGH or common


def _follows(found: list[Finding]) -> str:
    shown = NAMED if len(found) <= NAMED else NAMED - 1
    named = [f"“{tokens(finding)}”" for finding in found[:shown]]
    more = [counted(len(found) - shown, "other")] if len(found) > shown else []
    return f"it follows {listed([*named, *more])}"


def _risk(serious: list[Finding]) -> str:
    if not serious:
        return "Where a class is missed as a whole, the accuracy over all texts does not show it."
    return (
        "Where a text holds one of these, the model may answer by it alone. The accuracy on this dataset "
        "does not show that, because the dataset has the same shortcuts."
    )


def _after(report: Report, serious: list[Finding]) -> str:
    """What to do next, in the order of doing it."""
    yours = "you answer the questions" if above_low(open_questions(report)) else ""
    work = []
    if serious:
        work = ["repairs the training data", "trains again", "audits again"]
    elif class_failures(report.summary):
        work = ["looks at the texts of the class that fails", "trains again", "audits again"]
    theirs = f"whoever trains the model {listed(work)}" if work else ""
    steps = "; then ".join(filter(None, (yours, theirs)))
    return f"Next: {steps}." if steps else ""


def _cares(report: Report, shortcuts: list[Finding]) -> list[str]:
    """Reasons to be careful."""
    leaks = [finding for finding in artefacts(report) if not finding.judgement.relies]
    rare = [finding for finding in shortcuts if finding.severity is not Severity.LOW]
    low = len(shortcuts) - len(rare)
    reasons = []
    if rare:
        reasons.append(f"{_follows(rare)}, which few texts hold")
    if low:
        reasons.append(f"{counted(low, 'shortcut')} of low severity {_was(low)} found")
    if leaks:
        reasons.append(f"the dataset has {counted(len(leaks), 'shortcut')} that this model hardly follows")
    return reasons


def _waiting(report: Report) -> list[str]:
    """The questions above low severity, where the reader alone can answer some of them."""
    questions = above_low(open_questions(report)) if _questions(report) else 0
    waiting = "waits" if questions == 1 else "wait"
    return [f"{counted(questions, 'question')} {waiting} for your answer"] if questions else []


def _questions(report: Report) -> int:
    """Questions above low severity that the reader alone can answer."""
    return sum(one.lead.verdict is Verdict.UNDECIDED for one in grave(open_questions(report)))


def _none(summary: Summary) -> str:
    return f"no shortcut was found in {counted(summary.texts, 'text')}"


def _blind(report: Report) -> list[str]:
    """Why finding nothing would say little."""
    summary, planted = report.summary, report.quality.planted
    reasons = []
    if not summary.has_labels:
        reasons.append("the dataset has no labels, so leaks and accuracy are unknown")
    if any(caution.code == "few-texts" for caution in report.quality.cautions):
        reasons.append(f"only {counted(summary.texts, 'text')} could be audited")
    if missed := sum(one.finding is None for one in planted):
        reasons.append(f"the audit missed {count(missed)} of {counted(len(planted), 'planted shortcut')}")
    return reasons


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def tokens(finding: Finding) -> str:
    """A finding's tokens as one name."""
    return " + ".join(map(name, titles(finding)))
