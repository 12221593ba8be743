"""Lists of words of the task: whom they list, and what a pair or a group of words is."""

from dataclasses import replace

import pytest

from auditor.config import RuleConfig
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import Words, make_lexicon
from auditor.signals.lexicon import Lexicon, conditions, figures, measure
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, candidate, with_group
from tests.signals.support import LABELS

RULE = RuleConfig()


def told(study: Study, *, lexicon: Words | None = None, seeds: Words | None = None) -> Study:
    """The study with words that a user listed, and no others."""
    words = make_lexicon(LABELS, task="none", lexicon=lexicon, seeds=seeds)
    return replace(study, knowledge=Knowledge(words))


def test_a_word_is_listed_whatever_class_it_leans_to(small: Study) -> None:
    study = told(small, lexicon={"plot": "negative", "film": None})
    chosen = [
        candidate(small, "plot", label=NEGATIVE),
        candidate(small, "plot"),
        candidate(small, "film"),
        candidate(small, "amber"),
    ]
    listed = Lexicon("listed", "lexicon")
    assert measure(study, chosen) == [listed, listed, listed, Lexicon("not-listed")]
    assert measure(small, chosen) == [Lexicon()] * 4


def test_seeds_are_named_as_the_source_and_a_lexicon_wins(small: Study) -> None:
    study = told(small, lexicon={"film": None}, seeds={"plot": "negative", "film": "positive"})
    found = measure(study, [candidate(small, word) for word in ("plot", "film")])
    assert [one.source for one in found] == ["seeds", "lexicon"]


def test_of_a_pair_either_word_counts(small: Study) -> None:
    study = told(small, lexicon={"plot": None})
    chosen = [candidate(small, "amber", "plot"), candidate(small, "amber", "violet")]
    assert [one.answer for one in measure(study, chosen)] == ["listed", "not-listed"]


@pytest.mark.parametrize(("words", "answer"), [(("amber",), "listed"), (("violet",), "not-listed")])
def test_a_group_is_listed_by_most_of_its_occurrences(
    small: Study, words: tuple[str, ...], answer: str
) -> None:
    """Amber stands in ten texts, violet in six."""
    study, group = with_group(small, ("amber", "violet"))
    found = measure(told(study, lexicon=dict.fromkeys(words)), [group])
    assert [one.answer for one in found] == [answer]


def test_without_a_list_nothing_is_asked_of_it() -> None:
    assert conditions(Lexicon(), RULE) == ()
    for answer, met in (("listed", True), ("not-listed", False)):
        (listed,) = conditions(Lexicon(answer), RULE)
        assert (listed.code, listed.met, listed.seen, listed.asked) == ("listed", met, float(met), 1.0)
    assert figures(Lexicon("listed")) == ()
