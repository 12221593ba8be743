"""The verdict on a pair: what two words do together, what each says alone, and who knows the task."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Judgement, Severity, Verdict
from auditor.records.estimates import NO_EVIDENCE, Estimate
from auditor.signals.association import Association
from auditor.signals.interaction import Interaction
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.relevance import Relevance
from auditor.signals.statistics import rate
from auditor.verdicts.pair_rule import CHANGES, INTERACTS, NOTHING, TOGETHER, judge_pair
from tests.findings.builder import of

RULE = RuleConfig()
FOLLOWED = Association(rate(45, 50, p=1e-8, adjusted_p=1e-6), 0.5)
NOT_FOLLOWED = Association(rate(30, 50, p=0.1, adjusted_p=0.4), 0.5)
SECOND = Estimate(0.6, 0.4, 0.8, 16, p=1e-4, adjusted_p=1e-3)
AWAY, TOWARDS = Estimate(0.3, 0.2, 0.4, 80), Estimate(0.7, 0.6, 0.8, 80)
EVEN, WIDE = Estimate(0.5, 0.4, 0.6, 80), Estimate(0.5, 0.2, 0.8, 6)


def alone(first: Estimate, second: Estimate, together: Estimate = SECOND) -> Interaction:
    return Interaction(together, first_alone=first, second_alone=second)


def judged(*records: object, decision: Choice | None = None) -> Judgement:
    return judge_pair(of(*records), RULE, decision)


@pytest.mark.parametrize(
    ("first", "second", "verdict", "route"),
    [
        (EVEN, EVEN, Verdict.ARTEFACT, TOGETHER),
        (AWAY, AWAY, Verdict.ARTEFACT, TOGETHER),
        (TOWARDS, TOWARDS, Verdict.CONTEXT, CHANGES),
        (TOWARDS, AWAY, Verdict.CONTEXT, CHANGES),
        (EVEN, AWAY, Verdict.CONTEXT, CHANGES),
        (EVEN, TOWARDS, Verdict.CONTEXT, CHANGES),
        (WIDE, EVEN, Verdict.UNDECIDED, INTERACTS),
        (WIDE, WIDE, Verdict.UNDECIDED, INTERACTS),
        (NO_EVIDENCE, AWAY, Verdict.UNDECIDED, INTERACTS),
    ],
)
def test_what_each_word_says_alone(first: Estimate, second: Estimate, verdict: Verdict, route: str) -> None:
    for one, other in ((first, second), (second, first)):  # a pair has no order
        found = judged(FOLLOWED, alone(one, other))
        assert (found.verdict, found.route) == (verdict, route)


def test_labels_that_do_not_follow_the_pair_make_no_artefact() -> None:
    assert judged(NOT_FOLLOWED, alone(EVEN, EVEN)).verdict is Verdict.CONTEXT
    assert judged(NOT_FOLLOWED, alone(WIDE, EVEN)).verdict is Verdict.UNDECIDED
    unknown = judged(alone(EVEN, EVEN))
    assert (unknown.verdict, unknown.leaks) == (Verdict.UNDECIDED, None)


@pytest.mark.parametrize(
    "second",
    [
        replace(SECOND, low=0.1),
        replace(SECOND, adjusted_p=0.06),
        replace(SECOND, adjusted_p=None),
        NO_EVIDENCE,
        replace(SECOND, low=None),
    ],
)
def test_a_pair_that_does_no_more_than_its_words_is_nothing(second: Estimate) -> None:
    found = judged(FOLLOWED, alone(EVEN, EVEN, second))
    assert (found.verdict, found.route, found.relies) == (Verdict.NOTHING, NOTHING, False)
    assert found.severity is Severity.LOW


@pytest.mark.parametrize(("effect", "severity"), [(0.49, Severity.MEDIUM), (0.5, Severity.HIGH)])
def test_severity_is_the_size_of_what_the_pair_does(effect: float, severity: Severity) -> None:
    found = judged(FOLLOWED, alone(EVEN, EVEN, replace(SECOND, estimate=effect)))
    assert (found.verdict, found.severity) == (Verdict.ARTEFACT, severity)
    context = judged(FOLLOWED, alone(TOWARDS, EVEN, replace(SECOND, estimate=effect)))
    assert context.severity is Severity.LOW


def test_a_word_of_the_task_and_a_reviewer_have_the_last_word() -> None:
    pair = (FOLLOWED, alone(EVEN, EVEN))
    assert judged(*pair, Lexicon(LISTED, "seeds")).verdict is Verdict.CONTEXT
    assert judged(*pair, Relevance(0.95)).verdict is Verdict.CONTEXT
    assert judged(*pair, decision=Choice.LEGITIMATE).verdict is Verdict.CONTEXT
    accused = judged(*pair, Relevance(0.95), decision=Choice.ARTEFACT)
    assert (accused.verdict, accused.source) == (Verdict.ARTEFACT, "reviewer")


def test_the_score_by_hand() -> None:
    """What it does, 0.6, times how unrelated it is: 0.5 where nobody knows, 0.64 of relevance 0.2."""
    pair = alone(EVEN, EVEN)
    assert judged(FOLLOWED, pair).score == pytest.approx(0.3)
    assert judged(FOLLOWED, pair, Relevance(0.2)).score == pytest.approx(0.6 * 0.64)
    assert judged(FOLLOWED, pair, Lexicon(LISTED, "seeds")).score == 0.0
    assert judged(FOLLOWED, alone(EVEN, EVEN, replace(SECOND, estimate=-0.4))).score == 0.0
    assert judged(FOLLOWED, alone(EVEN, EVEN, replace(SECOND, estimate=1.7))).score == 0.5


shares = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)


@given(shares, shares, st.floats(0.05, 0.95), st.floats(-1, 1), st.floats(0, 1))
def test_an_artefact_has_met_every_condition(
    first: list[float], second: list[float], base: float, low: float, p: float
) -> None:
    words = [Estimate((a + b) / 2, a, b, 50) for a, b in (first, second)]
    together = Estimate(min(1.0, low + 0.1), low, min(1.0, low + 0.2), 16, p=p, adjusted_p=p)
    found = judged(replace(FOLLOWED, base=base), alone(*words, together))
    met = {condition.code: condition.met for condition in found.conditions}
    assert found.relies == met["interacts"] == (low >= RULE.interacts and p <= RULE.level)
    if found.verdict is Verdict.ARTEFACT:
        assert all(met.values())
        assert not any(word.low is not None and word.low > base for word in words)
