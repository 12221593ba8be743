"""Is it part of the task: every source in its turn, and how far from the task a token is."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.config import RuleConfig
from auditor.findings.finding import Choice
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.kind import FORM, OPENING, TokenKind
from auditor.signals.lexicon import LISTED, NOT_LISTED, Lexicon
from auditor.signals.reference import ABSENT, CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata
from auditor.verdicts.knowing import DECIDED, NOT_THE_TASK, Answer, Known, known, unrelatedness
from tests.findings.builder import of

RULE = RuleConfig()
DECIDES = Insertion(rate(36, 40, p=1e-6), rate(1, 40))
NEAR, FAR, BETWEEN = Relevance(0.95), Relevance(0.3), Relevance(0.7)
NOBODY = Known()


@pytest.mark.parametrize(
    ("records", "answer", "source"),
    [
        ((), Answer.UNKNOWN, "none"),
        ((Reference(ABSENT),), Answer.UNKNOWN, "none"),
        ((Lexicon(NOT_LISTED),), Answer.UNKNOWN, "none"),
        ((TokenKind("word"),), Answer.UNKNOWN, "none"),
        ((BETWEEN,), Answer.UNKNOWN, "none"),
        ((Strata("several-groups"),), Answer.UNKNOWN, "none"),
        ((Reference(REPLICATED),), Answer.RELATED, "reference"),
        ((Reference(CONTRADICTED),), Answer.UNRELATED, "reference"),
        ((Lexicon(LISTED, "toxicity"),), Answer.RELATED, "toxicity"),
        ((TokenKind("url"),), Answer.UNRELATED, "kind"),
        ((TokenKind(FORM),), Answer.UNRELATED, "kind"),
        ((TokenKind(FORM, exempt="unknown_task"),), Answer.UNKNOWN, "none"),
        ((TokenKind("hashtag", exempt="listed_inside"),), Answer.UNKNOWN, "none"),
        ((NEAR,), Answer.RELATED, "relevance"),
        ((FAR,), Answer.UNRELATED, "relevance"),
        ((Strata("one-group"),), Answer.UNRELATED, "groups"),
        ((Relevance(0.3, exempt="function_word"),), Answer.GRAMMAR, "none"),
        ((Relevance(0.3, exempt="function_word"), DECIDES), Answer.FUNCTION, "none"),
        ((Relevance(0.3, exempt="label_name"),), Answer.UNKNOWN, "none"),
        ((Relevance(0.95, exempt="group_name"),), Answer.UNKNOWN, "none"),
        ((Relevance(0.95, exempt="people"),), Answer.UNKNOWN, "none"),
        ((Relevance(0.3, exempt="people"),), Answer.UNRELATED, "relevance"),
        ((Relevance(0.3, exempt="group_name"),), Answer.UNKNOWN, "none"),
        ((Relevance(why="not_in_space"),), Answer.UNKNOWN, "none"),
    ],
)
def test_what_one_source_says_by_itself(records: tuple[object, ...], answer: Answer, source: str) -> None:
    assert known(of(*records), RULE) == Known(answer, source)


@pytest.mark.parametrize(
    ("first", "second", "source"),
    [
        (Reference(REPLICATED), Lexicon(LISTED, "seeds"), "reference"),
        (Reference(CONTRADICTED), Lexicon(LISTED, "seeds"), "reference"),
        (Lexicon(LISTED, "seeds"), TokenKind("number"), "seeds"),
        (Lexicon(LISTED, "seeds"), FAR, "seeds"),
        (TokenKind("number"), NEAR, "kind"),
        (NEAR, Strata("no-group"), "relevance"),
        (FAR, Strata("no-group"), "relevance"),
    ],
)
def test_the_better_source_has_the_word(first: object, second: object, source: str) -> None:
    assert known(of(first, second), RULE).source == source
    assert known(of(second), RULE).source != source


def test_an_opening_with_a_word_of_the_task_is_part_of_it() -> None:
    opening = TokenKind(OPENING)
    assert known(of(opening), RULE) == Known(Answer.UNRELATED, "kind")
    assert known(of(opening, NEAR), RULE) == Known(Answer.RELATED, "relevance")
    assert known(of(opening, BETWEEN), RULE) == Known(Answer.UNRELATED, "kind")


@pytest.mark.parametrize("records", [(), (Reference(REPLICATED),), (TokenKind("url"), FAR)])
def test_a_reviewer_is_above_all_sources_unless_unsure(records: tuple[object, ...]) -> None:
    evidence = of(*records)
    for choice, answer in DECIDED.items():
        assert known(evidence, RULE, choice) == answer and answer.source == "reviewer"
    assert known(evidence, RULE, Choice.UNSURE) == known(evidence, RULE)


@pytest.mark.parametrize(
    ("records", "decision", "expected"),
    [
        ((), None, 0.5),
        ((Reference(REPLICATED),), None, 0.0),
        ((Lexicon(LISTED, "seeds"), FAR), None, 0.0),
        ((TokenKind("url"), NEAR), None, 1.0),
        ((Strata("one-group"), BETWEEN), None, 1.0),
        ((Relevance(0.9),), None, 0.01),
        ((Relevance(0.4),), None, 0.36),
        ((BETWEEN,), None, 0.09),
        ((NEAR,), Choice.ARTEFACT, 1.0),
        ((FAR,), Choice.LEGITIMATE, 0.0),
    ],
)
def test_how_unrelated_by_hand(records: tuple[object, ...], decision: Choice | None, expected: float) -> None:
    assert unrelatedness(of(*records), RULE, decision) == pytest.approx(expected)


def test_it_falls_with_relevance_without_a_jump_at_the_thresholds() -> None:
    steps = [unrelatedness(of(Relevance(rho / 200)), RULE) for rho in range(201)]
    assert steps[0] == 1.0 and steps[-1] == 0.0
    assert all(0 <= before - after <= 0.011 for before, after in pairwise(steps))


records = st.fixed_dictionaries(
    {},
    optional={
        "reference": st.sampled_from([Reference(a) for a in (REPLICATED, CONTRADICTED, ABSENT)]),
        "lexicon": st.sampled_from([Lexicon(LISTED, "seeds"), Lexicon(NOT_LISTED)]),
        "kind": st.sampled_from(["word", "url", OPENING, FORM]).map(TokenKind),
        "relevance": st.builds(
            Relevance,
            st.floats(0, 1),
            exempt=st.sampled_from(["", "function_word", "group_name", "people"]),
            speaks=st.sampled_from([None, -0.3, 0.3]),
        ),
        "strata": st.sampled_from(["one-group", "no-group", "too-few"]).map(Strata),
    },
)


@settings(max_examples=40)
@given(records, st.sampled_from([None, *Choice]))
def test_an_answer_has_a_source_and_a_degree(parts: dict[str, object], decision: Choice | None) -> None:
    evidence = Evidence(parts)
    found, degree = known(evidence, RULE, decision), unrelatedness(evidence, RULE, decision)
    assert 0.0 <= degree <= 1.0
    assert (found.source == "none") == (found.answer in (Answer.UNKNOWN, Answer.FUNCTION, Answer.GRAMMAR))
    if found.source in NOT_THE_TASK:
        assert degree == (0.0 if found.answer is Answer.RELATED else 1.0)
    if found.answer is Answer.UNRELATED and found.source == "relevance":
        assert degree > 0.25  # farther than half of all words
