"""Behaviour tests as JUnit XML, which build servers read: a suite an artefact, a case a test."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from auditor.repair.behaviour import Answered, Tally
from auditor.report.visible_text import one_line
from auditor.report.xml_text import xml_text


def junit(results: Sequence[Answered], tallies: Sequence[Tally]) -> str:
    """The tests of an artefact that fails as a whole are failures; single ones that may fail are skipped."""
    root = Element("testsuites", name="audit check --tests")
    for tally in tallies:
        own = [result for result in results if result.test.finding == tally.finding]
        failed = sum(result.failed for result in own)
        counts = {"failures": 0, "skipped": failed} if tally.passes else {"failures": failed, "skipped": 0}
        named = xml_text(f"{tally.artefact} → {tally.label}")
        suite = SubElement(root, "testsuite", name=named, tests=str(len(own)))
        for name, count in counts.items():
            suite.set(name, str(count))
        for number, result in enumerate(own, 1):
            case = SubElement(suite, "testcase", classname=named, name=f"{number} {result.test.change}")
            if result.failed:
                what = xml_text(f"{result.before or 'no answer'} → {result.after or 'no answer'}")
                told = SubElement(case, "skipped" if tally.passes else "failure", message=what)
                told.text = xml_text(" | ".join(map(one_line, (*result.test.text, *result.test.changed))))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
