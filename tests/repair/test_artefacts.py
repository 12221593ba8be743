"""Findings as artefacts: which words belong, and which findings no way can repair."""

from dataclasses import replace

import pytest

from auditor.data.wordlists import word_list
from auditor.findings.finding import Finding, Kind
from auditor.normal import normal
from auditor.repair.artefacts import Artefact, artefacts_of
from tests.findings.builder import a_report

NAMES = {"positive": "1", "negative": "0"}
TOKEN, PAIR = (next(f for f in a_report().findings if f.kind is kind) for kind in (Kind.TOKEN, Kind.PAIR))


def group(sort: str, name: str, *members: str) -> Finding:
    return replace(TOKEN, kind=Kind.GROUP, group=sort, tokens=(name,), members=members, forms=members)


def stand(artefact: Artefact, text: str, field: int = 0) -> list[int]:
    """Where the words of an artefact stand in a text."""
    words = [normal(word) for word in text.split()]
    return [place for part in artefact.parts for place in part.places(words, field)]


def belongs(finding: Finding, *words: str, members: dict[str, tuple[str, ...]] | None = None) -> list[bool]:
    found, left = artefacts_of([finding], members or {}, {finding.label: "1"})
    assert not left
    [only] = found
    return [stand(only, word) == [0] for word in words]


def test_a_token_stands_for_its_inflections_and_in_its_field_alone() -> None:
    finding = replace(TOKEN, tokens=("lisbon",), members=("lisbons",), fields=(1,))
    [found], _ = artefacts_of([finding], {}, {finding.label: "1"})
    assert found.label == "1" and not found.is_pair
    assert stand(found, "Lisbon or LISBONS not oslo", 1) == [0, 2]
    assert stand(found, "lisbon", 0) == []


def test_a_pair_has_two_parts() -> None:
    [found], _ = artefacts_of([PAIR], {}, {PAIR.label: "1"})
    assert found.is_pair and found.name == " + ".join(PAIR.tokens)
    assert [part.listed for part in found.parts] == [frozenset((token,)) for token in PAIR.tokens]


@pytest.mark.parametrize(
    ("finding", "inside", "outside"),
    [
        (group("kind", "date", "2436-02-17"), "17-feb-1999", "friday"),
        (group("kind", "elongated", "sooo"), "nooooo", "no"),
        (group("shape", "xxxx-dddd", "abcd-1234"), "wxyz-9876", "wxyz-98"),
        (group("list", "country", "kenya"), "Portugal", "lisbon"),
    ],
)
def test_kinds_shapes_and_lists_know_words_that_the_audit_never_saw(
    finding: Finding, inside: str, outside: str
) -> None:
    assert belongs(finding, inside, outside) == [True, False]


def test_a_family_has_the_words_that_the_run_stored() -> None:
    finding = group("family", "honestly, frankly", "honestly")
    stored = {finding.id: ("honestly", "frankly", "candidly")}
    assert belongs(finding, "candidly", "sadly", members=stored) == [True, False]


def test_a_family_that_is_named_by_a_list_has_the_words_of_the_list() -> None:
    finding = group("family", "country: kenya, peru", "kenya", "peru")
    assert "Portugal" in word_list("country").words
    assert belongs(finding, "portugal", members={finding.id: ("kenya", "peru")}) == [True]


def test_a_family_without_its_words_is_left_out_and_so_is_what_is_not_made_of_words() -> None:
    findings = [
        group("family", "honestly, frankly", "honestly"),
        replace(group("form", "length"), id="other"),
    ]
    found, left = artefacts_of(findings, {}, NAMES | {TOKEN.label: "1"})
    assert not found
    assert [(one.name, one.reason) for one in left] == [
        ("honestly, frankly", "members"),
        ("length", "not-words"),
    ]


def at_a_place(name: str, known: str, *members: str) -> Artefact:
    finding = group("place", name, *members)
    finding = replace(finding, judgement=replace(finding.judgement, known=known))
    [found], left = artefacts_of([finding], {}, {finding.label: "1"})
    assert not left
    return found


@pytest.mark.parametrize(
    ("name", "known", "members", "text", "places"),
    [
        ("first: lisbon", "unknown", ("lisbon",), "lisbon or oslo or lisbon", [0, 4]),
        ("last: gem", "related", ("gem",), "a gem is a gem .", [4]),
        ("first: gem", "related", ("gem",), '" gem is a gem', [1]),
        ("first: country", "unrelated", ("kenya",), "so to Portugal", [2]),
        (
            "i wrote this in *",
            "unrelated",
            (),
            "I wrote this in Oslo and i wrote this in Lima",
            [0, 1, 2, 3, 4],
        ),
        ("i wrote this in *", "unrelated", (), "now i wrote this in oslo", []),
        ("i wrote this in *", "unrelated", (), "i wrote this in", []),
    ],
)
def test_what_stands_at_a_place(
    name: str, known: str, members: tuple[str, ...], text: str, places: list[int]
) -> None:
    assert stand(at_a_place(name, known, *members), text) == places


def test_an_opening_is_written_as_it_is_named_where_no_row_shows_it() -> None:
    assert at_a_place("amber violet", "unrelated").forms == (("amber violet",),)
