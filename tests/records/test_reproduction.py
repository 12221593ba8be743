"""A sentence of the paper, as our model reads it: the token in the set, and the class that is printed."""

from dataclasses import replace

import pytest

from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_PRINTED,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
    ExplainedSentence,
)
from auditor.reproduce.wording import VERDICTS
from tests.report.support import EXPLANATION

SENTENCE = ExplainedSentence(
    text="a good film",
    token="good",
    printed_label="positive",
    printed_set=("good",),
    explanations={"verified": EXPLANATION, "paper": replace(EXPLANATION, core=(2,), label="negative")},
)


def test_the_token_counts_where_the_set_needs_it() -> None:
    """The set is {good, film}; of these `good` is needed, and `film` completes the pair."""
    assert SENTENCE.holds_token("verified") and not SENTENCE.holds_token("paper")
    other = replace(SENTENCE, token="film")
    assert not other.holds_token("verified") and other.holds_token("paper")
    assert not replace(SENTENCE, token="plot").holds_token("verified")


@pytest.mark.parametrize(
    ("token", "label", "verified", "paper"),
    [
        ("good", "positive", True, False),
        ("good", "negative", False, False),
        ("film", "negative", False, True),
        ("film", "positive", False, False),
    ],
)
def test_as_printed_is_both_the_class_and_the_token(
    token: str, label: str, verified: bool, paper: bool
) -> None:
    one = replace(SENTENCE, token=token, printed_label=label)
    assert (one.as_printed("verified"), one.as_printed("paper")) == (verified, paper)


def test_a_repeated_word_counts_wherever_it_is_needed() -> None:
    twice = replace(EXPLANATION, words=("good", "good", "film"), core=(0,))
    assert replace(SENTENCE, explanations={"verified": twice}).holds_token("verified")


def test_every_verdict_has_its_words() -> None:
    assert {*VERDICTS} == {REPRODUCED, NOT_REPRODUCED, TOO_FEW, ANOTHER_SETTING, NOT_PRINTED}
    assert len(set(VERDICTS.values())) == len(VERDICTS)
