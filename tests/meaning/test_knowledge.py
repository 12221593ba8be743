"""What is known of a task, and what neither lists nor relevance may decide."""

import numpy as np
import pytest

from auditor.meaning import knowledge
from auditor.meaning.knowledge import Knowledge, know
from auditor.meaning.lexicons import make_lexicon
from auditor.meaning.neighbours import Relevance
from tests.meaning.support import NEGATIVE, POSITIVE, two_poles

SENTIMENT, TOXIC = ("negative", "positive"), ("toxic", "non-toxic")


class Spelt(Relevance):
    """A space that spells every long word in pieces."""

    def in_pieces(self, word: str) -> bool:
        return len(word) > 8


@pytest.mark.parametrize(
    ("labels", "word", "why"),
    [
        (SENTIMENT, "the", "function_word"),
        (SENTIMENT, "positives", "label_name"),
        (SENTIMENT, "formulaically", "in_pieces"),
        (SENTIMENT, "monday", ""),
        (SENTIMENT, "muslim", "people"),
        (TOXIC, "muslim", "group_name"),
        (("christian", "atheism"), "christian", "group_name"),
        (SENTIMENT, "homosexual", "group_name"),
    ],
)
def test_what_relevance_alone_must_not_call_unrelated(labels: tuple[str, ...], word: str, why: str) -> None:
    assert Knowledge(make_lexicon(labels), Spelt()).exempt(word) == why


@pytest.mark.parametrize(
    ("token", "why"),
    [("#awful", "listed_inside"), ("[positive]", "listed_inside"), ("[pos]", ""), ("2020", "")],
)
def test_a_token_that_holds_a_word_of_the_task_is_not_told_by_its_kind(token: str, why: str) -> None:
    assert Knowledge(make_lexicon(SENTIMENT)).inside(token) == why


def test_without_embeddings_lists_still_speak() -> None:
    known = know("no/such/model", SENTIMENT)
    assert known.relevance.reason == "no_embeddings" and known.lexicon.listing("awful") is not None
    assert known.vectors(["good"]) is None
    assert known.facts()["task"] == "sentiment" and known.facts()["silent_because"] == "no_embeddings"


def test_names_of_labels_that_say_nothing_leave_nothing_known() -> None:
    known = know("no/such/model", ("LABEL_0", "LABEL_1"))
    assert known.facts()["task"] == "none" and len(known.lexicon) == 0


SIDES = {"x": "x", "y": "y"}


def test_a_word_speaks_for_the_label_whose_listed_words_are_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = np.eye(16)[0], np.eye(16)[1]
    toy = two_poles(extra={"amber": first + 0.2 * second, "between": first + second})
    monkeypatch.setattr(knowledge, "find_embeddings", lambda *_, **__: toy)
    seeds = dict.fromkeys(POSITIVE, "x") | dict.fromkeys(NEGATIVE, "y")
    known = know("toy", ("x", "y"), seeds=seeds)
    amber, between, missing = known.speaks(["amber", "between", "unspellable"], "x", SIDES)
    assert amber > 1 and abs(between) < 0.3 and np.isnan(missing)
    assert known.speaks(["amber"], "y", SIDES)[0] == pytest.approx(-amber)
    shares = known.relevance.leanings(["amber"])[0]
    assert known.relevance.groups == ("x", "y") and shares[0] - shares[1] == pytest.approx(amber)


def test_words_of_one_side_alone_say_nothing_of_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "find_embeddings", lambda *_, **__: two_poles())
    known = know("toy", ("x", "y"), seeds=dict.fromkeys(POSITIVE, "x"))
    assert known.relevance.reason == "" and np.isnan(known.speaks(["gold"], "x", {"x": "x"})).all()
    assert np.isnan(Knowledge(make_lexicon(SENTIMENT)).speaks(["gold"], "positive", {})).all()


def test_seeds_are_looked_up_in_the_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = {"gold": "x", "silver": "x", "pearl": "x", "golden": "x", "zyx": "y"}
    monkeypatch.setattr(knowledge, "find_embeddings", lambda *_, **__: two_poles())
    known = know("toy", ("x", "y"), seeds=seeds)
    assert known.unknown_seeds == ("golden", "zyx") == tuple(known.facts()["unknown_seeds"])
    assert know("toy", ("negative", "positive")).unknown_seeds == ()  # a built-in list is not the user's
