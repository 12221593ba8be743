"""Features of whole texts in a mixture: other numbers for words, other texts, and nothing else moved."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from auditor.features.feature import Feature
from auditor.features.form import Form, form_features
from auditor.features.outlines import Outlines
from auditor.features.place import OPEN, AtEnd, Opening
from auditor.power.whole_texts import renumbered, with_outlines
from auditor.signals.counts import Corpus
from tests.signals.support import corpus_of, entry, explained

NUMBER = np.array([10, 11, 12, 13, 14])
OPENING = Opening(Feature("i saw … once", "place", (3, 4)), (0, 2, OPEN, 1), (3, 4))
LAST = AtEnd(Feature("last: country", "place", (1, 2)), "last", Feature("country", "list", (1, 2)))
TEXTS = (
    "I saw Kenya once .\nWhat a film",
    "SHORT and sooo GOOD !",
    "a dull plot",
    "fun",
)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    rows = [entry(explained(text, needed=[text.split()[0]]), "pos") for text in TEXTS]
    return corpus_of(tmp_path, rows)


def test_words_have_their_new_numbers_and_the_open_place_stays_open() -> None:
    found = renumbered(OPENING, NUMBER)
    assert isinstance(found, Opening)
    assert (found.parts, found.fillers, found.feature.members) == ((10, 12, OPEN, 11), (13, 14), (13, 14))
    assert found.feature.name == OPENING.feature.name and found.field == OPENING.field


def test_a_group_at_an_end_moves_with_its_members() -> None:
    found = renumbered(LAST, NUMBER)
    assert isinstance(found, AtEnd)
    assert found.of.members == found.feature.members == (11, 12) and found.end == "last"


def test_what_names_no_word_stays_as_it_is() -> None:
    assert renumbered(None, NUMBER) is None
    bounds = form_features(many_outlines(), 0)
    assert bounds and all(isinstance(one, Form) for one in bounds)
    assert all(renumbered(one, NUMBER) is one for one in bounds)


def many_outlines() -> Outlines:
    """Sixty texts of two lengths."""
    from auditor.features.outlines import joined, outline_of

    return joined([outline_of("a film " * (1 + 9 * (n % 2)) + "!" * (n % 3)) for n in range(60)])


def test_a_replaced_text_is_outlined_as_if_it_had_been_counted(corpus: Corpus) -> None:
    """The second text in the place of the third: every column as counting the two texts gives it."""
    place = {text: doc for doc, text in enumerate(TEXTS)}
    new = explained(TEXTS[1], needed=["GOOD"])
    needed = np.array([word == "GOOD" for word in new.words])
    [found] = with_outlines(corpus, {place[TEXTS[2]]: new}, {place[TEXTS[2]]: needed})
    [before] = corpus.outlines
    for name in (field.name for field in fields(Outlines)):
        now, then = getattr(found, name), getattr(before, name)
        if not name.endswith("needed"):
            assert (now[2] == then[1]).all(), name
        assert (now[[0, 1, 3]] == then[[0, 1, 3]]).all() and now.dtype == then.dtype, name
    assert found.head_needed[2].tolist() == [False, False, False, True, False, False]
    assert found.styled_needed[2].tolist() == [True, False]  # GOOD is in capitals, sooo is not needed


def test_the_corpus_itself_is_left_as_it_was(corpus: Corpus) -> None:
    [before] = corpus.outlines
    kept = {name.name: getattr(before, name.name).copy() for name in fields(Outlines)}
    new = explained("fun fun FUN")
    with_outlines(corpus, {0: new}, {0: np.zeros(3, dtype=bool)})
    assert all((getattr(before, name) == values).all() for name, values in kept.items())


def test_without_a_replaced_text_nothing_changes(corpus: Corpus) -> None:
    [found], [before] = with_outlines(corpus, {}, {}), corpus.outlines
    assert found is not before
    assert all((getattr(found, one.name) == getattr(before, one.name)).all() for one in fields(Outlines))


def test_a_renumbered_group_tells_the_same_texts(corpus: Corpus) -> None:
    """An opening found by the old numbers, and by the new ones in texts that were renumbered too."""
    numbers = {token.text: n for n, token in enumerate(corpus.vocabulary)}
    parts = (numbers["i"], numbers["saw"], OPEN)
    opening = Opening(Feature("i saw …", "place", (numbers["kenya"],)), parts, (numbers["kenya"],))
    moved = np.random.default_rng(0).permutation(len(corpus.vocabulary))
    [texts] = corpus.outlines
    there = renumbered(opening, moved)
    assert there is not None and opening.held(texts).tolist() == [True, False, False, False]
    assert there.held(texts.renumbered(moved)).tolist() == opening.held(texts).tolist()
    other = replace(opening, parts=(numbers["fun"], numbers["saw"], OPEN))
    assert not other.held(texts).any()
