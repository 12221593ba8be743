"""The map of tokens: how much the labels favour a token against how often the model needs it.

A shortcut stands far out and high up: the dataset gives it away and the model takes it. A leak that the model
ignores stands far out and low. With two classes the first lies to the left and the second to the right. The
area of a mark is the number of texts that hold the token; its shape is the verdict. Without labels there is
no association, and the number of texts takes its place on the axis.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from markupsafe import Markup

from auditor.findings.report import TokenPoint
from auditor.report.charts.label_places import Box, Disc
from auditor.report.charts.marks import ChartMark, drawn
from auditor.report.charts.svg import clipped, element, plain
from auditor.report.visible_text import visible

WIDTH, HEIGHT = 760, 456
FRAME = Box(44, 28, WIDTH - 30, HEIGHT - 46)
ROOM = Box(36, 16, WIDTH, HEIGHT - 34)
"""Where labels may stand."""
LARGEST, SMALLEST = 15.0, 3.0
"""Radius of the mark with the greatest reach and of one without any."""
LABELLED = 40
"""Marks that get a label if there is room."""
OTHERS = 8
"""Tokens without a finding that get one."""
NO_GROUPS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Spot:
    """A token at its place in the drawing."""

    point: TokenPoint
    kind: str
    """Verdict of its finding as the style sheet names it; `none` without a finding."""
    disc: Disc


def token_map(
    points: Sequence[TokenPoint],
    kinds: Mapping[str, str],
    labels: Sequence[str],
    groups: Mapping[str, str] = NO_GROUPS,
) -> Markup:
    """The drawing, or nothing where there is nothing to draw.

    `kinds` gives each finding's verdict by its id, `groups` the name of those that are groups.
    """
    spots = placed(points, kinds, labels)
    if not spots:
        return Markup("")
    ordered = sorted(spots, key=lambda spot: (spot.kind == "none", -_weight(spot), spot.point.token))
    first = [spot for spot in ordered if spot.kind != "none"][:LABELLED]
    first += [spot for spot in ordered if spot.kind == "none"][:OTHERS]
    marks = [_mark(spot, groups) for spot in (*first, *(spot for spot in spots if spot not in first))]
    return element(
        "svg",
        *_axes(spots, labels),
        *drawn(marks, labelled=len(first), room=ROOM),
        class_="map",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="group",
        aria_label=f"Map of {len(spots)} tokens; the table of findings has the same figures",
    )


def placed(points: Sequence[TokenPoint], kinds: Mapping[str, str], labels: Sequence[str]) -> list[Spot]:
    """Every token at its place."""
    known = [point for point in points if point.association is None or math.isfinite(point.association)]
    if not known:
        return []
    without = all(point.association is None for point in known)
    values = [_across(point, labels, without=without) for point in known]
    low, high = extent(values, mirrored=not without)
    most = max(point.documents for point in known) or 1
    spots = []
    for point, value in zip(known, values, strict=True):
        radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(point.documents / most)
        x = FRAME.left + LARGEST + (value - low) / (high - low) * (FRAME.right - FRAME.left - 2 * LARGEST)
        y = FRAME.bottom - _share(point.reliance) * (FRAME.bottom - FRAME.top - LARGEST)
        kind = kinds.get(point.finding or "", "none")
        spots.append(Spot(point, kind, Disc(round(x, 1), round(y, 1), round(radius, 1))))
    return spots


def extent(values: Sequence[float], *, mirrored: bool) -> tuple[float, float]:
    """Ends of the horizontal axis; the same on both sides of zero for associations."""
    far = max(1.0, *(abs(value) for value in values))
    return (-far if mirrored else 0.0), far


def _across(point: TokenPoint, labels: Sequence[str], *, without: bool) -> float:
    if without:
        return math.log10(max(1, point.documents))
    left = len(labels) == 2 and point.label == labels[0]
    return (point.association or 0.0) * (-1 if left else 1)


def _share(value: float) -> float:
    return min(1.0, max(0.0, value)) if math.isfinite(value) else 0.0


def _weight(spot: Spot) -> float:
    """What earns a label: an artefact first, then reliance and reach."""
    return (10.0 if spot.kind == "artefact" else 0.0) + spot.point.reliance * (1 + spot.disc.radius / LARGEST)


def _axes(spots: Sequence[Spot], labels: Sequence[str]) -> list[Markup]:
    without = all(spot.point.association is None for spot in spots)
    middle = (FRAME.left + FRAME.right) / 2
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = plain(FRAME.bottom - share * (FRAME.bottom - FRAME.top - LARGEST))
        parts.append(
            element("path", class_="grid" if share else "axis", d=f"M{FRAME.left} {y}H{FRAME.right}")
        )
        parts.append(
            element("text", f"{share:g}", x=FRAME.left - 8, y=float(y) + 4, text_anchor="end", class_="tick")
        )
    captions: list[tuple[str, float, str]]
    if without:
        captions = [("texts that hold it, logarithmic →", FRAME.right, "end")]
    elif len(labels) == 2:
        parts.append(element("path", class_="axis", d=f"M{plain(middle)} {FRAME.top}V{FRAME.bottom}"))
        ends = [clipped(visible(label, 60), 24) for label in labels]
        captions = [
            (f"← labels favour {ends[0]}", FRAME.left, "start"),
            ("log₂ odds ratio", middle, "middle"),
            (f"labels favour {ends[1]} →", FRAME.right, "end"),
        ]
    else:
        parts.append(element("path", class_="axis", d=f"M{plain(middle)} {FRAME.top}V{FRAME.bottom}"))
        captions = [
            ("← against its label", FRAME.left, "start"),
            ("log₂ odds ratio", middle, "middle"),
            ("for its label →", FRAME.right, "end"),
        ]
    parts.append(
        element("text", "↑ needed, share of sets where it occurs", x=FRAME.left, y=14, class_="tick")
    )
    for caption, x, anchor in captions:
        parts.append(
            element("text", Markup.escape(caption), x=x, y=HEIGHT - 16, text_anchor=anchor, class_="tick")
        )
    return parts


def _mark(spot: Spot, groups: Mapping[str, str]) -> ChartMark:
    point, found = spot.point, spot.kind != "none"
    favoured = "no labels" if point.association is None else f"log₂ odds ratio {point.association:.1f}"
    title = (
        f"{visible(point.token, 60)} → {visible(point.label, 60)}: needed in {point.reliance:.2f} of "
        f"the sets of texts that hold it, {favoured}, {point.documents:,} texts"
    )
    return ChartMark(
        spot.disc,
        spot.kind,
        clipped(visible(point.token, 60)),
        title if found or point.reliance > 0.1 else "",
        (point.finding or "") if found else "",
        group=groups.get(point.finding or "") == point.token,
    )
