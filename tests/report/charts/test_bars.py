"""Bars are as high as their counts say."""

import re

from auditor.report.charts.bars import FOOT, HEAD, HEIGHT, MOST, divided, gathered, histogram


def test_heights_are_proportional() -> None:
    drawn = histogram({"1": 10, "2": 0, "3": 5, "4": 0}, "Sizes")
    heights = [float(h) for h in re.findall(r'height="([\d.]+)" rx', drawn)]
    full = HEIGHT - FOOT - HEAD
    assert heights == [full, 0.0, full / 2]
    assert 'aria-label="Sizes: 1 10, 2 0, 3 5"' in drawn


def test_nothing_to_draw() -> None:
    assert histogram({}, "x") == histogram({"1": 0}, "x") == divided([]) == divided([("a", 0)]) == ""


def test_the_tail_is_put_together() -> None:
    counts = {str(n): n for n in range(20)}
    bars = gathered(counts)
    assert len(bars) == MOST and bars["more"] == sum(range(MOST - 1, 20))
    assert sum(bars.values()) == sum(counts.values())


def test_parts_fill_the_bar() -> None:
    drawn = divided([("verified", 3), ("default", 0), ("unreachable", 1)], width=100)
    assert re.findall(r'class="part (\w+)" x="([\d.]+)" width="([\d.]+)"', drawn) == [
        ("verified", "0", "74"),
        ("unreachable", "75", "24"),
    ]


def test_names_are_escaped() -> None:
    drawn = histogram({"<b>": 1}, "<i>")
    assert "<b>" not in drawn and "<i>" not in drawn
