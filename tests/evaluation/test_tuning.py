"""Tuning: the grid, the choice by hand, the split, and the whole on a tiny model."""

import itertools

import pytest

from auditor.config import CidrConfig
from auditor.data.examples import Example, make_example
from auditor.errors import AuditError
from auditor.evaluation.comparison import evaluate
from auditor.evaluation.conventions import Convention
from auditor.evaluation.tuning import BETAS, EPSILONS, best_point, split, tune, tuned_method
from auditor.model.classifier import Classifier
from auditor.records.evaluation import GridPoint
from tests.evaluation.test_evaluate import TEXTS


def examples(count: int) -> list[Example]:
    return [make_example((f"text {row}",), str(row % 2), row) for row in range(count)]


def test_the_grid_is_the_papers() -> None:
    assert BETAS == (0.4, 0.5, 0.6)
    assert EPSILONS == (0.3, 0.4, 0.5, 0.6, 0.7)


def test_fms_decides_then_comp_then_the_settings_as_they_were() -> None:
    config = CidrConfig()
    low, high = GridPoint(0.5, 0.5, 0.2, 0.9), GridPoint(0.4, 0.3, 0.3, 0.1)
    assert best_point([low, high], config) is high
    better = GridPoint(0.6, 0.7, 0.3, 0.2)
    assert best_point([low, high, better], config) is better
    near = GridPoint(0.5, 0.6, 0.3, 0.2)
    assert best_point([low, high, better, near], config) is near
    assert best_point([near, better], CidrConfig(beta=0.6, epsilon=0.7)) is better


def test_the_papers_method_is_tuned_or_the_first_that_has_settings() -> None:
    assert tuned_method(["cidr-verified", "ig", "cidr"]) == "cidr"
    assert tuned_method(["ig", "cidr-verified"]) == "cidr-verified"
    with pytest.raises(AuditError, match="ig, random") as error:
        tuned_method(["ig", "random"])
    assert "--tune" in error.value.hint


def test_no_text_is_on_both_sides() -> None:
    tuning, rest = split(examples(40), 10, seed=0)
    assert (len(tuning), len(rest)) == (10, 30)
    assert not {example.id for example in tuning} & {example.id for example in rest}
    assert split(examples(40), 10, seed=0) == (tuning, rest)
    assert split(examples(40), 10, seed=1)[0] != tuning


def test_at_most_half_of_the_texts_are_for_tuning() -> None:
    tuning, rest = split(examples(8), 50, seed=0)
    assert (len(tuning), len(rest)) == (4, 4)
    with pytest.raises(AuditError, match="1 texts cannot be split"):
        split(examples(1), 50, seed=0)


def test_every_point_is_what_a_run_with_its_settings_gives(tiny_bert: Classifier) -> None:
    texts = [make_example((text,), None, row) for row, text in enumerate(TEXTS, start=1)]
    found = tune(tiny_bert, texts, "cidr", convention=Convention(), config=CidrConfig())
    assert (found.method, found.texts) == ("cidr", 4)
    assert [(p.beta, p.epsilon) for p in found.points] == list(itertools.product(BETAS, EPSILONS))
    assert found.best in found.points and found.best.fms == max(p.fms for p in found.points)
    point = found.points[-1]
    config = CidrConfig(beta=point.beta, epsilon=point.epsilon)
    (row,) = evaluate(tiny_bert, texts, ["cidr"], seeds=1, config=config).methods
    assert row.figures["fms"].value == pytest.approx(point.fms)
    assert row.figures["comp"].value == pytest.approx(point.comp, abs=1e-6)


def test_texts_that_cannot_be_read_are_left_out(tiny_bert: Classifier) -> None:
    blank = make_example(("  ",), None, 1)
    good = make_example((TEXTS[0],), None, 2)
    assert tune(tiny_bert, [blank, good], "cidr", convention=Convention(), config=CidrConfig()).texts == 1
    with pytest.raises(AuditError, match="failed on every text"):
        tune(tiny_bert, [blank], "cidr", convention=Convention(), config=CidrConfig())
