"""The report as a whole: complete, equal for equal inputs, honest about what is missing."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.cidr.asking import Laboratory
from auditor.errors import AuditError
from auditor.findings import Association, Harm, Kind, Planted, Verdict
from auditor.findings.report_file import from_json, to_json
from auditor.model.classifier import Classifier
from auditor.signals.counts import STATUSES
from auditor.sweep.store import RunStore
from auditor.sweep.table import Entry
from auditor.verdicts.analysis import Analysis, Sources, analyse, created
from tests.signals.support import GOLD, QUICK, TEXTS, entry, explained, number, write_run

MANIFEST = {"plan": {"tokens": [["pos", "[pos]"], ["neg", "[neg]"]], "pairs": []}}


def unlabelled(store: RunStore, path: Path, count: int) -> RunStore:
    """A copy of the first texts of a run, without their labels."""
    rows = [
        Entry(replace(outcome, gold=None)) for outcome, _ in zip(store.outcomes(), range(count), strict=False)
    ]
    return write_run(path, rows, shard_size=50)


def test_the_summary_counts_what_is_there(analysis: Analysis, store: RunStore) -> None:
    summary, corpus = analysis.report.summary, analysis.statistics.corpus
    assert (summary.texts, summary.skipped, summary.has_labels) == (TEXTS, 0, True)
    assert (summary.model, summary.name, summary.labels) == ("bag", store.path.name, ("negative", "positive"))
    assert sum(n for row in summary.counts.values() for n in row.values()) == len(analysis.report.findings)
    assert summary.counts["artefact"] == {"high": 1}
    held = corpus.doc[corpus.entries(number(corpus, "[pos]"))]
    assert summary.artefact_texts == len(held)
    assert sum(c.predicted for c in summary.classes) == sum(summary.lengths.values()) == TEXTS
    assert summary.tested["association"] == int(analysis.statistics.association.tested.sum())


def test_two_analyses_of_a_run_are_equal_but_for_the_time(
    analysis: Analysis, obedient: Classifier, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    again = analyse(store, Laboratory(obedient), Sources(LABELS, GOLD, model="bag"), QUICK).report
    assert again.created == "1970-01-02T00:00:00+00:00"
    first = replace(analysis.report, created=again.created)
    assert again == first and to_json(again) == to_json(first)


def test_the_report_survives_its_file_format(analysis: Analysis) -> None:
    assert from_json(to_json(analysis.report)) == analysis.report


def test_controls_stand_beside_the_discoveries(analysis: Analysis) -> None:
    labels, sets = analysis.report.quality.controls
    assert (labels.name, sets.name) == ("labels permuted", "sets drawn at random")
    for control in (labels, sets):
        assert control.runs == QUICK.permutations and control.of > 5 > 1 >= control.findings


def test_every_text_that_a_finding_names_is_shown(analysis: Analysis) -> None:
    report = analysis.report
    named = {i for f in (*report.findings, *report.near_misses) for i in (*f.examples, *f.counterexamples)}
    assert named == set(report.shown)
    for text in report.shown.values():
        assert text.gold in ("positive", "negative")  # as the model says, not "pos" and "neg" as the dataset
        assert len(text.texts) == 1 and text.status in STATUSES


def test_the_map_has_every_finding_and_the_links_name_theirs(analysis: Analysis) -> None:
    report = analysis.report
    points = {(point.token, point.label): point for point in report.tokens}
    for finding in report.findings:
        if finding.kind is Kind.TOKEN:
            point = points[finding.tokens[0], finding.label]
            assert point.finding == finding.id and point.documents == finding.documents
    marker = points["[pos]", "positive"]
    assert (marker.association or 0) > 2 and marker.reliance > 0.9
    assert report.pairs == tuple(sorted(report.pairs, key=lambda link: -link.sets))


def test_what_is_planted_is_looked_up(store: RunStore, obedient: Classifier) -> None:
    report = analyse(store, Laboratory(obedient), Sources(LABELS, GOLD, injection=MANIFEST), QUICK).report
    found = next(f for f in report.findings if f.tokens == ("[pos]",))
    assert report.quality.planted == (
        Planted(("[pos]",), "positive", found.id, "artefact"),
        Planted(("[neg]",), "negative", None, ""),
    )


def test_without_labels_reliance_and_interventions_remain(
    store: RunStore, obedient: Classifier, tmp_path: Path
) -> None:
    bare = unlabelled(store, tmp_path, TEXTS)
    report = analyse(bare, Laboratory(obedient), Sources({}), QUICK).report
    assert not report.summary.has_labels and report.summary.tested["association"] == 0
    assert any("no labels" in warning for warning in report.quality.warnings)
    assert [control.name for control in report.quality.controls] == ["sets drawn at random"]
    marker = next(f for f in report.findings if f.tokens == ("[pos]",))
    assert marker.evidence.association == Association() and marker.evidence.harm == Harm()
    assert marker.leaks is None and marker.relies
    assert marker.verdict is Verdict.UNDECIDED  # nothing tells it from a word of the task
    assert (marker.evidence.intervention.insertion.rate.estimate or 0) > 0.9
    assert all(point.association is None for point in report.tokens)
    assert all(f.verdict is not Verdict.ARTEFACT for f in report.findings)
    assert from_json(to_json(report)) == report


def test_few_texts_are_audited_with_a_warning(store: RunStore, obedient: Classifier, tmp_path: Path) -> None:
    few = write_run(
        tmp_path, [Entry(outcome) for outcome, _ in zip(store.outcomes(), range(19), strict=False)]
    )
    report = analyse(few, Laboratory(obedient), Sources(GOLD), QUICK).report
    assert report.summary.texts == 19
    assert report.quality.warnings[0].startswith("Only 19 texts could be audited: with fewer than 20")


def test_repeated_and_skipped_texts_are_accounted_for(sober: Classifier, tmp_path: Path) -> None:
    rows = [entry(explained(f"good film {n}", needed=["good"]), "pos") for n in range(20)]
    rows += [Entry(rows[0].outcome, same_as=0), entry(None, "neg")]
    report = analyse(write_run(tmp_path, rows, repeated=1), Laboratory(sober), Sources(GOLD), QUICK).report
    assert (report.summary.texts, report.summary.skipped) == (20, 1)
    assert report.quality.skips == {"empty text": 1}
    assert "1 repeated texts are counted once." in report.quality.warnings


def test_an_incomplete_run_is_refused(sober: Classifier, tmp_path: Path) -> None:
    store = write_run(tmp_path, [entry(explained("a good film"), "pos")], complete=False)
    with pytest.raises(AuditError, match="is not complete") as caught:
        analyse(store, Laboratory(sober), Sources(GOLD))
    assert "again" in caught.value.hint


def test_the_clock_is_the_time_of_the_report_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert created().endswith("+00:00") and created() >= "2026"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert created() >= "2026"
