"""Cautions, controls and notes: every code has words."""

import re
from dataclasses import replace

import pytest

from auditor.findings import report as records
from auditor.findings.report import Caution, Control, Planted
from auditor.report.visible_text import quoted
from auditor.report.wording.notices import (
    CAUTIONS,
    CONTROLS,
    caution_text,
    control_name,
    notes,
    only_class,
    planted_line,
)
from tests.findings.builder import a_report
from tests.report import states


def documented(record: type) -> set[str]:
    """The codes that a record's docstring lists."""
    source = records.__loader__.get_source(records.__name__) or ""  # type: ignore[union-attr]
    body = source.split(f"class {record.__name__}:")[1].split("\n\n\n")[0]
    [said] = re.findall(r'code: str\n    """(.*?)"""', body, re.DOTALL)
    return set(re.findall("`(.*?)`", said))


def test_every_documented_code_has_words() -> None:
    assert documented(Caution) == {*CAUTIONS} and documented(Control) == {*CONTROLS}


@pytest.mark.parametrize(
    ("caution", "said"),
    [
        (
            Caution("few-texts", 7, 20),
            "Only 7 texts could be audited. With fewer than 20, rates are rough",
        ),
        (Caution("repeated", 1, 200), "1 repeated text is counted once."),
        (Caution("not-tried", 1200), "1,200 more candidates were significant but not tried on the model."),
        (
            Caution("no-sets", 30, 40, "good\x00"),
            "30 of 40 texts predicted good⟨U+0000⟩ have no minimal",
        ),
        (Caution("no-labels"), "The dataset has no labels."),
        (Caution("no-embeddings"), "The model could only be asked, and has no embeddings. Families of words"),
        (Caution("calls-spent", 7), "7 texts were left out because the limit of calls was reached"),
        (Caution("of a later version"), "of a later version"),
    ],
)
def test_cautions_by_hand(caution: Caution, said: str) -> None:
    assert caution_text(caution).startswith(said)


def test_what_was_planted_and_found_by_hand() -> None:
    found, missed = Planted(("a",), "x", "id", "artefact"), Planted(("b",), "x", None, "")
    assert planted_line((found, missed)) == "1 of 2 planted shortcuts found"
    asked = replace(missed, verdict="undecided")
    assert planted_line((found, missed, asked)) == (
        "1 of 3 planted shortcuts found, 1 left to a person to decide"
    )


def test_controls_have_names() -> None:
    assert control_name(Control("permuted-labels", 1, 0.0, 1, 1)) == "shuffled labels"
    assert control_name(Control("new", 1, 0.0, 1, 1)) == "new"


def test_notes() -> None:
    assert notes(a_report()) == []
    [again] = notes(replace(a_report(), judged_again=True))
    assert "judged again" in quoted(again)
    [redacted] = notes(replace(a_report(), redacted=True))
    assert quoted(redacted).startswith("This report is redacted")
    assert "no labels" in quoted(notes(states.no_labels())[0])
    [single] = notes(states.one_class())
    assert quoted(single).startswith("Every text is predicted as “positive”.")
    assert notes(states.nothing()) == []


@pytest.mark.parametrize(("default", "said"), [(0, False), (11, False), (12, True), (37, True)])
def test_predictions_by_default_are_said_by_class(default: int, said: bool) -> None:
    """Of 60 predictions, from a fifth on."""
    report = a_report()
    statuses = {"verified": 60 - default} | ({"default": default} if default else {})
    one = replace(report.summary.classes[0], label="neutral", predicted=60, statuses=statuses)
    other = replace(one, label="joy", statuses={"verified": 60})
    found = notes(replace(report, summary=replace(report.summary, classes=(one, other))))
    start = (
        f"{default} of 60 predictions of “neutral” are the model's default: it says that class to an empty"
    )
    assert [quoted(note).startswith(start) for note in found] == [True] * said


def test_one_class() -> None:
    assert only_class(states.one_class().summary) == "positive"
    assert only_class(a_report().summary) is None
