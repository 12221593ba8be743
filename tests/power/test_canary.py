"""A canary in numbers: how many of its texts agree, and what is written into each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.power.canary import AGREEMENT, Canary, CanaryKind
from auditor.signals.counts import Token

WORD = Canary(CanaryKind.MADE_UP, ("Zorvex",), 1, 0.5, texts=20, documents=200)
DATES = Canary(CanaryKind.DATES, ("2041-01-01", "2041-01-02", "2041-01-03"), 0, 0.5, 7, 0)
PAIR = Canary(CanaryKind.PAIR, ("zorvex", "lumikan"), 1, 0.5, 10, 10)


def test_nine_in_ten_by_hand() -> None:
    assert (WORD.agreeing, WORD.agreeing_documents) == (18, 180)
    assert (DATES.agreeing, DATES.agreeing_documents) == (6, 0)  # 6.3 texts, and no labels
    assert (PAIR.agreeing, PAIR.agreeing_documents) == (9, 9)


@given(st.integers(0, 5000), st.integers(0, 50_000))
def test_agreement_is_what_it_says_in_texts_and_in_documents(texts: int, documents: int) -> None:
    one = Canary(CanaryKind.NATURAL, ("otter",), 0, 0.25, texts, documents)
    assert abs(one.agreeing - AGREEMENT * texts) <= 0.5
    if texts:  # the documents agree as the texts do, whatever was rounded there
        assert abs(one.agreeing_documents - documents * one.agreeing / texts) <= 0.5
    assert 0 <= one.agreeing_documents <= documents or not texts


def test_tokens_are_in_normal_form() -> None:
    assert WORD.tokens == (Token("zorvex", 0),)
    assert PAIR.tokens == (Token("zorvex", 0), Token("lumikan", 0))


def test_of_dates_each_text_has_another_one_in_turn() -> None:
    found = [DATES.forms_in(number) for number in range(7)]
    assert [form for (form,) in found] == [*DATES.forms, *DATES.forms, DATES.forms[0]]


@pytest.mark.parametrize("canary", [WORD, PAIR])
def test_other_canaries_are_the_same_in_every_text(canary: Canary) -> None:
    assert {canary.forms_in(number) for number in range(5)} == {canary.forms}
