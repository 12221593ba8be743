"""The Markdown summary says what the page says, and dataset text cannot format it."""

import re

import pytest

from auditor.findings.finding import Choice, Decision
from auditor.report.findings_table import FIGURES
from auditor.report.markdown import code, plain, summary
from tests.report import states
from tests.report.many import decided, make_report


def test_summary_by_hand() -> None:
    report = make_report(12)
    text = summary(decided(report, {report.findings[0].id: Decision(Choice.ARTEFACT, "")}))
    assert text.startswith("# Audit of planted\\-reviews\n\n**Do not use this model yet: it follows")
    assert "5 artefacts (2 high, 2 medium and 1 low severity), in 639" in text
    assert "| `[pos]` | `positive` | high |" in text and "`[pos]` turned 52 positive; a neutral" in text
    assert "`matinee` + `lantern`" in text
    assert "- 2 of 3 planted shortcuts found." in text
    assert "Also found: 2 context-dependent findings, 1 keyword and 2 task words." in text
    assert text.endswith("\n") and summary(report) == summary(make_report(12))


def test_every_row_has_every_column() -> None:
    for make in (make_report, states.hostile, states.no_labels, states.without_evidence):
        rows = [line for line in summary(make()).splitlines() if line.startswith("| ")]
        assert rows and {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {len(FIGURES) + 7}


@pytest.mark.parametrize(
    ("token", "written"),
    [
        ("[pos]", "`[pos]`"),
        ("a|b", "`a\\|b`"),
        ("`", "`` ` ``"),
        ("a``b", "```a``b```"),
        ("", "` `"),
        ("two\nlines", "`two lines`"),
    ],
)
def test_tokens_in_code_spans(token: str, written: str) -> None:
    assert code(token) == written


def test_sentences_have_their_tokens_in_code_spans() -> None:
    text = summary(make_report(1))
    assert "other texts, `[pos]` turned 52 positive" in text


def test_a_rule_that_differs_is_named() -> None:
    assert "differs from the default" not in summary(make_report(1))
    rule = {**make_report(1).rule, "level": 0.01}
    again = summary(make_report(1, rule=rule, judged_again=True))
    assert "> The rule differs from the default: `level` 0.01 (default 0.05)." in again
    assert "> This report was judged again" in again


def test_plain_text_stays_plain() -> None:
    assert plain("<b> [x](y) *a*") == "\\<b\\> \\[x\\]\\(y\\) \\*a\\*"
    assert plain("A line: 0.5 (of 2).\n<b>", sentence=True) == "A line: 0.5 (of 2). \\<b\\>"


def test_hostile_text_brings_no_markup() -> None:
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", summary(states.hostile()))
    assert not re.search(r"(?<!\\)<", outside)
    assert not re.search(r"(?<!\\)\]\(", outside)
    assert "\x00" not in outside and "\u202e" not in outside


def test_states() -> None:
    assert "Nothing could be audited" in summary(states.nothing())
    assert "No artefact found" in summary(states.no_findings())
    assert "> The dataset has no labels" in summary(states.no_labels())
    assert "> Every text is predicted as `positive`." in summary(states.one_class())
    assert "no evidence" in summary(states.without_evidence())


def test_many_findings_are_counted() -> None:
    text = summary(make_report(200))
    assert re.search(r"\d+ more in `report.json`", text)
