"""From single texts to the table, by hand."""

import math

import pytest

from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.records.evaluation import TESTED


def subject(text: str, *, short: bool = False, **comps: float) -> Subject:
    """A text on which two methods, or one, have a comprehensiveness; all else is one."""
    one = Subject(make_example((text,), None, 1), too_short=short, reachable=not short)
    for method, comp in comps.items():
        one.results[method, 0] = MethodResult()
        one.figures[method, 0] = {"lo": 1.0, "comp": comp, "sufficiency": 1.0, "fms": 1.0}
        one.figures[method, 0] |= {"fms_pairs": comp, "fms_same_size": 1.0}
    return one


def test_means_over_all_texts_and_over_parts() -> None:
    found = summarise([subject("a", a=0.2), subject("b", a=0.6), subject("c", short=True, a=0.1)], ["a"], 2)
    (row,) = found.methods
    assert (found.texts, found.short_texts, row.texts, row.failures) == (3, 1, 3, 0)
    assert row.figures["comp"].value == pytest.approx(0.3)
    assert row.k_positive["comp"].value == pytest.approx(0.4)
    assert row.k_zero["comp"].value == pytest.approx(0.1)
    assert row.figures["reachable"].value == pytest.approx(2 / 3)
    assert row.figures["fms_reachable"].value == pytest.approx(0.4)  # FMS by pairs of the first two
    assert math.isnan(row.figures["essence"].value)  # nobody measured it


def test_a_failure_leaves_its_text_out_of_the_mean() -> None:
    broken = subject("b", a=0.6, b=0.6)
    broken.results["b", 0] = AuditError("too long")
    found = summarise([subject("a", a=0.2, b=0.4), broken], ["a", "b"], 1)
    assert [(f.method, f.text, f.reason) for f in found.failures] == [("b", "b", "too long")]
    assert [row.texts for row in found.methods] == [2, 1]
    assert found.methods[1].figures["comp"].value == pytest.approx(0.4)
    tests = {test.metric: test for test in found.comparisons}
    assert set(tests) == set(TESTED)
    assert tests["comp"].difference.value == pytest.approx(-0.2)  # on the text that both have


def test_a_subject_knows_why_a_method_failed() -> None:
    one = subject("a", a=0.2)
    one.results["b", 1] = AuditError("broke")
    assert one.failure("a") is None
    failed = one.failure("b")
    assert failed is not None and failed.message == "broke"
