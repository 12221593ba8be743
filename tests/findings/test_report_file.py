"""`report.json`: read back exactly, and every kind of wrong file says what is wrong with it."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.errors import AuditError
from auditor.findings.report_file import from_json, read_report, to_json
from auditor.records.estimates import Estimate
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from tests.findings.builder import TOKEN, a_report

REPORT = a_report()


def test_a_report_comes_back_exactly_and_always_as_the_same_text() -> None:
    text = to_json(REPORT)
    assert from_json(text) == REPORT
    assert to_json(from_json(text)) == text
    assert "ü 🎬" in to_json(a_report("ü 🎬"))


def test_order_is_kept_where_it_says_something() -> None:
    back = from_json(to_json(REPORT))
    assert list(back.summary.lengths) == ["9-16", "1-8"]
    assert list(back.summary.set_sizes) == ["2", "1", "10"]
    assert list(back.run) == list(REPORT.run)
    turned = replace(REPORT, shown=dict(reversed(REPORT.shown.items())))
    assert to_json(turned) == to_json(REPORT)


def test_a_report_of_an_earlier_version_lacks_what_it_did_not_know() -> None:
    def forget(content: Any) -> None:
        for finding in content["findings"]:
            for part in finding["evidence"].values():
                part.pop("trials", None)

    read = from_json(edited(forget))
    assert read != REPORT and not read.findings[0].evidence.of(Insertion).trials


def test_what_is_no_number_is_null() -> None:
    quality = replace(REPORT.quality, completeness_median=float("nan"), completeness_high=float("inf"))
    back = from_json(to_json(replace(REPORT, quality=quality)))
    assert back.quality.completeness_median is None and back.quality.completeness_high is None


def test_half_a_surrogate_pair_is_written_as_an_escape() -> None:
    odd = replace(REPORT, created="\ud83d")
    assert to_json(odd).encode("utf-8")
    assert from_json(to_json(odd)) == odd


def edited(change: Callable[[Any], object]) -> str:
    """The report with a change that somebody made in an editor."""
    content = json.loads(to_json(REPORT))
    change(content)
    return json.dumps(content)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not complete JSON"),
        (to_json(REPORT)[:-200], "not complete JSON"),
        ("[" * 100_000, "not complete JSON"),
        ("[]", "not an audit report"),
        ('{"findings": []}', "not an audit report"),
        (edited(lambda c: c.update(format_version=3)), "format_version 3; this version of audit reads 2"),
        (edited(lambda c: c.update(format_version="2")), "format_version '2'"),
        (edited(lambda c: c.update(format_version=True)), "format_version True"),
        (edited(lambda c: c.pop("summary")), "summary is missing"),
        (
            edited(lambda c: c["findings"][0]["judgement"].update(verdict="bad")),
            "findings[0].judgement.verdict is 'bad'",
        ),
        (
            edited(lambda c: c["findings"][0]["evidence"].update(magic={})),
            "findings[0].evidence.magic is not a known part",
        ),
        (
            edited(lambda c: c["findings"][0].update(decision={"decision": "maybe", "note": ""})),
            "findings[0].decision.decision is 'maybe'; it must be one of artefact, legitimate, unsure",
        ),
        (
            edited(lambda c: c["findings"][1]["evidence"]["harm"]["conflict"].update(n="3")),
            "findings[1].evidence.harm.conflict.n is '3'",
        ),
        (edited(lambda c: c["findings"][0].update(id=c["findings"][1]["id"])), "2 findings have the id"),
        (edited(lambda c: c["findings"][0].update(tokens=[])), "is a token and needs 1"),
        (edited(lambda c: c["findings"][0].update(examples=["t9"])), "names the text 't9'"),
        (edited(lambda c: c["shown"]["t1"].update(set=[99])), "shown['t1']"),
        (edited(lambda c: c["shown"]["t1"].update(spans=[[0, 0, 999]], set=[], core=[])), "shown['t1']"),
        (edited(lambda c: c["shown"]["t1"].update(id="t2")), "shown['t1'] has another id"),
        ('{"format_version": 2, "created": NaN}', "NaN is not a number"),
    ],
)
def test_what_is_no_report_says_so(text: str, said: str) -> None:
    with pytest.raises(AuditError) as caught:
        from_json(text)
    assert said in caught.value.message
    assert caught.value.hint


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "report.json").write_text(to_json(REPORT), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(REPORT.run), encoding="utf-8")
    return folder


def test_a_run_is_named_by_its_folder_or_its_report(run: Path) -> None:
    assert read_report(run) == read_report(run / "report.json") == REPORT


def complaint(path: Path) -> AuditError:
    with pytest.raises(AuditError) as caught:
        read_report(path)
    return caught.value


def test_what_is_missing_is_told_apart(run: Path) -> None:
    assert "there is no" in complaint(run / "nowhere").message
    (run / "report.json").unlink()
    finished = complaint(run)
    assert "its report was never written" in finished.message and "audit run" in finished.hint
    (run / "run.json").write_text(json.dumps({"complete": False}))
    assert "it is not complete" in complaint(run).message
    (run / "run.json").write_text("{")
    assert "it is not complete" in complaint(run).message
    (run / "run.json").unlink()
    assert "holds no run" in complaint(run).message


def test_a_file_that_cannot_be_used_is_named(run: Path) -> None:
    path = run / "report.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(path) in complaint(run).message and "UTF-8" in complaint(run).message
    path.write_text(to_json(REPORT)[:500])
    assert str(path) in complaint(run).message and "audit run" in complaint(run).hint
    path.unlink()
    path.mkdir()
    assert str(path) in complaint(run).message


def test_a_report_of_an_earlier_run_in_the_same_folder_is_refused(run: Path) -> None:
    (run / "run.json").write_text(json.dumps(REPORT.run | {"fingerprint": {"data": "other"}}))
    assert "another run" in complaint(run).message


def test_the_report_holds_what_the_findings_hold() -> None:
    [first, *_] = json.loads(to_json(REPORT))["findings"]
    assert first["id"] == TOKEN and first["kind"] == "token"
    assert first["judgement"]["verdict"] == "artefact" and first["judgement"]["route"] == "obeyed-leak"
    assert first["evidence"]["harm"]["worst_group"] == {
        "estimate": None, "low": None, "high": None, "n": 0, "count": None, "p": None, "adjusted_p": None,
    }  # fmt: skip
    assert Estimate() == REPORT.findings[0].evidence.of(Harm).worst_group


def test_a_report_of_version_1_says_how_to_go_on(run: Path) -> None:
    """The first format held sentences; the sets behind it are still good."""
    (run / "report.json").write_text('{"format_version": 1, "findings": [], "sentence": "old"}')
    found = complaint(run)
    assert str(run / "report.json") in found.message
    assert "format_version 1; this version of audit reads 2" in found.message
    assert "Run the same `audit run` command again: the sets are kept" in found.hint


def test_no_finding_holds_a_sentence() -> None:
    """Numbers, codes and words of the dataset: only a text that was tried holds a blank."""
    plain = json.loads(to_json(a_report("word")))["findings"]
    texts = [
        text
        for finding in plain
        for text in strings({**finding, "judgement": finding["judgement"] | {"verdict": ""}})
    ]
    assert texts and not [text for text in texts if " " in text and text != "not listed"]


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [item for name, item in value.items() if name != "trials"]
    inside = value if isinstance(value, list) else ()
    return [text for item in inside for text in strings(item)]
