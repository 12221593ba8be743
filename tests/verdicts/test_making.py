"""Findings: ids, order, examples that show what they claim, near misses, pairs."""

from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from auditor.evidence import finding
from auditor.evidence.finding import finding_id
from auditor.evidence.verdicts import INTERACTS

from auditor.cidr.asking import Laboratory
from auditor.findings import Estimate, Interaction, Kind, Severity, Verdict
from auditor.model.classifier import Classifier
from auditor.sweep.table import Entry
from auditor.verdicts.analysis import Analysis, Sources, analyse
from tests.signals.support import GOLD, QUICK, TASK, entry, explained, write_run

ORDER = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT, Verdict.TASK)


def test_an_id_is_made_from_kind_tokens_fields_and_label() -> None:
    base = (Kind.TOKEN, ("good",), (0,), "positive")
    others = [
        (Kind.TOKEN, ("good",), (0,), "negative"),
        (Kind.TOKEN, ("good",), (1,), "positive"),
        (Kind.TOKEN, ("fun",), (0,), "positive"),
        (Kind.PAIR, ("good", "fun"), (0, 0), "positive"),
    ]
    assert finding_id(*base) == "0a6b858674cb" == finding_id(*base)
    assert len({finding_id(*case) for case in (base, *others)}) == 5
    assert finding_id(Kind.TOKEN, ("\ud83d",), (0,), "positive")  # half of an emoji is text as well


def test_the_marker_is_the_one_artefact_and_comes_first(analysis: Analysis) -> None:
    first, *rest = analysis.report.findings
    assert (first.tokens, first.label, first.verdict) == (("[pos]",), "positive", Verdict.ARTEFACT)
    assert (first.severity, first.leaks, first.relies) == (Severity.HIGH, True, True)
    assert rest and all(found.verdict is not Verdict.ARTEFACT for found in rest)
    words = {word: label for label in TASK for word in TASK[label]}
    assert all(GOLD[words[found.tokens[0]]] == found.label for found in rest if found.kind is Kind.TOKEN)
    assert Verdict.TASK in {found.verdict for found in rest}  # "good" or "bad": strong, and outweighed


def test_findings_are_in_order_of_importance(analysis: Analysis) -> None:
    ranks = [(ORDER.index(f.verdict), list(Severity).index(f.severity)) for f in analysis.report.findings]
    assert ranks == sorted(ranks)
    assert len({f.id for f in analysis.report.findings}) == len(ranks)


def test_examples_need_the_token_and_counterexamples_do_not(analysis: Analysis) -> None:
    shown = analysis.report.shown
    for found in analysis.report.findings:
        if found.kind is Kind.PAIR:
            continue
        assert 0 < len(found.examples) <= 5 and len(found.counterexamples) <= 3
        for identity in found.examples:
            text = shown[identity]
            needed = [text.texts[f][a:b].casefold() for f, a, b in (text.spans[i] for i in text.core)]
            assert found.tokens[0] in needed and text.label == found.label
        for identity in found.counterexamples:
            text = shown[identity]
            needed = [text.texts[f][a:b].casefold() for f, a, b in (text.spans[i] for i in text.core)]
            assert text.label != found.label or found.tokens[0] not in needed


def test_candidates_beyond_the_limit_are_counted(analysis: Analysis) -> None:
    statistics = analysis.statistics
    either = statistics.association.significant | statistics.reliance.significant
    assert analysis.found.left_out == int(either.sum()) - QUICK.candidates > 0
    assert any("more candidates" in warning for warning in analysis.report.quality.warnings)


def test_near_misses_name_the_threshold_they_failed(analysis: Analysis) -> None:
    statistics, found = analysis.statistics, {(f.tokens, f.label) for f in analysis.report.findings}
    for near in analysis.report.near_misses:
        assert near.failed and (near.tokens, near.label) not in found
        if near.kind is Kind.TOKEN:
            token = next(i for i, t in enumerate(statistics.corpus.vocabulary) if t.text == near.tokens[0])
            label = statistics.corpus.labels.index(near.label)
            p = min(t.adjusted[token, label] for t in (statistics.association, statistics.reliance))
            assert 0.05 < p <= 0.25 and f"{p:.3f}" in near.failed


# Pairs


def together(count: int) -> list[Entry]:
    """`amber` and `violet`: both or none is positive, one of them negative; sets need one of the two."""
    rows = []
    for n in range(count):
        words = [["amber", "violet"], ["amber"], ["violet"], []][n % 4]
        label = "negative" if len(words) == 1 else "positive"
        text = " ".join([*words, "the", "film", "was", "a", "plot", f"n{n}"])
        needed = [words[n % len(words)]] if words else ["film"]
        rows.append(entry(explained(text, label=label, needed=needed), label[:3]))
    return rows


@pytest.fixture
def interacting(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A laboratory in which the pair, and it alone, does more than its parts."""
    asked: list[Any] = []

    def interactions(_: Any, __: Any, corpus: Any, chosen: Any, *___: Any, **____: Any) -> list[Interaction]:
        asked.extend(chosen)
        names = [{corpus.vocabulary[t].text for t in pair} for pair, _ in chosen]
        large = Interaction(Estimate(1.8, 1.6, 2.0, 16, p=1e-4), Estimate(0.1, 0.0, 0.2, 16))
        none = Interaction(Estimate(0.0, -0.1, 0.1, 16, p=0.5), Estimate(0.1, 0.0, 0.2, 16))
        return [large if name == {"amber", "violet"} else none for name in names]

    monkeypatch.setattr(finding, "interactions", interactions)
    return asked


def test_a_balanced_pair_is_found_as_a_pair_and_its_words_are_not_leaks(
    tmp_path: Path, sober: Classifier, interacting: list[Any]
) -> None:
    store = write_run(tmp_path, together(80), shard_size=80)
    found = analyse(store, Laboratory(sober), Sources(GOLD), QUICK)
    pair = next(f for f in found.report.findings if f.kind is Kind.PAIR)
    assert (set(pair.tokens), pair.label) == ({"amber", "violet"}, "positive")
    assert (pair.verdict, pair.severity, pair.leaks, pair.relies) == (
        Verdict.ARTEFACT,
        Severity.HIGH,
        True,
        True,
    )
    assert (pair.evidence.association.share.count, pair.evidence.association.share.n) == (20, 20)
    assert pair.documents == 20 and interacting
    assert sum(f.kind is Kind.PAIR for f in found.report.findings) == 1
    amber = next(i for i, t in enumerate(found.statistics.corpus.vocabulary) if t.text == "amber")
    assert not found.statistics.association.significant[amber].any()  # 20 of 40: single tokens miss it


def test_the_label_is_tested_against_all_pairs_however_few_are_tried(
    tmp_path: Path, sober: Classifier, interacting: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = write_run(tmp_path, together(80), shard_size=80)
    seen: list[float] = []
    plain = finding._pair_finding

    def pair_finding(statistics: Any, count: Any, interaction: Any, *, adjusted: float) -> Any:
        seen.append(adjusted)
        return plain(statistics, count, interaction, adjusted=adjusted)

    monkeypatch.setattr(finding, "_pair_finding", pair_finding)
    for limit in (1, 60):
        analyse(store, Laboratory(sober), Sources(GOLD), replace(QUICK, pairs=limit))
    assert len(interacting) == len(seen) > 2
    assert seen[0] == pytest.approx(seen[1], rel=1e-9, abs=0)
    # 20 of 20 with both against 0 of 40 with one; the best of two classes, and of all pairs looked at.
    assert seen[0] == pytest.approx(2 / comb(60, 20) * (len(seen) - 1), rel=1e-6, abs=0)


def test_an_interaction_that_is_too_small_is_a_near_miss(
    tmp_path: Path, sober: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    low = INTERACTS - 0.01
    small = Interaction(Estimate(low + 0.02, low, low + 0.04, 16, p=1e-6), Estimate(0.0, 0.0, 0.0, 16))
    monkeypatch.setattr(finding, "interactions", lambda *given, **_: [small] * len(given[3]))
    store = write_run(tmp_path, together(80), shard_size=80)
    report = analyse(store, Laboratory(sober), Sources(GOLD), QUICK).report
    near = [f for f in report.near_misses if f.kind is Kind.PAIR]
    assert near and near[0].failed.endswith(f"at least {low:.2f}, below {INTERACTS}")
    assert all(f.kind is Kind.TOKEN for f in report.findings)


def test_no_text_at_all_gives_no_finding(tmp_path: Path, sober: Classifier) -> None:
    store = write_run(tmp_path, [entry(None), entry(None)])
    found = analyse(store, Laboratory(sober), Sources(GOLD), QUICK)
    assert found.report.findings == () == found.report.near_misses
    assert found.report.summary.texts == 0 and found.report.summary.skipped == 2
    assert np.isfinite([control.findings for control in found.report.quality.controls]).all()
