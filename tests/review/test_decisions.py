"""Decisions come back from a file, go onto their findings, and a malformed file says what is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision, Severity, Verdict
from auditor.findings.report import counts_of
from auditor.review.decisions import apply, parse_decisions, read_decisions, write_decisions
from auditor.verdicts.judging import judge_again
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report


def written(*decisions: Any, **top: Any) -> str:
    return json.dumps({"format_version": 1, "decisions": decisions} | top)


def test_decisions_go_onto_findings_and_near_misses() -> None:
    decided = parse_decisions(
        written(
            {"id": TOKEN, "decision": "legitimate", "note": "naïve"}, {"id": NEAR, "decision": "artefact"}
        )
    )
    changed, warnings = apply(a_report(), decided)
    found = {finding.id: finding.decision for finding in changed.findings}
    assert found == {TOKEN: Decision(Choice.LEGITIMATE, "naïve"), PAIR: None, WORD: None}
    assert changed.near_misses[0].decision == Decision(Choice.ARTEFACT)
    assert warnings == ()


def test_the_reviewer_is_the_first_to_be_asked() -> None:
    """The marker becomes a keyword, the listed word an artefact; both are in order and counted again."""
    before = a_report()
    after, _ = apply(before, {TOKEN: Decision(Choice.LEGITIMATE), WORD: Decision(Choice.ARTEFACT)})
    said = {f.id: (f.verdict, f.severity, f.judgement.known, f.judgement.source) for f in after.findings}
    assert said[TOKEN] == (Verdict.KEYWORD, Severity.LOW, "related", "reviewer")
    assert said[WORD] == (Verdict.ARTEFACT, Severity.HIGH, "unrelated", "reviewer")
    assert [finding.id for finding in after.findings] == [WORD, PAIR, TOKEN]
    assert after.summary.counts == counts_of(after.findings)
    assert after.summary.artefact_texts is None and after.quality.planted[0].verdict == "keyword"
    assert not after.judged_again


def test_who_is_unsure_says_nothing_and_takes_back_what_was_said() -> None:
    before = a_report()
    unsure, _ = apply(before, {TOKEN: Decision(Choice.UNSURE, "later")})
    assert unsure.findings[0].judgement == before.findings[0].judgement
    decided, _ = apply(before, {TOKEN: Decision(Choice.LEGITIMATE)})
    again, _ = apply(decided, {TOKEN: Decision(Choice.UNSURE)})
    assert again.findings[0].judgement == before.findings[0].judgement
    assert again.findings[0].id == TOKEN


def test_another_rule_leaves_a_decision_in_force() -> None:
    decided, _ = apply(a_report(), {TOKEN: Decision(Choice.LEGITIMATE)})
    strict = judge_again(decided, RuleConfig(decides=0.9))
    finding = next(one for one in strict.findings if one.id == TOKEN)
    assert (finding.verdict, finding.judgement.source) == (Verdict.TASK, "reviewer")


def test_a_finding_that_is_not_named_keeps_its_decision() -> None:
    first, _ = apply(a_report(), {TOKEN: Decision(Choice.UNSURE), PAIR: Decision(Choice.UNSURE)})
    second, _ = apply(first, {PAIR: Decision(Choice.ARTEFACT, "seen")})
    assert {finding.id: finding.decision for finding in second.findings} == {
        TOKEN: Decision(Choice.UNSURE),
        PAIR: Decision(Choice.ARTEFACT, "seen"),
        WORD: None,
    }


def test_unknown_findings_are_warned_of_and_the_rest_is_applied() -> None:
    changed, warnings = apply(
        a_report(),
        {"zz": Decision(Choice.UNSURE), TOKEN: Decision(Choice.UNSURE), "yy": Decision(Choice.UNSURE)},
    )
    assert [warning.split("'")[1] for warning in warnings] == ["yy", "zz"]
    assert changed.findings[0].decision == Decision(Choice.UNSURE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "format_version is None"),
        ("null", "format_version is None"),
        (written(format_version=2), "format_version is 2"),
        (json.dumps({"format_version": 1}), "decisions is missing"),
        (written(decisions={}), "it must be a list"),
        (written("x"), "decisions[0] is 'x'"),
        (written({"decision": "unsure"}), "decisions[0].id is missing"),
        (written({"id": 3, "decision": "unsure"}), "decisions[0].id is 3"),
        (written({"id": "a", "decision": "maybe"}), "must be one of artefact, legitimate, unsure"),
        (written({"id": "a", "decision": None}), "decisions[0].decision is None"),
        (written({"id": "a", "decision": "unsure", "note": 1}), "decisions[0].note is 1"),
        (written({"id": "a", "decision": "unsure", "nte": ""}), "decisions[0].nte is not a known field"),
        (
            written({"id": "a", "decision": "unsure"}, {"id": "a", "decision": "artefact"}),
            "the second decision on 'a'",
        ),
    ],
)
def test_a_malformed_file_says_what_is_wrong(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AuditError) as caught:
        read_decisions(path)
    assert said in caught.value.message and str(path) in caught.value.message
    assert caught.value.hint


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "nowhere", tmp_path, tmp_path / "binary"):
        with pytest.raises(AuditError, match="cannot be read"):
            read_decisions(path)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    path.write_text(written({"id": "a", "decision": "unsure"}), encoding="utf-8-sig")
    assert read_decisions(path) == {"a": Decision(Choice.UNSURE)}


def test_decisions_are_written_as_the_page_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    made = {"b": Decision(Choice.UNSURE, "ü\x00"), "a": Decision(Choice.ARTEFACT)}
    write_decisions(path, made)
    assert read_decisions(path) == made
    assert [entry["id"] for entry in json.loads(path.read_text())["decisions"]] == ["a", "b"]
    write_decisions(tmp_path / "other", made)
    assert path.read_text() == (tmp_path / "other").read_text()
