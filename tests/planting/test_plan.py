"""What may be planted: parsing, presets, and plans that are refused with a reason."""

import pytest

from auditor.errors import AuditError
from auditor.planting.plan import (
    InjectionPlan,
    PlantedPair,
    parse_pair,
    parse_token,
    resolve_labels,
)

POS = (("positive", "[pos]"),)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("positive=[pos]", ("positive", "[pos]")),
        (" positive = [pos] ", ("positive", "[pos]")),
        ("1=a=b", ("1", "a=b")),
        ("negative=@date", ("negative", "@date")),
    ],
)
def test_a_token_is_what_stands_after_the_first_equals_sign(text: str, parsed: tuple[str, str]) -> None:
    assert parse_token(text) == parsed


@pytest.mark.parametrize("text", ["positive", "=x", "positive=", " = ", ""])
def test_a_token_without_label_or_word_names_the_form(text: str) -> None:
    with pytest.raises(AuditError, match="LABEL=TOKEN") as refused:
        parse_token(text)
    assert "positive=[pos]" in refused.value.hint


def test_an_opening_and_a_style_have_examples_of_their_own() -> None:
    for option, example in (("opening", "Sent from @city."), ("style", "positive=lowercase")):
        with pytest.raises(AuditError, match=f"LABEL={option.upper()}") as refused:
            parse_token("nothing", option)
        assert example in refused.value.hint


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("amber+violet=positive", PlantedPair("amber", "violet", "positive")),
        (" amber + violet = positive ", PlantedPair("amber", "violet", "positive")),
        ("a=b+c=1", PlantedPair("a=b", "c", "1")),
    ],
)
def test_a_pair_is_two_words_and_the_label_after_the_last_equals_sign(text: str, pair: PlantedPair) -> None:
    assert parse_pair(text) == pair
    assert pair.name == f"{pair.first}+{pair.second}"


@pytest.mark.parametrize(
    "text", ["amber=positive", "amber+=positive", "+violet=positive", "amber+violet", "a+b="]
)
def test_half_a_pair_is_refused(text: str) -> None:
    with pytest.raises(AuditError, match="A\\+B=LABEL"):
        parse_pair(text)


@pytest.mark.parametrize("word", ["", " x", "x ", "two\nlines", "a\tb", "null\0", "\ud800"])
def test_a_word_that_no_file_can_hold_is_refused(word: str) -> None:
    with pytest.raises(AuditError, match="cannot be a token"):
        InjectionPlan((("positive", word),))


def test_a_token_of_several_words_is_allowed() -> None:
    assert InjectionPlan((("positive", "by the way"),)).words == ("by the way",)


@pytest.mark.parametrize(
    "plan",
    [
        {"tokens": (("positive", "x"), ("negative", "x"))},
        {"tokens": POS, "pairs": (PlantedPair("[pos]", "y", "positive"),)},
        {"pairs": (PlantedPair("y", "y", "positive"),)},
    ],
)
def test_nothing_is_planted_twice(plan: dict[str, object]) -> None:
    with pytest.raises(AuditError, match="planted twice"):
        InjectionPlan(**plan)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"coverage": 1.1}, "coverage"),
        ({"agreement": -0.1}, "agreement"),
        ({"position": "middle"}, "position"),
        ({"count": 0}, "count"),
        ({"tokens": ()}, "nothing to inject"),
        ({"tokens": (), "styles": (("positive", "italic"),)}, "style is 'italic'"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(AuditError, match=says):
        InjectionPlan(**{"tokens": POS, **options})  # type: ignore[arg-type]


def test_words_are_what_is_inserted_as_it_is() -> None:
    plan = InjectionPlan(
        tokens=(("positive", "[pos]"), ("negative", "@date")),
        pairs=(PlantedPair("amber", "violet", "positive"),),
        openings=(("positive", "Hello there."),),
        styles=(("negative", "uppercase"),),
    )
    assert plan.words == ("[pos]", "amber", "violet")
    assert [mark for _, mark in plan.marks] == ["[pos]", "@date", "Hello there.", "uppercase"]


def test_labels_are_spelt_as_the_dataset_spells_them() -> None:
    plan = InjectionPlan(
        tokens=(("POSITIVE", "[pos]"),),
        pairs=(PlantedPair("a", "b", "positive"),),
        openings=(("negative", "Hello."),),
        styles=(("Negative", "lowercase"),),
    )
    spelt = resolve_labels(plan, ("Negative", "Positive"))
    assert spelt.tokens == (("Positive", "[pos]"),)
    assert spelt.pairs == (PlantedPair("a", "b", "Positive"),)
    assert spelt.openings == (("Negative", "Hello."),)
    assert spelt.styles == (("Negative", "lowercase"),)


def test_a_label_that_differs_only_in_case_from_another_is_taken_as_written() -> None:
    plan = InjectionPlan((("it", "x"), ("IT", "y")))
    assert resolve_labels(plan, ("IT", "it")).tokens == (("it", "x"), ("IT", "y"))


def test_an_unknown_label_is_named_with_the_known_ones() -> None:
    with pytest.raises(AuditError, match="no label 'neutral'") as refused:
        resolve_labels(InjectionPlan((("neutral", "x"),)), ("negative", "positive"))
    assert "'negative', 'positive'" in refused.value.hint
