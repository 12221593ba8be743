"""The table's methods: their names, their meanings, and how a ranking becomes pairs."""

from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.evaluation.baselines import BASELINES
from auditor.evaluation.methods import (
    MEANINGS,
    METHODS,
    RANKINGS,
    SEEDED,
    MethodResult,
    parse_methods,
    with_first,
)
from auditor.evaluation.set_methods import SETS


def test_names_of_methods() -> None:
    assert parse_methods(" cidr, ig ,cidr") == ("cidr", "ig")
    assert parse_methods("all") == METHODS
    with pytest.raises(AuditError, match="'igg'") as error:
        parse_methods("cidr,igg")
    assert "leave-one-out" in error.value.hint
    with pytest.raises(AuditError, match="no method"):
        parse_methods(" , ")


def test_every_method_is_a_set_or_a_ranking_and_is_explained() -> None:
    assert (*SETS, *RANKINGS) == METHODS and len(set(METHODS)) == len(METHODS)
    assert all(MEANINGS[name] and not MEANINGS[name].endswith(".") for name in METHODS)
    guide = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in guide for name in METHODS)


def test_what_draws_random_numbers() -> None:
    drawn = {name for name in SETS if not name.endswith("-no-refine")}
    assert drawn | {one.NAME for one in BASELINES if one.SEEDED} == SEEDED
    assert {"random", "gradient-shap"} < SEEDED


def test_the_words_of_a_ranking_two_by_two() -> None:
    result = MethodResult(ranking=(3, 0, 2, 1))
    assert result.pairs(0) == ()
    assert result.pairs(3) == ({3, 0}, {2})
    assert result.pairs(9) == ({3, 0}, {2, 1})


def test_the_tested_method_comes_first_where_it_is_listed() -> None:
    assert with_first(("ig", "cidr", "sig"), "cidr") == ("cidr", "ig", "sig")
    assert with_first(("ig", "sig"), "cidr") == ("ig", "sig")
