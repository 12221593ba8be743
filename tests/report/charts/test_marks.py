"""Marks: a shape for each verdict, labels that never overlap, a name for whoever points at one."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.report.charts.label_places import Box, Disc
from auditor.report.charts.marks import ChartMark, drawn, shape
from auditor.report.charts.svg import element, text_width

ROOM = Box(0, 0, 300, 200)
KINDS = ("artefact", "context", "undecided", "task", "keyword", "none")


def a_mark(x: float, y: float, name: str = "word", **changes: object) -> ChartMark:
    values: dict[str, object] = {"kind": "task", "title": name, "finding": "f"} | changes
    return ChartMark(Disc(x, y, 6), name=name, **values)  # type: ignore[arg-type]


def parsed(marks: list[ChartMark], labelled: int = 40) -> ElementTree.Element:
    return ElementTree.fromstring(element("svg", *drawn(marks, labelled=labelled, room=ROOM)))  # noqa: S314 (ours)


@pytest.mark.parametrize("kind", ["artefact", "context", "undecided", "task"])
def test_every_verdict_has_its_own_shape(kind: str) -> None:
    def outline(name: str) -> str:
        return re.sub(r' class="[^"]*"', "", shape(name, Disc(10, 10, 5)))

    assert all(
        outline(kind) != outline(other) for other in ("artefact", "context", "undecided") if other != kind
    )


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.floats(10, 290), st.floats(20, 190), st.sampled_from(["a", "word", "longer word"])),
        max_size=25,
    )
)
def test_labels_never_overlap(places: list[tuple[float, float, str]]) -> None:
    found = []
    for text in parsed([a_mark(*place) for place in places]).iter("text"):
        if text.get("class") == "late":
            continue
        width, x, bottom = text_width(text.text or ""), float(text.get("x", 0)), float(text.get("y", 0)) + 4
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "")] * width
        found.append(Box(left + 0.2, bottom - 14.8, left + width - 0.2, bottom - 0.2))
    assert not any(first.meets(second) for first, second in combinations(found, 2))


def test_a_mark_without_room_for_its_label_has_one_for_who_points_at_it() -> None:
    crowd = [a_mark(150, 100, f"word {number}") for number in range(30)]
    texts = list(parsed(crowd).iter("text"))
    assert len(texts) == 30 and {text.get("class") for text in texts} == {None, "late"}
    late = [text for text in texts if text.get("class") == "late"]
    assert all(0 <= float(text.get("x", 0)) <= 300 and float(text.get("y", 0)) >= 0 for text in late)


def test_only_findings_are_links_and_can_be_reached_by_keyboard() -> None:
    tree = parsed([a_mark(50, 50, finding="f1"), a_mark(90, 90, "other", finding="", kind="none")])
    assert [link.get("href") for link in tree.iter("a")] == ["#f-f1"]


def test_the_most_important_is_drawn_last() -> None:
    tree = parsed([a_mark(50, 50, "first"), a_mark(55, 50, "second"), a_mark(60, 50, "rest")], labelled=2)
    titles = [title.text for title in tree.iter("title")]
    assert titles == ["rest", "second", "first"]


def test_a_group_has_a_ring() -> None:
    assert str(drawn([a_mark(50, 50, group=True)], labelled=1, room=ROOM)).count("ring task") == 1
    assert "ring" not in str(drawn([a_mark(50, 50)], labelled=1, room=ROOM))


def test_names_are_escaped() -> None:
    tree = parsed([a_mark(50, 50, "<script>")])
    assert [text.text for text in tree.iter("text")] == ["<script>"] and not list(tree.iter("script"))
