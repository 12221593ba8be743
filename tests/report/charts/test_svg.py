"""Elements of SVG: escaped, short, and wide enough for their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from auditor.report.charts.svg import CHARACTER, clipped, element, plain, text_width


def test_attributes_are_spelt_as_svg_spells_them() -> None:
    drawn = element("text", "a", text_anchor="end", class_="x", x=1.25, y=None)
    assert drawn == '<text text-anchor="end" class="x" x="1.2">a</text>'


def test_an_element_without_children_is_closed() -> None:
    assert element("circle", r=3.0) == '<circle r="3"/>'


@given(st.text(max_size=20), st.text(max_size=20))
def test_text_and_attributes_are_escaped(text: str, value: str) -> None:
    drawn = str(element("text", text, class_=value))
    assert drawn == f'<text class="{escape(value)}">{escape(text)}</text>'


def test_markup_inside_stays() -> None:
    assert element("g", Markup("<path/>")) == "<g><path/></g>"


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "1"), (1.0, "1"), (1.26, "1.3"), (-0.04, "-0"), (1234.56, "1234.6"), ("50%", "50%")],
)
def test_numbers_have_one_digit_at_most(number: float | str, written: str) -> None:
    assert plain(number) == written


def test_wide_characters_are_wider() -> None:
    assert text_width("ab") == pytest.approx(2 * CHARACTER)
    assert text_width("東京") == pytest.approx(3.6 * CHARACTER)
    assert text_width("") == 0.0


@given(st.text(max_size=60), st.integers(1, 30))
def test_a_clipped_label_is_short_and_begins_alike(text: str, longest: int) -> None:
    short = clipped(text, longest)
    assert len(short) <= max(longest, 1)
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))
