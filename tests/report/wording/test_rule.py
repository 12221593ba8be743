"""The text of the rule is its thresholds: each field stands in it, and moving one moves the text."""

import re
from dataclasses import asdict, fields, replace

import pytest

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.report.numbers import share_of, threshold
from auditor.report.wording.rule import changed, rule_of, rule_text, thresholds
from tests.findings.builder import a_report

RULE = RuleConfig()
FIELDS = [one.name for one in fields(RULE)]


def moved(name: str, factor: float) -> RuleConfig:
    return replace(RULE, **{name: min(0.99, getattr(RULE, name) * factor)})


@pytest.mark.parametrize("factor", [0.8, 1.2])
@pytest.mark.parametrize("name", FIELDS)
def test_moving_a_field_moves_the_text_to_its_value(name: str, factor: float) -> None:
    rule = moved(name, factor)
    before, after = " ".join(rule_text(RULE)), " ".join(rule_text(rule))
    assert before != after
    value = getattr(rule, name)
    assert threshold(value) in after or share_of(value) in after


def test_no_threshold_is_written_in_the_module() -> None:
    """Every number of the text is rendered from a field: numbers that no field can have show that."""
    odd = {one.name: (7100 - n) / 10_000 for n, one in enumerate(fields(RULE))}
    text = " ".join(rule_text(RuleConfig(**odd)))
    seen = {float(value) for value in re.findall(r"\d+(?:\.\d+)?", text)}
    assert seen <= {*odd.values()} | {round(100 * value, 2) for value in odd.values()}


def test_what_differs_is_named_with_its_default_and_meaning() -> None:
    assert changed(RULE) == []
    [one] = changed(replace(RULE, decides=0.6))
    assert (one.name, one.value, one.default) == ("decides", "0.6", "0.5")
    assert one.meaning.startswith("The same share for a token that decides alone")
    assert [one.name for one in thresholds(RULE)] == FIELDS and all(one.meaning for one in thresholds(RULE))
    tiny = replace(RULE, level=0.05 + 1e-9)
    assert [one.name for one in changed(tiny)] == ["level"]


def test_the_rule_of_a_report_is_read_and_checked() -> None:
    report = a_report()
    assert rule_of(report) == RULE
    assert rule_of(replace(report, rule=asdict(replace(RULE, obeyed=0.3)))).obeyed == 0.3
    with pytest.raises(AuditError, match="levle"):
        rule_of(replace(report, rule={"levle": 0.1}))
    with pytest.raises(AuditError, match="level"):
        rule_of(replace(report, rule={"level": 7}))
