"""Classes that a model fails as a whole: said where it is sure, and nowhere else."""

from dataclasses import replace

import pytest

from auditor.findings.report import ClassSummary, Summary
from auditor.report.class_failures import FAR, FEWEST, class_failures, overall
from auditor.signals.statistics import rate
from tests.findings.builder import a_report


def summary(*classes: tuple[str, int, int, int]) -> Summary:
    """Each class by name, texts that have it, those of them found, and texts predicted as it."""
    made = tuple(
        ClassSummary(name, gold, predicted, rate(found, gold), {}, {})
        for name, gold, found, predicted in classes
    )
    return replace(a_report().summary, classes=made)


def test_accuracy_over_all_classes() -> None:
    assert overall(summary(("no", 60, 50, 55), ("yes", 40, 30, 45))) == (80, 100)
    unlabelled = replace(summary(), classes=(ClassSummary("no", None, 60, rate(0, 0), {}, {}),))
    assert overall(unlabelled) == (0, 0) and class_failures(unlabelled) == []


def test_a_model_that_works_fails_no_class() -> None:
    assert class_failures(summary(("no", 60, 55, 60), ("yes", 40, 35, 40))) == []


def test_a_class_that_is_never_predicted() -> None:
    found = class_failures(summary(("no", 50, 50, 60), ("yes", 40, 38, 50), ("maybe", 20, 0, 0)))
    assert found == ["“maybe” is never predicted: 0 of 20 found"]


@pytest.mark.parametrize("texts", [FEWEST - 1, FEWEST])
def test_a_class_of_very_few_texts_fails_nothing(texts: int) -> None:
    found = class_failures(summary(("no", 50, 50, 60), ("yes", 40, 38, 50), ("maybe", texts, 0, 0)))
    assert bool(found) == (texts == FEWEST)


def test_a_class_that_is_found_far_less_often_than_the_others() -> None:
    found = class_failures(summary(("no", 100, 96, 120), ("yes", 100, 94, 120), ("maybe", 40, 8, 20)))
    assert found == ["only 8 of 40 “maybe” texts are found, against 95 % of the others"]


@pytest.mark.parametrize("right", range(0, 41, 5))
def test_far_is_the_upper_bound_and_a_fifth(right: int) -> None:
    classes = ("no", 200, 190, 200), ("yes", 40, right, 40)
    high = rate(right, 40).high
    assert high is not None
    far = high + FAR <= 190 / 200
    assert any("“yes”" in clause for clause in class_failures(summary(*classes))) == far


@pytest.mark.parametrize(("right", "guessing"), [(60, True), (61, False)])
def test_no_better_than_always_naming_the_largest_class(right: int, guessing: bool) -> None:
    found = class_failures(summary(("no", 60, 40, 60), ("yes", 40, right - 40, 40)))
    clause = "it is right in 60 of 100 texts, no more than always naming one class"
    assert (clause in found) == guessing


def test_one_class_alone_is_no_guess() -> None:
    assert class_failures(summary(("no", 60, 60, 60), ("yes", 0, 0, 0))) == []
