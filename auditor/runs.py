"""A finished audit as pandas frames.

    from auditor import load_run

    run = load_run("reports/tiny-reviews")
    run.findings[["tokens", "label", "verdict", "insertion"]]

Each frame is read when it is first asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.errors import AuditError
from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.records.estimates import named_estimates
from auditor.records.text import Outcome
from auditor.signals.evidence import CATALOGUE, SIGNALS
from auditor.sweep.store import RunStore

if TYPE_CHECKING:
    from pandas import DataFrame

_FINDING = ("id", "near_miss", "kind", "tokens", "fields", "label", "verdict", "severity", "documents")
_JUDGED = ("reach", "route", "leaks", "relies", "decision", "near")
"""`near` is the code of the condition that a near miss failed."""
_ANSWERS = {
    signal.NAME if field.name == "answer" else f"{signal.NAME}_{field.name}": (signal.Record, field.name)
    for signal in SIGNALS
    for field in fields(signal.Record)
    if field.type is str
}
"""Columns of signals that answer with a word: the record and its field."""
_EXAMPLE = ("id", "row", "label", "gold", "probability", "status", "words", "set", "core", "skipped")
_PARTS = {"": "estimate", "_low": "low", "_high": "high", "_n": "n", "_p": "adjusted_p"}
"""Endings of columns, and what of an estimate each holds; p is the adjusted one."""


@dataclass(frozen=True)
class Run:
    """A run directory; `load_run` makes it."""

    path: Path

    @cached_property
    def report(self) -> Report:
        """What `report.json` holds."""
        return read_report(self.path)

    @cached_property
    def findings(self) -> "DataFrame":
        """A row for each finding and near miss, with a column for each figure and its interval."""
        rows = [_finding_row(finding, near_miss=False) for finding in self.report.findings]
        rows += [_finding_row(finding, near_miss=True) for finding in self.report.near_misses]
        parts = (f"{name}{part}" for name, _, _ in named_estimates(CATALOGUE) for part in _PARTS)
        return _frame(rows, (*_FINDING, *_JUDGED, *_ANSWERS, *parts))

    @cached_property
    def examples(self) -> "DataFrame":
        """A row for each example; `set` and `core` are places in `words`, `skipped` is the reason, if any."""
        store = RunStore(self.path)
        if not store.manifest().get("complete"):
            raise AuditError(
                f"the run in {self.path} is not complete", "Run the same command again to go on."
            )
        return _frame(_example_rows(store), _EXAMPLE)

    @cached_property
    def tokens(self) -> "DataFrame":
        """The counts and tests of every token."""
        return _read(self.path / "tokens.parquet")

    @cached_property
    def pairs(self) -> "DataFrame":
        """The counts and tests of every pair."""
        return _read(self.path / "pairs.parquet")


def load_run(path: str | Path) -> Run:
    """The run in a folder, as frames."""
    folder = Path(path)
    if not folder.is_dir():
        raise AuditError(f"there is no folder {folder}", "Give the folder of a run, e.g. reports/NAME.")
    if not (RunStore(folder).exists() or (folder / "report.json").exists()):
        raise AuditError(f"{folder} holds no run", "Give the folder that `audit run` wrote.")
    return Run(folder)


def _finding_row(finding: Finding, *, near_miss: bool) -> dict[str, Any]:
    judgement = finding.judgement
    row: dict[str, Any] = {
        "id": finding.id,
        "near_miss": near_miss,
        "kind": finding.kind.value,
        "tokens": finding.tokens,
        "fields": finding.fields,
        "label": finding.label,
        "verdict": finding.verdict.value,
        "severity": finding.severity.value,
        "documents": finding.documents,
        "reach": finding.reach,
        "route": judgement.route,
        "leaks": judgement.leaks,
        "relies": judgement.relies,
        "decision": finding.decision.decision.value if finding.decision else None,
        "near": finding.near.code if finding.near else None,
    }
    for column, (record, name) in _ANSWERS.items():
        row[column] = getattr(finding.evidence.of(record), name)
    for name, _, estimate in named_estimates(finding.evidence.figures(pair=True)):
        row |= {f"{name}{ending}": getattr(estimate, part) for ending, part in _PARTS.items()}
    return row


def _example_rows(store: RunStore) -> Iterator[dict[str, Any]]:
    for outcome in store.outcomes():
        yield _example_row(outcome)


def _example_row(outcome: Outcome) -> dict[str, Any]:
    row = dict.fromkeys(_EXAMPLE) | {"id": outcome.id, "row": outcome.row, "gold": outcome.gold}
    explanation = outcome.explanation
    if explanation is None:
        return row | {"words": (), "set": (), "core": (), "skipped": outcome.reason}
    names = ("label", "probability", "words", "set", "core")
    return row | {name: getattr(explanation, name) for name in names} | {"status": explanation.status.value}


def _frame(rows: Any, columns: tuple[str, ...]) -> "DataFrame":
    import pandas

    return pandas.DataFrame(list(rows), columns=list(columns))


def _read(path: Path) -> "DataFrame":
    import pandas

    try:
        return pandas.read_parquet(path)
    except FileNotFoundError:
        raise AuditError(
            f"there is no {path}", "Run the same `audit run` command again to make it."
        ) from None
    except (OSError, ValueError) as error:
        raise AuditError(
            f"{path} cannot be read: {error}", "Run `audit run` again to make it anew."
        ) from error
