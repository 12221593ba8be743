"""Tables for pandas: every tested token and pair, with the same numbers as the report."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas

from auditor.cidr.asking import Laboratory
from auditor.findings.finding import Kind
from auditor.findings.report_file import to_json
from auditor.model.classifier import Classifier
from auditor.repair.repairing import GROUPS, read_members
from auditor.runs import load_run
from auditor.signals.association import Association
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import COUNTED, measure
from auditor.signals.extension import Group, extended
from auditor.signals.insertion import Insertion
from auditor.signals.reliance import Reliance
from auditor.verdicts.analysis import Analysis, Sources, analyse
from auditor.verdicts.tables import (
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    TOKEN_COLUMNS,
    group_table,
    pair_table,
    token_table,
    write_tables,
)
from auditor.verdicts.tokens import score
from tests.signals.support import GOLD, LABELS, QUICK, entry, write_run


def test_a_row_for_each_test_with_the_numbers_of_the_report(analysis: Analysis) -> None:
    frame = token_table(analysis)
    tested = analysis.study.association.tested | analysis.study.reliance.tested
    assert len(frame) == int(tested.sum()) and not frame.duplicated(["token", "field", "label"]).any()
    rows = frame.set_index(["token", "label"])
    for finding in analysis.report.findings:
        if finding.kind is Kind.PAIR:
            continue
        row, evidence = rows.loc[(finding.tokens[0], finding.label)], finding.evidence
        assert (row["finding"], row["verdict"]) == (finding.id, finding.verdict.value)
        assert row["documents"] == finding.documents
        assert row["labelled"] == evidence.of(Association).share.n
        assert row["with_label"] == evidence.of(Association).share.count
        assert row["association_p"] == evidence.of(Association).share.p
        assert row["sets_needing"] == evidence.of(Reliance).enrichment.count
        assert row["reliance_adjusted"] == evidence.of(Reliance).enrichment.adjusted_p
        assert row["deletion_rate"] == evidence.of(Deletion).rate.estimate
        assert row["insertion_rate"] == evidence.of(Insertion).rate.estimate
        assert row["insertion_effect"] == evidence.of(Insertion).effect.estimate
        judgement = finding.judgement
        assert (row["known"], row["source"], row["score"]) == (
            judgement.known,
            judgement.source,
            judgement.score,
        )
    idle = rows.loc[("film", "negative")]
    assert pandas.isna(idle["verdict"]) and np.isnan(idle["insertion_rate"])


def test_a_token_without_a_trial_is_scored_by_labels_and_meaning(analysis: Analysis) -> None:
    study = analysis.study
    frame = token_table(analysis)
    numbers = {token.text: number for number, token in enumerate(study.corpus.vocabulary)}
    untried = frame[frame["insertion_rate"].isna()]
    assert len(untried) and set(untried["known"]) <= {"related", "unrelated", "unknown", "grammar"}
    for row in untried.to_dict("records"):
        candidate = Candidate((numbers[row["token"]],), study.corpus.labels.index(row["label"]))
        counted = measure(study, [candidate], COUNTED)[candidate]
        assert row["score"] == score(counted, study.reach(candidate), study.rule)


def test_a_row_for_each_pair_that_was_looked_at(analysis: Analysis) -> None:
    frame = pair_table(analysis)
    assert len(frame) == sum(one.is_pair for one in analysis.found.evidence) > 0
    assert (frame["sets_needing"] <= frame["sets_holding"]).all() and (frame["second_field"] == 0).all()
    assert (frame["sets_holding"] <= frame["documents"]).all() and frame["reliance_p"].between(0, 1).all()


def test_they_are_what_load_run_reads(analysis: Analysis, tmp_path: Path) -> None:
    write_tables(tmp_path, analysis)
    (tmp_path / "report.json").write_text(to_json(analysis.report), encoding="utf-8")
    run = load_run(tmp_path)
    for read, made in ((run.tokens, token_table(analysis)), (run.pairs, pair_table(analysis))):
        assert [name for name, below in read.columns if not below] == [
            c for c in made if c in dict(read.columns)
        ]
        pandas.testing.assert_frame_equal(read.set_axis(made.columns, axis=1), made)
    assert set(run.findings["id"]) >= set(run.tokens["finding"].dropna())
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["groups.parquet", "pairs.parquet", "report.json", "tokens.parquet"]


def test_tables_without_rows_have_their_columns(
    analysis: Analysis, sober: Classifier, tmp_path: Path
) -> None:
    empty = analyse(write_run(tmp_path, [entry(None)]), Laboratory(sober), Sources(LABELS, GOLD), QUICK)
    tables = ((token_table, TOKEN_COLUMNS), (pair_table, PAIR_COLUMNS), (group_table, GROUP_COLUMNS))
    for table, columns in tables:
        assert len(table(empty)) == 0
        assert list(table(empty).columns) == list(table(analysis).columns) == list(columns)


def test_the_same_bytes_for_the_same_analysis(analysis: Analysis, tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
        write_tables(folder, analysis)
    for name in ("tokens.parquet", "pairs.parquet"):
        first, second = ((folder / name).read_bytes() for folder in folders)
        assert first == second


def test_every_word_of_a_group_that_is_a_finding_is_kept(analysis: Analysis, tmp_path: Path) -> None:
    """Of a group a finding names the leading words; a repair needs them all."""
    corpus = analysis.study.corpus
    words = tuple(range(3))
    groups = [Group(Token("three words", 0, "family"), words)]
    wider = extended(corpus, groups)
    candidate = Candidate((len(corpus.vocabulary),), 0)
    finding = replace(analysis.report.findings[0], id="a group", kind=Kind.GROUP, members=("one",))
    found = replace(analysis.found, findings=(finding,), owners={candidate: "a group"})
    frame = group_table(replace(analysis, study=replace(analysis.study, corpus=wider), found=found))
    assert list(frame.columns) == list(GROUP_COLUMNS)
    assert list(frame["member"]) == [corpus.vocabulary[number].text for number in words]
    assert set(frame["finding"]) == {"a group"} and set(frame["group"]) == {"three words"}
    assert list(frame["documents"]) == [int(corpus.start[n + 1] - corpus.start[n]) for n in words]
    frame.to_parquet(tmp_path / GROUPS)
    assert read_members(tmp_path) == {"a group": tuple(frame["member"])}


def test_words_and_pairs_are_no_groups(analysis: Analysis) -> None:
    assert len(group_table(analysis)) == 0
