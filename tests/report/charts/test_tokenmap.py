"""Tokens stand where association and reliance put them."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.findings.report import TokenPoint
from auditor.report.charts.tokenmap import FRAME, LARGEST, OTHERS, SMALLEST, extent, placed, token_map
from tests.report.many import make_report

A = TokenPoint("[neg]", "negative", 100, 4.0, 1.0, "a")
B = TokenPoint("[pos]", "positive", 25, 4.0, 0.0, "b")
LABELS = ("negative", "positive")


def test_two_classes_lie_on_either_side() -> None:
    left, right = placed([A, B], {"a": "artefact"}, LABELS)
    assert left.disc.x == FRAME.left + LARGEST and right.disc.x == FRAME.right - LARGEST
    assert left.disc.y == FRAME.top + LARGEST and right.disc.y == FRAME.bottom
    assert left.disc.radius == LARGEST > right.disc.radius
    assert (left.kind, right.kind) == ("artefact", "none")


def test_many_classes_share_a_side() -> None:
    left, right = placed([A, B], {}, ("negative", "positive", "neutral"))
    assert left.disc.x == right.disc.x == FRAME.right - LARGEST


def test_without_labels_reach_takes_the_axis() -> None:
    points = [replace(A, association=None), replace(B, association=None)]
    more, fewer = placed(points, {}, LABELS)
    assert more.disc.x > fewer.disc.x
    assert "texts that hold it" in token_map(points, {}, LABELS)


def test_what_is_not_finite_is_left_out() -> None:
    assert placed([replace(A, association=math.inf)], {}, LABELS) == []
    assert token_map([], {}, LABELS) == ""
    [spot] = placed([replace(A, reliance=math.nan)], {}, LABELS)
    assert spot.disc.y == FRAME.bottom


def test_extent() -> None:
    assert extent([0.1, -0.2], mirrored=True) == (-1.0, 1.0)
    assert extent([3.0, -5.0], mirrored=True) == (-5.0, 5.0)
    assert extent([2.0], mirrored=False) == (0.0, 2.0)


def test_findings_are_labelled_links_and_texts_are_escaped() -> None:
    report = make_report(12)
    kinds = {finding.id: "artefact" for finding in report.findings}
    drawn = token_map(report.tokens, kinds, LABELS)
    assert drawn == token_map(report.tokens, kinds, LABELS)
    assert f'href="#f-{report.findings[0].id}"' in drawn and ">[pos]</text>" in drawn
    assert "<script" not in token_map([replace(A, token="<script>")], kinds, LABELS)
    assert "style=" not in drawn


def test_a_group_has_a_ring_and_its_words_have_none() -> None:
    points = [A, replace(A, token="date", documents=50), replace(B, finding="g", token="date")]
    drawn = token_map(points, {"a": "artefact", "g": "artefact"}, LABELS, {"g": "date"})
    assert drawn.count('class="ring') == 1


numbers = st.floats(-30, 30)
points = st.lists(
    st.builds(
        TokenPoint,
        st.sampled_from(["a", "bb", "<i>", "🎬"]),
        st.sampled_from([*LABELS, "neutral"]),
        st.integers(0, 10_000),
        st.one_of(numbers, st.sampled_from([math.nan, math.inf, -math.inf])),
        st.one_of(st.floats(-0.5, 1.5), st.just(math.nan)),
        st.none(),
    ),
    max_size=12,
)


@settings(max_examples=40)
@given(points, st.sampled_from([LABELS, (*LABELS, "neutral")]))
def test_every_mark_lies_inside_the_frame(some: list[TokenPoint], labels: tuple[str, ...]) -> None:
    spots = placed(some, {}, labels)
    assert len(spots) == sum(math.isfinite(point.association or 0.0) for point in some)
    for spot in spots:
        assert FRAME.left <= spot.disc.x <= FRAME.right and FRAME.top <= spot.disc.y <= FRAME.bottom
        assert SMALLEST <= spot.disc.radius <= LARGEST


@settings(max_examples=40)
@given(st.lists(st.tuples(numbers, st.floats(0, 1), st.integers(1, 9999)), min_size=2, max_size=10))
def test_a_mark_says_its_figures_by_place_and_area(figures: list[tuple[float, float, int]]) -> None:
    """Farther to the right is more association, higher is more reliance, and area is reach."""
    some = [TokenPoint(str(n), "positive", d, a, r, None) for n, (a, r, d) in enumerate(figures)]
    spots = placed(some, {}, LABELS)
    for one, spot in zip(some, spots, strict=True):
        for other, beside in zip(some, spots, strict=True):
            if (one.association or 0) > (other.association or 0):
                assert spot.disc.x >= beside.disc.x
            if one.reliance > other.reliance:
                assert spot.disc.y <= beside.disc.y
        share = (spot.disc.radius - SMALLEST) / (LARGEST - SMALLEST)
        assert share**2 == pytest.approx(one.documents / max(d for *_, d in figures), abs=0.02)


@given(numbers)
def test_two_classes_are_mirror_images(association: float) -> None:
    left, right = (TokenPoint("w", label, 9, association, 0.5, None) for label in LABELS)
    one, other = placed([left, right], {}, LABELS)
    middle = (FRAME.left + FRAME.right) / 2
    assert one.disc.x - middle == pytest.approx(middle - other.disc.x, abs=0.2)


def test_only_so_many_words_without_a_finding_have_a_label() -> None:
    crowd = [TokenPoint(f"w{n}", "positive", 5, n / 4 - 10, (n % 9) / 9, None) for n in range(80)]
    drawn = token_map([A, *crowd], {"a": "artefact"}, LABELS)
    shown = [text for text in drawn.split("<text")[1:] if re.match(r"[^>]*>w\d+</text>", text)]
    shown = [text for text in shown if 'class="late"' not in text]  # of who points at the mark
    assert 0 < len(shown) <= OTHERS and ">[neg]</text>" in drawn
