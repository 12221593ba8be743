"""A lexicon: what it lists, for which class, and what cannot be read."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.signals.lexicon import Lexicon, conditions, figures, look_up, measure, read_lexicon
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, candidate
from tests.signals.support import LABELS

RULE = RuleConfig()


def test_a_lexicon_lists_words_for_a_class_or_for_any(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# the task\n\ngood\tPositive\nBad,negative\n  Film  \nSTRASSE\n", encoding="utf-8")
    words = read_lexicon(path, LABELS)
    assert words == {"good": "Positive", "bad": "negative", "film": None, "strasse": None}
    assert [look_up(words, "good", label).answer for label in LABELS] == ["not listed", "listed"]
    assert [look_up(words, "film", label).answer for label in LABELS] == ["listed", "listed"]
    assert look_up(words, "[pos]", "positive").answer == "not listed"
    assert look_up({}, "good", "positive").answer == "not listed"


def test_words_are_read_as_tokens_are_written_in_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("Straße\nﬁne\n", encoding="utf-8")
    assert set(read_lexicon(tmp_path / "words.txt", LABELS)) == {"strasse", "fine"}


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        (b"good,fine\n", r"line 1 of words\.txt names the label 'fine'", "negative, positive"),
        (b"# one\ngood\tfine\n", "line 2", "negative, positive"),
        (b"# nothing\n\n", "holds no word", "one word a line"),
        (b",\n\t\n", "holds no word", "one word a line"),
        ("caf\u00e9\n".encode("latin-1"), "words.txt cannot be read", "UTF-8"),
        (None, "words.txt cannot be read", "UTF-8"),
    ],
    ids=["unknown label", "its line", "comments", "separators", "encoding", "missing"],
)
def test_a_lexicon_that_is_none(tmp_path: Path, content: bytes | None, message: str, hint: str) -> None:
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(AuditError, match=message) as caught:
        read_lexicon(path, LABELS)
    assert hint in caught.value.hint


def test_a_byte_order_mark_is_no_part_of_the_first_word(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes("\ufeffgood\nbad\n".encode())
    assert set(read_lexicon(tmp_path / "words.txt", LABELS)) == {"good", "bad"}


def test_tokens_are_looked_up_with_the_models_label_and_pairs_are_not(small: Study) -> None:
    given = replace(small, given={"lexicon": {"plot": "negative"}})
    chosen = [
        candidate(small, "plot", label=NEGATIVE),
        candidate(small, "plot"),
        candidate(small, "amber"),
        candidate(small, "amber", "plot"),
    ]
    answers = [found.answer for found in measure(given, chosen)]
    assert answers == ["listed", "not listed", "not listed", "none"]
    assert measure(small, chosen) == [Lexicon()] * 4


def test_without_a_lexicon_nothing_is_asked_of_it() -> None:
    assert conditions(Lexicon(), RULE) == ()
    for answer, met in (("listed", True), ("not listed", False)):
        (listed,) = conditions(Lexicon(answer), RULE)
        assert (listed.code, listed.met, listed.seen, listed.asked) == ("listed", met, float(met), 1.0)
    assert figures(Lexicon("listed")) == ()
