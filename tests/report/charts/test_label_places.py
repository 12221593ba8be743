"""Labels never overlap a label or another mark, and never leave the frame."""

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.report.charts.label_places import Box, Disc, place

FRAME = Box(0, 0, 700, 400)
SPOTS = st.builds(Disc, st.floats(20, 680), st.floats(20, 380), st.floats(3, 15))


def test_a_lonely_mark_has_its_label_to_the_right() -> None:
    [box] = place([Disc(100, 100, 5)], [40], frame=FRAME)
    assert box is not None and box.left == 108 and box.right == 148


def test_at_the_right_edge_it_stands_to_the_left() -> None:
    [box] = place([Disc(690, 100, 5)], [40], frame=FRAME)
    assert box is not None and box.right == 682


def test_where_there_is_no_room_there_is_no_label() -> None:
    crowd = [Disc(100 + dx, 100 + dy, 15) for dx in (-30, 0, 30) for dy in (-30, 0, 30)]
    assert place([Disc(100, 100, 5)], [60], frame=FRAME, obstacles=crowd) == [None]


@given(st.lists(st.tuples(SPOTS, st.floats(10, 120)), max_size=40))
def test_no_two_overlap(marks: list[tuple[Disc, float]]) -> None:
    discs, widths = [m[0] for m in marks], [m[1] for m in marks]
    boxes = place(discs, widths, frame=FRAME)
    shown = [(number, box) for number, box in enumerate(boxes) if box is not None]
    for place_of, (number, box) in enumerate(shown):
        assert box.within(FRAME)
        assert not any(box.meets(other) for _, other in shown[:place_of])
        assert not any(box.meets(disc.box) for at, disc in enumerate(discs) if at != number)


@settings(max_examples=40)
@given(st.lists(st.tuples(SPOTS, st.floats(10, 120)), min_size=1, max_size=12))
def test_later_marks_never_take_a_place_from_earlier_ones(marks: list[tuple[Disc, float]]) -> None:
    """The same labels as without the last mark, unless its disc stands where one of them was."""
    discs, widths = [m[0] for m in marks], [m[1] for m in marks]
    whole = place(discs, widths, frame=FRAME)
    fewer = place(discs[:-1], widths[:-1], frame=FRAME, obstacles=discs[-1:])
    assert whole[:-1] == fewer


@given(st.builds(Box, *[st.floats(-9, 9)] * 4), st.builds(Box, *[st.floats(-9, 9)] * 4))
def test_boxes_that_meet_share_a_point_inside_both(one: Box, other: Box) -> None:
    assert one.meets(other) == other.meets(one)
    solid = one.left < one.right and one.top < one.bottom
    if solid:
        assert one.meets(one) and one.within(one)
    if one.meets(other) and solid and other.left < other.right and other.top < other.bottom:
        left, right = max(one.left, other.left), min(one.right, other.right)
        top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
        assert left < right and top < bottom


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert not Box(0, 0, 2, 2).meets(Box(2, 0, 4, 2)) and not Box(0, 0, 2, 2).meets(Box(0, 2, 2, 4))
    assert Box(0, 0, 2, 2).meets(Box(1.9, 1.9, 4, 4)) and Box(1, 1, 2, 2).within(Box(1, 0, 2, 3))
    assert not Box(1, 1, 2, 2).within(Box(1.1, 0, 2, 3))
