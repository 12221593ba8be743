"""Every condition that the rule looks at has words, with the value seen and the value asked for."""

from dataclasses import replace

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Finding
from auditor.records.estimates import Condition, Estimate
from auditor.report.numbers import NONE
from auditor.report.wording.conditions import CONDITIONS, deciding, near_miss, reasons, worded
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.flips import NO_INTERVENTION
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.lexicon import LISTED, NOT_LISTED, Lexicon
from auditor.signals.reference import ABSENT, CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.signals.strata import NO_GROUP, Strata
from auditor.verdicts.judging import judge
from tests.findings.builder import PAIR, TOKEN, a_finding, full_evidence, of

RULE = RuleConfig()
GROUPED = Evidence(
    full_evidence().parts
    | {"strata": Strata("one-group", rate(10, 20, p=0.6), 0.5), "relevance": Relevance(speaks=0.3)}
)
TOKEN_FINDING, PAIR_FINDING = a_finding(TOKEN, "[pos]", evidence=GROUPED), a_finding(PAIR, "amber", "violet")


def codes(finding: Finding) -> list[str]:
    return [condition.code for condition in finding.judgement.conditions]


def test_every_code_has_words_and_every_word_a_code() -> None:
    assert {*codes(TOKEN_FINDING), *codes(PAIR_FINDING)} == {*CONDITIONS}


@pytest.mark.parametrize("finding", [TOKEN_FINDING, PAIR_FINDING], ids=["token", "pair"])
def test_words_are_there_with_and_without_evidence(finding: Finding) -> None:
    empty = replace(finding, evidence=Evidence({}))
    for condition in finding.judgement.conditions:
        for one in (worded(condition, finding, RULE), worded(replace(condition, seen=None), empty, RULE)):
            assert one.says and one.seen and one.asked and "None" not in one.seen, condition.code


def test_words_by_hand() -> None:
    of_tokens = [code for code in codes(TOKEN_FINDING) if code != "interacts"]
    said = dict(zip(of_tokens, reasons(TOKEN_FINDING, RULE), strict=True))
    assert (said["leaks"].seen, said["leaks"].asked) == (
        "61 of 64 texts against 0.50, adjusted p < 0.001",
        "adjusted p ≤ 0.05",
    )
    assert (said["decides"].seen, said["decides"].asked) == ("61 of 64, at least 0.87", "lower bound ≥ 0.5")
    assert (said["clear"].seen, said["clear"].asked) == (
        "61 of 64, at least 0.87 against 0.50",
        "lower bound ≥ 0.60",
    )
    assert said["turns"].seen == "61 of 64, placebo 2 of 64, p < 0.001"
    assert (said["one_group"].seen, said["one_group"].met) == (
        "10 of 20 texts in the other groups against 0.50, p 0.600",
        True,
    )
    assert said["kind"].seen == "marker" and said["listed"].seen == "not listed"
    assert said["related"].asked == "percentile ≥ 0.9" and said["unrelated"].asked == "percentile < 0.5"
    pair = dict(zip(codes(PAIR_FINDING), reasons(PAIR_FINDING, RULE), strict=True))
    assert pair["leaks"].says == "the labels follow the pair"
    assert pair["symmetric"].seen == "25 of 50 alone; 25 of 50 alone"


def test_what_is_asked_for_is_the_rule_that_was_applied() -> None:
    rule = RuleConfig(level=0.011, decides=0.61, obeyed=0.12, related=0.83, unrelated=0.42)
    judged = judge(TOKEN_FINDING.kind, TOKEN_FINDING.evidence, 0.32, rule)
    finding = replace(TOKEN_FINDING, judgement=judged)
    text = " ".join(one.asked for one in reasons(finding, rule))
    assert all(value in text for value in ("0.011", "0.61", "0.12", "0.83", "0.42"))


def test_a_near_miss_names_the_condition_that_it_failed() -> None:
    failed = Condition("needed", 0.08, 0.05, False)
    said = near_miss(replace(TOKEN_FINDING, near=failed), RULE)
    assert said == (
        "minimal sets need it more often than chance: 60 of 64 sets, 8.0 times chance, adjusted p 0.080; "
        "asked for: adjusted p ≤ 0.05"
    )
    assert near_miss(TOKEN_FINDING, RULE) == ""


def test_a_condition_of_a_later_rule_still_has_numbers() -> None:
    one = worded(Condition("new", 0.25, 0.5, True), TOKEN_FINDING, RULE)
    assert (one.says, one.seen, one.asked, one.met) == ("new", "0.25", "0.5", True)


# What is seen, signal by signal


def seen(code: str, *records: object) -> str:
    """The value of one condition of a token with this evidence, as it is said."""
    evidence = of(*records)
    return worded(evidence.conditions(RULE)[code], replace(TOKEN_FINDING, evidence=evidence), RULE).seen


@pytest.mark.parametrize(
    ("code", "records", "said"),
    [
        ("leaks", (), "no labels"),
        ("clear", (), "no labels"),
        ("needed", (), "no set"),
        (
            "needed",
            (Reliance(Estimate(None, n=9, count=4, adjusted_p=0.2)),),
            "4 of 9 sets, adjusted p 0.200",
        ),
        (
            "needed",
            (Reliance(Estimate(2.0, n=9, count=4, adjusted_p=0.01)), TokenKind("form")),
            "4 of 9 texts, 2.0 times chance, adjusted p 0.010",
        ),
        ("turns", (), "not tried"),
        ("turns", (Insertion(why=NO_INTERVENTION),), "no intervention"),
        ("turns", (Insertion(rate(3, 9, p=0.25)),), "3 of 9, p 0.250"),
        ("deletion_flips", (Deletion(why=NO_INTERVENTION),), "no intervention"),
        (
            "deletion_flips",
            (Deletion(rate(3, 9, p=0.0001), rate(1, 9)),),
            "3 of 9, placebo 1 of 9, p < 0.001",
        ),
        ("obeyed", (), NONE),
        ("decides", (Insertion(rate(9, 9)),), "9 of 9, at least 0.70"),
        ("kind", (), "several kinds"),
        ("kind", (TokenKind("hashtag", exempt="listed_inside"),), "hashtag, but it holds a word of the task"),
        ("related", (), NONE),
        ("related", (Relevance(why="not_in_space"),), "the word has no embedding"),
        ("unrelated", (Relevance(0.25),), "percentile 0.25"),
        (
            "unrelated",
            (Relevance(0.25, exempt="function_word"),),
            "percentile 0.25, but it is a function word",
        ),
        ("replicated", (Reference(ABSENT),), "not in it"),
        ("contradicted", (Reference(CONTRADICTED, rate(5, 40)),), "5 of 40 texts there"),
        ("one_group", (Strata("too-few"),), "too few texts outside of one group"),
        (
            "no_group",
            (Strata(NO_GROUP, rate(10, 20, p=0.6), 0.5),),
            "10 of 20 texts in the groups, each by itself against 0.50, p 0.600",
        ),
        ("listed", (Lexicon(LISTED, "seeds"),), "listed"),
        ("listed", (Lexicon(NOT_LISTED),), "not listed"),
    ],
)
def test_what_was_seen_by_hand(code: str, records: tuple[object, ...], said: str) -> None:
    assert seen(code, *records) == said


def test_a_pair_that_was_never_apart() -> None:
    pair = Interaction(Estimate(0.4, 0.3, 0.5, 16, adjusted_p=0.001), first_alone=rate(2, 8))
    judged = judge(PAIR_FINDING.kind, of(pair), 0.1, RULE)
    found = replace(PAIR_FINDING, evidence=of(pair), judgement=judged)
    said = {one.says: one.seen for one in reasons(found, RULE)}
    assert said["the two do more than their sum"] == "0.40, at least 0.30, adjusted p 0.001"
    alone = "alone, its words both lean away from the label or both do not lean"
    assert said[alone] == "2 of 8 alone; never alone"
    nothing = replace(found, evidence=Evidence({}))
    assert worded(judged.conditions[0], nothing, RULE).seen == NONE


# Which conditions gave the verdict


def decided_by(*records: object) -> list[str]:
    evidence = of(*records)
    judged = judge(TOKEN_FINDING.kind, evidence, 0.32, RULE)
    finding = replace(TOKEN_FINDING, evidence=evidence, judgement=judged)
    words = {CONDITIONS[code].says: code for code in CONDITIONS}
    return [words[one.says] for one in deciding(finding, RULE)]


LEAK = Association(rate(45, 50, p=1e-8, adjusted_p=1e-6), 0.5)
NO_LEAK = Association(rate(27, 54, p=1.0, adjusted_p=1.0), 0.5)
FAINT = Association(rate(280, 500, p=1e-4, adjusted_p=1e-2), 0.5)
DECIDES, OBEYED = (Insertion(rate(turned, 40, p=1e-6), rate(1, 40)) for turned in (36, 14))
NEEDED = Reliance(Estimate(5.0, 3.0, 7.0, 20, 12, 1e-6, 1e-4))


@pytest.mark.parametrize(
    ("records", "codes"),
    [
        ((LEAK, DECIDES, TokenKind("url")), ["clear", "decides", "kind"]),
        ((LEAK, OBEYED, Relevance(0.2)), ["clear", "obeyed", "unrelated"]),
        ((LEAK, OBEYED, Relevance(0.95)), ["clear", "obeyed", "related"]),
        ((LEAK, DECIDES, Lexicon(LISTED, "toxicity")), ["clear", "decides", "listed"]),
        ((LEAK, DECIDES, Reference(CONTRADICTED)), ["clear", "decides", "contradicted"]),
        ((LEAK, DECIDES, Reference(REPLICATED)), ["clear", "decides", "replicated"]),
        ((LEAK, DECIDES, Strata("one-group", rate(9, 20), 0.5)), ["clear", "decides", "one_group"]),
        ((LEAK, DECIDES), ["clear", "decides"]),  # nobody knows what it is
        ((NO_LEAK, DECIDES), ["decides"]),  # it is asked about, whatever the labels say
        ((NO_LEAK, DECIDES, TokenKind("url")), ["leaks", "decides", "kind"]),
        ((FAINT, DECIDES, TokenKind("url")), ["clear", "decides", "kind"]),
        ((NO_LEAK, OBEYED), ["leaks", "obeyed"]),
        ((LEAK, NEEDED), ["clear", "obeyed"]),
        ((NO_LEAK, NEEDED), ["leaks", "needed"]),
        ((NEEDED,), ["needed"]),
    ],
)
def test_the_conditions_that_gave_the_verdict(records: tuple[object, ...], codes: list[str]) -> None:
    assert decided_by(*records) == codes


@pytest.mark.parametrize("verdict", ["", "url"], ids=["asked about", "context-dependent"])
@pytest.mark.parametrize("labels", [LEAK, NO_LEAK, FAINT], ids=["leak", "none", "faint"])
@pytest.mark.parametrize("model", [DECIDES, OBEYED, NEEDED], ids=["decides", "obeyed", "needed"])
def test_a_deciding_condition_agrees_with_the_list_of_all(
    labels: Association, model: object, verdict: str
) -> None:
    evidence = of(labels, model, TokenKind(verdict))
    judged = judge(TOKEN_FINDING.kind, evidence, 0.32, RULE)
    finding = replace(TOKEN_FINDING, evidence=evidence, judgement=judged)
    every = {one.says: one.met for one in reasons(finding, RULE)}
    said = {one.says: one.met for one in deciding(finding, RULE)}
    assert said and said.items() <= every.items()
    favoured = [met for says, met in said.items() if says.startswith("the labels favour it")]
    assert all(met is judged.leaks for met in favoured)


def test_a_pair_is_decided_by_all_of_its_conditions() -> None:
    assert deciding(PAIR_FINDING, RULE) == reasons(PAIR_FINDING, RULE)
    assert [one.met for one in reasons(PAIR_FINDING, RULE)] == [
        condition.met for condition in PAIR_FINDING.judgement.conditions
    ]


def test_a_token_says_nothing_of_interaction() -> None:
    assert "interacts" in codes(TOKEN_FINDING)
    says = [one.says for one in reasons(TOKEN_FINDING, RULE)]
    assert CONDITIONS["interacts"].says not in says and len(says) == len(codes(TOKEN_FINDING)) - 1


def test_of_a_form_the_predictions_are_counted() -> None:
    form = replace(TOKEN_FINDING, group="form")
    needed = next(one for one in TOKEN_FINDING.judgement.conditions if one.code == "needed")
    assert worded(needed, form, RULE).says == CONDITIONS["needed"].of_forms
    assert worded(needed, TOKEN_FINDING, RULE).says == CONDITIONS["needed"].says
