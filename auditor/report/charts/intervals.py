"""A rate with its interval on a line from 0 to 1, above what it is compared with.

The measured rate is a full disc on a thick line; the placebo below it a hollow diamond on a thin one; a base
rate is an upright tick. Shapes tell them apart where colours do not. The numbers stand beside the drawing as
text, so it is hidden from screen readers.
"""

from markupsafe import Markup

from auditor.records.estimates import Estimate
from auditor.report.charts.svg import element, plain

WIDTH, MARGIN = 168, 4
"""Pixels; the style sheet gives the drawing this width and a height of 20."""


def dot_plot(
    rate: Estimate, compared: Estimate | None = None, *, base: float | None = None, top: float = 1.0
) -> Markup:
    """The drawing of one rate; nothing where there is nothing to draw. `top` is the right end of the line."""
    parts: list[Markup] = []
    if base is not None:
        parts.append(element("path", class_="base", d=f"M{_x(base, top)} 1V19"))
    if compared is not None and compared.estimate is not None:
        middle = float(_x(compared.estimate, top))
        parts += _line(compared, top, 15, "placebo")
        parts.append(
            element("path", class_="placebo", d=f"M{plain(middle - 3.5)} 15l3.5-3.5 3.5 3.5-3.5 3.5z")
        )
    if rate.estimate is not None:
        parts += _line(rate, top, 7, "rate")
        # A line of no length with round ends is a disc, and the shortest way to write one.
        parts.append(element("path", class_="dot", d=f"M{_x(rate.estimate, top)} 7h0"))
    if not parts:
        return Markup("")
    return element("svg", *parts, aria_hidden="true")


def _line(estimate: Estimate, top: float, y: int, kind: str) -> list[Markup]:
    if estimate.low is None or estimate.high is None:
        return []
    return [element("path", class_=kind, d=f"M{_x(estimate.low, top)} {y}H{_x(estimate.high, top)}")]


def _x(value: float, top: float) -> str:
    share = min(1.0, max(0.0, value / top))
    return plain(MARGIN + share * (WIDTH - 2 * MARGIN))
