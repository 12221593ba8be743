"""The report as a whole: complete, equal for equal inputs, honest about what is missing."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from auditor.cidr.asking import Laboratory
from auditor.config import RuleConfig
from auditor.data.examples import Example, make_example
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.findings.finding import Verdict
from auditor.findings.report import FORMAT_VERSION, Caution, Planted, Report
from auditor.findings.report_file import from_json, to_json
from auditor.meaning.knowledge import Knowledge
from auditor.model.classifier import Classifier
from auditor.signals.association import Association
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.labelled import LabelledData
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from auditor.verdicts.analysis import Analysis, Sources, analyse
from auditor.verdicts.tables import token_table
from auditor.verdicts.tokens import IGNORED_LEAK, OBEYED_LEAK
from tests.signals.studies import candidate
from tests.signals.support import GOLD, LABELS, QUICK, TEXTS, entry, explained, write_run

MANIFEST = {"plan": {"tokens": [["pos", "[pos]"], ["neg", "[neg]"]], "pairs": []}}
SOURCES = Sources(LABELS, GOLD)


def part(store: RunStore, path: Path, count: int, *, labelled: bool = True) -> RunStore:
    """A copy of the first texts of a run, with or without their labels."""
    rows = [
        Entry(outcome if labelled else replace(outcome, gold=None))
        for outcome, _ in zip(store.outcomes(), range(count), strict=False)
    ]
    return write_run(path, rows, shard_size=50)


def test_the_summary_counts_what_is_there(analysis: Analysis, store: RunStore) -> None:
    summary, study = analysis.report.summary, analysis.study
    assert (summary.texts, summary.skipped, summary.has_labels) == (TEXTS, 0, True)
    assert (summary.model, summary.name, summary.labels) == ("bag", store.path.name, ("negative", "positive"))
    assert sum(n for row in summary.counts.values() for n in row.values()) == len(analysis.report.findings)
    assert summary.counts["artefact"] == {"high": 1}
    assert summary.artefact_texts == len(study.documents(candidate(study, "[pos]")))
    assert sum(c.predicted for c in summary.classes) == sum(summary.lengths.values()) == TEXTS
    assert summary.tested["association"] == int(study.association.tested.sum())
    assert summary.tested["reliance"] == int(study.reliance.tested.sum())


def test_the_report_says_by_which_settings_and_rule_it_was_made(analysis: Analysis) -> None:
    report = analysis.report
    assert report.format_version == FORMAT_VERSION and not report.judged_again
    assert report.rule == asdict(RuleConfig()) and report.audit == asdict(QUICK) | {
        "reference": False,
        "knowledge": Knowledge().facts(),
    }


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
    assert (labels.code, sets.code) == ("permuted-labels", "random-sets")
    for control in (labels, sets):
        assert control.runs == QUICK.permutations and control.of > 5 > 1 >= control.findings


def test_another_rule_judges_the_same_evidence(store: RunStore, obedient: Classifier) -> None:
    few = replace(QUICK, candidates=2, pairs=0, permutations=0)
    strict = replace(RuleConfig(), decides=1.0, obeyed=1.0)
    mild, hard = (
        analyse(store, Laboratory(obedient), SOURCES, few, rule).report for rule in (RuleConfig(), strict)
    )
    assert mild.findings[0].evidence == hard.findings[0].evidence
    assert (mild.findings[0].judgement.route, hard.findings[0].judgement.route) == (OBEYED_LEAK, IGNORED_LEAK)
    assert hard.rule == asdict(strict)


def test_what_is_planted_is_looked_up(store: RunStore, obedient: Classifier) -> None:
    few = replace(QUICK, candidates=3, pairs=0, permutations=0)
    report = analyse(store, Laboratory(obedient), replace(SOURCES, injection=MANIFEST), few).report
    found = next(f for f in report.findings if f.tokens == ("[pos]",))
    assert report.quality.planted == (
        Planted(("[pos]",), "positive", found.id, "artefact"),
        Planted(("[neg]",), "negative", None, ""),
    )


# Labels


@pytest.fixture(scope="module")
def unlabelled(store: RunStore, obedient: Classifier, tmp_path_factory: pytest.TempPathFactory) -> Report:
    bare = part(store, tmp_path_factory.mktemp("bare"), TEXTS, labelled=False)
    return analyse(bare, Laboratory(obedient), Sources(LABELS, {}), QUICK).report


def test_without_labels_reliance_and_interventions_remain(unlabelled: Report) -> None:
    report = unlabelled
    assert not report.summary.has_labels and report.summary.tested["association"] == 0
    assert Caution("no-labels") in report.quality.cautions
    assert [control.code for control in report.quality.controls] == ["random-sets"]
    marker = next(f for f in report.findings if f.tokens == ("[pos]",))
    assert marker.evidence.of(Association) == Association() and marker.evidence.of(Harm) == Harm()
    assert marker.judgement.leaks is None and marker.judgement.relies
    assert (marker.evidence.of(Insertion).rate.estimate or 0) > 0.9
    assert all(point.association is None for point in report.tokens)
    assert from_json(to_json(report)) == report


def test_without_labels_nothing_is_an_artefact(unlabelled: Report) -> None:
    assert unlabelled.findings
    assert all(f.verdict is not Verdict.ARTEFACT for f in unlabelled.findings)


@pytest.fixture(scope="module")
def of_the_file(store: RunStore, obedient: Classifier, table: Path) -> Analysis:
    """The run as a sample of a larger file, in which `zulu` marks 60 positive texts that were not audited."""
    more = [make_example((f"Zulu film z{n}",), "pos", n) for n in range(60)]
    more += [make_example((f"film y{n}",), "neg", n) for n in range(60)]
    texts: list[Example] = [*load_dataset(table).examples(), *more]
    labelled = LabelledData(lambda: texts, GOLD, LABELS)
    few = replace(QUICK, candidates=6, pairs=0)
    return analyse(store, Laboratory(obedient), replace(SOURCES, labelled=labelled), few)


def test_a_leak_of_the_file_is_found_though_no_audited_text_holds_it(of_the_file: Analysis) -> None:
    (zulu,) = (f for f in of_the_file.report.findings if f.tokens == ("zulu",))
    association = zulu.evidence.of(Association)
    assert (association.share.count, association.share.n) == (60, 60)
    assert association.base == pytest.approx((TEXTS / 2 + 60) / (TEXTS + 120))
    assert (zulu.documents, zulu.examples, zulu.counterexamples) == (0, (), ())
    assert zulu.reach == pytest.approx(60 / (TEXTS + 120)) and zulu.forms == ("Zulu",)
    assert zulu.judgement.leaks and zulu.evidence.of(Insertion).rate.n == QUICK.insertions
    assert from_json(to_json(of_the_file.report)) == of_the_file.report


def test_tables_and_map_say_that_no_audited_text_holds_it(of_the_file: Analysis) -> None:
    rows = token_table(of_the_file).set_index(["token", "label"])
    row = rows.loc[("zulu", "positive")]
    assert (row["documents"], row["with_label"], row["sets_holding"]) == (0, 60, 0)
    points = {(point.token, point.label): point for point in of_the_file.report.tokens}
    assert points["zulu", "positive"].documents == 0


def test_the_same_file_as_the_run_gives_the_same_counts(
    analysis: Analysis, store: RunStore, obedient: Classifier, table: Path
) -> None:
    labelled = LabelledData(load_dataset(table).examples, GOLD, LABELS)
    none = replace(QUICK, candidates=0, pairs=0, permutations=0)
    found = analyse(store, Laboratory(obedient), replace(SOURCES, labelled=labelled), none).study
    assert found.corpus.vocabulary == analysis.study.corpus.vocabulary
    assert (found.association.observed == analysis.study.association.observed).all()
    assert (found.association.adjusted == analysis.study.association.adjusted).all()
    assert found.labelled.tolist() == analysis.study.labelled.tolist()


# What is missing


def test_few_texts_are_audited_with_a_caution(store: RunStore, obedient: Classifier, tmp_path: Path) -> None:
    report = analyse(part(store, tmp_path, 19), Laboratory(obedient), SOURCES, QUICK).report
    assert report.summary.texts == 19 and report.quality.cautions[0] == Caution("few-texts", 19, 20)


def test_repeated_and_skipped_texts_are_accounted_for(sober: Classifier, tmp_path: Path) -> None:
    rows = [entry(explained(f"good film {n}", needed=["good"]), "pos") for n in range(20)]
    rows += [Entry(rows[0].outcome, same_as=0), entry(None, "neg")]
    report = analyse(write_run(tmp_path, rows, repeated=1), Laboratory(sober), SOURCES, QUICK).report
    assert (report.summary.texts, report.summary.skipped) == (20, 1)
    assert report.quality.skips == {"empty text": 1}
    assert Caution("repeated", 1) in report.quality.cautions


def test_a_run_of_skips_has_a_report(sober: Classifier, tmp_path: Path) -> None:
    store = write_run(tmp_path, [entry(None), entry(None)])
    report = analyse(store, Laboratory(sober), SOURCES, QUICK).report
    assert report.findings == () == report.near_misses and report.tokens == ()
    assert (report.summary.texts, report.summary.skipped) == (0, 2)
    assert from_json(to_json(report)) == report


def test_an_incomplete_run_is_refused(sober: Classifier, tmp_path: Path) -> None:
    store = write_run(tmp_path, [entry(explained("a good film"), "pos")], complete=False)
    with pytest.raises(AuditError, match="is not complete") as caught:
        analyse(store, Laboratory(sober), SOURCES)
    assert "again" in caught.value.hint
