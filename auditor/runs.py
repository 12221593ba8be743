"""A finished audit as pandas frames.

    from auditor import load_run

    run = load_run("reports/tiny-reviews")
    run.findings[["tokens", "label", "verdict", "insertion"]]

Each frame is read when it is first asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.errors import AuditError
from auditor.figures import FIGURES
from auditor.findings import Finding, Report
from auditor.records.text import Outcome
from auditor.report_file import read_report
from auditor.sweep.store import RunStore

if TYPE_CHECKING:
    from pandas import DataFrame

_FINDING = ("id", "near_miss", "kind", "tokens", "fields", "label", "verdict", "severity", "documents")
_JUDGED = ("leaks", "relies", "reference", "lexicon", "score", "decision", "failed", "sentence")
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
        parts = (f"{figure.name}{part}" for figure in FIGURES for part in _PARTS)
        return _frame(rows, (*_FINDING, *_JUDGED, *parts))

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
    task = finding.evidence.task
    row = {name: getattr(finding, name) for name in (*_FINDING, *_JUDGED) if hasattr(finding, name)}
    row |= {name: getattr(finding, name).value for name in ("kind", "verdict", "severity")}
    row |= {"near_miss": near_miss, "reference": task.reference, "lexicon": task.lexicon, "score": task.score}
    row["decision"] = finding.decision.decision if finding.decision else None
    for figure in FIGURES:
        estimate = figure.of(finding)
        row |= {f"{figure.name}{ending}": getattr(estimate, part) for ending, part in _PARTS.items()}
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
