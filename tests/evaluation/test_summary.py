"""From single texts to the table, by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.resampling import holm
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise, values_of
from auditor.records.evaluation import METRICS, TESTED


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


# Seeds


def runs(text: str, method: str, *comps: float | None) -> Subject:
    """A text on which one method ran with several seeds; None where a run has no figures."""
    one = subject(text)
    one.reachable = True
    for seed, comp in enumerate(comps):
        one.results[method, seed] = MethodResult()
        if comp is not None:
            one.figures[method, seed] = {"comp": comp, "fms_pairs": comp / 2}
    return one


def test_each_seed_has_a_row_and_each_text_a_column() -> None:
    found = values_of([runs("a", "m", 0.1, 0.2, 0.3), runs("b", "m", 0.4, 0.5, 0.6)], "m", 3)
    np.testing.assert_allclose(found["comp"], [[0.1, 0.4], [0.2, 0.5], [0.3, 0.6]])
    np.testing.assert_allclose(found["fms_reachable"], found["comp"] / 2)
    assert found.keys() == {one.name for one in METRICS}
    assert np.isnan(found["lo"]).all()  # nobody measured it


def test_a_method_that_draws_nothing_has_the_same_values_for_every_seed() -> None:
    found = values_of([runs("a", "m", 0.25)], "m", 3)
    assert found["comp"].tolist() == [[0.25], [0.25], [0.25]]


def test_what_no_run_has_is_no_number() -> None:
    some, broken, other = runs("a", "m", None), runs("b", "m", 0.5, 0.5), runs("c", "n", 0.5)
    broken.results["m", 1] = AuditError("broke")
    found = values_of([some, broken, other], "m", 2)
    assert np.isnan(found["comp"]).all() and np.isnan(found["reachable"]).all()
    assert np.isnan(values_of([], "m", 2)["comp"]).all()


def test_texts_that_no_set_can_flip_do_not_count_for_fms_among_the_others() -> None:
    flippable, stuck = runs("a", "m", 0.5), runs("b", "m", 0.9)
    stuck.reachable = False
    found = values_of([flippable, stuck], "m", 1)
    assert found["reachable"].tolist() == [[1.0, 0.0]]
    assert found["fms_reachable"][0, 0] == 0.25 and np.isnan(found["fms_reachable"][0, 1])


# The whole table

thousandths = st.integers(0, 1000).map(lambda value: value / 1000)
figures = st.lists(st.tuples(thousandths, thousandths, thousandths), min_size=2, max_size=7)


@settings(max_examples=6)
@given(figures, st.booleans())
def test_means_differences_and_corrections_are_the_plain_ones(
    some: list[tuple[float, float, float]], short: bool
) -> None:
    subjects = [
        subject(f"t{n}", short=short and n == 0, a=one, b=two, c=three)
        for n, (one, two, three) in enumerate(some)
    ]
    found = summarise(subjects, ["a", "b", "c"], 1)
    columns = np.array(some).T
    for row, values in zip(found.methods, columns, strict=True):
        assert row.figures["comp"].value == pytest.approx(values.mean())
        low, high = row.figures["comp"].low, row.figures["comp"].high
        assert low <= values.mean() + 1e-9 and values.mean() <= high + 1e-9
        assert row.k_positive["comp"].value == pytest.approx(values[int(short) :].mean())
    own = [test for test in found.comparisons if test.metric == "comp"]
    assert [(test.method, test.against) for test in own] == [("a", "b"), ("a", "c")]
    for test, values in zip(own, columns[1:], strict=True):
        assert test.difference.value == pytest.approx((columns[0] - values).mean())
    assert [test.adjusted for test in own] == pytest.approx(holm([test.p for test in own]), nan_ok=True)
    assert found.short_texts == int(short) and found.texts == len(some)


def test_words_are_those_of_texts_that_can_be_read() -> None:
    one, two, unread = subject("a", a=0.1), subject("b", a=0.2), subject("c", a=0.3)
    one.units, two.units = 4, 9
    assert summarise([one, two, unread], ["a"], 1).words == 6.5
    assert summarise([unread], ["a"], 1).words == 0.0


def test_a_failure_shows_the_beginning_of_both_texts() -> None:
    pair = Subject(make_example(("premise " * 9, "hypothesis"), None, 1))
    pair.results["a", 0] = AuditError("too long")
    [failure] = summarise([pair], ["a"], 1).failures
    assert failure.text == ("premise " * 9 + " / hypothesis")[:80] and len(failure.text) == 80
    assert failure.id == pair.example.id
