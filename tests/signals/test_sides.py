"""Which label a list speaks for, worked out by hand on texts with few words."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.signals.sides import CLEARLY, sides
from auditor.signals.study import Study
from tests.signals.studies import study_of
from tests.signals.support import LABELS, entry, explained

NAMELESS = ("LABEL_0", "LABEL_1")


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """`superb` nine times with praise and once without, `dreadful` the other way round, `film` with both."""
    texts = [
        *((f"superb film n{n}", "pos") for n in range(9)),
        *((f"dreadful film m{n}", "neg") for n in range(9)),
        ("superb film x", "neg"),
        ("dreadful film y", "pos"),
    ]
    return study_of(
        tmp_path_factory.mktemp("run"), [entry(explained(text), gold=label) for text, label in texts]
    )


def test_the_labels_names_come_first(reviewed: Study) -> None:
    assert sides(replace(reviewed, knowledge=Knowledge(make_lexicon(LABELS)))) == {
        "negative": "negative",
        "positive": "positive",
    }


def test_nameless_labels_are_told_by_the_data(reviewed: Study) -> None:
    known = replace(reviewed, knowledge=Knowledge(make_lexicon(NAMELESS, task="sentiment")))
    assert sides(known) == {"negative": "negative", "positive": "positive"}


def test_without_a_list_or_labels_nothing_is_known(reviewed: Study, tmp_path: Path) -> None:
    assert sides(replace(reviewed, knowledge=Knowledge())) == {}
    bare = study_of(tmp_path, [entry(explained(f"superb film n{n}"), gold=None) for n in range(9)])
    assert sides(replace(bare, knowledge=Knowledge(make_lexicon(NAMELESS, task="sentiment")))) == {}


def test_two_lists_that_go_with_one_label_say_nothing(tmp_path: Path) -> None:
    texts = [
        *((f"superb dreadful n{n}", "pos") for n in range(9)),
        *((f"film m{n}", "neg") for n in range(9)),
    ]
    study = study_of(tmp_path, [entry(explained(text), gold=label) for text, label in texts])
    assert sides(replace(study, knowledge=Knowledge(make_lexicon(NAMELESS, task="sentiment")))) == {}


def test_a_list_that_goes_with_no_label_says_nothing(tmp_path: Path) -> None:
    texts = [(f"superb film n{n}", ("pos", "neg")[n % 2]) for n in range(20)]
    study = study_of(tmp_path, [entry(explained(text), gold=label) for text, label in texts])
    assert CLEARLY > 1.0
    assert sides(replace(study, knowledge=Knowledge(make_lexicon(NAMELESS, task="sentiment")))) == {}


def test_words_that_are_listed_for_any_label_speak_for_none(reviewed: Study) -> None:
    known = make_lexicon(NAMELESS, task="sentiment", lexicon={"film": None, "superb": None})
    assert sides(replace(reviewed, knowledge=Knowledge(known))) == {"negative": "negative"}


def test_a_list_without_a_label_is_placed_beside_one_that_has_it(reviewed: Study) -> None:
    known = make_lexicon(LABELS, task="none", lexicon={"superb": "positive"})
    assert sides(replace(reviewed, knowledge=Knowledge(known))) == {"positive": "positive"}
    both = make_lexicon(("pro", "positive"), task="sentiment", lexicon={"grand": "pro"})
    found = sides(replace(reviewed, knowledge=Knowledge(both)))
    assert found["pro"] == "pro" and found["negative"] == "negative"
