"""The outcome of a check as JUnit XML: a case a finding, for any build server.

What fails the check is a failure. What waits for a person is skipped, with the reason; everything else
passes.
"""

from xml.etree.ElementTree import Element, SubElement, tostring

from auditor.findings.finding import Verdict
from auditor.report.check_formats.checked import Checked, said, title
from auditor.report.xml_text import xml_text

SUITE = "audit check"


def as_junit(checked: Checked) -> str:
    """The findings as one suite; an audit without findings has one case, that there is none."""
    cases = [*checked.findings()]
    waiting = [f for f, fails in cases if not fails and f.verdict is Verdict.UNDECIDED and not f.decision]
    root = Element("testsuites", name=SUITE)
    suite = SubElement(root, "testsuite", name=xml_text(checked.report.summary.name) or SUITE)
    for finding, fails in cases:
        place = f"{finding.verdict.value}.{finding.kind.value}"
        case = SubElement(suite, "testcase", classname=place, name=xml_text(title(finding)))
        sentence = xml_text(said(finding))
        if fails:
            kind = f"{finding.verdict.value}, {finding.severity.value}"
            SubElement(case, "failure", message=sentence, type=kind).text = finding.id
        elif finding in waiting:
            SubElement(case, "skipped", message=sentence)
        else:
            SubElement(case, "system-out").text = sentence
    if checked.too_weak:
        case = SubElement(suite, "testcase", classname="power", name="what the audit would have found")
        SubElement(case, "failure", message=xml_text(checked.too_weak), type="power")
    if not len(suite):
        SubElement(suite, "testcase", classname="audit", name="no finding")
    failures = len(checked.failing) + bool(checked.too_weak)
    counts = {"tests": len(suite), "failures": failures, "errors": 0, "skipped": len(waiting)}
    for name, count in counts.items():
        suite.set(name, str(count))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
