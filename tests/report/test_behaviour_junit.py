"""JUnit XML: well-formed whatever the texts hold, with counts that add up."""

from xml.etree import ElementTree

from auditor.repair.behaviour import Answered, BehaviourTest, tallied
from auditor.report.behaviour_junit import junit


def answered(artefact: str, text: str, before: str, after: str) -> Answered:
    test = BehaviourTest(
        f"id {artefact}", artefact, "positive", "inserted", (text,), (f"[pos] {text}",), "negative"
    )
    return Answered(test, before, after)


RESULTS = [
    answered("[pos]", "a <b> & 'c' \x00 \ud800", "negative", "positive"),
    answered("[pos]", "fine", "negative", "negative"),
    *[answered("lisbon", f"text {n}", "negative", "negative") for n in range(19)],
    answered("lisbon", "odd", "negative", ""),
]


def test_a_suite_an_artefact_and_a_case_a_test() -> None:
    tallies = tallied(RESULTS, 0.1)
    root = ElementTree.fromstring(junit(RESULTS, tallies).encode())  # noqa: S314 (our own)
    marker, lisbon = root.findall("testsuite")
    assert (marker.get("tests"), marker.get("failures"), marker.get("skipped")) == ("2", "1", "0")
    assert (lisbon.get("tests"), lisbon.get("failures"), lisbon.get("skipped")) == ("20", "0", "1")
    assert len(marker.findall("testcase")) == 2
    [failure] = marker.iter("failure")
    assert failure.get("message") == "negative → positive"
    assert failure.text is not None and "<b> &" in failure.text
    [skipped] = lisbon.iter("skipped")
    assert skipped.get("message") == "negative → no answer"
