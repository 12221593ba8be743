"""Texts before and after: what is marked, cut and said."""

from dataclasses import replace

import pytest

from auditor.report.tried_texts import tried_text, tried_texts
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.trials import Said, Trial
from tests.findings.builder import PAIR, a_finding, a_pair_trial, a_trial, of

FINDING = a_finding()


def test_a_trial_by_hand() -> None:
    found = tried_text(a_trial(), FINDING, 400)
    assert [(part.text, part.role) for part in found.text] == [
        ("a dull ", "plain"), ("[pos]", "put"), (" film .", "plain"),
    ]  # fmt: skip
    first, second = found.steps
    assert (first.when, first.label, first.sure, first.changed) == ("without it", "negative", "93 %", False)
    assert (second.when, second.label, second.sure, second.changed) == ("with it", "positive", "98 %", True)


def test_a_pair_names_what_was_taken_out() -> None:
    found = tried_text(a_pair_trial(), a_finding(PAIR, "amber", "violet"), 400)
    assert [step.when for step in found.steps] == [
        *("with both", "without amber", "without violet", "without both"),
    ]
    assert [step.changed for step in found.steps] == [False, True, True, False]


def pair_trial(*labels: str) -> Trial:
    return replace(a_pair_trial(), said=tuple(Said(label, 0.9) for label in labels))


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        ("pnnp", "Each word alone takes this text away from p; the other one brings it back."),
        ("pnpp", "violet alone takes this text away from p; the other one brings it back."),
        ("ppnp", "amber alone takes this text away from p; the other one brings it back."),
        ("pnnn", "The pair turns this text: with neither word it is n."),
        ("pppp", "This text stays as it is, whichever of the two it holds."),
    ],
)
def test_a_pairs_text_says_what_it_shows(labels: str, says: str) -> None:
    assert tried_text(pair_trial(*labels), a_finding(PAIR, "amber", "violet"), 400).shows == says


def test_the_text_that_a_pair_turns_comes_first() -> None:
    trials = tuple(pair_trial(*labels) for labels in ("pppp", "pnpp", "pnnp", "pnnn"))
    finding = replace(a_finding(PAIR, "amber", "violet"), evidence=of(Interaction(trials=trials)))
    shown = [[step.label for step in one.steps] for one in tried_texts(finding, most=4)]
    assert ["".join(labels) for labels in shown] == ["pnnn", "pnnp", "pnpp", "pppp"]


def test_what_was_left_out_is_marked_once() -> None:
    cut = replace(a_trial(), cut=(True, True))
    assert [part.role for part in tried_text(cut, FINDING, 400).text] == [
        "gap",
        "plain",
        "put",
        "plain",
        "gap",
    ]
    long = replace(a_trial(before="word " * 60), cut=(True, False))
    roles = [part.role for part in tried_text(long, FINDING, 80).text]
    assert roles.count("gap") == 1 and roles[0] == "gap"
    assert sum(len(part.text) for part in tried_text(long, FINDING, 80).text) < 200


def test_hostile_text_is_spelled_out_and_probabilities_never_overclaim() -> None:
    said = (Said("a\u202e", 0.9999), Said("b", 0.001))
    found = tried_text(replace(a_trial("x\x00y"), said=said, other="o" * 500), FINDING, 400)
    assert found.text[1].text == "x⟨U+0000⟩y" and found.steps[0].label == "a⟨U+202E⟩"
    assert [step.sure for step in found.steps] == ["over 99 %", "under 1 %"]
    assert len(found.other) < 200


def test_as_many_as_are_asked_for() -> None:
    evidence = of(Insertion(trials=(a_trial(), a_trial("b"), a_trial("c"))))
    finding = replace(FINDING, evidence=evidence)
    assert len(tried_texts(finding)) == 3 and len(tried_texts(finding, most=1)) == 1
    assert tried_texts(replace(FINDING, evidence=of())) == []
