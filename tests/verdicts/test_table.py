"""The verdict on a token: every cell of the table, and what moves a token from one to the next."""

from dataclasses import fields, replace
from itertools import pairwise

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Judgement, Severity, Verdict
from auditor.records.estimates import Estimate
from auditor.signals.association import Association
from auditor.signals.evidence import SIGNALS, Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.lexicon import LISTED, NOT_LISTED, Lexicon
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata
from auditor.verdicts.pair_rule import judge_pair
from auditor.verdicts.tokens import TABLE, judge_token

RULE = RuleConfig()
LEAK = Association(rate(45, 50, p=1e-8, adjusted_p=1e-6), 0.5)
FAINT = Association(rate(280, 500, p=1e-3, adjusted_p=0.02), 0.5)
NO_LEAK = Association(rate(25, 50, p=0.6, adjusted_p=0.9), 0.5)
DECIDES = Insertion(rate(36, 40, p=1e-6), rate(1, 40))
OBEYED = Insertion(rate(14, 40, p=1e-3), rate(1, 40))
IGNORED = Insertion(rate(2, 40, p=0.5), rate(1, 40))
NEEDED = Reliance(Estimate(5.0, 3.0, 7.0, 20, 12, 1e-6, 1e-4))
RELATED, UNRELATED, BETWEEN = Relevance(0.97), Relevance(0.2), Relevance(0.7)
FUNCTION = Relevance(0.2, exempt="function_word")


def of(*records: object) -> Evidence:
    names = {signal.Record: signal.NAME for signal in SIGNALS}
    return Evidence({names[type(record)]: record for record in records})


def judged(*records: object, reach: float = 0.02, rule: RuleConfig = RULE) -> Judgement:
    return judge_token(of(*records), reach, rule)


def said(*records: object, reach: float = 0.02) -> tuple[Verdict, Severity]:
    found = judged(*records, reach=reach)
    return found.verdict, found.severity


CASES = [
    ((LEAK, DECIDES, RELATED), (Verdict.KEYWORD, Severity.LOW)),
    ((LEAK, DECIDES, UNRELATED), (Verdict.ARTEFACT, Severity.HIGH)),
    ((LEAK, DECIDES, BETWEEN), (Verdict.UNDECIDED, Severity.HIGH)),
    ((LEAK, OBEYED, RELATED), (Verdict.TASK, Severity.LOW)),
    ((LEAK, OBEYED, UNRELATED), (Verdict.ARTEFACT, Severity.MEDIUM)),
    ((LEAK, OBEYED, BETWEEN), (Verdict.UNDECIDED, Severity.MEDIUM)),
    ((LEAK, IGNORED, RELATED), (Verdict.TASK, Severity.LOW)),
    ((LEAK, IGNORED, UNRELATED), (Verdict.ARTEFACT, Severity.LOW)),
    ((LEAK, IGNORED, BETWEEN), (Verdict.UNDECIDED, Severity.LOW)),
    ((NO_LEAK, DECIDES, RELATED), (Verdict.KEYWORD, Severity.LOW)),
    ((NO_LEAK, OBEYED, RELATED), (Verdict.TASK, Severity.LOW)),
    ((NO_LEAK, DECIDES, UNRELATED), (Verdict.CONTEXT, Severity.LOW)),
    ((NO_LEAK, OBEYED, BETWEEN), (Verdict.CONTEXT, Severity.LOW)),
    ((NO_LEAK, DECIDES, BETWEEN), (Verdict.UNDECIDED, Severity.MEDIUM)),
    ((LEAK, DECIDES, FUNCTION), (Verdict.UNDECIDED, Severity.HIGH)),
    ((LEAK, IGNORED, FUNCTION), (Verdict.CONTEXT, Severity.LOW)),
    ((NO_LEAK, DECIDES, FUNCTION), (Verdict.CONTEXT, Severity.LOW)),
    ((LEAK, OBEYED, FUNCTION), (Verdict.CONTEXT, Severity.LOW)),
    ((NO_LEAK, OBEYED, FUNCTION), (Verdict.CONTEXT, Severity.LOW)),
    ((NO_LEAK, OBEYED, UNRELATED), (Verdict.CONTEXT, Severity.LOW)),
    *(
        ((NO_LEAK, IGNORED, NEEDED, known), (Verdict.CONTEXT, Severity.LOW))
        for known in (RELATED, UNRELATED, BETWEEN, FUNCTION)
    ),
    *(
        ((FAINT, IGNORED, known), (Verdict.NOTHING, Severity.LOW))
        for known in (RELATED, UNRELATED, BETWEEN, FUNCTION)
    ),
]


@pytest.mark.parametrize(("records", "expected"), CASES)
def test_every_cell_of_the_table(records: tuple[object, ...], expected: tuple[Verdict, Severity]) -> None:
    assert said(*records) == expected


def test_the_cases_cover_the_table() -> None:
    seen = {(found.route, found.known) for found in (judged(*records) for records, _ in CASES)}
    decided = {(row, "function") for row in ("obeyed", "ignored-leak", "needed", "nothing")}
    never = {("overrules", "grammar")} | decided  # one decides alone and the other does not
    assert {(row, answer.value) for row, answer in TABLE} == seen | never


def test_a_word_that_decides_must_mean_the_label_it_decides_for() -> None:
    """*honestly* lies among words of praise and of blame alike: nothing in it says why it turns 36 of 40."""
    between = replace(RELATED, speaks=-0.05)
    assert said(LEAK, DECIDES, replace(RELATED, speaks=0.5)) == (Verdict.KEYWORD, Severity.LOW)
    assert said(LEAK, DECIDES, between) == (Verdict.UNDECIDED, Severity.HIGH)
    assert said(LEAK, OBEYED, between) == (Verdict.TASK, Severity.LOW)
    assert said(LEAK, DECIDES, between, Lexicon(LISTED)) == (Verdict.KEYWORD, Severity.LOW)
    assert judged(LEAK, DECIDES, between).score == pytest.approx(judged(LEAK, DECIDES).score)


def test_a_leak_in_many_texts_that_the_model_ignores_is_of_medium_severity() -> None:
    assert said(LEAK, IGNORED, UNRELATED, reach=0.05) == (Verdict.ARTEFACT, Severity.MEDIUM)


def test_a_planted_marker_needs_no_lexicon() -> None:
    marker = TokenKind("marker")
    assert said(LEAK, DECIDES, marker) == (Verdict.ARTEFACT, Severity.HIGH)
    assert said(LEAK, DECIDES, TokenKind("word"))[0] is Verdict.UNDECIDED
    assert said(LEAK, DECIDES, TokenKind("emoji"))[0] is Verdict.UNDECIDED


def test_the_best_source_has_the_word() -> None:
    sources = [
        (Reference(REPLICATED), "reference", "related"),
        (Lexicon(LISTED, "seeds"), "seeds", "related"),
        (TokenKind("number"), "kind", "unrelated"),
        (Relevance(0.2), "relevance", "unrelated"),
        (Strata("one-group"), "groups", "unrelated"),
    ]
    for place, (_, source, answer) in enumerate(sources):
        found = judged(LEAK, DECIDES, *(record for record, *_ in sources[place:]))
        assert (found.source, found.known) == (source, answer)
    every = of(LEAK, DECIDES, *(record for record, *_ in sources))
    decided = judge_token(every, 0.02, RULE, Choice.ARTEFACT)
    assert (decided.source, decided.known, decided.verdict) == ("reviewer", "unrelated", Verdict.ARTEFACT)
    assert judge_token(every, 0.02, RULE, Choice.UNSURE).source == "reference"
    assert (judged(LEAK, DECIDES, BETWEEN).source, judged(LEAK, DECIDES, BETWEEN).known) == (
        "none",
        "unknown",
    )
    assert judged(LEAK, DECIDES, Reference(CONTRADICTED), RELATED).verdict is Verdict.ARTEFACT
    assert judged(LEAK, DECIDES, Lexicon(NOT_LISTED), UNRELATED).source == "relevance"


def test_a_function_word_is_never_an_artefact_by_relevance_alone() -> None:
    word = replace(UNRELATED, exempt="function_word")
    assert said(LEAK, DECIDES, word)[0] is Verdict.UNDECIDED
    assert said(LEAK, DECIDES, word, Reference(CONTRADICTED))[0] is Verdict.ARTEFACT


def test_a_link_that_holds_in_one_source_alone_is_not_of_the_task() -> None:
    for answer, verdict in (
        ("one-group", Verdict.ARTEFACT),
        ("no-group", Verdict.ARTEFACT),
        ("several-groups", Verdict.UNDECIDED),
        ("too-few", Verdict.UNDECIDED),
    ):
        assert judged(LEAK, DECIDES, Strata(answer)).verdict is verdict
        assert judged(LEAK, DECIDES, Strata(answer), RELATED).verdict is Verdict.KEYWORD
    word = replace(UNRELATED, exempt="function_word")
    assert judged(LEAK, DECIDES, word, Strata("one-group")).verdict is Verdict.ARTEFACT


def test_without_knowledge_no_word_is_accused() -> None:
    for association in (LEAK, NO_LEAK):
        for insertion in (DECIDES, OBEYED, IGNORED):
            assert said(association, insertion, TokenKind("word"), NEEDED)[0] is not Verdict.ARTEFACT


def test_of_a_large_class_half_of_what_is_left_is_a_clear_leak() -> None:
    large = Association(rate(398, 400, p=1e-8, adjusted_p=1e-6), 0.95)
    assert judged(large, DECIDES, UNRELATED).verdict is Verdict.ARTEFACT
    less = Association(rate(385, 400, p=1e-3, adjusted_p=1e-2), 0.95)
    assert judged(less, DECIDES, UNRELATED).verdict is Verdict.CONTEXT


def test_no_score_contradicts_its_verdict() -> None:
    found = [judged(*records) for records, _ in CASES]
    accused = [one.score for one in found if one.verdict is Verdict.ARTEFACT]
    cleared = [one.score for one in found if one.verdict in (Verdict.TASK, Verdict.KEYWORD)]
    assert min(accused) > 10 * max(cleared)
    listed = judged(LEAK, DECIDES, Lexicon(LISTED, "seeds"))
    assert listed.score == 0.0


def test_the_score_falls_with_relevance_and_rises_with_effect_and_reach() -> None:
    steps = [judged(LEAK, DECIDES, Relevance(rho / 20)).score for rho in range(21)]
    assert steps == sorted(steps, reverse=True) and steps[-1] == 0.0
    assert max(a - b for a, b in pairwise(steps)) < 0.1  # no jump where relevance calls a word related
    reached = [judged(LEAK, DECIDES, UNRELATED, reach=reach).score for reach in (0.001, 0.01, 0.1)]
    turned = [judged(LEAK, one, UNRELATED).score for one in (IGNORED, DECIDES)]
    assert reached == sorted(reached) and turned == sorted(turned)


def test_the_score_by_hand() -> None:
    """The labels lean to it by 0.4 at least, it turns 0.7 beyond the placebo; ρ 0.2; in 0.02 of the texts."""
    lean = Association(Estimate(0.95, 0.9, 0.99, 50, 45, 1e-8, 1e-6), 0.5)
    turns = Insertion(Estimate(0.8, 0.75, 0.85, 40, 32, 1e-6), Estimate(0.05, n=40))
    assert judged(lean, turns, UNRELATED).score == pytest.approx(0.7 / 0.75 * 0.02 / 0.025 * 0.8**2)
    assert judged(lean, turns, TokenKind("number")).score == pytest.approx(0.7 / 0.75 * 0.8)
    assert judged(lean, UNRELATED).score == pytest.approx(0.4 / 0.45 * 0.8 * 0.8**2)
    assert judged(lean).score == pytest.approx(0.4 / 0.45 * 0.8 * 0.5)


SECOND = Estimate(0.6, 0.4, 0.8, 16, p=1e-4, adjusted_p=1e-3)
PAIR = Interaction(SECOND, Estimate(0.02), rate(50, 100), rate(25, 50), rate(25, 50))


def test_a_pair_with_a_word_of_the_task_is_what_a_model_should_learn() -> None:
    assert judge_pair(of(LEAK, PAIR), RULE).verdict is Verdict.ARTEFACT
    assert judge_pair(of(LEAK, PAIR, RELATED), RULE).verdict is Verdict.CONTEXT
    assert judge_pair(of(LEAK, PAIR, Lexicon(LISTED)), RULE).verdict is Verdict.CONTEXT


def share(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 40, 20, 1e-6, 1e-4)


BORDER = [
    ("token", (replace(LEAK, share=replace(LEAK.share, adjusted_p=0.045)), DECIDES, UNRELATED), 0.02),
    ("token", (replace(LEAK, share=replace(LEAK.share, adjusted_p=0.055)), DECIDES, UNRELATED), 0.02),
    ("token", (Association(share(0.61, 0.9), 0.5), DECIDES, UNRELATED), 0.02),
    ("token", (Association(share(0.59, 0.9), 0.5), DECIDES, UNRELATED), 0.02),
    ("token", (LEAK, Insertion(share(0.16, 0.4), rate(0, 40)), UNRELATED), 0.02),
    ("token", (LEAK, Insertion(share(0.14, 0.4), rate(0, 40)), UNRELATED), 0.02),
    ("token", (LEAK, Insertion(share(0.52, 0.8), rate(0, 40)), UNRELATED), 0.02),
    ("token", (LEAK, Insertion(share(0.48, 0.8), rate(0, 40)), UNRELATED), 0.02),
    ("token", (LEAK, IGNORED, UNRELATED), 0.052),
    ("token", (LEAK, IGNORED, UNRELATED), 0.048),
    ("token", (LEAK, DECIDES, Relevance(0.95)), 0.02),
    ("token", (LEAK, DECIDES, Relevance(0.85)), 0.02),
    ("token", (LEAK, DECIDES, Relevance(0.55)), 0.02),
    ("token", (LEAK, DECIDES, Relevance(0.45)), 0.02),
    ("token", (LEAK, DECIDES, Relevance(0.99, speaks=0.21)), 0.02),
    ("token", (LEAK, DECIDES, Relevance(0.99, speaks=0.19)), 0.02),
    ("pair", (LEAK, replace(PAIR, second_difference=replace(SECOND, low=0.21))), 0.02),
    ("pair", (LEAK, replace(PAIR, second_difference=replace(SECOND, low=0.19))), 0.02),
    ("pair", (LEAK, replace(PAIR, first_alone=share(0.25, 0.74), second_alone=share(0.25, 0.74))), 0.02),
    ("pair", (LEAK, replace(PAIR, first_alone=share(0.24, 0.76), second_alone=share(0.24, 0.76))), 0.02),
]
"""Cases just on either side of each threshold."""


def outcomes(rule: RuleConfig) -> list[tuple[Verdict, Severity]]:
    found = []
    for kind, records, reach in BORDER:
        evidence = of(*records)
        one = judge_pair(evidence, rule) if kind == "pair" else judge_token(evidence, reach, rule)
        found.append((one.verdict, one.severity))
    return found


@pytest.mark.parametrize("name", [field.name for field in fields(RuleConfig)])
@pytest.mark.parametrize("factor", [0.8, 1.2])
def test_every_threshold_decides_something(name: str, factor: float) -> None:
    moved = min(1.0, getattr(RULE, name) * factor)
    assert outcomes(replace(RULE, **{name: moved})) != outcomes(RULE)
