"""K and what it counts, by hand."""

import pytest

from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention, convention


@pytest.mark.parametrize(
    ("units", "rounding", "in_set", "pairs"),
    [
        (9, "floor", 5, 0),
        (10, "floor", 5, 1),
        (19, "floor", 5, 1),
        (30, "floor", 5, 3),  # 0.1 * 30 is 3.0000000000000004 in binary
        (30, "ceil", 5, 3),
        (9, "ceil", 5, 1),
        (14, "round", 5, 1),
        (15, "round", 5, 2),
        (200, "floor", 2, 2),
        (200, "floor", 0, 0),
    ],
)
def test_k_is_a_tenth_and_at_most_the_set(units: int, rounding: str, in_set: int, pairs: int) -> None:
    rules = Convention(rounding=rounding)
    assert rules.pairs(units, in_set) == pairs
    assert rules.words(units, in_set) == 2 * pairs


def test_the_published_counting_takes_a_fifth_without_regard_to_the_set() -> None:
    rules = convention("published")
    assert (rules.removal, rules.comp_removal, rules.unit, rules.specials) == (
        "pad",
        "delete",
        "pieces",
        True,
    )
    assert rules.words(17, 1) == 3  # int(17 * 20 / 100), where twice a tenth rounded down would be 2
    assert rules.pairs(17, 4) == 1
    assert "special tokens" in rules.sentence and "delete for Comp" in rules.sentence


def test_what_is_asked_for_wins_over_the_convention() -> None:
    rules = convention("published", removal="mask", unit="words", rounding="ceil")
    assert (rules.removal, rules.comp_removal, rules.unit, rules.rounding) == (
        "mask",
        "mask",
        "words",
        "ceil",
    )
    assert convention("paper") == Convention()


@pytest.mark.parametrize("field", ["removal", "unit", "rounding"])
def test_unknown_values_are_refused_with_the_known_ones(field: str) -> None:
    with pytest.raises(AuditError, match="allowed: "):
        convention("paper", **{field: "nonsense"})
    with pytest.raises(AuditError, match="paper, published"):
        convention("other")


@pytest.mark.parametrize(
    ("units", "rounding", "short"), [(9, "floor", True), (10, "floor", False), (4, "round", True)]
)
def test_a_text_is_too_short_where_a_tenth_of_it_is_nothing(units: int, rounding: str, short: bool) -> None:
    assert Convention(rounding=rounding).too_short(units) is short


def test_the_sentence_names_the_reference() -> None:
    assert "pairs in the set of cidr-verified" in Convention().sentence
    assert "pairs in the set of cidr)" in convention("paper", reference="cidr").sentence
    with pytest.raises(AuditError, match="reference is 'ig'"):
        convention("paper", reference="ig")
