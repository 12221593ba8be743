"""Tokens stand where association and reliance put them."""

import math
from dataclasses import replace

from auditor.findings.report import TokenPoint
from auditor.report.charts.tokenmap import FRAME, LARGEST, extent, placed, token_map
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
