"""Runs and explanations as they show themselves: HTML for a notebook, a few lines for a terminal.

The HTML has neither style nor script and is escaped as the page is, so that a notebook may show it anywhere.
"""

from collections.abc import Sequence

from auditor.errors import AuditError
from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.records.text import Explanation
from auditor.report import dossier
from auditor.report.explanation import card
from auditor.report.findings_table import ADJUSTED, COLUMNS, FIGURES, finding_row
from auditor.report.headline import headline
from auditor.report.html import fragment
from auditor.report.marking import bracketed, segments
from auditor.report.statuses import sentence
from auditor.report.visible_text import one_line, visible
from auditor.report.wording.differences import difference_lines
from auditor.report.wording.notices import caution_text
from auditor.review.difference import Difference

MOST = 20
"""Findings, or texts, that are shown."""
LISTED = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.KEYWORD, Verdict.CONTEXT)
"""Verdicts that are listed; of task words there are many."""
LONGEST = 400
"""Characters of a text in a terminal."""


def run_html(report: Report) -> str:
    """The advice and the table of findings."""
    listed = [finding for verdict in LISTED for finding in report.findings if finding.verdict is verdict]
    return fragment(
        "notebook_run.html",
        head=headline(report),
        columns=COLUMNS,
        figures=(*FIGURES, ADJUSTED),
        rows=[finding_row(finding) for finding in listed[:MOST]],
        more=len(listed) - MOST if len(listed) > MOST else 0,
        cautions=[caution_text(caution) for caution in report.quality.cautions],
    )


def texts_html(found: Sequence[Explanation | AuditError]) -> str:
    """Texts with their minimal sets marked."""
    shown = found[:MOST]
    failures = [visible(one.message, LONGEST) for one in shown if isinstance(one, AuditError)]
    if len(found) > MOST:
        failures.append(f"{len(found) - MOST} more")
    cards = [card(one) for one in shown if isinstance(one, Explanation)]
    return fragment("notebook_texts.html", cards=cards, failures=failures)


def text_html(explanation: Explanation) -> str:
    """One text with its minimal set marked."""
    return texts_html([explanation])


def finding_line(finding: Finding) -> str:
    """A finding in one line."""
    return dossier.headline(finding)


def difference_text(found: Difference) -> str:
    """What is new, gone or changed between two runs."""
    return "\n".join(difference_lines(found))


def text_lines(explanation: Explanation) -> str:
    """One text in three lines: what is predicted, the text with its set in brackets, and what the set is."""
    marked = " | ".join(
        one_line(bracketed(segments(explanation, field, limit=LONGEST)))
        for field in range(len(explanation.texts))
    )
    change = f"{explanation.probability:.3f} → {explanation.probability_after:.3f}"
    said = f"{explanation.status}: {sentence(explanation)}"
    return f"{one_line(explanation.label)} {change}\n  {marked}\n  {said}"
