"""What would have been found, in sentences that a reader can repeat."""

import pytest

from auditor.findings.power_record import CanaryTrial, Resolution
from auditor.report.wording.power_text import (
    advice,
    at_reach,
    forecast_line,
    point,
    power_sentence,
    resolution_line,
    trials_line,
)
from tests.report.powers import a_power


def test_one_sentence_says_what_matters() -> None:
    assert power_sentence(a_power()) == (
        "In this audit a shortcut would have come out: a made-up word in 1 % of the texts that turns half of "
        "the others with probability 0.41 (0.31–0.46); one in 0.5 % of the texts with probability 0.10 "
        "(0.00–0.15); different dates in 2 % of the texts with probability 0.61 (0.51–0.66)."
    )
    assert power_sentence(a_power(points=())) == ""


def test_the_resolution_is_a_share_of_the_texts_or_that_there_is_none() -> None:
    assert resolution_line(a_power()) == (
        "A made-up word that is in 1.93 % of the texts or more and turns half of the others would have been "
        "found nine times in ten."
    )
    assert "Even a made-up word in half of the texts" in resolution_line(
        a_power(resolutions=(Resolution("made-up", None),))
    )
    assert resolution_line(None) == ""


def test_advice_follows_from_the_missing_texts() -> None:
    assert advice(a_power()) == (
        "1,200 more texts like these would bring a made-up word in 1 % of them to a chance of 0.9."
    )
    assert advice(a_power(more_texts=0)) == "" and "No number of texts" in advice(a_power(more_texts=None))


def test_what_was_tried_stands_beside_what_was_expected() -> None:
    assert trials_line(a_power()) == (
        "2 canaries were written into copies of 24 texts, one at a time, and looked for by the audit's own "
        "steps: 1 came out, 1.6 were expected. So the computed chances held where they were tried."
    )
    assert trials_line(a_power(trials=())).startswith("No canary was tried")


def canaries(*tried: tuple[float, bool]) -> tuple[CanaryTrial, ...]:
    return tuple(CanaryTrial("made-up", 0.5, "negative", 8, expected, out) for expected, out in tried)


@pytest.mark.parametrize(
    ("tried", "said"),
    [
        (
            ((1.0, True), (0.0, False), (0.02, False)),
            "held where they were tried; most of these canaries were",
        ),
        (((1.0, True), (0.9, True)), "held where they were tried."),
        (((0.9, False),) * 4, "That is fewer than computed: take the chances above as too high."),
        (((0.1, True),) * 4, "That is more than computed: take the chances above as too low."),
    ],
)
def test_what_came_out_is_judged_by_what_was_expected(
    tried: tuple[tuple[float, bool], ...], said: str
) -> None:
    assert said in trials_line(a_power(trials=canaries(*tried)))


def test_a_gate_names_the_chance_at_its_reach() -> None:
    assert at_reach(a_power(), 0.02) == (
        "a made-up word in 2 % of the texts would have come out with probability 0.93"
    )
    assert "power was not measured" in at_reach(None, 0.02)
    found = point(a_power(), "dates", 0.05)
    assert found is not None and found.chance == 0.97 and point(a_power(), "dates", 0.03) is None


def test_a_forecast_says_what_is_sure() -> None:
    assert forecast_line((0.4, 0.3, 0.5), 0.021) == (
        "a made-up word in 1 % of the texts would come out with probability 0.40 (0.30–0.50); nine times in "
        "ten from: 2.1 % of the texts"
    )
    assert forecast_line((0.0, 0.0, 0.0), None).endswith("from: none")
