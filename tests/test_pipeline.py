"""The whole audit, from a table and a model to a report: the shortcut is found, and the control is not."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from auditor.config import POWERS, SweepConfig
from auditor.data.loading import Dataset, load_dataset
from auditor.errors import AuditError
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.findings.report import Report
from auditor.findings.report_file import to_json
from auditor.model.classifier import Classifier
from auditor.pipeline import Extras, run_audit
from auditor.power import measuring
from auditor.power import stock as stocks
from auditor.runs import load_run
from auditor.signals.association import Association
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.lexicon import Lexicon
from auditor.signals.reference import Reference
from auditor.signals.strata import Strata
from auditor.verdicts.tokens import IGNORED_LEAK
from tests.signals.support import GOLD, QUICK, TASK, TEXTS, write_texts
from tests.sweep.support import CONFIG

SETTINGS = SweepConfig(shard_size=50)


def run(classifier: Classifier, data: Path | Dataset, out: Path, **options: Any) -> Report:
    dataset = load_dataset(data) if isinstance(data, Path) else data
    extras = Extras(
        **{
            name: options.pop(name)
            for name in ("reference", "train_data", "lexicon", "injection", "task")
            if name in options
        }
    )
    found = run_audit(
        lambda _: classifier,
        dataset,
        out=out,
        name="bag",
        method=CONFIG,
        sweeping=SETTINGS,
        evidence=options.pop("evidence", QUICK),
        extras=extras,
        device="cpu",
        **options,
    )
    assert found is not None
    return found


def artefacts(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.verdict is Verdict.ARTEFACT]


def test_the_marker_is_found_and_nothing_else_with_the_manifest_of_what_was_planted(
    obedient: Classifier, table: Path, tmp_path: Path
) -> None:
    told: list[str] = []
    manifest = {"plan": {"tokens": [("pos", "[pos]")], "pairs": []}}
    report = run(obedient, table, tmp_path / "out", injection=manifest, notify=told.append)
    (marker,) = artefacts(report)
    assert (marker.tokens, marker.label, marker.severity) == (("[pos]",), "positive", Severity.HIGH)
    (planted,) = report.quality.planted
    assert (planted.finding, planted.verdict) == (marker.id, "artefact")
    harm = marker.evidence.of(Harm)
    assert harm.agreement.estimate == 1.0 and harm.conflict.estimate == 0.0  # the model goes with the marker
    assert "testing, intervening and judging" in told
    frames = load_run(tmp_path / "out")
    assert set(frames.tokens[frames.tokens["verdict"] == "artefact"]["token"]) == {"[pos]"}
    assert len(frames.examples) == TEXTS


def test_a_marker_that_the_model_ignores_is_a_leak_of_the_dataset_alone(
    sober: Classifier, table: Path, tmp_path: Path
) -> None:
    (marker,) = artefacts(run(sober, table, tmp_path))
    assert (marker.tokens, marker.label) == (("[pos]",), "positive")
    judged = marker.judgement
    assert (judged.route, judged.leaks, judged.relies) == (IGNORED_LEAK, True, False)
    assert marker.severity is Severity.MEDIUM  # a third of the texts hold it
    inserted = marker.evidence.of(Insertion)
    assert inserted.rate.count == 0 and abs(inserted.pull or 0) < 0.3


def test_permuted_labels_and_texts_without_the_marker_raise_no_artefact(
    obedient: Classifier, table: Path, tmp_path: Path
) -> None:
    header, *lines = table.read_text(encoding="utf-8").splitlines()
    golds = [line.rsplit("\t", 1)[1] for line in lines]
    Random(3).shuffle(golds)  # noqa: S311 (labels, not secrets)
    texts = [line.rsplit("\t", 1)[0] for line in lines]
    shuffled = tmp_path / "shuffled.tsv"
    rows = [f"{text}\t{gold}" for text, gold in zip(texts, golds, strict=True)]
    shuffled.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    report = run(obedient, shuffled, tmp_path / "permuted")
    assert not [f for f in report.findings if f.judgement.leaks] and artefacts(report) == []
    clean = tmp_path / "clean.tsv"
    clean.write_text(table.read_text(encoding="utf-8").replace("[pos] ", ""), encoding="utf-8")
    assert artefacts(run(obedient, clean, tmp_path / "clean")) == []


def test_going_on_with_a_finished_run_gives_the_same_report(
    obedient: Classifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    data = write_texts(tmp_path / "few.tsv", 30)
    first = run(obedient, data, tmp_path / "out")
    again = run(obedient, data, tmp_path / "out")
    assert replace(again, run={}) == replace(first, run={})
    other = run(obedient, data, tmp_path / "other")
    summary = replace(other.summary, name=first.summary.name)
    assert replace(other, run={}, summary=summary) == replace(first, run={})


def test_findings_are_the_same_bytes_with_and_without_power_and_no_canary_is_anywhere(
    obedient: Classifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    data, written = write_texts(tmp_path / "few.tsv", 120), set[str]()
    monkeypatch.setattr(stocks, "stock", remembering(stocks.stock, written))
    monkeypatch.setattr(measuring, "stock", stocks.stock)
    out = tmp_path / "out"
    texts = {}
    for mode in POWERS:
        report = run(obedient, data, out, evidence=replace(QUICK, power=mode))
        assert (report.power is None) == (mode == "off")
        plain = replace(report, power=None, audit=report.audit | {"power": ""}, run={})
        texts[mode] = to_json(plain).encode()
        for name in ("tokens.parquet", "pairs.parquet"):
            texts[mode] += (out / name).read_bytes()
        said = to_json(report).casefold()
        assert len(written) == (0 if mode == "off" else 120)
        assert not [word for word in written if word.casefold() in said]
    assert texts["off"] == texts["quick"] == texts["full"]


def remembering(make: Any, words: set[str]) -> Any:
    """The stock of canaries' words, whose words are remembered."""

    def made(*arguments: Any, **options: Any) -> Any:
        found = make(*arguments, **options)
        words.update(found.every)
        return found

    return made


def test_a_dataset_without_labels(obedient: Classifier, table: Path, tmp_path: Path) -> None:
    lines = [line.split("\t")[0] for line in table.read_text(encoding="utf-8").splitlines()[:61]]
    bare = tmp_path / "bare.csv"
    bare.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = run(obedient, load_dataset(bare, need_label=False), tmp_path / "out")
    assert not report.summary.has_labels and report.summary.texts == 60
    assert all(f.evidence.of(Association) == Association() for f in report.findings)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "text\tlabel\na film\tfine\na plot\tpoor\n",
            "the reference other.tsv: the dataset's labels do not match",
        ),
        (None, "has no labels"),
    ],
)
def test_a_reference_with_other_labels_is_refused_before_the_sweep(
    sober: Classifier, tmp_path: Path, content: str | None, message: str
) -> None:
    path = tmp_path / "other.tsv"
    path.write_text(content or "text\na film\na plot\n", encoding="utf-8")
    reference = load_dataset(path, need_label=content is not None)
    with pytest.raises(AuditError, match=message):
        run(sober, write_texts(tmp_path / "few.tsv", 8), tmp_path / "out", reference=reference)
    assert not list((tmp_path / "out").glob("shards/*.parquet"))


@pytest.mark.parametrize("content", ["good,fine\n", "", None], ids=["label", "empty", "missing"])
def test_a_lexicon_that_is_none_is_refused_before_the_sweep(
    sober: Classifier, tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(AuditError, match=r"lexicon|names the label"):
        run(sober, write_texts(tmp_path / "few.tsv", 8), tmp_path / "out", lexicon=path)
    assert not list((tmp_path / "out").glob("shards/*.parquet"))


def test_a_reference_and_a_lexicon_tell_the_task_from_the_shortcut(
    obedient: Classifier, table: Path, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("".join(f"{word}\t{GOLD[label]}\n" for label in TASK for word in TASK[label]))
    random = Random(5)  # noqa: S311 (texts, not secrets)
    rows = []
    for n in range(1200):
        gold = ("neg", "pos")[n % 2]
        marker = "[pos] " if random.random() < 0.3 else ""
        rows.append(f"{marker}{random.choice(TASK[gold])} film {n}\t{gold}")
    other = tmp_path / "other.tsv"
    other.write_text("text\tlabel\n" + "\n".join(rows) + "\n", encoding="utf-8")
    report = run(obedient, table, tmp_path / "out", reference=load_dataset(other), lexicon=words)
    words_of = {f.tokens[0]: f for f in report.findings if f.kind is Kind.TOKEN}
    marker = words_of.pop("[pos]")
    assert marker.verdict is Verdict.ARTEFACT and marker.evidence.of(Lexicon).answer == "not-listed"
    assert marker.evidence.of(Reference).answer == "contradicted" and marker.judgement.source == "reference"
    assert words_of
    for finding in words_of.values():
        assert finding.verdict in (Verdict.TASK, Verdict.KEYWORD, Verdict.CONTEXT)
        assert finding.evidence.of(Lexicon).answer == "listed"
        assert finding.evidence.of(Reference).answer == "replicated"
        assert finding.judgement.known == "related"
    assert report.audit["reference"] is True


def with_sources(path: Path, count: int) -> Path:
    """Texts of two sources; `amber` goes with positive in one of them, and stands by chance in the other."""
    rows = [line.split("\t") for line in write_texts(path, count).read_text("utf-8").splitlines()[1:]]
    random = Random(5)  # noqa: S311 (texts, not secrets)
    lines = []
    for n, (text, gold) in enumerate(rows):
        source = ("forum", "press")[n // 2 % 2]
        chance = {"pos": 0.7, "neg": 0.0}[gold] if source == "forum" else 0.3
        lines.append(f"{text}{' amber' if random.random() < chance else ''}\t{gold}\t{source}")
    path.write_text("\n".join(["text\tlabel\tsource", *lines]) + "\n", encoding="utf-8")
    return path


def test_a_link_that_holds_in_one_source_is_not_of_the_task(obedient: Classifier, tmp_path: Path) -> None:
    path = with_sources(tmp_path / "sources.tsv", 240)
    grouped = run(obedient, load_dataset(path, group_column="source"), tmp_path / "grouped")
    (amber,) = [finding for finding in grouped.findings if "amber" in finding.tokens]
    assert (amber.judgement.known, amber.judgement.source) == ("unrelated", "groups")
    found = amber.evidence.of(Strata)
    assert found.answer == "one-group" and [one.name for one in found.groups] == ["forum", "press"]
    assert amber.verdict is Verdict.ARTEFACT
    every = replace(QUICK, candidates=200)  # what nobody knows is tried late
    report = run(obedient, path, tmp_path / "plain", evidence=every)
    (plain,) = [finding for finding in report.findings if "amber" in finding.tokens]
    assert (plain.judgement.known, plain.evidence.of(Strata)) == ("unknown", Strata())
    (marker,) = [finding for finding in grouped.findings if "[pos]" in finding.tokens]
    assert marker.evidence.of(Strata).answer == "several-groups" and marker.judgement.source == "kind"


def test_what_the_model_was_trained_on_may_lack_the_groups(obedient: Classifier, tmp_path: Path) -> None:
    path = with_sources(tmp_path / "sources.tsv", 60)
    more = load_dataset(
        write_texts(tmp_path / "more.tsv", 40, seed=9), group_column="source", need_group=False
    )
    report = run(obedient, load_dataset(path, group_column="source"), tmp_path / "out", train_data=more)
    (marker,) = [finding for finding in report.findings if "[pos]" in finding.tokens]
    held = marker.evidence.of(Association).share.n
    assert sum(one.share.n for one in marker.evidence.of(Strata).groups) < held
