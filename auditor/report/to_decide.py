"""What a person has to decide: artefacts and undecided findings without a decision, most important first."""

from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings.finding import Choice, Finding, Kind, Severity, Verdict
from auditor.findings.report import Report
from auditor.report.cards import Example, examples
from auditor.report.charts.intervals import dot_plot
from auditor.report.findings_table import FindingRow, finding_row
from auditor.report.headline import is_open
from auditor.report.visible_text import Sentence, name
from auditor.report.wording.sentences import finding_facts, known
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction

MOST = 10
"""Questions on the page; the others are in the table of all findings."""
LONGEST = 240
"""Characters of the text beside a question."""
ANSWERS = {Choice.ARTEFACT: "shortcut", Choice.LEGITIMATE: "part of the task", Choice.UNSURE: "not sure"}
"""What the buttons say."""


@dataclass(frozen=True)
class Question:
    """A finding that waits for a decision."""

    row: FindingRow
    facts: Sentence
    """What happens, without what it means."""
    plot: Markup
    """Texts turned by the word and by neutral words; empty where nothing was inserted."""
    drawn: str
    """What the full disc of the drawing is."""
    suggested: str
    """The answer that the rule suggests, in the words of the buttons."""
    reason: str
    also: list[str]
    """Words that are answered with it."""
    texts: list[Example]
    """One real text that holds it; none in a redacted report."""


def open_findings(report: Report) -> list[Finding]:
    """Every finding that waits for a decision, the most important first."""
    return sorted(filter(is_open, report.findings), key=_importance)


def questions(report: Report) -> list[Question]:
    """The questions on the page."""
    return [question(finding, report) for finding in open_findings(report)[:MOST]]


def question(finding: Finding, report: Report) -> Question:
    """The view of one question."""
    return Question(
        row=finding_row(finding),
        facts=finding_facts(finding),
        plot=_plot(finding),
        drawn="both words" if finding.kind is Kind.PAIR else "texts turned",
        suggested=ANSWERS[_suggested(finding)],
        reason=_reason(finding),
        also=[name(member) for member in finding.members],
        texts=examples(finding, finding.examples[:1], report, LONGEST),
    )


def _importance(finding: Finding) -> tuple[int, int, float]:
    severity = list(Severity).index(finding.severity)
    return severity, list(Verdict).index(finding.verdict), -finding.judgement.score


def _suggested(finding: Finding) -> Choice:
    return Choice.ARTEFACT if finding.verdict is Verdict.ARTEFACT else Choice.UNSURE


def _reason(finding: Finding) -> str:
    if finding.kind is Kind.PAIR and finding.judgement.known == "unknown":
        return "Neither word alone points to the class."
    return known(finding)


def _plot(finding: Finding) -> Markup:
    if finding.kind is Kind.PAIR:
        found = finding.evidence.of(Interaction)
        return dot_plot(found.second_difference, found.placebo)
    inserted = finding.evidence.of(Insertion)
    return dot_plot(inserted.rate, inserted.placebo) if inserted.rate.n else Markup("")
