"""Which tokens are tried, in which texts, against which placebos."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.config import EvidenceConfig
from auditor.evidence import recurrence, trials
from auditor.evidence.analysis import Analysis
from auditor.evidence.counts import Corpus, Token
from auditor.evidence.interventions import Deletion, Insertion, Laboratory, Together
from auditor.evidence.recurrence import association, reliance
from auditor.evidence.trials import (
    candidates,
    favoured,
    fetch,
    first_by_key,
    interactions,
    intervene,
    quiet_tokens,
    rival_texts,
)
from auditor.findings import Estimate, Flips, Interaction
from auditor.model.classifier import Classifier
from auditor.normal import normal
from auditor.sweep.store import RunStore
from tests.evidence.support import TASK, corpus_of, entry, explained, number, write_run

CONFIG = EvidenceConfig(deletions=10, insertions=12)


def family(p: list[list[float]]) -> recurrence.Tests:
    """Tests with these p-values, (tokens, classes), uncorrected."""
    values = np.array(p)
    shape = np.zeros(values.shape, dtype=np.int64)
    return recurrence.Tests(shape, shape, values, values < 1, values, values, shape)


@pytest.fixture(scope="module")
def corpus(analysis: Analysis) -> Corpus:
    return analysis.statistics.corpus


@pytest.fixture(scope="module")
def families(corpus: Corpus) -> Any:
    return association(corpus, corpus.gold), reliance(corpus)


@pytest.fixture(scope="module")
def quiet(corpus: Corpus, families: Any) -> Any:
    return quiet_tokens(corpus, families)


def test_candidates_come_from_both_families_the_most_significant_first() -> None:
    first, second = family([[0.2, 0.01], [1.0, 0.04]]), family([[1.0, 0.03], [0.001, 0.5]])
    assert candidates([first, second], 10) == [(1, 0), (0, 1), (1, 1)]
    assert candidates([second], 10) == [(1, 0), (0, 1)] and candidates([first, second], 1) == [(1, 0)]


def test_tokens_short_of_significance_are_scored_beside_the_candidates() -> None:
    labels = family([[0.3, 0.01], [0.04, 0.9], [0.03, 1.0], [0.001, 0.9]])
    assert favoured(labels, [(3, 0)], 5) == [(0, 1), (2, 0), (1, 0)]
    assert favoured(labels, [(3, 0)], 1) == [(0, 1)] and favoured(labels, [], 0) == []


def test_texts_are_fetched_by_their_number_in_the_corpus(tmp_path: Path) -> None:
    rows = [entry(None), entry(explained("a good film")), entry(None), entry(explained("a bad film"))]
    store = write_run(tmp_path / "a", rows, shard_size=3)
    found = fetch(store, corpus_of(tmp_path / "b", rows), [1, 0])
    assert {doc: text.texts for doc, text in found.items()} == {0: ("a good film",), 1: ("a bad film",)}


def test_the_choice_of_texts_does_not_mind_their_order(corpus: Corpus) -> None:
    docs = np.arange(len(corpus))
    chosen = first_by_key(corpus, docs, 7)
    assert chosen.tolist() == first_by_key(corpus, docs[::-1], 7).tolist()
    assert len(set(chosen.tolist())) == 7 and corpus.key[chosen].max() < np.median(corpus.key)


def test_quiet_tokens_show_nothing_and_are_words(corpus: Corpus, quiet: Any) -> None:
    words = {corpus.vocabulary[token].text for token in quiet}
    assert words and words <= {"the", "a", "film", "story", "plot", "actor", "script", "scene", "it", "was"}
    assert not words & {"[pos]", "good", "bad"}


def captured(
    monkeypatch: pytest.MonkeyPatch,
    store: RunStore,
    corpus: Corpus,
    families: Any,
    *chosen: tuple[int, int],
    scored: Sequence[tuple[int, int]] = (),
) -> tuple[list[tuple[Deletion, list[int | None]]], list[tuple[Insertion, Any]]]:
    """What the laboratory is given for these candidates."""
    deletions: list[Any] = []
    insertions: list[Any] = []

    def delete(_: Any, some: Any, others: Any) -> list[tuple[Flips, Estimate]]:
        deletions.extend(zip(some, others, strict=True))
        return [(Flips(), Estimate())] * len(some)

    def insert(_: Any, some: Any, targets: Any) -> list[tuple[Flips, None]]:
        insertions.extend(zip(some, targets, strict=True))
        return [(Flips(), None)] * len(some)

    monkeypatch.setattr(trials, "delete", delete)
    monkeypatch.setattr(trials, "insert", insert)
    monkeypatch.setattr(trials, "alone", lambda _, some, __: [None] * len(some))
    done = intervene(None, store, corpus, chosen, scored, families, CONFIG)  # type: ignore[arg-type]
    assert list(done) == [*chosen, *scored]
    return deletions, insertions


def test_a_token_that_is_only_scored_is_inserted_into_half_as_many_texts(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any
) -> None:
    scored = [(number(corpus, "good"), 1)]
    deletions, ((insertion, targets),) = captured(monkeypatch, store, corpus, families, scored=scored)
    assert deletions == [] and insertion.placebos == () and len(targets) == 6
    assert len(insertion.places) == trials.PLACES


def test_a_token_is_deleted_from_texts_of_its_class_and_a_quiet_word_instead(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any, quiet: Any
) -> None:
    token = number(corpus, "[pos]")
    ((deletion, others),), _ = captured(monkeypatch, store, corpus, families, (token, 1))
    assert (deletion.token, deletion.label, len(deletion.texts)) == (Token("[pos]"), 1, 10)
    calm = {corpus.vocabulary[t].text for t in quiet}
    for text, other in zip(deletion.texts, others, strict=True):
        assert text.label == "positive" and "[pos]" in text.words
        assert other is not None and normal(text.words[other]) in calm


def test_a_token_is_inserted_into_rightly_predicted_texts_of_another_class(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any, quiet: Any
) -> None:
    token = number(corpus, "[pos]")
    _, ((insertion, targets),) = captured(monkeypatch, store, corpus, families, (token, 1))
    assert (insertion.form, insertion.label, len(targets)) == ("[pos]", 1, 12)
    for text in targets:
        assert text.label == "negative" and "[pos]" not in text.words
        assert set(text.words) & {*TASK["neg"]}  # the texts that the model gets right
    assert len(insertion.places) == 10 and all(0 <= place <= 1 for place in insertion.places)
    assert insertion.placebos and {*insertion.placebos} <= {corpus.forms[t][0] for t in quiet}


def test_placebos_are_of_like_frequency(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any, quiet: Any
) -> None:
    token = number(corpus, "good")
    monkeypatch.setattr(trials, "PLACEBOS", 3)
    _, ((insertion, _),) = captured(monkeypatch, store, corpus, families, (token, 1))
    frequency = np.diff(corpus.start)
    distance = {corpus.forms[t][0]: abs(np.log(frequency[t] / frequency[token])) for t in quiet if t != token}
    assert [distance[word] for word in insertion.placebos] == sorted(distance.values())[:3]


def test_interventions_are_real(obedient: Classifier, store: RunStore, corpus: Corpus, families: Any) -> None:
    chosen = [(number(corpus, "[pos]"), 1), (number(corpus, "film"), 0)]
    done = intervene(Laboratory(obedient), store, corpus, chosen, [], families, CONFIG)
    strong, idle = (done[candidate].intervention for candidate in chosen)
    assert (done[chosen[0]].alone or 0) > 1 and abs(done[chosen[1]].alone or 0) < 0.3
    assert (done[chosen[0]].pull or 0) > 1 and abs(done[chosen[1]].pull or 0) < 0.3
    assert (strong.evidence_lost.estimate or 0) > abs(idle.evidence_lost.estimate or 0)
    assert (strong.insertion.rate.count, strong.insertion.rate.n) == (12, 12)
    assert strong.insertion.placebo.count == 0 and (strong.insertion.rate.p or 1) < 0.001
    assert idle.insertion.rate.count == 0 and idle.deletion.rate.count == 0


def test_a_token_that_is_only_scored_says_something_alone(
    obedient: Classifier, store: RunStore, corpus: Corpus, families: Any
) -> None:
    scored = (number(corpus, "good"), 1)
    trial = intervene(Laboratory(obedient), store, corpus, [], [scored], families, CONFIG)[scored]
    assert (trial.alone or 0) > 0.3 and (trial.pull or 0) > 0.3


def test_without_deletions_a_token_is_inserted_where_it_stands(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any
) -> None:
    monkeypatch.setattr("tests.evidence.test_trials.CONFIG", EvidenceConfig(deletions=0, insertions=4))
    token = number(corpus, "[pos]")
    ((deletion, _),), ((insertion, _),) = captured(monkeypatch, store, corpus, families, (token, 1))
    assert deletion.texts == () and len(insertion.places) == trials.PLACES


def test_texts_with_a_shortcut_of_their_own_are_rivals(tmp_path: Path) -> None:
    rows = [
        entry(explained(f"[neg] film n{n}", label="negative", needed=["[neg]"]), "neg") for n in range(12)
    ]
    rows += [entry(explained(f"sad film n{n}", label="negative", needed=["film"]), "neg") for n in range(12)]
    rows += [entry(explained(f"good film n{n}", needed=["film"]), "pos") for n in range(24)]
    small = corpus_of(tmp_path, rows)
    held = rival_texts(small, association(small, small.gold), reliance(small))
    marked = set(small.doc[small.entries(number(small, "[neg]"))].tolist())
    assert marked <= set(np.flatnonzero(held).tolist())


def test_texts_without_a_rival_are_inserted_into_where_there_are_enough(
    monkeypatch: pytest.MonkeyPatch, store: RunStore, corpus: Corpus, families: Any
) -> None:
    token = number(corpus, "[pos]")
    for free in (10, 9):
        rivals = np.ones(len(corpus), dtype=bool)
        own = np.flatnonzero((corpus.predicted == 0) & (corpus.gold == 0))
        calm = np.setdiff1d(own, corpus.doc[corpus.entries(token)])[:free]
        rivals[calm] = False
        monkeypatch.setattr(trials, "rival_texts", lambda *_, held=rivals: held)
        _, ((_, targets),) = captured(monkeypatch, store, corpus, families, (token, 1))
        assert len(targets) == (10 if free >= trials.FREE else 12)


@pytest.mark.parametrize(("rest", "expected"), [(0, None), (1, None), (2, (2, 3)), (3, (2, 4)), (4, (3, 4))])
def test_a_placebo_pair_is_two_other_words_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rest: int, expected: tuple[int, int] | None
) -> None:
    others = ("the", "film", "was", "long")[:rest]
    rows = [entry(explained(" ".join(["amber", "violet", *others, "loud"])))]
    corpus, store = corpus_of(tmp_path / "a", rows), write_run(tmp_path / "b", rows)
    seen: list[Together] = []

    def interact(_: Any, cases: Any) -> list[Interaction]:
        seen.extend(case for some in cases for case in some)
        return [Interaction()]

    monkeypatch.setattr(trials, "interact", interact)
    pair = number(corpus, "amber"), number(corpus, "violet")
    loud = {number(corpus, "loud")}
    interactions(None, store, corpus, [(pair, np.array([0]))], loud, 5)  # type: ignore[arg-type]
    assert [(case.first, case.second, case.placebo) for case in seen] == [((0,), (1,), expected)]


def test_a_pair_that_labels_follow_is_taken_out_of_the_text_where_padding_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [entry(explained(f"amber violet the film n{n}")) for n in range(3)]
    corpus, store = corpus_of(tmp_path / "a", rows), write_run(tmp_path / "b", rows)
    pairs = [(number(corpus, "amber"), number(corpus, word)) for word in ("violet", "film", "the")]
    padded = {"violet": 0.0, "film": 1.2, "the": 0.0}
    asked: list[tuple[str, int]] = []

    def interact(laboratory: Laboratory, cases: Any) -> list[Interaction]:
        asked.append((laboratory.removal, len(cases)))
        if laboratory.removal == "delete":
            return [Interaction(Estimate(1.9, 1.8, 2.0, 3, p=0.01), removal="delete") for _ in cases]
        return [Interaction(Estimate(v, v, v, 3, p=0.5), removal="pad") for v in padded.values()]

    monkeypatch.setattr(trials, "interact", interact)
    chosen = [(pair, np.arange(3)) for pair in pairs]
    laboratory = Laboratory(None)  # type: ignore[arg-type]
    follows = [True, True, False]
    found = interactions(laboratory, store, corpus, chosen, set(), 5, follows=follows)
    assert asked == [("pad", 3), ("delete", 1)]  # not what padding shows, nor what the labels do not follow
    assert [one.removal for one in found] == ["delete", "pad", "pad"]
    assert found[0].second_difference.p == pytest.approx(0.02)  # a second try
