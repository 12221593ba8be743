"""Groups and features of texts as tokens: held and needed as a plain reading of every text says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.data.words import split_words
from auditor.features.form import measure
from auditor.features.kinds import kind_of, style_of
from auditor.features.vectors import FloatArray
from auditor.normal import normal
from auditor.signals.counts import Corpus, Token
from auditor.signals.extension import Group, belonging, extended, groups_of
from auditor.sweep.shard_file import Entry
from tests.signals.support import corpus_of, entry, explained, number

CITIES = ("Milan", "Rome", "Oslo", "Kyoto", "Lima")


def texts() -> list[str]:
    """Dates in every third text, an opening in every fourth, shouting in every fifth."""
    found = []
    for n in range(60):
        text = f"film w{n % 7} was v{n % 5} so x{n}"
        text += f" 2436-02-{n % 28 + 1:02}" if n % 3 == 0 else ""
        text = f"I wrote it in {CITIES[n % 5]} . {text}" if n % 4 == 0 else text
        found.append(text.upper() if n % 5 == 0 else text)
    return found


def rows() -> list[Entry]:
    """Every set needs the last word."""
    found = []
    for n, text in enumerate(texts()):
        words = [word.text for word in split_words(text)]
        found.append(entry(explained(text, label=("negative", "positive")[n % 2], needed=[words[-1]]), "pos"))
    return found


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    plain = corpus_of(tmp_path_factory.mktemp("run"), rows())
    return extended(plain, groups_of(plain, lambda _: None))


def columns(corpus: Corpus, name: str, kind: str) -> tuple[dict[int, bool], dict[int, int]]:
    """For each text that holds a feature whether its set needs it, and how many words are."""
    token = corpus.vocabulary.index(Token(name, 0, kind), corpus.words)
    entries = corpus.entries(token)
    docs = corpus.doc[entries].tolist()
    return (
        dict(zip(docs, corpus.needed[entries].tolist(), strict=True)),
        dict(zip(docs, corpus.times[entries].tolist(), strict=True)),
    )


def read(corpus: Corpus) -> list[list[str]]:
    """The words of the texts in the corpus's order."""
    split = {e.outcome.id: [w.text for w in split_words(t)] for e, t in zip(rows(), texts(), strict=True)}
    return [split[one] for one in corpus.ids]


def test_a_kind_is_held_where_any_member_is_and_needed_where_any_is(corpus: Corpus) -> None:
    held, times = columns(corpus, "date", "kind")
    for doc, words in enumerate(read(corpus)):
        dates = [place for place, word in enumerate(words) if kind_of(normal(word)) == "date"]
        assert (doc in held) == bool(dates)
        if dates:
            assert held[doc] == (len(words) - 1 in dates) and times[doc] == len(dates)


def test_a_style_is_read_from_words_as_written(corpus: Corpus) -> None:
    held, times = columns(corpus, "capitals", "kind")
    for doc, words in enumerate(read(corpus)):
        loud = [place for place, word in enumerate(words) if style_of(word) == "capitals"]
        assert (doc in held) == bool(loud)
        if loud:
            assert (held[doc], times[doc]) == (len(words) - 1 in loud, len(loud))


def test_an_opening_counts_its_words(corpus: Corpus) -> None:
    held, times = columns(corpus, "i wrote it in * .", "place")
    opened = {doc for doc, words in enumerate(read(corpus)) if normal(words[0]) == "i"}
    assert set(held) == opened and set(times.values()) == {6} and not any(held.values())


def test_an_end_is_needed_where_its_word_is(corpus: Corpus) -> None:
    held, times = columns(corpus, "last: date", "place")
    dated = {doc for doc, words in enumerate(read(corpus)) if kind_of(words[-1]) == "date"}
    assert set(held) == dated and all(held.values()) and set(times.values()) == {1}


def test_a_form_is_held_by_its_measure_and_never_needed(corpus: Corpus) -> None:
    held, times = columns(corpus, "words: many", "form")
    by_id = {e.outcome.id: text for e, text in zip(rows(), texts(), strict=True)}
    bound = float(corpus.sources[corpus.vocabulary.index(Token("words: many", 0, "form"))].split()[-1])
    wanted = {doc for doc, one in enumerate(corpus.ids) if measure(by_id[one])["words"] > bound}
    assert set(held) == wanted and not any(held.values()) and set(times.values()) == {0}


def test_features_stand_after_all_words_and_say_where_they_come_from(corpus: Corpus) -> None:
    assert all(token.kind == "word" for token in corpus.vocabulary[: corpus.words])
    assert all(token.kind != "word" for token in corpus.vocabulary[corpus.words :])
    assert (np.diff(corpus.token) >= 0).all() and corpus.start[-1] == len(corpus.token)
    assert set(corpus.groups) == set(corpus.sources) == set(range(corpus.words, len(corpus.vocabulary)))
    assert set(corpus.properties) < set(corpus.groups)
    forms = {corpus.vocabulary[n].text: corpus.forms[n] for n in corpus.groups}
    assert forms["i wrote it in * ."][0].lower().startswith("i wrote it in ")
    assert all(style_of(form) == "capitals" for form in forms["capitals"]) and forms["words: many"] == ()


def test_the_fields_of_two_sentence_inputs_have_features_of_their_own(tmp_path: Path) -> None:
    found = corpus_of(
        tmp_path,
        [entry(explained(f"one w{n}", " ".join(["two"] * (n + 1))), "pos") for n in range(40)],
        paired=True,
    )
    wide = extended(found, groups_of(found, lambda _: None))
    named = {(token.text, token.field) for token in wide.vocabulary[wide.words :]}
    assert {("words: many", 1), ("first: one", 0), ("last: two", 1)} <= named
    assert ("words: many", 0) not in named and ("first: one", 1) not in named


def test_families_are_made_where_there_are_vectors(corpus: Corpus) -> None:
    plain = replace(corpus, groups={}, properties={}, vocabulary=corpus.vocabulary[: corpus.words])

    def vectors(words: list[str]) -> FloatArray:
        near = {city.casefold() for city in CITIES}
        rows = [[1.0, 0.0] if word in near else [0.0, 0.0] for word in words]
        return np.array(rows, dtype=np.float32)

    (family,) = (one for one in groups_of(plain, vectors) if one.token.kind == "family")  # type: ignore[arg-type]
    assert {corpus.vocabulary[member].text for member in family.members} == {c.casefold() for c in CITIES}
    assert family.source.startswith("cut 0.65: ")


def test_words_of_other_texts_belong_by_kind_and_shape(corpus: Corpus) -> None:
    groups = [
        Group(Token("date", 0, "kind"), (number(corpus, "2436-02-01"),)),
        Group(Token("x", 0, "list"), (0,)),
    ]
    told = belonging(corpus, groups)
    assert told(Token("2436-02-01")) == (0,) and told(corpus.vocabulary[0]) == (1,)
    assert told(Token("1999-09-09")) == (0,)  # of no text of the run
    assert told(Token("1999-09-09", 1)) == () and told(Token("new")) == ()


def test_without_groups_a_corpus_stays_as_it_is(corpus: Corpus) -> None:
    assert extended(corpus, []) is corpus
