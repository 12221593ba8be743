"""Texts rewritten: what is put in, what is taken away, and the placebo beside it, as the model is asked."""

from pathlib import Path

import pytest

from auditor.config import EvidenceConfig
from auditor.features.kinds import style_of
from auditor.signals import deletion, insertion
from auditor.signals.candidates import Candidate
from auditor.signals.deletion import Deletion
from auditor.signals.flips import NO_INTERVENTION
from auditor.signals.insertion import Insertion
from auditor.signals.study import Study
from auditor.signals.words_in_texts import occurrences
from tests.signals.features import (
    CITIES,
    feature,
    feature_study,
    opened_rows,
    quiet_words,
    rows,
    toy,
)
from tests.signals.studies import Kept, Toy
from tests.signals.support import FILLER

OPENING = "i wrote this in * ."


def says_opened(kept: Kept) -> float:
    """Negative where a text begins with "I wrote", and nowhere else."""
    return -4.0 if kept[:2] == ["I", "wrote"] else 4.0


def says_lower(kept: Kept) -> float:
    """Negative where a text has no capital, and nowhere else."""
    return 4.0 if any(word and word[0].isupper() for word in kept) else -4.0


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return feature_study(tmp_path_factory.mktemp("opened"), opened_rows(), toy(says_opened))


def asked(study: Study, what: str) -> list[str]:
    assert isinstance(study.model, Toy)
    return [text for (text,) in study.model.texts(what)]


def test_an_opening_is_put_in_front_as_other_texts_have_it(opened: Study) -> None:
    (found,) = insertion.measure(opened, [feature(opened, OPENING, "place")])
    texts = asked(opened, "insertions")
    starts = [f"I wrote this in {city} . " for city in CITIES]
    for plain, own, placebo in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        assert own.removesuffix(plain) in starts
        words = placebo.removesuffix(plain).split()
        assert 0 < len(words) <= 6 and set(words) <= quiet_words(opened)
    assert {text.split()[4] for text in texts[1::3]} == set(CITIES)
    assert (found.rate.count, found.placebo.count) == (found.rate.n, 0)
    assert found.rate.n == 60  # every positive text


def test_an_opening_is_removed_word_by_word_beside_as_many_others(opened: Study) -> None:
    (found,) = deletion.measure(opened, [feature(opened, OPENING, "place")])
    assert isinstance(opened.model, Toy)
    _, _, asked_rows = opened.model.asked[-1]
    for _, removed in asked_rows:
        assert removed[deletion.WITHOUT].nonzero()[0].tolist() == list(range(6))
        assert removed[deletion.PLACEBO].sum() == 6 and not removed[deletion.PLACEBO, :6].any()
    assert (found.rate.count, found.placebo.count) == (found.rate.n, 0) and found.rate.n > 20


def test_the_words_of_an_opening_stand_in_its_place_alone(opened: Study) -> None:
    [token] = feature(opened, OPENING, "place").tokens
    doc = opened.corpus.doc[opened.corpus.entries(token)][0]
    (text,) = opened.texts([doc])
    assert occurrences(opened.corpus, text, token) == list(range(6))
    other = opened.texts([opened.corpus.predicted.argmax()])
    assert occurrences(opened.corpus, other[0], token) == []


def test_a_form_is_given_and_taken_and_its_placebo_is_another_change(tmp_path: Path) -> None:
    """Negative texts lack capitals; the model goes by that."""
    some = rows(120, lambda text, _: text, every=1, otherwise=str.title)
    study = feature_study(tmp_path, some, toy(says_lower))
    one = feature(study, "capital letters: none", "form")
    (found,) = insertion.measure(study, [one])
    texts = asked(study, "insertions")
    for plain, own, placebo in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        assert own == plain.lower() != plain and placebo not in (plain, own)
        assert any(character.isupper() for character in placebo)
    assert (found.rate.count, found.placebo.count) == (found.rate.n, 0) and found.rate.n == 60
    (gone,) = deletion.measure(study, [one])
    assert (gone.rate.count, gone.rate.n) == (32, 32) and (gone.rate.p or 1) < 0.001


def test_a_form_that_nothing_changes_says_so(tmp_path: Path) -> None:
    study = feature_study(tmp_path, rows(120, lambda text, _: f"{text} {'7 ' * 9}", every=1), Toy())
    one = feature(study, "digits: many", "form")
    assert insertion.measure(study, [one]) == [Insertion(why=NO_INTERVENTION)]
    assert deletion.measure(study, [one]) == [Deletion(why=NO_INTERVENTION)]


def test_a_style_is_given_and_taken(tmp_path: Path) -> None:
    shouting = toy(lambda kept: -4.0 if any(style_of(word or "") == "capitals" for word in kept) else 4.0)
    loud = rows(120, lambda text, _: text.replace("film", "FILM") + " OK", every=1)
    study = feature_study(tmp_path, loud, shouting)
    one = feature(study, "capitals", "kind")
    (found,) = insertion.measure(study, [one])
    assert (found.rate.count, found.placebo.count) == (found.rate.n, 0) and found.rate.n == 60
    assert all(own.lower() == plain for plain, own in pairs(asked(study, "insertions")))
    (gone,) = deletion.measure(study, [one])
    assert gone.rate.count == gone.rate.n == 32


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Texts as they are, and changed."""
    return list(zip(texts[::3], texts[1::3], strict=True))


@pytest.mark.parametrize("place_matters", [True, False])
def test_a_word_at_an_end_is_tried_beside_itself_elsewhere(tmp_path: Path, place_matters: bool) -> None:
    def margin(kept: Kept) -> float:
        there = kept[:1] == ["honestly"] if place_matters else "honestly" in kept
        return -4.0 if there else 4.0

    study = feature_study(tmp_path, rows(120, lambda text, _: f"honestly {text}"), toy(margin))
    one = feature(study, "first: honestly", "place")
    (found,) = insertion.measure(study, [one])
    texts = asked(study, "insertions")
    for plain, own, placebo in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        assert (
            own == f"honestly {plain}" and sorted(placebo.split()) == sorted(own.split()) != placebo.split()
        )
    assert found.rate.count == found.rate.n == 60
    assert found.placebo.count == (0 if place_matters else 60)
    met = {c.code: c.met for c in insertion.conditions(found, study.rule)}
    assert met["obeyed"] is place_matters
    (moved,) = deletion.measure(study, [one])
    assert moved.rate.count == (moved.rate.n if place_matters else 0) and moved.placebo.count == 0


def test_how_many_texts_a_feature_is_put_into(tmp_path: Path) -> None:
    config = EvidenceConfig(insertions=3, group_insertions=7)
    study = feature_study(tmp_path, opened_rows(), toy(says_opened), config=config)
    word = next(n for n in range(study.corpus.words) if study.word(n) == FILLER[0])
    found = insertion.measure(study, [feature(study, OPENING, "place"), Candidate((word,), 0)])
    assert found[0].rate.n == 7 and found[1].rate.n <= 3
