"""Decisions with their reasons stand on the page, and who signed them."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision
from auditor.report.decided import decided
from auditor.report.folds import folds
from auditor.report.page import report_page
from auditor.report.sections import signature
from auditor.report.wording.signatures import broken, signed_line
from auditor.review.signing import signed
from tests.report.many import decided as decide
from tests.report.many import make_report
from tests.review.test_signing import answered


def test_decisions_by_hand() -> None:
    report = make_report(4)
    given = {
        report.findings[0].id: Decision(Choice.ARTEFACT, "ours"),
        report.findings[2].id: Decision(Choice.UNSURE),
    }
    report = decide(report, given)
    first, second = decided(report)
    assert (first.row.tokens, first.answer, first.row.note) == (("[pos]",), "shortcut", "ours")
    assert second.answer == "not sure"
    assert folds(report, [])["decided"] == "Shortcut: 1; not sure: 1."
    page = report_page(report)
    assert 'id="decided"' in page and "ours" in page
    assert 'id="decided"' not in report_page(make_report(4))


def test_a_signature_is_said_while_it_holds_and_denied_afterwards() -> None:
    report = signed(answered(), "Ada <b>")
    assert report.signature is not None
    line = signed_line(report)
    assert (
        line.startswith("Signed off by Ada <b> on ")
        and "with 6 decisions; 2 of low severity left open" in line
    )
    assert broken(report) == "" and report.signature.evidence[:12] in line
    assert dict(signature(report))["signature valid"] == "yes"
    changed = replace(report, near_misses=())
    assert signed_line(changed) == "" and "is not valid" in broken(changed)
    assert dict(signature(changed))["signature valid"] == "no"
    page = report_page(changed)
    assert "Review and sign the report again" in page and "Ada &lt;b&gt;" in page
    assert signature(answered()) == [] and signed_line(answered()) == broken(answered()) == ""
