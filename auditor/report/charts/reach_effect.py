"""Reach against effect: how many texts hold a finding, against how many other texts it turns.

What stands to the right and high up matters most: it is in many texts and decides them. The effect is the
share of other texts that turn to its class once it is put in, less the same for neutral words; of a pair,
what the two do beyond each alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings.finding import Finding, Kind
from auditor.report.charts.label_places import Box, Disc
from auditor.report.charts.marks import ChartMark, drawn
from auditor.report.charts.svg import clipped, element, plain
from auditor.report.numbers import share_of
from auditor.report.visible_text import name
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction

WIDTH, HEIGHT = 760, 340
FRAME = Box(48, 26, WIDTH - 20, HEIGHT - 46)
ROOM = Box(40, 14, WIDTH, HEIGHT - 34)
"""Where labels may stand."""
RADIUS = 6.0
LABELLED = 40
"""Marks that get a label if there is room."""
LEAST = 0.001
"""Share of the texts at the left end of the axis; fewer stand there too."""


@dataclass(frozen=True)
class Placed:
    """A finding with what it is drawn by."""

    finding: Finding
    effect: float
    """0 to 1."""

    @property
    def disc(self) -> Disc:
        """Its place in the drawing."""
        across = math.log10(max(LEAST, min(1.0, self.finding.reach)) / LEAST) / -math.log10(LEAST)
        x = FRAME.left + across * (FRAME.right - FRAME.left)
        y = FRAME.bottom - self.effect * (FRAME.bottom - FRAME.top)
        return Disc(round(x, 1), round(y, 1), RADIUS)


def reach_effect(findings: Sequence[Finding], kinds: Mapping[str, str]) -> Markup:
    """The drawing of findings in order of importance; nothing where none was tried on the model."""
    placed = [Placed(one, effect) for one in findings if (effect := effect_of(one)) is not None]
    if not placed:
        return Markup("")
    return element(
        "svg",
        *_axes(),
        *drawn([_mark(one, kinds) for one in placed], labelled=LABELLED, room=ROOM),
        class_="map",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="group",
        aria_label=f"Reach and effect of {len(placed)} findings; the table of findings has the same figures",
    )


def effect_of(finding: Finding) -> float | None:
    """What it does to the prediction beyond what neutral words do, 0 to 1; None where it was not tried."""
    if finding.kind is Kind.PAIR:
        second = finding.evidence.of(Interaction).second_difference.estimate
        return None if second is None else min(1.0, max(0.0, second))
    inserted = finding.evidence.of(Insertion)
    if inserted.rate.estimate is None:
        return None
    return min(1.0, max(0.0, inserted.rate.estimate - (inserted.placebo.estimate or 0.0)))


def _mark(one: Placed, kinds: Mapping[str, str]) -> ChartMark:
    finding = one.finding
    words = " + ".join(map(name, finding.tokens))
    title = (
        f"{words} → {name(finding.label)}: in {share_of(finding.reach)} of the texts, effect {one.effect:.2f}"
    )
    group = finding.kind is Kind.GROUP
    return ChartMark(one.disc, kinds[finding.id], clipped(words, 24), title, finding.id, group=group)


def _axes() -> list[Markup]:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = plain(FRAME.bottom - share * (FRAME.bottom - FRAME.top))
        kind = "grid" if share else "axis"
        parts.append(element("path", class_=kind, d=f"M{FRAME.left} {y}H{FRAME.right}"))
        parts.append(_tick(f"{share:g}", FRAME.left - 8, float(y) + 4, "end"))
    for share in (0.001, 0.01, 0.1, 1.0):
        x = FRAME.left + math.log10(share / LEAST) / -math.log10(LEAST) * (FRAME.right - FRAME.left)
        parts.append(element("path", class_="grid", d=f"M{plain(x)} {FRAME.top}V{FRAME.bottom}"))
        parts.append(_tick(share_of(share), x, HEIGHT - 30, "middle"))
    parts.append(_tick("↑ other texts that it turns, beyond neutral words", FRAME.left, 12, "start"))
    parts.append(_tick("texts that hold it →", FRAME.right, HEIGHT - 12, "end"))
    return parts


def _tick(text: str, x: float, y: float, anchor: str) -> Markup:
    return element("text", Markup.escape(text), x=x, y=y, text_anchor=anchor, class_="tick")
