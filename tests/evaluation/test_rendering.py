"""The table as JSON, Markdown and in the terminal: FMS in three ways side by side, short texts apart."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.evaluation.rendering import (
    aligned,
    apart,
    as_dict,
    escaped,
    interval,
    markdown_table,
    shown,
    summary,
    table,
    to_json,
    to_markdown,
    tuned,
)
from auditor.records.evaluation import APART, METRICS, GridPoint, MeanInterval, MethodFailure, Tuning
from tests.evaluation.support import made_up

HOSTILE = MethodFailure("ig", "00", "<script>alert(1)</script> | \u202e", "broke {{ 7 * 7 }}")
POINTS = (GridPoint(0.4, 0.3, 0.25, 0.1), GridPoint(0.6, 0.7, 0.5, 0.2))
TUNING = Tuning("cidr", 12, POINTS, POINTS[1])
THREE = ("FMS, printed", "FMS, pairs", "FMS, same size")


def test_json_has_each_figure_as_estimate_low_high() -> None:
    found = json.loads(to_json(made_up()))
    assert found["methods"]["cidr-verified"]["lo"] == {"estimate": -1.0, "low": -1.5, "high": -0.5}
    assert found["methods"]["ig"]["fms"] == {"estimate": None, "low": None, "high": None}
    assert set(found["methods"]["cidr-verified"]) == {
        *(one.name for one in METRICS),
        *("k_positive", "k_zero", "texts", "failures"),
    }
    assert found["comparisons"][0]["verdict"] == "better"  # lower log-odds
    assert found["comparisons"][1]["verdict"] == "worse"  # lower comprehensiveness
    assert found["comparisons"][2]["verdict"] == "not tested"
    assert found["comparisons"][2]["p"] is None
    assert found == json.loads(json.dumps(as_dict(made_up())))


def test_markdown_has_a_row_for_each_method_and_every_failure() -> None:
    text = to_markdown(made_up(failures=(HOSTILE,)))
    rows = [line for line in text.splitlines() if line.startswith(("| cidr-verified ", "| ig "))]
    assert len(rows) == 2
    assert "| -1.000 (-1.500 to -0.500) |" in rows[0]
    assert "1 of 4" in rows[1] and "–" in rows[1]
    assert all(row.count("|") == len(METRICS) + 3 for row in rows)
    assert "&lt;script>" in text and "⟨U+202E⟩" in text
    assert "| lo | ig | -1.250 |" in text


def test_terminal_table_is_aligned() -> None:
    lines = table(made_up()).splitlines()[2:5]
    assert len({len(line) for line in lines}) == 1
    assert lines[0].startswith("method") and lines[1].startswith("cidr-verified")


def test_fms_in_three_ways_in_every_output() -> None:
    names = {"fms", "fms_pairs", "fms_same_size"}
    assert names <= json.loads(to_json(made_up()))["methods"]["ig"].keys()
    for text in (to_markdown(made_up()), table(made_up())):
        assert all(heading in text for heading in THREE)
        places = [text.index(heading) for heading in THREE]
        assert places == sorted(places)


def test_texts_with_k_zero_are_shown_apart_where_there_are_any() -> None:
    assert apart(made_up()) == []
    (long_title, long_rows), (short_title, short_rows) = apart(made_up(short=1))
    assert long_title == "Texts with K of 1 or more: 3 of 4"
    assert short_title.startswith("Texts with K = 0") and short_title.endswith("1 of 4")
    assert long_rows[0] == ["cidr-verified", *["0.500"] * len(APART)]
    assert short_rows[1] == ["ig", *["–"] * len(APART)]
    assert [title for title, _ in apart(made_up(short=4))] == [short_title.replace("1 of", "4 of")]
    for text in (to_markdown(made_up(short=1)), table(made_up(short=1))):
        assert long_title in text and short_title in text
    found = json.loads(to_json(made_up(short=1)))
    assert found["short_texts"] == 1
    assert found["methods"]["cidr-verified"]["k_zero"]["fms"]["estimate"] == 0.25
    assert found["methods"]["ig"]["k_zero"]["fms"]["estimate"] is None


def test_tuning_is_in_every_output() -> None:
    sentence = "beta 0.6 and epsilon 0.7 gave cidr the highest FMS as printed (0.500) on 12 other texts."
    assert tuned(TUNING) == sentence
    assert sentence in table(made_up(tuning=TUNING))
    assert "| 0.4 | 0.3 | 0.250 | 0.100 |" in to_markdown(made_up(tuning=TUNING))
    found = json.loads(to_json(made_up(tuning=TUNING)))["tuning"]
    assert (found["beta"], found["epsilon"], found["texts"], len(found["points"])) == (0.6, 0.7, 12, 2)
    assert json.loads(to_json(made_up()))["tuning"] is None


def test_the_summary_names_settings_and_short_texts() -> None:
    line = summary(made_up(short=1))
    assert "4 texts of 12.5 units on average, 1 with K = 0" in line
    assert "Settings: beta 0.5, epsilon 0.4." in line


def test_numbers_as_a_reader_wants_them() -> None:
    assert shown("forwards", 12.4) == "12" and shown("set_size", 2) == "2.00"
    assert shown("lo", -0.0001) == "0.000" and shown("lo", float("nan")) == "–"


# Cells and columns

cells = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@given(cells)
def test_no_text_breaks_out_of_its_cell(text: str) -> None:
    found = escaped(text)
    assert "\n" not in found and "<" not in found
    assert "|" not in found.replace("\\|", "")
    if text.isascii() and text.isalnum():
        assert found == text  # what is harmless stays as it is


@given(st.integers(1, 4), st.data())
def test_a_markdown_table_has_as_many_cells_in_every_line(columns: int, data: st.DataObject) -> None:
    row = st.lists(cells.map(escaped), min_size=columns, max_size=columns)
    rows = data.draw(st.lists(row, max_size=4))
    lines = markdown_table([f"column {n}" for n in range(columns)], rows)
    assert len(lines) == len(rows) + 2 and set(lines[1]) == {"|", "-"}
    assert {line.replace("\\|", "").count("|") for line in lines} == {columns + 1}


@given(st.lists(st.tuples(*[st.text("ab0. ", max_size=9)] * 3), min_size=1, max_size=5))
def test_columns_are_as_wide_as_their_widest_cell(rows: list[tuple[str, str, str]]) -> None:
    headings = ("method", "lo", "comp")
    lines = aligned(headings, rows)
    widths = [max(len(row[column]) for row in (headings, *rows)) for column in range(3)]
    assert {len(line) for line in lines} == {sum(widths) + 4}
    for line, row in zip(lines, (headings, *rows), strict=True):
        assert line.startswith(row[0]) and line.endswith(row[2])
        assert line[widths[0] + 2 : widths[0] + 2 + widths[1]] == row[1].rjust(widths[1])


# Numbers


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("forwards", 0.5, "0"),
        ("gradients", 1234.6, "1235"),
        ("seconds", 0.005, "0.01"),
        ("set_size", 1.005, "1.00"),
        ("comp", 0.12345, "0.123"),
        ("comp", -0.0004, "0.000"),
        ("comp", -0.0005, "-0.001"),
        ("lo", float("inf"), "–"),
    ],
)
def test_digits_by_hand(name: str, value: float, expected: str) -> None:
    assert shown(name, value) == expected


@given(st.sampled_from([one.name for one in METRICS]), st.floats(-1e6, 1e6))
def test_a_number_is_what_it_was_to_its_last_digit(name: str, value: float) -> None:
    found = shown(name, value)
    digits = len(found.partition(".")[2])
    assert abs(float(found) - value) <= 0.5000001 * 10**-digits and not found.startswith("-0.000 ")
    assert found not in ("-0", "-0.00", "-0.000")


def test_bounds_are_there_where_there_is_a_mean() -> None:
    assert interval("comp", MeanInterval(0.5, 0.4, 0.6)) == "0.400 to 0.600"
    assert interval("forwards", MeanInterval(5.0, 4.0, 6.0)) == "4 to 6"
    nothing = float("nan")
    assert interval("comp", MeanInterval(nothing, nothing, nothing)) == ""


# Names that come from elsewhere


def test_names_with_half_a_character_are_still_json() -> None:
    found = replace(made_up(), model="lone \ud800 half", dataset="data\n# forged")
    content = json.loads(to_json(found))
    assert content["model"] == "lone ? half" and content["dataset"] == "data\n# forged"
    heading, below, *_ = to_markdown(found).splitlines()
    assert heading == "# Evaluation: lone ⟨U+D800⟩ half on data # forged" and below == ""


def test_a_failure_in_markdown_is_one_line_whatever_it_says() -> None:
    forged = MethodFailure("ig", "00", "text\n## forged", "reason\n- forged")
    lines = to_markdown(made_up(failures=(forged,))).splitlines()
    assert "- ig: reason - forged (text ## forged)" in lines
    assert not any(line.startswith(("## forged", "- forged")) for line in lines)


def test_without_comparisons_and_failures_their_parts_are_left_out() -> None:
    plain = replace(made_up(), comparisons=(), settings={})
    text = to_markdown(plain)
    assert "against the others" not in text and "## Failures" not in text and "Settings" not in text
    assert "against the others" in to_markdown(made_up())
    assert as_dict(plain)["comparisons"] == [] == as_dict(plain)["failures"]
