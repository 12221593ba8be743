"""Bars are as high as their counts say."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.report.charts.bars import FOOT, HEAD, HEIGHT, MOST, divided, gathered, histogram

PART = r'class="part (\w+)" x="([\d.]+)" width="([\d.]+)"'


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
    assert re.findall(PART, drawn) == [
        ("verified", "0", "74"),
        ("unreachable", "75", "24"),
    ]


def test_names_are_escaped() -> None:
    drawn = histogram({"<b>": 1}, "<i>")
    assert "<b>" not in drawn and "<i>" not in drawn


counts = st.dictionaries(st.text("abc123", min_size=1, max_size=4), st.integers(0, 10_000), max_size=25)


@given(counts)
def test_no_count_is_lost_and_only_empty_ends_go(given_counts: dict[str, int]) -> None:
    found = gathered(given_counts)
    assert len(found) <= MOST and sum(found.values()) == sum(given_counts.values())
    kept = list(found)[: len(found) - ("more" in found)]
    assert kept == list(given_counts)[: len(kept)]
    assert not found or list(found.values())[-1] > 0 or "more" in found


@settings(max_examples=40)
@given(counts)
def test_bars_stand_beside_each_other_inside_the_drawing(given_counts: dict[str, int]) -> None:
    drawn = histogram(given_counts, "Sizes")
    bars = re.findall(r'x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawn)
    assert len(bars) == (len(gathered(given_counts)) if sum(given_counts.values()) else 0)
    ends = [(float(x), float(x) + float(width)) for x, _, width, _ in bars]
    assert all(end < begin for (_, end), (begin, _) in pairwise(ends))
    for _, y, _, height in bars:
        assert float(y) >= HEAD - 0.1 and float(y) + float(height) == pytest.approx(HEIGHT - FOOT, abs=0.11)


@given(st.lists(st.integers(0, 500), min_size=1, max_size=8), st.integers(50, 400))
def test_parts_have_the_length_of_their_share(numbers: list[int], width: int) -> None:
    drawn = divided([(f"p{n}", number) for n, number in enumerate(numbers)], width=width)
    found = {name: (float(x), float(w)) for name, x, w in re.findall(PART, drawn)}
    assert found.keys() == {f"p{n}" for n, number in enumerate(numbers) if number}
    position = 0.0
    for place, number in enumerate(numbers):
        share = width * number / max(1, sum(numbers))
        if number:
            x, length = found[f"p{place}"]
            assert x == pytest.approx(position, abs=0.06)
            assert length == pytest.approx(max(1.0, share - 1), abs=0.06)
        position += share
