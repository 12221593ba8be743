"""Relevance: who is asked, what is kept of the answer, and what the rule asks of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from auditor.config import RuleConfig
from auditor.meaning import neighbours as meaning
from auditor.meaning.knowledge import Knowledge
from auditor.signals.relevance import Relevance, conditions, figures, measure
from auditor.signals.statistics import FloatArray
from auditor.signals.study import Study
from tests.signals.studies import candidate, with_group

RULE = RuleConfig()


@dataclass(frozen=True, eq=False)
class Known(meaning.Relevance):
    """A space with known answers."""

    answers: dict[str, float] = field(default_factory=dict)
    asked: list[list[str]] = field(default_factory=list)

    def rho(self, words: Sequence[str]) -> FloatArray:
        self.asked.append(list(words))
        return np.array([self.answers.get(word, np.nan) for word in words])


def told(study: Study, answers: dict[str, float]) -> tuple[Study, Known]:
    known = Known(answers=answers)
    return replace(study, knowledge=Knowledge(relevance=known)), known


def test_each_word_is_asked_for_once_and_a_pair_is_as_near_as_its_nearer_word(small: Study) -> None:
    study, known = told(small, {"amber": 0.9, "plot": 0.2})
    words = [("amber",), ("plot",), ("violet",), ("amber", "plot"), ("plot", "violet")]
    found = measure(study, [candidate(small, *some) for some in words])
    assert [one.rho for one in found] == [0.9, 0.2, None, 0.9, 0.2]
    assert found[2] == Relevance(why="not_in_space")
    assert known.asked == [["amber", "plot", "violet"]]


def test_what_is_not_a_word_is_never_asked_for(study: Study) -> None:
    wiser, known = told(study, {"[pos]": 0.9, "good": 0.8})
    marker, word = measure(wiser, [candidate(study, "[pos]"), candidate(study, "good")])
    assert marker == Relevance(why="not_in_space") and word.rho == 0.8
    assert known.asked == [["good"]]


def test_a_group_is_the_mean_over_its_occurrences(small: Study) -> None:
    wider, group = with_group(small, ("amber", "violet"))
    study, _ = told(wider, {"amber": 0.8, "violet": 0.0})
    (found,) = measure(study, [group])
    assert found.rho == pytest.approx(0.8 * 10 / 16)  # ten texts and six


def test_a_function_word_is_exempt(small: Study) -> None:
    study, _ = told(small, {"the": 0.1, "amber": 0.1})
    the, amber = measure(study, [candidate(small, "the"), candidate(small, "amber")])
    assert the.rho == pytest.approx(0.1) and (the.exempt, amber.exempt) == ("function_word", "")
    assert [one.met for one in conditions(the, RULE)] == [False, False]
    assert [one.met for one in conditions(amber, RULE)] == [False, True]


def test_without_a_space_there_is_no_evidence_and_the_reason_is_given(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber")])
    assert found.rho is None and found.why == "no_lexicon"
    assert not any(condition.met for condition in conditions(found, RULE))


@pytest.mark.parametrize(
    ("rho", "met"),
    [(0.9, (True, False)), (0.89, (False, False)), (0.5, (False, False)), (0.49, (False, True)),
     (0.0, (False, True)), (None, (False, False))],
)  # fmt: skip
def test_what_is_near_the_task_and_what_is_far(rho: float | None, met: tuple[bool, bool]) -> None:
    related, unrelated = conditions(Relevance(rho), RULE)
    assert (related.code, unrelated.code) == ("related", "unrelated")
    assert (related.met, unrelated.met) == met
    assert (related.asked, unrelated.asked, related.seen) == (RULE.related, RULE.unrelated, rho)


def test_it_is_a_column() -> None:
    (figure,) = figures(Relevance(0.7, ""))
    assert (figure.name, figure.estimate.estimate, bool(figure.column)) == ("relevance", 0.7, True)
