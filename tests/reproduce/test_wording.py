"""Sentences and tables of a reproduction."""

import math
from dataclasses import replace

import pytest

from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_PRINTED,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
    TableResult,
)
from auditor.reproduce.wording import VERDICTS, number, tell_injection, tell_table
from tests.reproduce.support import compared, injection, result


def test_a_setting_of_the_paper_is_judged() -> None:
    told = tell_table(
        result(
            "bert-base-uncased",
            "sst2",
            compared("cidr", NOT_REPRODUCED, printed=0.592),
            compared("ig", REPRODUCED, printed=0.298),
            compared("sig", TOO_FEW, printed=0.401),
        )
    )
    assert told.title == "BERT on sst2"
    assert told.line == "1 of 3 printed figures are reproduced, 1 are not, and 1 ask for more texts."
    cells = told.tables[0].rows[0]
    assert cells[:4] == ("CIDR", "FMS, printed", "0.250", "0.200 to 0.300")
    assert cells[4:] == ("–", "0.010", "0.592", "-0.342", "not reproduced")
    assert dict(told.notes).keys() >= {"reproduced", "not reproduced", "too few texts", "K"}
    assert "no set for 90% of the texts" in dict(told.notes)["K"]
    assert "in the paper 6,920, 872, 1,821" in dict(told.facts)["Data"]
    assert told.tables[1].rows == (("0", "0.900", "0.910", "0.4", "0.3", "0.020"),)


def test_another_setting_is_shown_beside_the_range_and_not_judged() -> None:
    told = tell_table(result("minilm", "sst2", compared("cidr", ANOTHER_SETTING, printed=0.525, high=0.592)))
    assert told.line.startswith("This setting is not one of the paper's nine")
    assert told.tables[0].rows[0][6] == "0.525 to 0.592"
    assert "reproduced" not in dict(told.notes)


def test_numbers() -> None:
    assert (number(math.nan), number(0.5), number(0.5, signed=True)) == ("–", "0.500", "+0.500")


def test_the_injection() -> None:
    told = tell_injection(injection())
    assert told.line == (
        "Sentences with the class and the token as printed: 1 of 2 ours (verified); 0 of 2 as the paper "
        "prints it."
    )
    planted, accuracy, sentences = told.tables
    assert planted.headings == ("token", "negative", "positive")
    assert planted.rows == (("[neg]", "0", "500"), ("[pos]", "500", "0"))
    assert accuracy.rows[1] == ("clean", "0.800")
    assert [row[-1] for row in sentences.rows] == ["yes", "no", "no", "no"]
    assert sentences.rows[1][4] == "–"
    facts = dict(told.facts)
    assert facts["Planted"] == "1,000 texts, half of each class, the rest kept, unplanted"
    assert facts["Dev"] == "14% of its texts are planted"


# Details


def figures_of(*verdicts: str) -> TableResult:
    figures = (compared("ig", verdict, printed=0.3) for verdict in verdicts)
    return result("bert-base-uncased", "sst2", *figures)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_only_verdicts_that_occur_are_explained(verdict: str) -> None:
    told = tell_table(figures_of(verdict))
    assert {code for code, _ in told.notes} & {*VERDICTS} == {verdict}
    assert dict(told.notes)[verdict] == VERDICTS[verdict]


def test_counts_add_up_to_the_figures_that_can_be_judged() -> None:
    told = tell_table(figures_of(REPRODUCED, REPRODUCED, NOT_REPRODUCED, NOT_PRINTED))
    assert told.line == "2 of 3 printed figures are reproduced, 1 are not, and 0 ask for more texts."
    assert len(told.tables[0].rows) == 4


def test_every_row_has_a_cell_for_each_heading() -> None:
    for told in (tell_table(figures_of(REPRODUCED, TOO_FEW)), tell_injection(injection())):
        assert told.title and told.line.endswith(".") and told.facts and told.notes
        for table in told.tables:
            assert table.title and {len(row) for row in table.rows} <= {len(table.headings)}


def test_what_was_not_run_is_not_told() -> None:
    without = replace(figures_of(REPRODUCED), empty=math.nan, printed_sizes=None)
    told = tell_table(without)
    assert "K" not in dict(told.notes) and "in the paper" not in dict(told.facts)["Data"]


def test_one_is_one_and_more_are_more() -> None:
    many = replace(figures_of(REPRODUCED), dropped=1, draws=1, texts=1)
    facts = dict(tell_table(many).facts)
    assert "; 1 text left out" in facts["Data"] and facts["Measured"].startswith("1 text of test")
    assert facts["Measured"].endswith("1 draw") and facts["Trained"] == "1 model on 6,900 texts each"


def test_names_from_elsewhere_are_made_visible() -> None:
    told = tell_table(replace(figures_of(REPRODUCED), dataset="x\u202ey", source="a\x00b"))
    assert "⟨U+202E⟩" in told.title and "⟨U+0000⟩" in dict(told.facts)["Data"]
    other = tell_injection(injection(model="m\u202e", source="s\x07"))
    assert "⟨U+202E⟩" in other.title and "⟨U+0007⟩" in other.title


def test_texts_that_were_not_kept_are_said_to_be_left_out() -> None:
    facts = dict(tell_injection(injection(keep_rest=False, examples=2)).facts)
    assert facts["Planted"] == "2 texts, half of each class, the rest left out"


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [(0.0, "0.000", "+0.000"), (-0.25, "-0.250", "-0.250"), (1 / 3, "0.333", "+0.333"), (math.inf, "–", "–")],
)
def test_three_digits(value: float, plain: str, signed: str) -> None:
    assert (number(value), number(value, signed=True)) == (plain, signed)
