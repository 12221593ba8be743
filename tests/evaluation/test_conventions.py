"""K and what it counts, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.evaluation.conventions import CONVENTIONS, ROUNDINGS, Convention, convention
from auditor.evaluation.set_methods import SETS


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


# Counting


@given(st.integers(0, 5000), st.integers(0, 50), st.sampled_from(ROUNDINGS), st.booleans())
def test_k_is_a_tenth_in_whole_numbers(units: int, in_set: int, rounding: str, capped: bool) -> None:
    """With integers alone: a tenth rounded down, half up, or up."""
    rules = Convention(rounding=rounding, capped=capped)
    whole = {"floor": units // 10, "round": (units + 5) // 10, "ceil": -(-units // 10)}[rounding]
    assert rules.pairs(units, in_set) == min(whole, in_set)
    assert rules.too_short(units) == (whole == 0)
    fifth = {"floor": units // 5, "round": (2 * units + 5) // 10, "ceil": -(-units // 5)}[rounding]
    assert rules.words(units, in_set) == (2 * min(whole, in_set) if capped else fifth)


@given(st.integers(0, 500), st.integers(0, 50), st.sampled_from(ROUNDINGS))
def test_more_units_or_pairs_never_remove_less(units: int, in_set: int, rounding: str) -> None:
    rules = Convention(rounding=rounding)
    assert rules.pairs(units, in_set) <= rules.pairs(units + 1, in_set) <= units + 1
    assert rules.pairs(units, in_set) <= rules.pairs(units, in_set + 1) <= in_set + 1


@pytest.mark.parametrize("name", CONVENTIONS)
def test_the_sentence_says_what_differs(name: str) -> None:
    plain = convention(name)
    assert plain.sentence.startswith(f"{name}: removal is pad") and "nodes" not in plain.sentence
    other = convention(name, steps=3, reading="ordered", rounding="ceil", unit="pieces")
    assert "paths have 3 nodes" in other.sentence and "read as ordered" in other.sentence
    assert "rounded by ceil" in other.sentence and "n counts pieces" in other.sentence


@pytest.mark.parametrize("field", ["name", "unit", "rounding", "reference", "removal", "comp_removal"])
def test_no_field_takes_what_nobody_knows(field: str) -> None:
    with pytest.raises(AuditError, match=rf"{field} is 'nonsense'; allowed: "):
        Convention(**{field: "nonsense"})


def test_a_reading_is_checked_when_the_convention_is_made() -> None:
    with pytest.raises(AuditError, match="unknown reading 'wide'"):
        convention("paper", reading="wide")


@pytest.mark.parametrize("method", SETS)
def test_a_set_method_is_asked_under_the_convention(method: str) -> None:
    rules = convention("paper", reading="ordered", steps=7)
    found = rules.config(method, CidrConfig(epsilon=0.4), seed=5)
    assert (found.epsilon, found.seed, found.removal) == (0.4, 5, "pad")
    assert (found.reading, found.steps) == (("ordered", 7) if found.method == "paper" else ("", 14))


def test_the_printed_method_only_pads_and_the_verified_one_removes_as_it_is_told() -> None:
    rules = convention("paper", removal="mask")
    assert rules.config("cidr-verified", CidrConfig(), seed=0).removal == "mask"
    with pytest.raises(AuditError, match="removal is 'mask', which contradicts method 'paper'"):
        rules.config("cidr", CidrConfig(), seed=0)
