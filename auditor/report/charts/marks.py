"""Marks with names: how every chart draws a finding.

The shape is the verdict; a ring says that it is a group of words. The important ones have a label where there
is room for one; any other shows its name when it is pointed at or reached by keyboard.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from auditor.report.charts.label_places import HEIGHT, Box, Disc, place
from auditor.report.charts.svg import element, plain, text_width

RING = 3.5
"""From a mark to the ring around it."""


@dataclass(frozen=True)
class ChartMark:
    """A finding, or a word without one, at its place."""

    disc: Disc
    kind: str
    """Verdict as the style sheet names it; `none` without a finding."""
    name: str
    title: str
    """What it says when it is pointed at; empty: nothing."""
    finding: str = ""
    """Id of the finding that it leads to."""
    group: bool = False


def drawn(marks: Sequence[ChartMark], *, labelled: int, room: Box) -> list[Markup]:
    """The marks, the most important of them on top; the first `labelled` have a label if it fits."""
    first, rest = marks[:labelled], marks[labelled:]
    boxes = place(
        [mark.disc for mark in first],
        [text_width(mark.name) for mark in first],
        frame=room,
        obstacles=[mark.disc for mark in rest],
    )
    behind = sorted(rest, key=lambda mark: (mark.kind != "none", -mark.disc.radius))
    parts = [_named(mark, None, room) for mark in behind]
    parts += [_named(mark, box, room) for mark, box in reversed(list(zip(first, boxes, strict=True)))]
    return parts


def _named(mark: ChartMark, box: Box | None, room: Box) -> Markup:
    title = element("title", Markup.escape(mark.title)) if mark.title else Markup("")
    parts = shape(mark.kind, mark.disc, title)
    if mark.group:
        disc = mark.disc
        parts += element("circle", class_=f"ring {mark.kind}", cx=disc.x, cy=disc.y, r=disc.radius + RING)
    if box is not None:
        parts += _label(mark, box, "")
    elif mark.finding:
        parts += _label(mark, _above(mark, room), "late")
    return element("a", parts, href=f"#f-{mark.finding}") if mark.finding else parts


def _label(mark: ChartMark, box: Box, class_: str) -> Markup:
    x, anchor = anchored(mark.disc, box)
    name = Markup.escape(mark.name)
    return element("text", name, x=x, y=box.bottom - 4, text_anchor=anchor, class_=class_ or None)


def _above(mark: ChartMark, room: Box) -> Box:
    """Above a mark, inside of the drawing, whatever else is there."""
    width = text_width(mark.name)
    left = min(max(room.left, mark.disc.x - width / 2), room.right - width)
    top = max(room.top, mark.disc.y - mark.disc.radius - HEIGHT)
    return Box(left, top, left + width, top + HEIGHT)


def anchored(disc: Disc, box: Box) -> tuple[float, str]:
    """Where the label's text is fixed: at the end that is next to its mark."""
    if box.left > disc.x:
        return box.left, "start"
    return (box.right, "end") if box.right < disc.x else ((box.left + box.right) / 2, "middle")


def shape(kind: str, disc: Disc, title: Markup = Markup("")) -> Markup:  # noqa: B008 (an empty constant)
    """A mark of the verdict's shape around a point: diamond, square, triangle or disc."""
    x, y, r = disc.x, disc.y, disc.radius
    if kind == "artefact":
        wide = plain(r * 1.15)
        path = f"M{plain(x)} {plain(y - r * 1.15)}l{wide} {wide}-{wide} {wide}-{wide}-{wide}z"
        return element("path", title, class_="m artefact", d=path)
    if kind == "context":
        side = r * 1.7
        return element(
            "rect", title, class_="m context", x=x - side / 2, y=y - side / 2, width=side, height=side
        )
    if kind == "undecided":
        path = f"M{plain(x)} {plain(y - r)}l{plain(r)} {plain(r * 1.8)}h-{plain(2 * r)}z"
        return element("path", title, class_="m undecided", d=path)
    return element("circle", title, class_=f"m {kind}", cx=x, cy=y, r=r)
