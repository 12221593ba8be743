"""Relevance: who is asked, what is kept of the answer, and what the rule asks of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from auditor.config import RuleConfig
from auditor.signals.relevance import Relevance, conditions, figures, measure
from auditor.signals.study import Study
from tests.signals.studies import candidate

RULE = RuleConfig()


@dataclass
class Meaning:
    """An embedding space with known answers."""

    known: dict[str, Relevance]
    asked: list[list[str]] = field(default_factory=list)

    def relevance(self, words: Sequence[str]) -> list[Relevance]:
        self.asked.append(list(words))
        return [self.known.get(word, Relevance(why="unknown word")) for word in words]


def test_each_word_is_asked_for_once_and_a_pair_is_as_near_as_its_nearer_word(small: Study) -> None:
    near, far = Relevance(0.9, ""), Relevance(0.2, "", function_word=True)
    meaning = Meaning({"amber": near, "plot": far})
    study = replace(small, given={"relevance": meaning})
    words = [("amber",), ("plot",), ("violet",), ("amber", "plot"), ("plot", "violet")]
    found = measure(study, [candidate(small, *some) for some in words])
    assert found == [near, far, Relevance(why="unknown word"), near, far]
    assert meaning.asked == [["amber", "plot", "violet"]]


def test_without_a_space_there_is_no_evidence_and_the_reason_is_given(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber")])
    assert found.rho is None and found.why
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
