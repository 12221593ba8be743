"""Behaviour tests as JUnit XML, which build servers read: a suite an artefact, a case a test."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from auditor.repair.behaviour import Answered, Tally
from auditor.report.visible_text import one_line

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(results: Sequence[Answered], tallies: Sequence[Tally]) -> str:
    """The tests of an artefact that fails as a whole are failures; single ones that may fail are skipped."""
    root = Element("testsuites", name="audit check --tests")
    for tally in tallies:
        own = [result for result in results if result.test.finding == tally.finding]
        failed = sum(result.failed for result in own)
        counts = {"failures": 0, "skipped": failed} if tally.passes else {"failures": failed, "skipped": 0}
        named = _xml(f"{tally.artefact} → {tally.label}")
        suite = SubElement(root, "testsuite", name=named, tests=str(len(own)))
        for name, count in counts.items():
            suite.set(name, str(count))
        for number, result in enumerate(own, 1):
            case = SubElement(suite, "testcase", classname=named, name=f"{number} {result.test.change}")
            if result.failed:
                what = _xml(f"{result.before or 'no answer'} → {result.after or 'no answer'}")
                told = SubElement(case, "skipped" if tally.passes else "failure", message=what)
                told.text = _xml(" | ".join(map(one_line, (*result.test.text, *result.test.changed))))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
