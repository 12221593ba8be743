"""Related, unrelated or unknown: the order of the sources and each border."""

from types import SimpleNamespace

import numpy as np
import pytest

from auditor.meaning.lexicons import Words, make_lexicon
from auditor.meaning.relevance import Relevance
from auditor.meaning.task import MEANINGLESS_KINDS, Known, TaskKnowledge
from tests.meaning.support import LABELS, RULE


class Fixed(Relevance):
    """Relevance with given percentiles."""

    def rho(self, words):  # type: ignore[no-untyped-def]
        return np.array([RHO.get(word, np.nan) for word in words])

    def in_pieces(self, word: str) -> bool:
        return word == "formulaic"


RHO = {
    "formulaic": 0.2,
    "monday": 0.2,
    "wry": 0.95,
    "edge": 0.9,
    "corner": 0.5,
    "the": 0.1,
    "women": 0.95,
    "class": 0.2,
    "film": 0.1,
}


def judge(
    word: str, kind: str = "word", label: str = "positive", labels: tuple[str, ...] = LABELS, **given: Words
) -> Known:
    lexicon = make_lexicon(labels, **given)
    return TaskKnowledge(lexicon, Fixed()).judge(word, label, kind=kind, rule=RULE)


@pytest.mark.parametrize(
    ("word", "answer", "details"),
    [
        ("monday", "unrelated", ()),
        ("wry", "related", ()),
        ("edge", "related", ()),
        ("corner", "unknown", ("between",)),
        ("the", "unknown", ("function_word",)),
        ("formulaic", "unknown", ("in_pieces",)),
        ("zzz", "unknown", ("not_in_space",)),
    ],
)
def test_relevance_and_its_borders(word: str, answer: str, details: tuple[str, ...]) -> None:
    assert judge(word) == Known(answer, "relevance", RHO.get(word), details)


def test_a_listed_word_is_related_for_whatever_label_it_leans_to() -> None:
    assert judge("good") == Known("related", "sentiment", None, ("listed_for_label",))
    assert judge("bad") == Known("related", "sentiment", None, ("listed_for_other_label",))
    assert judge("Film", lexicon={"film": None}) == Known("related", "lexicon", None, ("listed_for_any",))
    assert judge("monday", seeds={"monday": "negative"}).source == "seeds"


@pytest.mark.parametrize("kind", sorted(MEANINGLESS_KINDS))
def test_a_kind_without_meaning_is_unrelated_unless_a_user_lists_it(kind: str) -> None:
    assert judge("#x1", kind) == Known("unrelated", "kind")
    assert judge("#x1", kind, lexicon={"#x1": "negative"}).answer == "related"


def test_what_may_mean_something_is_left_open() -> None:
    assert judge("😀", "emoji") == judge(":)", "emoticon") == judge("?!", "other") == Known("unknown", "kind")
    assert judge("#good", "hashtag") == Known("unknown", "sentiment", None, ("listed_without_mark",))
    assert judge("#sports", "hashtag", labels=("sports", "news")) == Known(
        "unknown", "label_names", None, ("label_name",)
    )


def test_relevance_is_never_asked_of_what_is_not_a_word() -> None:
    asked: list[str] = []

    class Watched(Relevance):
        def rho(self, words):  # type: ignore[no-untyped-def]
            asked.extend(words)
            return np.full(len(words), 0.99)

    knowledge = TaskKnowledge(make_lexicon(LABELS), Watched())
    found = knowledge.judge_all([("[pos]", "positive", "marker"), ("plot", "negative", "word")], rule=RULE)
    assert asked == ["plot"] and [one.answer for one in found] == ["unrelated", "related"]


def test_names_of_labels_and_of_groups_of_people_are_for_a_person() -> None:
    assert judge("class", labels=("first class", "second class")).details == ("label_name",)
    toxic = ("clean", "toxic")
    assert judge("women", labels=toxic) == Known("unknown", "relevance", 0.95, ("group_name",))
    assert judge("women").answer == "related"  # in another task it is a word like any other


def test_nothing_known_is_no_accusation() -> None:
    known = TaskKnowledge()
    assert known.judge("monday", "a", kind="word", rule=RULE) == Known(
        "unknown", "none", None, ("no_lexicon",)
    )
    assert known.judge("[x]", "a", kind="marker", rule=RULE) == Known("unrelated", "kind")


def test_the_reason_of_the_space_is_handed_on() -> None:
    knowledge = TaskKnowledge(make_lexicon(LABELS), Relevance("space_without_meaning"))
    found = knowledge.judge("monday", "positive", kind="word", rule=RULE)
    assert found == Known("unknown", "none", None, ("space_without_meaning",))
    assert knowledge.judge("good", "positive", kind="word", rule=RULE).answer == "related"


def test_the_thresholds_are_the_rules() -> None:
    knowledge = TaskKnowledge(make_lexicon(LABELS), Fixed())
    for rule, answer in (
        (SimpleNamespace(related_from=0.2, unrelated_below=0.1), "related"),
        (SimpleNamespace(related_from=0.9, unrelated_below=0.1), "unknown"),
        (SimpleNamespace(related_from=0.9, unrelated_below=0.21), "unrelated"),
    ):
        assert knowledge.judge("monday", "positive", kind="word", rule=rule).answer == answer
