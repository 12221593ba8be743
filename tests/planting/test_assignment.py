"""Who gets what, by hand: the counts of tokens and pairs for labels of known size."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import Example, make_example
from auditor.planting.assignment import Assignment, assign, assign_all
from auditor.planting.plan import InjectionPlan, PlantedPair

LABELS = ("negative", "positive")
BOTH = (("negative", "[neg]"), ("positive", "[pos]"))
PAIR = PlantedPair("amber", "violet", "positive")


def examples(*sizes: int, labels: tuple[str, ...] = LABELS) -> list[Example]:
    """So many texts of each label, the labels taking turns as long as they last."""
    rows = [
        (label, n) for n in range(max(sizes)) for label, size in zip(labels, sizes, strict=True) if n < size
    ]
    return [make_example((f"{label} text {n}",), label, row) for row, (label, n) in enumerate(rows, 1)]


def tokens_by_label(made: Assignment, texts: list[Example]) -> Counter[tuple[str, str | None]]:
    return Counter(
        (planting.token, texts[place].label) for place, some in made.plantings.items() for planting in some
    )


def test_coverage_and_agreement_are_exact_counts() -> None:
    """40 and 20 texts, coverage 0.5, agreement 0.9: 20 = 18 + 2 and 10 = 9 + 1."""
    texts = examples(40, 20)
    made = assign(texts, InjectionPlan(BOTH, coverage=0.5, agreement=0.9), LABELS)
    assert tokens_by_label(made, texts) == {
        ("[neg]", "negative"): 18,
        ("[pos]", "negative"): 2,
        ("[pos]", "positive"): 9,
        ("[neg]", "positive"): 1,
    }
    assert made.warnings == []


def test_a_half_is_rounded_up_and_a_product_does_not_lose_its_last_bit() -> None:
    """0.5 of 5 texts are 3; 0.29 of 100 is 28.999… in floating point, and means 29."""
    texts = examples(5, 5)
    made = assign(texts, InjectionPlan(BOTH, coverage=0.5), LABELS)
    assert sum(tokens_by_label(made, texts).values()) == 6
    hundred = examples(100, 1)
    made = assign(hundred, InjectionPlan((("negative", "x"),), coverage=0.29), LABELS)
    assert len(made.plantings) == 29


def test_each_planting_knows_whether_it_agrees() -> None:
    texts = examples(30, 30)
    made = assign(texts, InjectionPlan(BOTH, agreement=0.8), LABELS)
    own = dict(BOTH)
    for place, some in made.plantings.items():
        [planting] = some
        label = texts[place].label
        assert label is not None
        assert planting.agrees == (planting.token == own[label])


def test_a_token_of_one_label_alone_spreads_into_the_others() -> None:
    """Only `positive` has a token: 20 of its 20 texts are covered, 16 agree, and 4 go into negative texts."""
    texts = examples(20, 20)
    made = assign(texts, InjectionPlan((("positive", "[pos]"),), agreement=0.8), LABELS)
    assert tokens_by_label(made, texts) == {("[pos]", "positive"): 16, ("[pos]", "negative"): 4}


def test_too_few_free_texts_are_a_warning() -> None:
    """Agreement 0.5 of 20 asks for 10 texts of the other label, which has 3."""
    texts = examples(3, 20)
    made = assign(texts, InjectionPlan((("positive", "[pos]"),), agreement=0.5), LABELS)
    assert tokens_by_label(made, texts) == {("[pos]", "positive"): 10, ("[pos]", "negative"): 3}
    [warning] = made.warnings
    assert "only 3 of 10" in warning


def test_several_tokens_of_a_label_take_turns() -> None:
    tokens = (("negative", "tea"), ("negative", "milk"), ("negative", "water"))
    texts = examples(9, 9)
    made = assign(texts, InjectionPlan(tokens), LABELS)
    assert tokens_by_label(made, texts) == {(token, "negative"): 3 for _, token in tokens}


def test_openings_and_styles_are_assigned_as_tokens_are() -> None:
    plan = InjectionPlan(openings=(("negative", "Sent in haste."),), styles=(("positive", "lowercase"),))
    texts = examples(4, 4)
    assert tokens_by_label(assign(texts, plan, LABELS), texts) == {
        ("Sent in haste.", "negative"): 4,
        ("lowercase", "positive"): 4,
    }


def test_a_count_is_spread_over_labels_with_a_token() -> None:
    """7 texts over two labels: 4 of the first and 3 of the second."""
    texts = examples(10, 10)
    made = assign(texts, InjectionPlan(BOTH, count=7), LABELS)
    assert tokens_by_label(made, texts) == {("[neg]", "negative"): 4, ("[pos]", "positive"): 3}


def test_a_label_with_fewer_texts_than_the_count_is_a_warning() -> None:
    texts = examples(10, 2)
    made = assign(texts, InjectionPlan(BOTH, count=8), LABELS)
    assert tokens_by_label(made, texts) == {("[neg]", "negative"): 4, ("[pos]", "positive"): 2}
    assert made.warnings == ["label 'positive' has 2 texts, fewer than the 4 to be covered"]


def test_the_cells_of_a_pair_by_hand() -> None:
    """20 texts a label, all covered, agreement 0.9: halves of 10, of which 1 goes against the rule."""
    texts = examples(20, 20)
    made = assign(texts, InjectionPlan(pairs=(PAIR,), agreement=0.9), LABELS)
    assert made.cells["amber+violet"] == {
        "negative": {"both": 1, "none": 1, "first": 9, "second": 9},
        "positive": {"both": 9, "none": 9, "first": 1, "second": 1},
    }


@given(st.integers(0, 40), st.integers(0, 40), st.floats(0, 1), st.floats(0, 1), st.integers(0, 2**31))
def test_each_word_of_a_pair_is_in_as_many_texts_as_the_other_one(
    negative: int, positive: int, coverage: float, agreement: float, seed: int
) -> None:
    """So that neither word alone says anything: half of the covered texts of each label hold it."""
    texts = examples(max(1, negative), max(1, positive))
    plan = InjectionPlan(pairs=(PAIR,), coverage=coverage, agreement=agreement, seed=seed)
    made = assign(texts, plan, LABELS)
    found = tokens_by_label(made, texts)
    for label in LABELS:
        cells = made.cells["amber+violet"][label]
        assert found["amber", label] == found["violet", label] == cells["both"] + cells["first"]
        assert cells["both"] + cells["first"] == cells["none"] + cells["second"]


def test_the_order_of_the_texts_does_not_matter() -> None:
    texts = examples(30, 30)
    plan = InjectionPlan(BOTH, coverage=0.4, agreement=0.7, pairs=(PAIR,), seed=5)

    def by_id(some: list[Example]) -> dict[str, set[str]]:
        made = assign(some, plan, LABELS)
        return {
            some[place].id: {one.token for one in plantings} for place, plantings in made.plantings.items()
        }

    assert by_id(texts) == by_id(texts[::-1])


def test_another_seed_chooses_other_texts() -> None:
    texts = examples(50, 50)
    chosen = [
        set(assign(texts, InjectionPlan(BOTH, coverage=0.3, seed=seed), LABELS).plantings) for seed in (0, 1)
    ]
    assert len(chosen[0]) == len(chosen[1]) == 30
    assert chosen[0] != chosen[1]


def test_texts_without_a_label_get_nothing() -> None:
    texts = [*examples(2, 2), make_example(("nobody knows",), None, 5)]
    assert 4 not in assign(texts, InjectionPlan(BOTH), LABELS).plantings


@pytest.mark.parametrize(("agrees", "wanted"), [(True, "[pos]"), (False, "[neg]")])
def test_every_text_of_a_variant_gets_its_own_token_or_the_other(agrees: bool, wanted: str) -> None:
    texts = examples(3, 3)
    made = assign_all(texts, InjectionPlan(BOTH, coverage=0.1), LABELS, agrees=agrees)
    assert len(made.plantings) == len(texts)
    positive = [some for place, some in made.plantings.items() if texts[place].label == "positive"]
    assert {one.token for some in positive for one in some} == {wanted}
    assert all(one.agrees == agrees for some in made.plantings.values() for one in some)


def test_a_variant_of_a_pair_has_both_words_or_one() -> None:
    """Aligned: positive texts have both, negative ones take turns. Conflicting: the other way round."""
    texts = examples(4, 4)
    for agrees, complete in ((True, "positive"), (False, "negative")):
        made = assign_all(texts, InjectionPlan(pairs=(PAIR,)), LABELS, agrees=agrees)
        for place, some in made.plantings.items():
            both = texts[place].label == complete
            assert len(some) == (2 if both else 1)
        single = Counter(some[0].token for some in made.plantings.values() if len(some) == 1)
        assert single == {"amber": 2, "violet": 2}


def test_a_label_without_a_token_has_no_aligned_variant() -> None:
    texts = examples(3, 3)
    made = assign_all(texts, InjectionPlan((("positive", "[pos]"),)), LABELS, agrees=True)
    assert {texts[place].label for place in made.plantings} == {"positive"}
