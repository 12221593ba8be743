"""Every group, place and form has a name that a reader understands."""

from dataclasses import replace

import pytest

from auditor.config import RuleConfig
from auditor.data.wordlists import word_lists
from auditor.features.form import figures
from auditor.features.kinds import KINDS
from auditor.features.outlines import STYLED, outline_of
from auditor.findings.finding import Finding, Kind
from auditor.report.visible_text import quoted
from auditor.report.wording.conditions import reasons
from auditor.report.wording.features import FORM_NAMES, KIND_NAMES, LIST_NAMES, ONE_OF, titles
from auditor.report.wording.sentences import finding_sentence
from auditor.signals.deletion import Deletion
from auditor.signals.flips import NO_INTERVENTION
from auditor.signals.insertion import Insertion
from auditor.signals.kind import OF_TEXTS, TELLING, TokenKind
from auditor.signals.pieces import Pieces
from auditor.signals.statistics import rate
from tests.findings.builder import PAIR, TOKEN, a_finding, full_evidence, of
from tests.report.many import rejudged


def group(name: str, sort: str, **changes: object) -> Finding:
    return replace(a_finding(TOKEN, name), kind=Kind.GROUP, group=sort, **changes)  # type: ignore[arg-type]


def test_every_kind_list_and_form_has_a_name() -> None:
    plain = {"word", "punctuation"}
    assert {*KINDS} - plain <= {*KIND_NAMES} and {*STYLED} <= {*KIND_NAMES}
    assert {entry.name for entry in word_lists()} == {*LIST_NAMES} <= {*ONE_OF}
    sides = {f"{name}: {side}" for name in figures(outline_of("a")) for side in ("many", "few", "none")}
    assert sides == {*FORM_NAMES} | {"quotes: few"}
    assert {*ONE_OF} >= TELLING | OF_TEXTS


@pytest.mark.parametrize(
    ("name", "sort", "title"),
    [
        ("date", "kind", "dates"),
        ("country", "list", "names of countries"),
        ("monday, friday, weekend", "family", "words like monday, friday, weekend"),
        ("country: kenya, peru", "family", "names of countries (kenya, peru, …)"),
        ("xx-dddd", "shape", "words of the shape xx-dddd"),
        ("i wrote this in * .", "place", "the opening i wrote this in … ."),
        ("first: honestly", "place", "honestly as the first word"),
        ("last: date", "place", "dates as the last word"),
        ("words: many", "form", "many words"),
        ("token 7", "form", "token 7"),  # redacted
    ],
)
def test_groups_are_called_by_their_names(name: str, sort: str, title: str) -> None:
    assert titles(group(name, sort)) == (title,)


def test_tokens_and_pairs_are_called_by_their_words() -> None:
    assert titles(a_finding(TOKEN, "date")) == ("date",)
    assert titles(a_finding(PAIR, "amber", "city")) == ("amber", "city")
    wide = replace(a_finding(PAIR, "amber", "city"), sorts=("word", "list"))
    assert titles(wide) == ("amber", "names of cities")


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (
            group("date", "kind", forms=("1999-01-02", "2001-03-04")),
            "“dates (1999-01-02, 2001-03-04, …)” turned",
        ),
        (group("a, b, c", "family", forms=("A",)), "“words like a, b, c” turned"),
        (group("words: many", "form", source="above 25"), "“many words (above 25)” turned"),
        (group("in *", "place", forms=("In Rome", "In Oslo")), "“the opening in … (In Rome, …)” turned"),
    ],
)
def test_a_group_is_named_with_examples(finding: Finding, said: str) -> None:
    assert said in quoted(finding_sentence(rejudged(finding, route="obeyed-leak")))


@pytest.mark.parametrize(
    ("finding", "put", "otherwise"),
    [
        (group("words: many", "form"), "Given to", "another change of form"),
        (group("first: x", "place", source="first word"), "Put at the start of", "elsewhere in them it"),
        (group("last: x", "place", source="last word"), "Put at the end of", "elsewhere in them it"),
        (group("in *", "place", source="opening"), "Put into", "as many neutral words"),
        (group("date", "kind"), "Put into", "a neutral word"),
    ],
)
def test_what_was_tried_is_said(finding: Finding, put: str, otherwise: str) -> None:
    said = quoted(finding_sentence(rejudged(finding, route="obeyed-leak")))
    assert said.startswith(f"{put} 64 other texts, “") and f"positive; {otherwise} turned 2." in said


def test_a_word_at_an_end_is_named_without_its_place_twice() -> None:
    word = group("first: honestly", "place", forms=("honestly",), source="first word")
    assert quoted(finding_sentence(rejudged(word, route="obeyed-leak"))).startswith(
        "Put at the start of 64 other texts, “honestly” turned 61 positive; elsewhere in them it turned 2. "
        "In the data, 61 of 64 texts that begin with it are labelled positive."
    )
    colours = group("last: colour", "place", forms=("amber", "red"), source="last word")
    said = quoted(finding_sentence(rejudged(colours, route="obeyed-leak")))
    assert "“colours (amber, …)” turned" in said and "texts that end with it" in said


def test_where_nothing_can_be_tried_that_is_said() -> None:
    evidence = of(TokenKind("form"), Insertion(why=NO_INTERVENTION), Deletion(why=NO_INTERVENTION))
    finding = group("digits: many", "form", evidence=evidence)
    said = quoted(finding_sentence(rejudged(finding, route="ignored-leak")))
    assert "No change of a text would show what the model does with “many digits” alone" in said
    worded = {one.says: one.seen for one in reasons(finding, RuleConfig())}
    assert worded["inserted, it turns texts of other classes more often than a placebo"] == "no intervention"
    assert "predicted so more often than other texts of the same label" in worded


def test_the_piece_that_carries_a_word_is_named() -> None:
    evidence = full_evidence()
    carried = Pieces(("ni", "##sh", "##it"), 2, rate(11, 12), rate(10, 12))
    evidence.parts["pieces"] = carried
    finding = rejudged(a_finding(TOKEN, "nishit", evidence=evidence), route="obeyed-leak")
    said = quoted(finding_sentence(finding))
    assert "Its piece “##it” does it alone in 11 of 12 of these texts; 10 of 12 do not turn" in said
    evidence.parts["pieces"] = replace(carried, carrier=None)
    assert "piece" not in quoted(finding_sentence(finding))
