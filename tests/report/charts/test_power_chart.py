"""Lines stand where the chances are, and their names beside each other."""

import re

from auditor.report.charts.power_chart import FOOT, HEIGHT, LEFT, RIGHT, ROOM, TOP, WIDTH, power_chart

LINE = [(0.01, 0.0, 0.0, 0.0), (0.1, 1.0, 0.8, 1.0)]
MIDDLE = [(0.01, 0.0, 0.0, 0.1), (0.0316228, 0.5, 0.4, 0.6), (0.1, 1.0, 0.9, 1.0)]


def paths(drawn: str) -> list[list[tuple[float, float]]]:
    found = re.findall(r'd="M([^"]+)"[^>]*stroke=', drawn)
    return [[tuple(map(float, point.split())) for point in path.split("L")] for path in found]  # type: ignore[misc]


def test_reach_is_logarithmic_and_chance_is_not() -> None:
    [line] = paths(power_chart({"word": MIDDLE}, "Chance", (0.01, 0.1)))
    assert line[0] == (LEFT, HEIGHT - FOOT) and line[2] == (WIDTH - RIGHT, TOP)
    assert line[1] == ((LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - FOOT) / 2)


def test_the_first_line_has_a_band_between_low_and_high() -> None:
    drawn = power_chart({"word": LINE, "dates": LINE}, "Chance", ())
    assert drawn.count('opacity="0.1"') == 1
    [band] = re.findall(r'd="M([^"]+)Z"', drawn)
    assert len(band.split("L")) == 4


def test_names_do_not_cover_each_other_and_lines_differ() -> None:
    drawn = power_chart(dict.fromkeys(("one", "two", "three", "four"), LINE), "Chance", (0.01,))
    places = [float(y) for y in re.findall(rf'x="{WIDTH - RIGHT + 6}" y="([\d.-]+)"', drawn)]
    assert len(places) == 4 and all(TOP <= y - 4 <= HEIGHT - FOOT for y in places)
    assert min(abs(a - b) for i, a in enumerate(places) for b in places[:i]) >= ROOM
    assert len(set(re.findall(r'stroke-dasharray="([^"]+)"', drawn))) == 3  # and one that is whole


def test_ticks_outside_of_the_lines_are_left_out_and_names_are_escaped() -> None:
    drawn = power_chart({"<b>": LINE}, "Chance", (0.001, 0.05))
    assert "5 %" in drawn and "0.1 %" not in drawn and "<b>" not in drawn


def test_nothing_to_draw() -> None:
    assert power_chart({}, "Chance", ()) == power_chart({"word": LINE[:1]}, "Chance", ()) == ""
