"""Who lists a word, in which order, and lists that cannot be used."""

from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.meaning.lexicons import Listing, make_lexicon, parse_seeds, read_lexicon, unknown_seeds
from tests.meaning.support import LABELS


def test_a_user_wins_over_a_built_in_list_and_a_file_over_seeds() -> None:
    lexicon = make_lexicon(
        LABELS, seeds={"good": "negative", "tuscan": "positive"}, lexicon={"tuscan": "negative", "film": None}
    )
    assert lexicon.listing("GOOD") == Listing("seeds", "negative", "negative")
    assert lexicon.listing("tuscan") == Listing("lexicon", "negative", "negative")
    assert lexicon.listing("film") == Listing("lexicon", "any", None)
    assert lexicon.listing("great") == Listing("sentiment", "positive", "positive")
    assert lexicon.listing("monday") is None
    assert set(lexicon.groups()) == {"any", "negative", "positive"}


def test_words_of_two_toxic_labels_are_one_group_and_the_clean_one_has_none() -> None:
    lexicon = make_lexicon(("hate", "offensive", "neither"), seeds={"vermin": "hate", "hello": "neither"})
    assert set(lexicon.groups()) == {"toxic", "neither"}
    assert lexicon.listing("vermin") == Listing("seeds", "toxic", "hate")
    assert lexicon.listing("bitch") == Listing("toxicity", "toxic", None)


def test_seeds_make_a_lexicon_for_any_task() -> None:
    lexicon = make_lexicon(("ham", "spam"), seeds=parse_seeds(["Spam=prize, Winner,free"], ("ham", "spam")))
    assert lexicon.task.why == "label_names_unknown"
    assert lexicon.groups() == {"spam": ("free", "prize", "winner")}


def test_names_of_labels_are_known_with_their_forms_and_marks() -> None:
    lexicon = make_lexicon(("sports", "world news"))
    assert len(lexicon) == 0 and not lexicon.groups()
    assert all(lexicon.is_label_name(word) for word in ("sport", "#Sports", "[news]", "world"))
    assert not lexicon.is_label_name("spore") and not lexicon.is_label_name("#")


def test_a_file_lists_words_for_a_label_or_for_any(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# the task\n\ngood\tPositive\nBad,negative\n  Film  \n#fail\n", encoding="utf-8")
    assert read_lexicon(path, LABELS) == {"good": "positive", "bad": "negative", "film": None, "#fail": None}


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        ("good,fine\n", r"line 1 of words\.txt names the label 'fine'", "negative, positive"),
        ("# nothing\n\n,\n", "holds no word", "one word a line"),
        ("good,positive\nGood,negative\n", "line 2 .* gives 'Good' to negative and to positive", "one label"),
        ("good\ngood,negative\n", "to negative and to any label", "one label"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, content: str, message: str, hint: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AuditError, match=message) as caught:
        read_lexicon(path, LABELS)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (["positive"], "not of the form"),
        (["=good"], "not of the form"),
        (["positive= , "], "not of the form"),
        (["happy=good"], "names the label 'happy'"),
        (["positive=good", "NEGATIVE=Good"], "--seeds gives 'Good' to negative and to positive"),
    ],
)
def test_seeds_that_cannot_be_used(items: list[str], message: str) -> None:
    with pytest.raises(AuditError, match=message):
        parse_seeds(items, LABELS)


def test_a_seed_given_twice_for_one_label_is_one_seed() -> None:
    assert parse_seeds(["positive=good,Good", "positive=good"], LABELS) == {"good": "positive"}


def test_each_seed_that_nobody_knows_is_named() -> None:
    assert unknown_seeds(["zyx", "Good", "abc"], {"good"}.__contains__) == ("abc", "zyx")
