"""What the audit would have found, in sentences."""

import math

from auditor.findings.power_record import Power, PowerPoint
from auditor.report.numbers import count, counted, number, share_of
from auditor.review.power_gate import chance_at

NAMES = {
    "made-up": "a made-up word",
    "natural": "a word new to the texts",
    "dates": "different dates",
    "pair": "a pair of words",
}
"""Kinds of shortcuts, as a sentence names them."""
TOLD = (("made-up", 0.01), ("made-up", 0.005), ("dates", 0.02))
"""What the sentence is about: kind and reach."""
SURPRISE = 2.0
"""Standard deviations, beyond half a canary, from which what came out speaks against the chances."""
HALF = 0.5
"""The effect it is about."""


def point(power: Power, kind: str, reach: float, effect: float = HALF) -> PowerPoint | None:
    """The chance of one shortcut, where it was computed."""
    wanted = (kind, reach, effect)
    return next((one for one in power.points if (one.kind, one.reach, one.effect) == wanted), None)


def power_sentence(power: Power) -> str:
    """The chances that matter, in one sentence."""
    parts = []
    for place, (kind, reach) in enumerate(TOLD):
        found = point(power, kind, reach)
        if found is None:
            continue
        effect = " that turns half of the others" if place == 0 else ""
        name = "one" if place and kind == TOLD[place - 1][0] else NAMES[kind]
        parts.append(f"{name} in {share_of(reach)} of the texts{effect} with probability {chance(found)}")
    return f"In this audit a shortcut would have come out: {'; '.join(parts)}." if parts else ""


def chance(found: PowerPoint) -> str:
    """A chance with its interval: "0.93 (0.85–0.97)"."""
    return f"{number(found.chance)} ({number(found.low)}–{number(found.high)})"


def resolution_line(power: Power | None) -> str:
    """The smallest shortcut that is hardly missed; empty where power was not measured."""
    if power is None:
        return ""
    reach = next((one.reach for one in power.resolutions if one.kind == TOLD[0][0]), None)
    if reach is None:
        return "Even a made-up word in half of the texts would have been found less than nine times in ten."
    return (
        f"A made-up word that is in {share_of(reach)} of the texts or more and turns half of the others "
        "would have been found nine times in ten."
    )


def advice(power: Power) -> str:
    """What it takes to see a word in 1 % of the texts; empty where it is seen."""
    if power.more_texts == 0:
        return ""
    if power.more_texts is None:
        return "No number of texts like these brings a made-up word in 1 % of them to a chance of 0.9."
    texts = counted(power.more_texts, "more text")
    return f"{texts} like these would bring a made-up word in 1 % of them to a chance of 0.9."


def trials_line(power: Power) -> str:
    """What was tried, and how it compares with what was computed."""
    tried = power.trials
    if not tried:
        return (
            "No canary was tried: the run is too small, or the model cannot read new words. "
            "The chances are computed from the tests alone, with the usual behaviour of models."
        )
    out, expected = sum(one.came_out for one in tried), sum(one.expected for one in tried)
    canaries, texts = counted(len(tried), "canary was", "canaries were"), sum(one.texts for one in tried)
    return (
        f"{canaries} written into copies of {counted(texts, 'text')}, one at a time, and "
        f"looked for by the audit's own steps: {count(out)} came out, {number(expected, 1)} were expected. "
        f"{_compared(out, [one.expected for one in tried])}"
    )


def _compared(out: int, chances: list[float]) -> str:
    """Whether that is good: did the computed chances hold, and were they high?"""
    expected = sum(chances)
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    if abs(out - expected) > SURPRISE * spread + 0.5:
        more, wrong = ("more", "low") if out > expected else ("fewer", "high")
        return f"That is {more} than computed: take the chances above as too {wrong}."
    few = "; most of these canaries were too rare or too weak for an audit of this size" * (
        2 * out < len(chances)
    )
    return f"So the computed chances held where they were tried{few}."


def at_reach(power: Power | None, reach: float) -> str:
    """The chance at one reach, for a gate."""
    word = f"a made-up word in {share_of(reach)} of the texts"
    if power is None:
        return f"power was not measured, so whether {word} would have come out is unknown"
    return f"{word} would have come out with probability {number(chance_at(power, reach))}"


def forecast_line(found: tuple[float, float, float], smallest: float | None) -> str:
    """What an audit will be able to see, before it runs: a chance with its bounds, and the resolution."""
    reach = "none" if smallest is None else f"{share_of(smallest)} of the texts"
    return (
        f"a made-up word in 1 % of the texts would come out with probability {number(found[0])} "
        f"({number(found[1])}–{number(found[2])}); nine times in ten from: {reach}"
    )
