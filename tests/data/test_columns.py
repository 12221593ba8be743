"""Which column is the text and which the label: by name, by what it holds, else the user is asked."""

from collections.abc import Sequence

import pytest

from auditor.data.columns import KNOWN_NAMES, Columns, find_columns, label_notice, plain
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

TEXTS = ("what a fine day", "not my thing", "a b c", "so it goes", "who knows why", "well well well")


def source(header: str, *cells: Sequence[object]) -> Source:
    """A table with these columns; `cells` gives the values of each, repeated down the rows."""
    names = tuple(header.split(","))

    def rows(_: Sequence[str]) -> list[Row]:  # type: ignore[misc]
        return [
            Row({name: values[n % len(values)] for name, values in zip(names, cells, strict=True)})
            for n in range(12)
        ]

    return Source("a.csv", names, lambda columns: iter(rows(columns)))


IDS, TWO, THREE, SCORES = tuple(range(12)), (0, 1), ("x", "y", "z"), tuple(n / 7 for n in range(12))

REAL = {
    "tweets on hate": ("count,class,tweet", (IDS, TWO, TEXTS), "tweet", "class"),
    "toxic comments": ("id,comment_text,toxic", (IDS, TEXTS, TWO), "comment_text", "toxic"),
    "emotions": ("tweet_id,sentiment,content", (IDS, THREE, TEXTS), "content", "sentiment"),
    "more emotions": ("Text,Emotion", (TEXTS, THREE), "Text", "Emotion"),
    "disasters": ("id,keyword,location,text,target", (IDS, THREE, THREE, TEXTS, TWO), "text", "target"),
    "spam": ("Category,Message", (("ham", "spam"), TEXTS), "Message", "Category"),
    "spam without names": ("v1,v2", (("ham", "spam"), TEXTS), "v2", "v1"),
    "sentences": ("sentence,label,idx", (TEXTS, TWO, IDS), "sentence", "label"),
    "phrases": ("PhraseId,SentenceId,Phrase,Sentiment", (IDS, IDS, TEXTS, THREE), "Phrase", "Sentiment"),
    "a spelling with blanks": ("Tweet Content,Class Label", (TEXTS, TWO), "Tweet Content", "Class Label"),
    "an index and odd names": ("column1,opinion,verdict", (IDS, TEXTS, THREE), "opinion", "verdict"),
    "excerpts": ("textID,text,selected_text,sentiment", (IDS, TEXTS, TEXTS, THREE), "text", "sentiment"),
}


@pytest.mark.parametrize("name", REAL)
def test_files_of_other_people_just_load(name: str) -> None:
    header, cells, text, label = REAL[name]
    assert find_columns(source(header, *cells)) == Columns(text, None, label)


@pytest.mark.parametrize(
    ("header", "cells", "role"),
    [
        ("comment_text,toxic,obscene,threat", (TEXTS, TWO, TWO, TWO), "label"),  # several labels for a text
        ("text,label,sentiment", (TEXTS, TWO, TWO), "label"),
        ("text,score,rating", (TEXTS, SCORES, SCORES), "label"),
        ("text,lang,user", (TEXTS, ("en", "de"), THREE), "label"),  # never a label unless named
        ("text,tweet,label", (TEXTS, TEXTS, TWO), "text"),
        ("first,second,label", (TEXTS, TEXTS, TWO), "text"),
        ("first,second,label", (IDS, IDS, TWO), "text"),
    ],
)
def test_what_is_not_clear_is_asked_for(header: str, cells: tuple[Sequence[object], ...], role: str) -> None:
    with pytest.raises(AuditError, match=f"which column of a.csv holds the {role}") as caught:
        find_columns(source(header, *cells))
    assert all(repr(name) in caught.value.message for name in header.split(","))
    assert f"--{role}-column" in caught.value.hint
    if role == "label":
        assert find_columns(source(header, *cells), need_label=False).label is None


def test_what_the_user_names_goes_first() -> None:
    table = source("text,tweet,label,class", TEXTS, TEXTS, TWO, THREE)
    assert find_columns(table, text="tweet", label="class") == Columns("tweet", None, "class")
    with pytest.raises(AuditError, match="has no column 'txt'") as caught:
        find_columns(table, text="txt")
    assert "'text', 'tweet', 'label', 'class'" in caught.value.hint and "--text-column" in caught.value.hint


def test_names_that_occur_twice_matter_only_where_they_are_used() -> None:
    table = source("x,text,x,label", IDS, TEXTS, IDS, TWO)
    assert find_columns(table) == Columns("text", None, "label")
    for chosen in (source("text,text,label", TEXTS, TEXTS, TWO), source("text,label,label", TEXTS, TWO, TWO)):
        with pytest.raises(AuditError, match=r"several columns named|which column"):
            find_columns(chosen)
    with pytest.raises(AuditError, match="several columns named 'x'"):
        find_columns(table, label="x")


def test_pairs_of_texts() -> None:
    pair = source("premise,hypothesis,label", TEXTS, TEXTS, THREE)
    assert find_columns(pair) == Columns("premise", "hypothesis", "label")
    assert find_columns(pair).names == ("premise", "hypothesis", "label")
    alone = find_columns(pair, text="hypothesis")
    assert alone == Columns("hypothesis", None, "label")


def test_a_known_source_says_what_its_columns_are() -> None:
    plain_source = source("a,b,c", TEXTS, TEXTS, TWO)
    known = Source("hub", plain_source.columns, plain_source.rows, suggested={"text": "b", "label": "c"})
    assert find_columns(known) == Columns("b", None, "c")
    assert label_notice(known, find_columns(known)) == ""


def test_a_label_found_by_its_values_is_said() -> None:
    odd = source("column1,opinion,verdict", IDS, TEXTS, THREE)
    assert "labels were read from column 'verdict'" in label_notice(odd, find_columns(odd))
    usual = source("id,text,label", IDS, TEXTS, TWO)
    assert label_notice(usual, find_columns(usual)) == ""
    only = source("v1,v2", ("ham", "spam"), TEXTS)
    assert label_notice(only, find_columns(only)) == ""


def test_no_known_name_is_likely_to_be_a_label_itself() -> None:
    """A first row with one of them is a header, and would be lost if it were data."""
    assert not KNOWN_NAMES & {
        "spam",
        "ham",
        "toxic",
        "positive",
        "negative",
        "neutral",
        "hate",
        "none",
        "joy",
    }
    assert all(plain(name) == name for name in KNOWN_NAMES)


def test_the_column_of_groups_is_named_and_never_guessed() -> None:
    table = source("text,label,source", TEXTS, TWO, THREE)
    assert find_columns(table).group is None
    found = find_columns(table, group="source")
    assert found == Columns("text", None, "label", "source")
    assert found.names == ("text", "label", "source")


def test_the_column_of_groups_is_not_taken_for_the_label() -> None:
    assert find_columns(source("a,b,c", TEXTS, TWO, THREE), group="c").label == "b"
    assert find_columns(source("text,class,topic", TEXTS, TWO, THREE), group="topic").label == "class"


@pytest.mark.parametrize(
    ("group", "message"),
    [("site", "has no column 'site'"), ("text", "which is the column of the text"), ("label", "the label")],
)
def test_a_column_of_groups_that_cannot_be_used_is_refused(group: str, message: str) -> None:
    table = source("text,label,source", TEXTS, TWO, THREE)
    with pytest.raises(AuditError, match=message):
        find_columns(table, text="text", label="label", group=group)


def test_other_data_may_lack_the_column_of_groups() -> None:
    table = source("text,label", TEXTS, TWO)
    assert find_columns(table, group="site", need_group=False).group is None
