"""The commands that come next, with the names of this run, ready to be copied."""

import shlex
from pathlib import PurePath

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.report.visible_text import one_line

DEMO_TRAINING = "training.jsonl"
"""Where `audit demo` keeps what it trained on, in its folder."""


def next_command(finding: Finding, report: Report) -> str:
    """The command that a reviewer of this finding needs; empty where there is none."""
    run = run_folder(report)
    match finding.verdict:
        case Verdict.ARTEFACT:
            return repair_command(report, run)
        case Verdict.UNDECIDED:
            return command("audit", "review", run)
        case Verdict.KEYWORD:
            return command("audit", "check", run, "--fail-on-keywords")
        case _:
            return ""


def decisions_command(report: Report) -> str:
    """The command that writes the report again with what was decided on the page."""
    return command("audit", "report", run_folder(report), "--decisions", "decisions.json")


def repair_command(report: Report, run: str) -> str:
    """The command that mends what the model was trained on, by the artefacts of a run."""
    return command("audit", "repair", run, dataset_of(report), "--out", "repaired.csv")


def repair_line(report: Report, run: str) -> str:
    """The same as the last line of an audit."""
    trained = "the training set" if _training_set(report) else "the data (or name the training set instead)"
    return f"To repair {trained}: {repair_command(report, run)}"


def command(*words: str) -> str:
    """Words as a line for a shell, on one line whatever they hold."""
    return " ".join(shlex.quote(one_line(word)) for word in words)


def run_folder(report: Report) -> str:
    """Where the run is, by the command that made it."""
    return _option(report, "--out") or f"reports/{report.summary.name}"


def dataset_of(report: Report) -> str:
    """What the model was trained on, as far as the command says so; else what was audited."""
    source = report.summary.data
    named = (word for word in _words(report)[2:] if PurePath(word).name == PurePath(source).name)
    return _training_set(report) or next(named, source)


def _training_set(report: Report) -> str:
    """What the model was trained on; empty where the command does not say so."""
    if _words(report)[1:2] == ["demo"]:
        return f"{run_folder(report)}/{DEMO_TRAINING}"
    return _option(report, "--train-data")


def _words(report: Report) -> list[str]:
    words = report.run.get("command", [])
    return [str(word) for word in words] if isinstance(words, list) else []


def _option(report: Report, name: str) -> str:
    """What was given for an option of the command; empty where it was not given."""
    words = _words(report)
    for place, word in enumerate(words):
        if word == name and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(f"{name}="):
            return word.removeprefix(f"{name}=")
    return ""
