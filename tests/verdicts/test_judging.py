"""A stored report judged again: a pure function of its evidence and the rule."""

from dataclasses import asdict, replace

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Severity, Verdict
from auditor.findings.report_file import from_json, to_json
from auditor.review.redaction import redact
from auditor.verdicts.judging import judge_again
from auditor.verdicts.planted import look_up
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_finding, a_report

STRICT = replace(RuleConfig(), level=0.0)
"""Nothing is more than chance."""


def test_the_same_rule_gives_the_same_judgements() -> None:
    again = judge_again(a_report(), RuleConfig())
    assert [f.judgement for f in again.findings] == [f.judgement for f in a_report().findings]
    assert again.summary == a_report().summary and again.quality == a_report().quality
    assert again.judged_again


def test_another_rule_changes_all_that_hangs_on_verdicts() -> None:
    again = judge_again(a_report(), STRICT)
    assert {f.id: f.verdict for f in again.findings} == {
        TOKEN: Verdict.UNDECIDED,
        PAIR: Verdict.UNDECIDED,
        WORD: Verdict.TASK,
    }
    assert again.summary.counts == {"undecided": {"medium": 2}, "task word": {"low": 1}}
    assert again.summary.artefact_texts is None
    assert again.quality.planted[0].finding is None and again.quality.planted[0].verdict == "undecided"
    assert again.quality.planted[1] == a_report().quality.planted[1]  # it was never found
    assert again.rule == asdict(STRICT)
    assert [f.id for f in again.near_misses] == [NEAR]


def test_evidence_texts_and_decisions_stay() -> None:
    again = judge_again(a_report(), STRICT)
    before = {finding.id: finding for finding in a_report().findings}
    for finding in again.findings:
        assert replace(finding, judgement=before[finding.id].judgement) == before[finding.id]
    assert again.shown == a_report().shown and again.run == a_report().run


def test_there_and_back_is_the_first_report_again() -> None:
    back = judge_again(judge_again(a_report(), STRICT), RuleConfig())
    assert [f.judgement for f in back.findings] == [f.judgement for f in a_report().findings]
    assert back.quality == a_report().quality and back.summary.counts == a_report().summary.counts


def test_findings_are_in_the_order_of_the_new_verdicts() -> None:
    milder = replace(RuleConfig(), strong=0.9)  # the token's effect is at least 0.87, the pair's 0.4
    first, *_ = judge_again(a_report(), milder).findings
    assert first.severity is Severity.MEDIUM
    stronger = replace(RuleConfig(), overrules=1.0, common=1.0, pervasive=1.0)
    first, *_ = judge_again(a_report(), stronger).findings
    assert (first.id, first.verdict) == (PAIR, Verdict.ARTEFACT)


def test_judging_and_redacting_commute() -> None:
    """A redacted report can be judged again, and is what the judged report is when it is redacted."""
    one = redact(judge_again(a_report(), RuleConfig()))
    other = judge_again(redact(a_report()), RuleConfig())
    assert to_json(one) == to_json(other)
    assert from_json(to_json(other)) == other


@pytest.mark.parametrize(
    ("tokens", "label", "found"),
    [
        (("[POS]",), "positive", TOKEN),
        (("[pos]s",), "positive", TOKEN),  # another token of the same finding
        (("[pos]",), "negative", None),
        (("violet", "amber"), "negative", PAIR),
        (("amber",), "negative", None),
    ],
)
def test_what_is_planted_is_looked_up_by_token_and_label(
    tokens: tuple[str, ...], label: str, found: str | None
) -> None:
    planted = look_up(tokens, label, a_report().findings)
    assert (planted.finding, planted.verdict) == (found, "artefact" if found else "")


def test_a_planted_token_with_another_verdict_was_not_found() -> None:
    task = a_finding(TOKEN, "[pos]", verdict=Verdict.TASK)
    assert look_up(("[pos]",), "positive", [task]).verdict == "task word"
    assert look_up(("[pos]",), "positive", [task]).finding is None
