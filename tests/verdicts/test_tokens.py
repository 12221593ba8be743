"""The verdict on a token: what its severity and its score depend on, and on nothing else."""

from dataclasses import fields, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Judgement, Severity, Verdict
from auditor.records.estimates import Estimate
from auditor.signals.association import Association
from auditor.signals.insertion import Insertion
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.relevance import Relevance
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.verdicts.knowing import Answer
from auditor.verdicts.tokens import HALF_EFFECT, HALF_REACH, TABLE, judge_token, score, weight
from tests.findings.builder import of

RULE = RuleConfig()


def association(count: int, adjusted: float = 1e-6) -> Association:
    return Association(rate(count, 50, p=adjusted, adjusted_p=adjusted), 0.5)


def insertion(count: int) -> Insertion:
    return Insertion(rate(count, 40, p=1e-6 if count > 5 else 0.5), rate(1, 40))


LEAK, NO_LEAK = association(45), association(26, 0.9)
DECIDES, OBEYED, IGNORED = insertion(36), insertion(14), insertion(2)
NEEDED = Reliance(Estimate(5.0, 3.0, 7.0, 20, 12, 1e-6, 1e-4))


def judged(
    *records: object, reach: float = 0.02, decision: Choice | None = None, rule: RuleConfig = RULE
) -> Judgement:
    return judge_token(of(*records), reach, rule, decision)


def test_the_table_has_a_cell_for_every_row_and_answer() -> None:
    rows = {row for row, _ in TABLE}
    assert set(TABLE) == set(product(rows, Answer)) and len(rows) == 6
    assert Verdict.KEYWORD not in TABLE.values()  # a word of the task that decides, told apart afterwards


@pytest.mark.parametrize(
    ("records", "leaks", "relies"),
    [
        ((LEAK,), True, False),
        ((LEAK, OBEYED), True, True),
        ((NO_LEAK, NEEDED), False, True),
        ((NO_LEAK, IGNORED), False, False),
        ((DECIDES,), None, True),
        ((), None, False),
    ],
)
def test_two_questions_are_answered_apart(
    records: tuple[object, ...], leaks: bool | None, relies: bool
) -> None:
    found = judged(*records)
    assert (found.leaks, found.relies) == (leaks, relies)


def test_a_leak_is_both_sure_and_large() -> None:
    assert judged(association(45, 0.06), DECIDES).leaks is False
    assert judged(association(33, 1e-6), DECIDES).leaks is False  # at least 0.52 of its texts, 0.6 is asked
    assert judged(association(45), DECIDES).leaks is True


@pytest.mark.parametrize("choice", [Choice.ARTEFACT, Choice.LEGITIMATE])
@pytest.mark.parametrize("records", [(LEAK, DECIDES), (LEAK, IGNORED), (NO_LEAK, DECIDES), (NO_LEAK, OBEYED)])
def test_a_decision_says_what_a_token_is_and_not_what_it_does(
    records: tuple[object, ...], choice: Choice
) -> None:
    plain, decided = judged(*records), judged(*records, decision=choice)
    assert (plain.route, plain.leaks, plain.relies) == (decided.route, decided.leaks, decided.relies)
    assert plain.conditions == decided.conditions
    task = choice is Choice.LEGITIMATE
    assert (decided.verdict in (Verdict.TASK, Verdict.KEYWORD)) == task
    assert (decided.score == 0.0) == task


def test_severity_grows_with_what_a_leak_does_and_how_far_it_reaches() -> None:
    order = [Severity.LOW, Severity.MEDIUM, Severity.HIGH]
    found = [judged(LEAK, one, Relevance(0.2)).severity for one in (IGNORED, OBEYED, DECIDES)]
    assert found == order
    wide = [judged(LEAK, IGNORED, Relevance(0.2), reach=reach).severity for reach in (0.049, 0.05)]
    assert wide == order[:2]
    unknown = judged(LEAK, IGNORED, reach=0.9)  # nobody knows whether it is one
    assert (unknown.verdict, unknown.severity) == (Verdict.UNDECIDED, Severity.LOW)


def test_what_is_no_accusation_is_never_severe() -> None:
    for known in (Relevance(0.97), Lexicon(LISTED, "seeds")):
        for records in product((LEAK, NO_LEAK), (DECIDES, OBEYED, IGNORED)):
            found = judged(*records, known, reach=0.9)
            assert found.severity is Severity.LOW


@pytest.mark.parametrize(
    ("effect", "reach", "expected"),
    [
        (HALF_EFFECT, HALF_REACH, 0.25),
        (0.0, 1.0, 0.0),
        (-0.4, 1.0, 0.0),
        (0.45, 0.045, 0.9 * 0.9),
        (0.2, 0.0, 0.0),
    ],
)
def test_weight_by_hand(effect: float, reach: float, expected: float) -> None:
    assert weight(effect, reach) == pytest.approx(expected)


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_weight_grows_with_both_and_stays_below_one(
    effect: float, more: float, reach: float, far: float
) -> None:
    assert 0 <= weight(effect, reach) <= weight(effect + more, reach) < 1
    low, high = sorted((reach, far))
    assert weight(effect, low) <= weight(effect, high)


def test_the_stronger_of_two_effects_counts() -> None:
    leans, turns = score(of(LEAK), 0.02, RULE), score(of(DECIDES), 0.02, RULE)
    assert score(of(LEAK, DECIDES), 0.02, RULE) == max(leans, turns) > min(leans, turns) > 0
    placebo = replace(DECIDES, placebo=rate(30, 40))
    assert score(of(placebo), 0.02, RULE) < turns  # what any word does is no effect of this one


@given(
    st.integers(0, 50),
    st.integers(0, 40),
    st.sampled_from([None, 0.1, 0.7, 0.95]),
    st.floats(0, 1),
    st.sampled_from([field.name for field in fields(RuleConfig)]),
    st.floats(0.5, 1.0),
)
def test_no_threshold_moves_the_score(
    count: int, turned: int, rho: float | None, reach: float, name: str, factor: float
) -> None:
    """Findings judged again keep their order, unless another source says what they are."""
    evidence = of(association(count), insertion(turned), Relevance(rho))
    moved = replace(RULE, **{name: getattr(RULE, name) * factor})
    before, after = judge_token(evidence, reach, RULE), judge_token(evidence, reach, moved)
    if (before.known, before.source) == (after.known, after.source):
        assert before.score == after.score
