"""The chance to come out by the share of texts that hold a shortcut: a line for each kind.

Lines differ in their dashes and are named at their ends; a band is the interval of the first. The numbers
stand in the table below the drawing.
"""

from collections.abc import Mapping, Sequence
from math import log

from markupsafe import Markup

from auditor.report.charts.svg import element, plain
from auditor.report.numbers import share_of

WIDTH, HEIGHT = 460, 190
LEFT, RIGHT, TOP, FOOT = 34, 140, 10, 26
DASHES = (None, "7 4", "2 3", "9 3 2 3")
ROOM = 13
"""Pixels between the names at the ends of lines."""
Line = Sequence[tuple[float, float, float, float]]
"""Reach, chance and its interval, in order of reach."""


def power_chart(lines: Mapping[str, Line], title: str, ticks: Sequence[float]) -> Markup:
    """The drawing; nothing without lines of two points."""
    drawn = {name: line for name, line in lines.items() if len(line) > 1}
    if not drawn:
        return Markup("")
    reaches = [point[0] for line in drawn.values() for point in line]
    span = (min(reaches), max(reaches))
    parts = [*_grid(span, ticks), _band(next(iter(drawn.values())), span)]
    ends: list[float] = []
    for dash, (name, line) in zip(DASHES * len(drawn), drawn.items(), strict=False):
        path = "M" + "L".join(f"{_x(reach, span)} {_y(chance)}" for reach, chance, *_ in line)
        parts.append(
            element(
                "path", d=path, fill="none", stroke="currentColor", stroke_width=1.8, stroke_dasharray=dash
            )
        )
        ends.append(_free(float(_y(line[-1][1])), ends))
        parts.append(
            element("text", Markup.escape(name), x=WIDTH - RIGHT + 6, y=ends[-1] + 4, text_anchor="start")
        )
    return element(
        "svg", *parts, class_="histogram", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=title
    )


def _grid(span: tuple[float, float], ticks: Sequence[float]) -> list[Markup]:
    parts = []
    for share in (0.0, 0.5, 0.9, 1.0):
        y = _y(share)
        parts.append(element("path", class_="axis", d=f"M{LEFT} {y}H{WIDTH - RIGHT}"))
        parts.append(element("text", f"{share:g}", x=LEFT - 5, y=float(y) + 4, text_anchor="end"))
    for reach in ticks:
        if span[0] <= reach <= span[1]:
            parts.append(element("text", share_of(reach), x=_x(reach, span), y=HEIGHT - 8))
    return parts


def _band(line: Line, span: tuple[float, float]) -> Markup:
    """Between low and high."""
    there = [f"{_x(reach, span)} {_y(high)}" for reach, _, _, high in line]
    back = [f"{_x(reach, span)} {_y(low)}" for reach, _, low, _ in reversed(line)]
    return element("path", d=f"M{'L'.join([*there, *back])}Z", fill="currentColor", opacity=0.12)


def _free(wanted: float, taken: Sequence[float]) -> float:
    """The place nearest to the wanted one, inside of the drawing, where no name stands yet."""
    places = [
        float(y) for y in range(TOP, HEIGHT - FOOT + 1) if all(abs(y - other) >= ROOM for other in taken)
    ]
    return min(places, key=lambda y: (abs(y - wanted), y), default=wanted)


def _x(reach: float, span: tuple[float, float]) -> str:
    share = log(reach / span[0]) / log(span[1] / span[0])
    return plain(LEFT + share * (WIDTH - LEFT - RIGHT))


def _y(chance: float) -> str:
    return plain(TOP + (1 - chance) * (HEIGHT - TOP - FOOT))
