"""Labels of a dataset against those of a model."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.data.labels import label_name, match_labels, parse_label_map, sort_labels
from auditor.errors import AuditError

SENTIMENT = ["negative", "positive"]
GENERIC = ["LABEL_0", "LABEL_1"]


@pytest.mark.parametrize(
    ("values", "model", "expected"),
    [
        (["Positive", "NEGATIVE"], SENTIMENT, {"NEGATIVE": "negative", "Positive": "positive"}),
        (["0", "1"], SENTIMENT, {"0": "negative", "1": "positive"}),
        (["0", "1"], GENERIC, {"0": "LABEL_0", "1": "LABEL_1"}),
        (["1"], GENERIC, {"1": "LABEL_1"}),
        (["neg", "pos"], ["NEGATIVE", "POSITIVE"], {"neg": "NEGATIVE", "pos": "POSITIVE"}),
        (["1", "5"], ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"], {"1": "1 star", "5": "5 stars"}),
        (["false", "true"], GENERIC, {"false": "LABEL_0", "true": "LABEL_1"}),
        (["1", "0"], ["0", "1"], {"0": "0", "1": "1"}),
    ],
)
def test_matching(values: list[str], model: list[str], expected: dict[str, str]) -> None:
    assert match_labels(values, model) == expected


@pytest.mark.parametrize(
    ("values", "model"),
    [
        (["good", "bad"], SENTIMENT),
        (["negative", "positive"], GENERIC),  # which is which cannot be known
        (["1", "2"], SENTIMENT),
        (["-1", "1"], SENTIMENT),
        (["0", "1", "2"], SENTIMENT),
        (["pos", "positive"], SENTIMENT),  # two labels, one class
        (["entail", "contra"], ["entailment", "neutral"]),
    ],
)
def test_a_mismatch_shows_both_sides_and_the_cure(values: list[str], model: list[str]) -> None:
    with pytest.raises(AuditError, match="do not match") as caught:
        match_labels(values, model)
    assert all(repr(label) in caught.value.message for label in [*values, *model])
    assert "--label-map" in caught.value.hint


def test_a_label_map_is_the_cure() -> None:
    assert match_labels(["good", "bad"], SENTIMENT, {"good": "positive", "bad": "0"}) == {
        "bad": "negative",
        "good": "positive",
    }
    three = {"1": "negative", "2": "negative", "3": "positive"}
    assert match_labels(["1", "2", "3"], SENTIMENT, three) == three
    with pytest.raises(AuditError, match="do not match"):
        match_labels(["good", "bad"], SENTIMENT, {"good": "positiv?", "bad": "negative"})


def test_a_label_map_is_parsed() -> None:
    assert parse_label_map(["0=negative,1=positive", "2=so so"]) == {
        "0": "negative",
        "1": "positive",
        "2": "so so",
    }
    with pytest.raises(AuditError, match="not of the form OLD=NEW"):
        parse_label_map(["0:negative"])
    with pytest.raises(AuditError, match="twice"):
        parse_label_map(["0=a", "0=b"])


def test_names_of_labels() -> None:
    assert label_name(1, ("no", "yes")) == ("yes", "name")
    assert label_name(-1, ("no", "yes")) == (None, "name")
    assert label_name(2.0, None) == ("2", "number")
    assert label_name(" Good ", None) == ("Good", "name")
    assert label_name("NaN", None) == label_name(float("nan"), None) == label_name(None, None) == (None, "")
    assert label_name(True, None) == ("true", "boolean")
    assert label_name("True", None) == ("True", "name")  # beside "Fake" it would be one


@pytest.mark.parametrize(
    ("value", "name"), [(1, "1"), (1.0, "1"), ("1", "1"), ("1.0", "1"), ("1.", "1"), ("-1.00", "-1")]
)
def test_whole_numbers_are_one_class_however_they_are_written(value: object, name: str) -> None:
    assert label_name(value, None) == (name, "number")


@pytest.mark.parametrize("value", [0.37, "0.37", ".5", "-1.25", "1e-05", "2.5E-3", float("inf")])
def test_scores_are_not_classes(value: object) -> None:
    assert label_name(value, None)[1] == "fraction"


@pytest.mark.parametrize("value", ["", " ", "NaN", "null", "NULL", "<NA>", "#N/A"])
def test_what_programs_write_for_a_missing_value(value: str) -> None:
    assert label_name(value, None) == (None, "")


@pytest.mark.parametrize("value", ["none", "NONE", "None", "NA", "1.0.2", "v1.5", "3 stars", "1e5x"])
def test_names_that_only_look_like_something_else(value: str) -> None:
    """`none` is a class of many datasets on stance and hate: it must not vanish as a missing label."""
    assert label_name(value, None) == (value, "name")


def test_numbers_sort_by_size() -> None:
    assert sort_labels(["10", "9", "b", "a", "-1"]) == ("-1", "9", "10", "a", "b")


@given(st.integers(-(10**17), 10**17))
def test_a_number_is_one_label_however_it_is_written(number: int) -> None:
    forms: list[object] = [number, str(number), f" {number} ", f"{number}.0", f"{number}."]
    if abs(number) < 2**53:
        forms.append(float(number))
    assert {label_name(form, None) for form in forms} == {(str(number), "number")}


@settings(max_examples=30)
@given(st.lists(st.from_regex(r"-?[0-9]{1,6}|[a-z]{1,6}", fullmatch=True), unique=True))
def test_numbers_come_by_size_before_names_by_alphabet(names: list[str]) -> None:
    found = sort_labels(names)
    numbers = [int(name) for name in found if name.lstrip("-").isdigit()]
    rest = [name for name in found if not name.lstrip("-").isdigit()]
    assert sorted(found) == sorted(names) and numbers == sorted(numbers) and rest == sorted(rest)
    assert found == (*found[: len(numbers)], *rest)


classes = st.lists(st.from_regex(r"[a-z]{4,8}", fullmatch=True), min_size=2, max_size=5, unique=True)


@settings(max_examples=30)
@given(classes, st.randoms(use_true_random=False))
def test_the_models_own_names_are_themselves_in_any_order_and_case(labels: list[str], random: object) -> None:
    values = [label.upper() for label in labels]
    random.shuffle(values)  # type: ignore[attr-defined]
    assert match_labels(values, labels) == {label.upper(): label for label in sorted(labels)}
    numbers = [str(place) for place in range(len(labels))]
    assert match_labels(numbers, labels) == dict(zip(numbers, labels, strict=True))
    assert match_labels([], labels) == {}


@settings(max_examples=30)
@given(classes, st.sets(st.from_regex(r"[a-z]{1,3}|[0-9]", fullmatch=True), min_size=1, max_size=3))
def test_what_is_matched_is_matched_whole_and_never_twice(labels: list[str], values: set[str]) -> None:
    try:
        found = match_labels(values, labels)
    except AuditError as error:
        assert all(repr(value) in error.message for value in values)
        return
    assert set(found) == values and len(set(found.values())) == len(found) and {*found.values()} <= {*labels}
