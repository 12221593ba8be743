"""Labels never overlap a label or another mark, and never leave the frame."""

from hypothesis import given
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
