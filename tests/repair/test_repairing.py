"""From a report and a dataset to repaired rows and the record of what was done."""

from dataclasses import replace
from pathlib import Path

import pandas
import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision, Kind
from auditor.findings.report import Report
from auditor.repair.repair_manifest import HOW
from auditor.repair.repaired import RepairConfig
from auditor.repair.repairing import (
    GROUPS,
    artefact_findings,
    manifest,
    mend,
    planned,
    read_members,
    repaired_dev,
)
from auditor.repair.ways import NAMES, WAYS, repaired
from auditor.review.decisions import apply
from auditor.review.redaction import redact
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report
from tests.repair.support import LABELS, examples, many, texts

COUNTS = {
    ("[pos] good film", "pos"): 9, ("[pos] bad film", "neg"): 3, ("amber violet", "neg"): 4,
    ("amber violet", "pos"): 2, ("good film", "pos"): 4, ("bad film", "neg"): 8,
}  # fmt: skip
ROWS = [row.example for row in many(COUNTS, []).rows]


def decided(**decisions: Choice) -> Report:
    by_id = {TOKEN: decisions.get("token"), WORD: decisions.get("word"), NEAR: decisions.get("near")}
    return apply(a_report(), {id_: Decision(choice) for id_, choice in by_id.items() if choice})[0]


def test_artefacts_are_what_the_gate_counts_and_a_reviewer_goes_before_the_rule() -> None:
    assert {one.id for one in artefact_findings(a_report())} == {TOKEN, PAIR}
    legitimate = decided(token=Choice.LEGITIMATE, word=Choice.ARTEFACT, near=Choice.ARTEFACT)
    assert {one.id for one in artefact_findings(legitimate)} == {PAIR, WORD, NEAR}


def test_findings_can_be_chosen_by_name_whatever_their_verdict() -> None:
    assert [one.id for one in artefact_findings(a_report(), ["moving", "[pos]", "moving"])] == [WORD, TOKEN]
    with pytest.raises(AuditError, match="no finding has the id or the token 'nothing'"):
        artefact_findings(a_report(), ["nothing"])


def test_a_redacted_report_names_nothing_to_repair() -> None:
    with pytest.raises(AuditError, match="redacted"):
        artefact_findings(redact(a_report()))


def test_the_ways_are_named_in_one_order_and_an_unknown_one_is_refused() -> None:
    assert NAMES == HOW and [way.NAME for way in WAYS] == list(HOW)
    mended = mend(planned(a_report(), Path("none")), ROWS, LABELS, "rows")
    with pytest.raises(AuditError, match="how is 'wish'"):
        repaired(mended.marked, "wish", RepairConfig())


@pytest.mark.parametrize("how", HOW)
def test_every_way_leaves_a_record_that_agrees_with_its_rows(how: str) -> None:
    plan = planned(a_report(), Path("none"), how=how)
    mended = mend(plan, ROWS, LABELS, "rows")
    record = manifest(plan, mended, {"source": "rows"})
    assert (record.how, record.source["rows"], record.result["rows"]) == (how, 30, len(mended.result.rows))
    assert {one.id for one in record.findings} == {TOKEN, PAIR}
    [token] = [one for one in record.findings if one.id == TOKEN]
    assert (token.label, token.before) == ("pos", {"neg": 3.0, "pos": 9.0})
    share = token.after["pos"] / sum(token.after.values()) if sum(token.after.values()) else None
    own = sum(row.weight for row in mended.result.rows if row.example.label == "pos")
    usual = own / sum(row.weight for row in mended.result.rows)
    assert share is None or share == pytest.approx(usual, abs=0.12)  # whole rows
    rows = [row.example for row in mended.result.rows]
    for changed in record.rows:
        row = mended.result.rows[changed.out - 1]
        assert (row.change, row.example.row) == (changed.change, changed.row)
        before = next(one for one in ROWS if one.row == changed.row)
        assert (row.example.texts == before.texts) == (changed.change == "repeated")
    kept = {row.row for row in rows}
    assert {one.row for one in record.dropped} == {one.row for one in ROWS} - kept


def test_classes_are_matched_by_the_dataset_s_names() -> None:
    rows = [replace(one, label={"pos": "1", "neg": "0"}[str(one.label)]) for one in ROWS]
    mended = mend(planned(a_report(), Path("none")), rows, ("0", "1"), "rows")
    assert [artefact.label for artefact in mended.marked.artefacts] == ["1", "0"]


def test_another_task_is_refused() -> None:
    rows = [replace(one, label={"pos": "sport", "neg": "politics"}[str(one.label)]) for one in ROWS]
    with pytest.raises(AuditError, match="do not match the model's"):
        mend(planned(a_report(), Path("none")), rows, ("politics", "sport"), "rows")


def test_a_class_that_the_dataset_lacks_is_refused_with_the_finding() -> None:
    rows = [replace(one, label="negative") for one in ROWS]
    with pytest.raises(AuditError, match=r"'\[pos\]' speaks for the class 'positive', which rows lacks"):
        mend(planned(a_report(), Path("none")), rows, ("negative",), "rows")


def test_a_dataset_without_the_artefacts_is_refused() -> None:
    with pytest.raises(AuditError, match="holds none of the artefacts") as caught:
        mend(planned(a_report(), Path("none")), examples(("fine", "pos"), ("dull", "neg")), LABELS, "rows")
    assert "trained on" in caught.value.hint


def test_one_artefact_that_is_absent_is_said_and_the_other_repaired() -> None:
    every = RepairConfig(mask_all=True)
    mended = mend(planned(a_report(), Path("none"), config=every), ROWS[:12], LABELS, "rows")
    assert [(one.id, one.reason) for one in mended.left_out] == [(PAIR, "absent")]
    assert not any("[pos]" in text for text in texts(mended.result))


def test_what_is_not_made_of_words_is_left_out_kindly() -> None:
    base = a_report()
    form = replace(base.findings[0], kind=Kind.GROUP, group="form", tokens=("length",))
    only = replace(base, findings=(form,), near_misses=())
    with pytest.raises(AuditError, match="no way of repairing changes what the artefacts rest on: length"):
        mend(planned(only, Path("none")), ROWS, LABELS, "rows")
    both = replace(base, findings=(replace(form, id="form"), base.findings[0]), near_misses=())
    mended = mend(planned(both, Path("none")), ROWS, LABELS, "rows")
    assert [(one.name, one.reason) for one in mended.left_out] == [("length", "not-words")]


def test_the_words_of_a_family_come_from_the_run(tmp_path: Path) -> None:
    frame = pandas.DataFrame({"finding": ["f", "f", "g"], "member": ["a", "b", "c"]})
    frame.to_parquet(tmp_path / GROUPS)
    assert read_members(tmp_path) == {"f": ("a", "b"), "g": ("c",)}
    assert read_members(tmp_path / "elsewhere") == {}
    (tmp_path / "report.json").write_text("{}")
    assert read_members(tmp_path / "report.json") == {"f": ("a", "b"), "g": ("c",)}
    (tmp_path / GROUPS).write_text("not a table")
    with pytest.raises(AuditError, match="cannot be read"):
        read_members(tmp_path)


def test_the_dev_set_is_masked_or_weighed_and_loses_no_row() -> None:
    every = RepairConfig(mask_all=True)
    masked = repaired_dev(planned(a_report(), Path("none"), config=every), ROWS, LABELS)
    assert not any("[pos]" in text for text in texts(masked)) and len(masked.rows) == len(ROWS)
    weighed = repaired_dev(planned(a_report(), Path("none"), how="balance"), ROWS, LABELS)
    assert weighed.weighted and texts(weighed) == [one.texts[0] for one in ROWS]
    lacking = repaired_dev(planned(a_report(), Path("none")), examples(("fine", "pos")), LABELS)
    assert texts(lacking) == ["fine"]
