"""Every condition that the rule looks at has words, with the value seen and the value asked for."""

from dataclasses import replace

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Finding
from auditor.records.estimates import Condition
from auditor.report.wording.conditions import CONDITIONS, near_miss, reasons, worded
from auditor.signals.evidence import Evidence
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata
from auditor.verdicts.judging import judge
from tests.findings.builder import PAIR, TOKEN, a_finding, full_evidence

RULE = RuleConfig()
GROUPED = Evidence(full_evidence().parts | {"strata": Strata("one-group", rate(10, 20, p=0.6), 0.5)})
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
