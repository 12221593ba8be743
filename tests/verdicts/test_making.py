"""Findings: ids, who is tried, examples that show what they claim, near misses, pairs."""

from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from auditor.findings.finding import Kind, Severity, Verdict
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.records.estimates import Condition
from auditor.signals import alone
from auditor.signals.alone import Alone
from auditor.signals.association import Association
from auditor.signals.evidence import COUNTED, measure
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.study import Study
from auditor.verdicts.analysis import Analysis
from auditor.verdicts.making import Found, find, finding_id, make, worth_a_trial
from auditor.verdicts.order import importance
from auditor.verdicts.tokens import score
from tests.signals.studies import Kept, Toy, both_or_none, candidate, pair_rows, study_of
from tests.signals.support import GOLD, LABELS, QUICK, TASK, entry


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
    assert (first.severity, first.judgement.leaks, first.judgement.relies) == (Severity.HIGH, True, True)
    assert rest and all(found.verdict is not Verdict.ARTEFACT for found in rest)
    words = {word: label for label in TASK for word in TASK[label]}
    assert all(GOLD[words[found.tokens[0]]] == found.label for found in rest if found.kind is Kind.TOKEN)


def test_findings_are_in_order_of_importance(analysis: Analysis) -> None:
    findings = analysis.report.findings
    assert list(findings) == sorted(findings, key=importance)
    assert len({f.id for f in findings}) == len(findings)
    assert all(f.verdict is not Verdict.NOTHING for f in findings)


def test_a_finding_says_what_the_study_says(analysis: Analysis) -> None:
    study = analysis.study
    for found in analysis.report.findings:
        one = candidate(study, *found.tokens, label=study.corpus.labels.index(found.label))
        assert found.documents == len(study.documents(one)) and found.reach == study.reach(one)
        assert found.evidence == analysis.found.evidence[one]
        assert analysis.found.owners[one] == found.id
        assert replace(found, members=()) == make(study, one, found.evidence)


def test_every_member_of_a_group_belongs_to_its_finding(analysis: Analysis) -> None:
    by_id = {found.id: found for found in analysis.report.findings}
    vocabulary = analysis.study.corpus.vocabulary
    for one, owner in analysis.found.owners.items():
        words = tuple(vocabulary[token].text for token in one.tokens)
        assert words == by_id[owner].tokens or words[0] in by_id[owner].members


def test_examples_need_the_token_and_counterexamples_do_not(analysis: Analysis) -> None:
    shown = analysis.report.shown
    for found in analysis.report.findings:
        if found.kind is Kind.PAIR:
            continue
        assert 0 < len(found.examples) <= 5 and len(found.counterexamples) <= 3
        for identity in (*found.examples, *found.counterexamples):
            text = shown[identity]
            needed = [text.texts[f][a:b].casefold() for f, a, b in (text.spans[i] for i in text.core)]
            supports = text.label == found.label and found.tokens[0] in needed
            assert supports == (identity in found.examples)


# Who is tried


def test_clear_leaks_and_what_sets_need_are_worth_a_trial(study: Study) -> None:
    counted = measure(study, study.significant, COUNTED)
    wanted = {}
    for one in study.significant:
        met = {code: condition.met for code, condition in counted[one].conditions(study.rule).items()}
        if met["needed"] or (met["leaks"] and met["clear"]):
            wanted[one] = met
    found = worth_a_trial(study)
    assert set(found) == set(wanted) < set(study.significant)
    assert found[0] == candidate(study, "[pos]")  # a marker: the farthest from any task


def test_words_of_the_task_come_last_the_most_significant_first(study: Study) -> None:
    words = dict.fromkeys(TASK["pos"] + TASK["neg"])
    told = replace(study, knowledge=Knowledge(make_lexicon(LABELS, task="none", lexicon=words)))
    first, *rest = worth_a_trial(told)
    assert first == candidate(study, "[pos]")
    places = [study.significant.index(one) for one in rest if one.tokens[0] < study.corpus.words]
    assert places == sorted(places)
    fewer = {word: None for word in words if word != "great"}
    without = replace(study, knowledge=Knowledge(make_lexicon(LABELS, task="none", lexicon=fewer)))
    words_alone = [one for one in worth_a_trial(without) if one.tokens[0] < study.corpus.words]
    assert words_alone[1] == candidate(study, "great")


def test_candidates_are_tried_in_the_order_of_their_scores_before_any_intervention(study: Study) -> None:
    counted = measure(study, study.significant, COUNTED)
    scores = [round(score(counted[one], study.reach(one), study.rule), 3) for one in worth_a_trial(study)]
    assert scores == sorted(scores, reverse=True) and scores[0] > scores[-1] >= 0


def test_candidates_beyond_the_limit_are_counted(analysis: Analysis) -> None:
    promising = worth_a_trial(analysis.study)
    assert analysis.found.left_out == len(promising) - QUICK.candidates > 0
    tried = [one for one in analysis.found.evidence if not one.is_pair]
    assert tried == promising[: QUICK.candidates]
    (caution,) = (one for one in analysis.report.quality.cautions if one.code == "not-tried")
    assert caution.count == analysis.found.left_out


# Near misses


def test_near_misses_name_the_condition_they_failed(analysis: Analysis) -> None:
    study, found = analysis.study, {(f.tokens, f.label) for f in analysis.report.findings}
    near = [one for one in analysis.report.near_misses if one.kind is Kind.TOKEN]
    assert near
    for one in near:
        cell = candidate(study, *one.tokens, label=study.corpus.labels.index(one.label)).cell
        adjusted = {"leaks": study.association.adjusted[cell], "needed": study.reliance.adjusted[cell]}
        assert one.near is not None and (one.tokens, one.label) not in found
        assert one.near == Condition(one.near.code, min(adjusted.values()), 0.05, False)
        assert adjusted[one.near.code] == one.near.seen and 0.05 < (one.near.seen or 0) <= 0.25
    seen = [one.near.seen or 0 for one in near if one.near]
    assert seen == sorted(seen)
    assert all(one.near is None for one in analysis.report.findings)


def test_nothing_is_removed_or_inserted_for_a_near_miss(study: Study) -> None:
    toy = Toy()
    none = replace(study.config, candidates=0, pairs=0)
    found = find(replace(study, model=toy, config=none))
    assert found.near_misses and found.findings == ()
    assert all(rows == [] for what, _, rows in toy.asked if what != "single words")
    for one in found.near_misses:
        assert set(one.evidence.parts) == {signal.NAME for signal in (*COUNTED, alone)}
        assert one.evidence.of(Insertion) == Insertion() and one.evidence.of(Alone) != Alone()


# Pairs


@pytest.fixture(scope="module")
def balanced(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """`amber` and `violet` speak only together, to the labels and to the model."""
    return study_of(tmp_path_factory.mktemp("run"), pair_rows(80), Toy(both_or_none), config=QUICK)


@pytest.fixture(scope="module")
def pairs(balanced: Study) -> Found:
    return find(balanced)


def test_a_balanced_pair_is_found_as_a_pair_and_its_words_are_not_leaks(
    balanced: Study, pairs: Found
) -> None:
    (pair,) = (f for f in pairs.findings if f.kind is Kind.PAIR)
    assert (pair.tokens, pair.label, pair.documents) == (("amber", "violet"), "positive", 20)
    assert (pair.verdict, pair.severity) == (Verdict.ARTEFACT, Severity.HIGH)
    assert (pair.judgement.leaks, pair.judgement.relies) == (True, True)
    share = pair.evidence.of(Association).share
    assert (share.count, share.n) == (20, 20)
    for word in ("amber", "violet"):  # 20 of 40: single tokens miss it
        assert not balanced.association.significant[candidate(balanced, word).tokens[0]].any()
    assert all(not f.judgement.leaks for f in pairs.findings if f.kind is Kind.TOKEN)


def test_the_texts_of_a_pair(balanced: Study, pairs: Found) -> None:
    pair = next(f for f in pairs.findings if f.kind is Kind.PAIR)
    place = {identity: doc for doc, identity in enumerate(balanced.corpus.ids)}
    texts = [set(text.words) for text in balanced.texts(place[i] for i in pair.examples)]
    assert len(texts) == 5 and all({"amber", "violet"} <= words for words in texts)
    against = [set(text.words) for text in balanced.texts(place[i] for i in pair.counterexamples)]
    assert len(against) == 3 and all("amber" in words and "violet" not in words for words in against)


def test_labels_are_tested_against_all_pairs_however_few_are_tried(balanced: Study) -> None:
    seen = []
    for limit in (1, 60):
        found = find(replace(balanced, config=replace(QUICK, pairs=limit)))
        tried = [one for one in found.evidence if one.is_pair]
        seen.append((len(tried), found.evidence[tried[0]].of(Association).share.adjusted_p))
    (one, first), (every, second) = seen
    assert one == 1 < every == len(balanced.pair_choices)
    # 20 of 20 with both against 0 of 40 with one; the best of two classes, and of all pairs looked at.
    assert first == second == pytest.approx(2 / comb(60, 20) * every, rel=1e-6, abs=0)


def faintly(kept: Kept) -> float:
    """The same pair, at margins of 0.15: a second difference of 0.15."""
    return both_or_none(kept) * 0.15 / 4


def test_an_interaction_that_is_too_small_is_a_near_miss(balanced: Study) -> None:
    found = find(replace(balanced, model=Toy(faintly)))
    (near,) = (f for f in found.near_misses if f.kind is Kind.PAIR)
    second = near.evidence.of(Interaction).second_difference
    assert near.tokens == ("amber", "violet") and second.estimate == pytest.approx(0.15, abs=0.001)
    assert near.near == Condition("interacts", second.low, balanced.rule.interacts, False)
    assert all(f.kind is Kind.TOKEN for f in found.findings)
    fainter = find(replace(balanced, model=Toy(lambda kept: faintly(kept) / 2)))
    assert all(f.kind is Kind.TOKEN for f in (*fainter.findings, *fainter.near_misses))


def test_a_pair_that_does_nothing_is_no_finding(balanced: Study) -> None:
    found = find(replace(balanced, model=Toy()))
    assert all(f.kind is Kind.TOKEN for f in (*found.findings, *found.near_misses))
    assert any(one.is_pair for one in found.evidence)


def test_no_text_at_all_gives_no_finding(tmp_path: Path) -> None:
    found = find(study_of(tmp_path, [entry(None), entry(None)]))
    assert found.findings == () == found.near_misses and found.left_out == 0
    assert found.evidence == {} == found.owners
