"""Sentences and tables of a reproduction."""

import math

from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
)
from auditor.reproduce.wording import number, tell_injection, tell_table
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
