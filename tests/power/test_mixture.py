"""A mixture is what counting over a run with these texts gives; nothing else of the run has moved."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.normal import normal
from auditor.power.canary import FIELD, Canary, CanaryKind
from auditor.power.mixture import (
    Replaced,
    documents_added,
    in_words,
    mixed,
    number_of,
    prepared,
    spread,
    uncounted,
)
from auditor.records.text import Explanation, Status
from auditor.signals.counts import Corpus, Token, gather
from auditor.signals.extension import extended, groups_of
from auditor.signals.recurrence import label_counts, label_tests, reliance
from auditor.signals.study import Study
from auditor.sweep.shard_file import Entry
from tests.signals.studies import study_of
from tests.signals.support import GOLD, LABELS, entry, explained, write_run

ROWS = [
    entry(explained(f"a good film number{n}", label="positive", needed=["good"]), "pos") for n in range(8)
] + [entry(explained(f"a dull plot number{n}", label="negative", needed=["dull"]), "neg") for n in range(8)]
WORD = Token("zorvex", FIELD)
CANARY = Canary(CanaryKind.MADE_UP, ("zorvex",), 1, 0.5, texts=6, documents=6)


def grouped(study: Study) -> Study:
    """A study whose corpus has its groups, as an audit's has."""
    corpus = extended(study.corpus, groups_of(study.corpus, lambda _: None))
    holding, documents = label_counts(corpus, corpus.gold)
    return replace(
        study, corpus=corpus, association=label_tests(holding, documents), reliance=reliance(corpus)
    )


@pytest.fixture
def plain(tmp_path: Path) -> Study:
    return grouped(study_of(tmp_path / "plain", ROWS))


def with_canary(row: Entry, word: str = "zorvex", needed: str = "zorvex") -> Explanation:
    text = row.outcome.explanation
    assert text is not None
    return explained(f"{text.texts[0]} {word}", label="positive", needed=[needed])


def entries_of(corpus: Corpus) -> Counter[tuple[Token, int, int, bool]]:
    return Counter(
        (corpus.vocabulary[token], int(doc), int(times), bool(needed))
        for token, doc, times, needed in zip(
            corpus.token, corpus.doc, corpus.times, corpus.needed, strict=True
        )
    )


def test_preparing_moves_nothing_but_numbers(plain: Study) -> None:
    base = prepared(plain, {WORD: "Zorvex", Token("aaa", FIELD): "aaa"})
    assert entries_of(base.corpus) == entries_of(plain.corpus)
    assert base.corpus.forms[number_of(base.corpus, WORD)] == ("Zorvex",)
    words = base.corpus.vocabulary[: base.corpus.words]
    assert list(words) == sorted(words)
    for token, word in enumerate(plain.corpus.vocabulary[: plain.corpus.words]):
        other = number_of(base.corpus, word)
        assert base.corpus.forms[other] == plain.corpus.forms[token]
        for name in ("association", "reliance"):
            before, after = getattr(plain, name), getattr(base, name)
            assert after.p[other] == pytest.approx(before.p[token])
            assert (after.observed[other] == before.observed[token]).all()
            assert after.adjusted[other] == pytest.approx(before.adjusted[token])


def test_a_mixture_is_what_gathering_the_changed_run_gives(plain: Study, tmp_path: Path) -> None:
    base = prepared(plain, {WORD: "zorvex"})
    found = {doc: with_canary(ROWS[doc]) for doc in (0, 2, 3, 5, 6, 9)}
    found[9] = replace(found[9], status=Status.DEFAULT, core=())
    rows = [
        Entry(replace(row.outcome, explanation=found.get(place, row.outcome.explanation)))
        for place, row in enumerate(ROWS)
    ]
    mixture = mixed(base, CANARY, found)
    counted = gather(write_run(tmp_path / "other", rows), LABELS, gold_names=GOLD)
    assert counted.vocabulary == mixture.corpus.vocabulary[: counted.words]
    counted = extended(counted, [uncounted(mixture.corpus, group) for group in mixture.corpus.groups])
    assert entries_of(mixture.corpus) == entries_of(counted)
    assert {one.kind for one in counted.vocabulary} >= {"word", "shape", "place"}
    for name in vars(counted.outlines[0]):
        before, after = getattr(counted.outlines[0], name), getattr(mixture.corpus.outlines[0], name)
        assert (before == after).all(), name
    for name in ("predicted", "gold", "length", "size", "status", "place"):
        assert (getattr(mixture.corpus, name) == getattr(counted, name)).all(), name
    expected = reliance(counted)
    for token, word in enumerate(counted.vocabulary[: counted.words]):
        assert mixture.reliance.p[number_of(mixture.corpus, word)] == pytest.approx(expected.p[token])


def test_the_texts_of_a_mixture_are_read_with_the_canary_and_all_others_as_stored(plain: Study) -> None:
    base = prepared(plain, {WORD: "zorvex"})
    found = {0: with_canary(ROWS[0])}
    new, old = mixed(base, CANARY, found).texts([0, 1])
    assert new is found[0] and old == ROWS[1].outcome.explanation
    assert base.texts([0]) == plain.texts([0])  # the base still reads what is stored
    assert Replaced(base.store, {}).outcomes_at([]) == {}


def test_a_canary_is_counted_by_label_in_all_labelled_documents(plain: Study) -> None:
    larger = replace(plain, labelled=np.array([600, 400]))
    base = prepared(larger, {WORD: "zorvex"})
    canary = replace(CANARY, documents=60)  # a tenth of the six audited texts each
    mixture = mixed(base, canary, {0: with_canary(ROWS[0])})
    assert mixture.association.observed[number_of(mixture.corpus, WORD)].tolist() == [10, 50]
    assert (base.association.observed[number_of(base.corpus, WORD)] == 0).all()


def test_others_are_shared_out_by_the_size_of_their_classes() -> None:
    canary = replace(CANARY, documents=100, texts=10)
    assert spread(np.array([300, 500, 200]), canary).tolist() == [6, 90, 4]
    assert spread(np.array([300, 500, 200]), canary, agreeing=False).tolist() == [54, 10, 36]
    assert spread(np.array([0, 0, 0]), canary).tolist() == [0, 0, 0]
    assert spread(np.array([333, 500, 167]), canary).sum() == 100


def test_dates_are_a_group_and_each_of_them_has_its_share(plain: Study) -> None:
    forms = tuple(f"2041-03-{day:02}" for day in range(1, 13))
    base = prepared(plain, {Token(form, FIELD): form for form in forms})
    canary = Canary(CanaryKind.DATES, forms, 1, 0.5, texts=10, documents=24)
    counts = documents_added(base, canary)
    group = base.corpus.vocabulary.index(Token("date", FIELD, "kind"))
    assert base.corpus.groups[group].tolist() == sorted(
        number_of(base.corpus, Token(form, FIELD)) for form in forms
    )
    assert counts[group].tolist() == [2, 22]
    single = [counts[number_of(base.corpus, Token(form, FIELD))] for form in forms]
    assert sum(single).tolist() == [2, 22]  # type: ignore[attr-defined]
    assert {int(one.sum()) for one in single} == {2}
    assert in_words(base.corpus, canary.tokens) >= {group}


def test_words_of_a_pair_are_in_as_many_documents_of_each_class(plain: Study) -> None:
    base = prepared(plain, {WORD: "zorvex", Token("lumik", FIELD): "lumik"})
    canary = Canary(CanaryKind.PAIR, ("zorvex", "lumik"), 1, 0.5, texts=10, documents=20)
    for counts in documents_added(base, canary).values():
        assert counts.tolist() == [20, 20]


def test_new_words_join_the_groups_that_are_there(tmp_path: Path) -> None:
    rows = [
        entry(explained(f"seen on 2019-05-0{n} film", label="positive", needed=["film"]), "pos")
        for n in range(1, 7)
    ]
    study = grouped(study_of(tmp_path, rows))
    base = prepared(study, {Token("2041-03-01", FIELD): "2041-03-01"})
    group = base.corpus.vocabulary.index(Token("date", FIELD, "kind"))
    assert len(base.corpus.groups[group]) == 7
    assert base.association.observed[group].tolist() == [0, 6]
    assert normal("2041-03-01") in {base.corpus.vocabulary[m].text for m in base.corpus.groups[group]}
