"""Aggregation against a plain count over the outcomes, whatever the shards and chunks."""

import unicodedata
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.normal import normal
from auditor.records.text import Status
from auditor.signals import counts
from auditor.signals.counts import STATUSES, Corpus, Token, gather
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from tests.signals.support import GOLD, LABELS, corpus_of, entry, explained, number, write_run

WORDS = ["Good", "good", "GOOD", "bad", "film", "Straße", "STRASSE", "ﬁne", "fine", "[pos]", "½", "the"]


def made_up(count: int, *, seed: int = 0, paired: bool = False, labelled: bool = True) -> list[Entry]:
    """Texts of one to nine words, some skipped, some repeated, some without a verified set."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    entries: list[Entry] = []
    while len(entries) < count:
        texts = tuple(
            " ".join([*random.choices(WORDS, k=random.randint(1, 9)), f"n{len(entries)}"])
            for _ in range(1 + paired)
        )
        kind, gold = random.random(), random.choice(["pos", "neg", None]) if labelled else None
        if kind < 0.1:
            entries.append(entry(None, gold))
            continue
        explanation = explained(
            *texts,
            label=random.choice(LABELS),
            needed=random.sample(sorted(set(" ".join(texts).split())), k=random.randint(0, 2)),
            status=random.choice([Status.VERIFIED, Status.VERIFIED, Status.DEFAULT, Status.UNVERIFIED]),
        )
        entries.append(entry(explanation, gold))
        if kind > 0.9:
            first = len(entries) - 1
            repeated = entry(None, gold, reason="").outcome
            entries.append(Entry(repeated, same_as=first))
    return entries[:count]


def counted(entries: list[Entry]) -> dict[str, object]:
    """The same in plain Python: for each token and text (occurrences, needed), and the texts."""
    found: dict[tuple[Token, int], list[int]] = {}
    texts = []
    for place, row in enumerate(entries):
        explanation = row.outcome.explanation
        if explanation is None or row.same_as is not None:
            continue
        doc = len(texts)
        verified = explanation.status is Status.VERIFIED
        for index, (word, span) in enumerate(zip(explanation.words, explanation.spans, strict=True)):
            token = Token(unicodedata.normalize("NFKC", word).casefold(), span[0])
            cell = found.setdefault((token, doc), [0, 0])
            cell[0] += 1
            cell[1] |= verified and index in explanation.core
        gold = LABELS.index(GOLD[row.outcome.gold]) if row.outcome.gold else -1
        core = len(explanation.core) if verified else 0
        texts.append((row.outcome.id, place, LABELS.index(explanation.label), gold, core))
    return {"cells": found, "texts": texts}


def content(corpus: Corpus) -> dict[str, object]:
    """A corpus in the form of `counted`."""
    cells = {
        (corpus.vocabulary[t], int(d)): [int(n), int(needed)]
        for t, d, n, needed in zip(corpus.token, corpus.doc, corpus.times, corpus.needed, strict=True)
    }
    columns = (corpus.place, corpus.predicted, corpus.gold, corpus.size)
    rows = zip(corpus.ids, *(column.tolist() for column in columns), strict=True)
    return {"cells": cells, "texts": list(rows)}


def same(one: Corpus, other: Corpus) -> bool:
    """Whether two corpora are equal in every field."""
    return all(
        np.array_equal(value, getattr(other, name))
        if isinstance(value, np.ndarray)
        else value == getattr(other, name)
        for name, value in vars(one).items()
        if name != "outlines"
    ) and all(
        np.array_equal(getattr(mine, name), getattr(theirs, name))
        for mine, theirs in zip(one.outlines, other.outlines, strict=True)
        for name in vars(mine)
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("paired", [False, True], ids=["one field", "two fields"])
def test_gather_is_the_plain_count(tmp_path: Path, seed: int, paired: bool) -> None:
    entries = made_up(60, seed=seed, paired=paired)
    corpus = corpus_of(tmp_path, entries, paired=paired)
    assert content(corpus) == counted(entries)
    assert list(corpus.vocabulary) == sorted(corpus.vocabulary)
    for token in range(len(corpus.vocabulary)):
        assert (corpus.token[corpus.entries(token)] == token).all()
        assert (np.diff(corpus.doc[corpus.entries(token)]) > 0).all()
    assert corpus.start[-1] == len(corpus.token)
    assert {token.field for token in corpus.vocabulary} == ({0, 1} if paired else {0})


@pytest.mark.parametrize("shard_size", [1, 7, 100])
@pytest.mark.parametrize("chunk", [1, 5, 10_000])
def test_neither_shards_nor_chunks_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shard_size: int, chunk: int
) -> None:
    entries = made_up(40, seed=4, paired=True)
    expected = corpus_of(tmp_path / "a", entries, shard_size=4, paired=True)
    monkeypatch.setattr(counts, "CHUNK", chunk)
    assert same(corpus_of(tmp_path / "b", entries, shard_size=shard_size, paired=True), expected)


def test_case_and_unicode_forms_are_one_token_and_the_ways_of_writing_are_kept(tmp_path: Path) -> None:
    assert [normal(word) for word in ("ﬁne", "FINE", "Straße", "STRASSE", "½", "[POS]")] == [
        "fine", "fine", "strasse", "strasse", "1⁄2", "[pos]"
    ]  # fmt: skip
    corpus = corpus_of(tmp_path, [entry(explained("Good good GOOD ﬁlm film")), entry(explained("GOOD film"))])
    assert [token.text for token in corpus.vocabulary] == ["film", "good"]
    good = number(corpus, "good")
    assert corpus.forms[good] == ("GOOD", "Good", "good")  # twice, then by alphabet
    assert corpus.times[corpus.entries(good)].tolist() == [3, 1]
    many = corpus_of(tmp_path / "many", [entry(explained("aaa aaA aAa aAA Aaa AaA AAa"))])
    assert len(many.forms[0]) == counts.FORMS


def test_a_word_of_two_fields_is_two_tokens(tmp_path: Path) -> None:
    rows = [entry(explained("a good film", "good it was", needed=["good"]), "pos")]
    corpus = corpus_of(tmp_path, rows, paired=True)
    here, there = number(corpus, "good", 0), number(corpus, "good", 1)
    assert corpus.needed[corpus.entries(here)].tolist() == [True]
    assert corpus.needed[corpus.entries(there)].tolist() == [False]


def test_a_repeated_text_is_counted_once_and_a_skip_not_at_all(tmp_path: Path) -> None:
    first = entry(explained("a good film"), "pos")
    rows = [entry(None, "neg"), first, Entry(first.outcome, same_as=1), entry(explained("a bad film"), "neg")]
    corpus = corpus_of(tmp_path, rows)
    assert len(corpus) == 2 and corpus.place.tolist() == [1, 3]
    assert corpus.doc[corpus.entries(number(corpus, "film"))].tolist() == [0, 1]


def test_only_a_set_that_was_checked_counts(tmp_path: Path) -> None:
    rows = [entry(explained("a good film", needed=["good"], status=status)) for status in Status]
    corpus = corpus_of(tmp_path, rows)
    checked = [STATUSES.index("verified"), STATUSES.index("evidence")]
    assert corpus.status.tolist() == [STATUSES.index(status.value) for status in Status]
    assert (corpus.size > 0).tolist() == [status in checked for status in corpus.status]
    assert corpus.needed.sum() == 2


def test_texts_without_labels(tmp_path: Path) -> None:
    rows = [entry(explained(f"film {n}")) for n in range(5)]
    corpus = corpus_of(tmp_path / "none", rows)
    assert not corpus.labelled and corpus.gold.tolist() == [-1] * 5
    some = corpus_of(tmp_path / "some", [*rows, entry(explained("good"), "pos")])
    assert some.labelled and some.gold.tolist() == [-1] * 5 + [1]


def test_nothing_but_skips_is_an_empty_corpus(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, [entry(None), entry(None)])
    assert len(corpus) == 0 and corpus.vocabulary == () and not corpus.labelled
    assert corpus.start.tolist() == [0] and corpus.half.tolist() == [] and corpus.needed.dtype == bool


def test_halves_come_from_the_id_and_the_seed_alone(tmp_path: Path) -> None:
    entries = [entry(explained(f"film number {n}")) for n in range(200)]
    store, turned = write_run(tmp_path / "a", entries), write_run(tmp_path / "b", entries[::-1])
    one, other, reseeded = gather(store, LABELS), gather(turned, LABELS), gather(store, LABELS, seed=1)
    assert one.half.tolist() == other.half.tolist()[::-1]
    assert one.half.tolist() != reseeded.half.tolist()
    assert Counter(one.half.tolist())[0] in range(70, 131)  # four standard deviations around 100


def test_an_altered_shard_is_refused(tmp_path: Path) -> None:
    store = write_run(tmp_path, made_up(8))
    (store.folder / "00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(AuditError, match="missing or was altered"):
        gather(store, LABELS)
    with pytest.raises(AuditError, match="holds no run"):
        gather(RunStore(tmp_path / "nowhere"), LABELS)
