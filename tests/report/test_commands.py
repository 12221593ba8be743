"""The commands that come next can be copied: they name this run and its data, quoted for a shell."""

import shlex
from dataclasses import replace

import pytest

from auditor.findings.finding import Verdict
from auditor.findings.report import Report
from auditor.report.commands import (
    command,
    dataset_of,
    decisions_command,
    next_command,
    repair_line,
    run_folder,
)
from auditor.review.redaction import redact
from tests.findings.builder import a_report
from tests.report.many import rejudged


def made_by(*words: str, data: str = "reviews.csv") -> Report:
    report = a_report()
    return replace(
        report, run={**report.run, "command": ["audit", *words]}, summary=replace(report.summary, data=data)
    )


@pytest.mark.parametrize(
    ("words", "folder", "data"),
    [
        (("run", "m", "data/reviews.csv"), "reports/tiny-reviews", "data/reviews.csv"),
        (
            ("run", "--limit", "9", "m", "data/reviews.csv", "--out", "my runs/x"),
            "my runs/x",
            "data/reviews.csv",
        ),
        (("run", "m", "reviews.csv", "--out=there"), "there", "reviews.csv"),
        (("run", "m", "test.csv", "--train-data", "train.csv"), "reports/tiny-reviews", "train.csv"),
        (("demo", "--out", "build/demo"), "build/demo", "build/demo/training.jsonl"),
        (("run", "m", "imdb"), "reports/tiny-reviews", "reviews.csv"),
        ((), "reports/tiny-reviews", "reviews.csv"),
    ],
)
def test_the_run_and_its_data_are_those_of_the_command(
    words: tuple[str, ...], folder: str, data: str
) -> None:
    report = made_by(*words)
    assert (run_folder(report), dataset_of(report)) == (folder, data)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("run", "m", "a.csv", "--train-data", "train.csv"),
            "To repair the training set: audit repair x train.csv",
        ),
        (
            ("run", "m", "reviews.csv"),
            "To repair the data (or name the training set instead): audit repair x rev",
        ),
        (("demo", "--out", "x"), "To repair the training set: audit repair x x/training.jsonl"),
    ],
)
def test_the_last_line_says_whether_the_training_set_is_known(words: tuple[str, ...], line: str) -> None:
    assert repair_line(made_by(*words), "x").startswith(line)


def test_every_verdict_that_asks_for_something_has_a_command() -> None:
    report = made_by("run", "m", "reviews.csv")
    commands = {v: next_command(rejudged(report.findings[0], verdict=v), report) for v in Verdict}
    assert commands == {
        Verdict.ARTEFACT: "audit repair reports/tiny-reviews reviews.csv --out repaired.csv",
        Verdict.UNDECIDED: "audit review reports/tiny-reviews",
        Verdict.KEYWORD: "audit check reports/tiny-reviews --fail-on-keywords",
        Verdict.CONTEXT: "",
        Verdict.TASK: "",
        Verdict.NOTHING: "",
    }


def test_names_are_quoted_for_a_shell() -> None:
    line = command("audit", "my run", "a;b", "$(x)", "two\nlines")
    assert shlex.split(line) == ["audit", "my run", "a;b", "$(x)", "two lines"]


def test_a_redacted_report_names_no_file_of_the_command() -> None:
    report = redact(made_by("run", "m", "secret/reviews.csv", "--out", "secret"))
    assert next_command(report.findings[0], report).endswith(
        "reports/tiny-reviews reviews.csv --out repaired.csv"
    )


def test_decisions_are_written_into_this_run() -> None:
    made = made_by("run", "m", "reviews.csv", "--out", "my runs/x")
    assert decisions_command(made) == "audit report 'my runs/x' --decisions decisions.json"
