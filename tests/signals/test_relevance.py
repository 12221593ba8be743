"""Relevance: who is asked, what is kept of the answer, and what the rule asks of it."""

from collections.abc import Mapping, Sequence
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


def test_a_name_of_people_is_never_related_and_outside_of_toxicity_may_be_unrelated() -> None:
    met = {
        (exempt, rho): [one.met for one in conditions(Relevance(rho, exempt=exempt), RULE)]
        for exempt in ("people", "group_name")
        for rho in (0.95, 0.2)
    }
    assert met["people", 0.95] == met["group_name", 0.95] == met["group_name", 0.2] == [False, False]
    assert met["people", 0.2] == [False, True]


@pytest.mark.parametrize(("speaks", "met"), [(0.2, True), (0.19, False), (-1.0, False)])
def test_a_direction_is_a_condition(speaks: float, met: bool) -> None:
    *_, direction = conditions(Relevance(0.95, speaks=speaks), RULE)
    assert (direction.code, direction.seen, direction.asked, direction.met) == ("speaks", speaks, 0.2, met)


@dataclass(frozen=True, eq=False)
class Directed(Knowledge):
    """Known directions towards *positive*."""

    directions: dict[str, float] = field(default_factory=dict)

    def speaks(self, words: Sequence[str], label: str, sides: Mapping[str, str]) -> FloatArray:  # noqa: ARG002
        sign = 1.0 if label == "positive" else -1.0
        return sign * np.array([self.directions.get(word, np.nan) for word in words])


def test_the_direction_is_that_of_the_candidates_label_and_of_a_group_the_mean(small: Study) -> None:
    wider, group = with_group(small, ("amber", "violet"))
    _, known = told(wider, {"amber": 0.8, "violet": 0.4, "plot": 0.2})
    study = replace(wider, knowledge=Directed(relevance=known, directions={"amber": 0.5, "violet": -0.5}))
    pair, plot = candidate(small, "amber", "violet"), candidate(small, "plot")
    amber = candidate(small, "amber")
    other = replace(amber, label=1 - amber.label)
    sign = 1.0 if small.corpus.labels[amber.label] == "positive" else -1.0
    found = [one.speaks for one in measure(study, [amber, other, group, pair, plot])]
    assert found[:2] == [0.5 * sign, -0.5 * sign] and found[3:] == [None, None]
    own = 1.0 if small.corpus.labels[group.label] == "positive" else -1.0
    assert found[2] == pytest.approx(own * (0.5 * 10 - 0.5 * 6) / 16)  # ten texts and six


def test_they_are_figures_and_one_is_a_column() -> None:
    rho, speaks = figures(Relevance(0.7, "", speaks=0.3))
    assert (rho.name, rho.estimate.estimate, bool(rho.column)) == ("relevance", 0.7, True)
    assert (speaks.name, speaks.estimate.estimate, bool(speaks.column)) == ("speaks", 0.3, False)
