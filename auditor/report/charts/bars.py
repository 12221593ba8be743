"""Counts as bars: a distribution standing up, and a whole divided into parts lying down."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from auditor.report.charts.svg import clipped, element

WIDTH, HEIGHT = 340, 156
FOOT, HEAD = 22, 18
"""Room for the names below the bars and for the counts above them."""
MOST = 10
"""Bars drawn; what follows is put together."""


def histogram(counts: Mapping[str, int], title: str) -> Markup:
    """One bar for each class of the counts, in order; the last one takes all that does not fit."""
    bars = gathered(counts)
    if not sum(bars.values()):
        return Markup("")
    step = WIDTH / len(bars)
    tallest = max(bars.values())
    parts = [element("path", class_="axis", d=f"M0 {HEIGHT - FOOT}H{WIDTH}")]
    for place, (name, number) in enumerate(bars.items()):
        height = (HEIGHT - FOOT - HEAD) * number / tallest
        middle, top = (place + 0.5) * step, HEIGHT - FOOT - height
        parts.append(
            element("rect", class_="bar", x=place * step + 3, y=top, width=step - 6, height=height, rx=2)
        )
        parts.append(element("text", Markup.escape(f"{number:,}"), x=middle, y=top - 5, class_="count"))
        parts.append(element("text", Markup.escape(clipped(name, 8)), x=middle, y=HEIGHT - 6))
    described = title + ": " + ", ".join(f"{name} {number}" for name, number in bars.items())
    return element(
        "svg", *parts, class_="histogram", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=described
    )


def gathered(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts without empty classes at the end, and with a long tail in one class."""
    items = list(counts.items())
    while items and not items[-1][1]:
        items.pop()
    if len(items) <= MOST:
        return dict(items)
    return dict(items[: MOST - 1]) | {"more": sum(number for _, number in items[MOST - 1 :])}


def divided(parts: Sequence[tuple[str, int]], width: int = 200) -> Markup:
    """A bar divided into named parts; its numbers stand in the table around it."""
    whole = sum(number for _, number in parts)
    if not whole:
        return Markup("")
    drawn: list[Markup] = []
    position = 0.0
    for kind, number in parts:
        length = width * number / whole
        if number:
            drawn.append(
                element("rect", class_=f"part {kind}", x=position, width=max(1.0, length - 1), height=12)
            )
        position += length
    return element("svg", *drawn, class_="divided", width=width, height=12, aria_hidden="true")
