"""A study: its texts, what stands out in it, what is quiet, and which texts have a shortcut of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.model.classifier import softmax
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.recurrence import association
from auditor.signals.study import Outcomes, Study, first_by_key, margin, probability
from tests.signals.studies import amber_rows, candidate, pair_rows, study_of
from tests.signals.support import entry, explained, number


@dataclass
class Counting:
    """A store that writes down what is read."""

    store: Outcomes
    asked: list[list[int]] = field(default_factory=list)

    def outcomes_at(self, places: Sequence[int]) -> Mapping[int, Any]:
        self.asked.append(list(places))
        return self.store.outcomes_at(places)


def test_texts_are_read_by_their_number_in_the_corpus_and_once(tmp_path: Path) -> None:
    rows = [entry(None), entry(explained("a good film")), entry(None), entry(explained("a bad film"))]
    study = study_of(tmp_path, rows)

    seen = Counting(study.store)
    counting = replace(study, store=seen)
    assert [text.texts for text in counting.texts([1, 0, 1])] == [
        ("a bad film",),
        ("a good film",),
        ("a bad film",),
    ]
    assert seen.asked == [[1, 3]]
    counting.texts(np.array([0]))
    assert seen.asked == [[1, 3], []]  # nothing is read twice


def test_the_choice_of_texts_does_not_mind_their_order(study: Study) -> None:
    corpus = study.corpus
    docs = np.arange(len(corpus))
    chosen = first_by_key(corpus, docs, 7)
    assert chosen.tolist() == first_by_key(corpus, docs[::-1], 7).tolist()
    assert len(set(chosen.tolist())) == 7 and corpus.key[chosen].max() < np.median(corpus.key)


def test_a_pair_is_in_the_texts_that_hold_both(small: Study) -> None:
    amber, violet, both = (
        small.documents(candidate(small, *words)) for words in (("amber",), ("violet",), ("amber", "violet"))
    )
    assert (len(amber), len(violet), len(both)) == (10, 6, 2)
    assert set(both.tolist()) == set(amber.tolist()) & set(violet.tolist())


def test_reach_is_a_share_of_the_labelled_documents_or_of_the_run(small: Study, bare: Study) -> None:
    assert small.reach(candidate(small, "amber")) == bare.reach(candidate(bare, "amber")) == 0.5
    assert small.reach(candidate(small, "amber", "violet")) == 0.1
    tests = small.association
    wider = replace(
        small, labelled=small.labelled * 100, association=replace(tests, holding=tests.holding * 4)
    )
    assert wider.reach(candidate(small, "amber")) == 40 / 2000
    assert wider.reach(candidate(small, "amber", "violet")) == 0.1  # pairs are counted in the run


def test_pairs_worth_a_trial_have_the_class_that_the_labels_give_them(tmp_path: Path) -> None:
    study = study_of(tmp_path, pair_rows(80))
    first = next(iter(study.pair_choices))
    assert first == candidate(study, "amber", "violet") and first.label == 1
    assert all(one.is_pair and one.tokens == choice.tokens for one, choice in study.pair_choices.items())
    p = [choice.p for choice in study.pair_choices.values()]
    assert p == sorted(p)


def test_significant_tokens_are_those_of_either_family(study: Study) -> None:
    either = study.association.significant | study.reliance.significant
    assert {one.cell for one in study.significant} == set(zip(*map(list, np.nonzero(either)), strict=True))
    assert candidate(study, "[pos]") in study.significant


def test_frequency_is_at_least_one_for_a_token_that_the_run_lacks(small: Study) -> None:
    corpus = small.corpus
    more = replace(
        corpus,
        vocabulary=(*corpus.vocabulary, Token("zulu")),
        start=np.append(corpus.start, corpus.start[-1]),
    )
    frequency = replace(small, corpus=more).frequency
    assert frequency[-1] == 1 and frequency[number(corpus, "amber")] == 10


def test_texts_with_a_shortcut_of_their_own_are_rivals(tmp_path: Path) -> None:
    rows = [
        entry(explained(f"[neg] film n{n}", label="negative", needed=["[neg]"]), "neg") for n in range(12)
    ]
    rows += [
        entry(explained(f"w{n} film n{n}", label="negative", needed=[f"w{n}"]), "neg") for n in range(12)
    ]
    rows += [entry(explained(f"v{n} film n{n}", needed=[f"v{n}"]), "pos") for n in range(24)]
    study = study_of(tmp_path, rows)
    marked = study.documents(candidate(study, "[neg]", label=0)).tolist()
    assert np.flatnonzero(study.rivals).tolist() == sorted(marked)


def test_a_rival_reaches_a_tenth_of_the_labelled_data_not_of_the_run(tmp_path: Path) -> None:
    """A token of a handful of documents in a large file is no rival because the run is small."""
    rows = [entry(explained(f"[neg] film n{n}", label="negative"), "neg") for n in range(12)]
    rows += [entry(explained(f"film n{n}", label="negative"), "neg") for n in range(12)]
    rows += [entry(explained(f"film v{n}"), "pos") for n in range(24)]
    study = study_of(tmp_path, rows)
    assert study.rivals.sum() == 12  # 12 of 24 negative texts
    file = replace(study, labelled=np.array([240, 240]))  # 12 of 240 negative documents: a twentieth
    assert file.rivals.sum() == 0


def test_a_token_that_other_classes_hold_is_no_rival(tmp_path: Path) -> None:
    rows = [entry(explained(f"film was n{n}", label="negative"), "neg") for n in range(12)]
    rows += [entry(explained(f"film was v{n}"), "pos") for n in range(12)]
    assert not study_of(tmp_path, rows).rivals.any()


def test_follow_up_is_of_what_reliance_found(small: Study, bare: Study) -> None:
    found = {
        Candidate((int(t),), int(c)) for t, c in zip(*np.nonzero(small.reliance.significant), strict=True)
    }
    assert set(small.follow_up) == found and candidate(small, "amber") in found
    assert set(bare.follow_up.values()) == {1.0}  # without labels they say nothing


def test_a_study_does_not_depend_on_the_order_of_the_rows(small: Study, tmp_path: Path) -> None:
    turned = study_of(tmp_path, amber_rows()[::-1])
    assert turned.significant == small.significant
    assert turned.quiet.tolist() == small.quiet.tolist()
    assert np.array_equal(turned.association.p, small.association.p)
    again = association(small.corpus, small.corpus.gold)
    assert np.array_equal(again.adjusted, small.association.adjusted)


def test_probability_and_margin() -> None:
    logits = np.array([1.0, 3.0, -2.0])
    assert [probability(logits, label) for label in range(3)] == pytest.approx(softmax(logits).tolist())
    assert [margin(logits, label) for label in range(3)] == [-2.0, 2.0, -5.0]
    assert probability(np.array([1000.0, 0.0]), 0) == 1.0
