"""A finished audit in Python: its tables as pandas frames, its page, its gate.

    from auditor import load_run

    run = load_run("reports/tiny-reviews")
    run.findings[["tokens", "label", "verdict", "insertion"]]
    run.check("high")

Each frame is read when it is first asked for. What was measured stands in groups of columns:
`findings["insertion"]` is a frame of its own, with `rate`, `rate_low`, `rate_high`, `rate_n` and `rate_p`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.errors import AuditError
from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.records.estimates import named_estimates
from auditor.records.text import Outcome
from auditor.signals.evidence import SIGNALS
from auditor.sweep.store import RunStore

if TYPE_CHECKING:
    from pandas import DataFrame

    from auditor.review.difference import Difference

Column = tuple[str, str]
"""Group and name; a column outside of all groups has its name and nothing."""
FINDING = (
    *("id", "near_miss", "kind", "tokens", "fields", "label", "verdict", "severity", "documents", "reach"),
    *("route", "leaks", "relies", "decision", "near"),
)
"""Columns of a finding itself; `near` is the code of the condition that a near miss failed."""
EXAMPLE = ("id", "row", "label", "gold", "probability", "status", "words", "set", "core", "skipped")
PARTS = {"": "estimate", "_low": "low", "_high": "high", "_n": "n", "_p": "adjusted_p"}
"""Endings of columns, and what of an estimate each holds; p is the adjusted one."""
GROUP_NAMES = {"kind": "token_kind"}
"""Signals whose name is that of a finding's own column."""
TABLE_GROUPS = {
    "labelled": "association",
    "with_label": "association",
    "sets_holding": "reliance",
    "sets_needing": "reliance",
    "sets_expected": "reliance",
    "beyond_members_p": "reliance",
    "relevance": "meaning",
    "known": "meaning",
    "source": "meaning",
}
"""Columns of `tokens` and `pairs` by group, where their own name does not say it (`association_p`)."""


@dataclass(frozen=True)
class Run:
    """A run directory; `load_run` and `audit` make it."""

    path: Path
    keeper: object = field(default=None, repr=False, compare=False)
    """What removes the directory when the run is no longer in use, if it is only temporary."""

    @cached_property
    def content(self) -> Report:
        """What `report.json` holds."""
        return read_report(self.path)

    @cached_property
    def findings(self) -> "DataFrame":
        """A row for each finding and near miss, with a group of columns for each signal."""
        rows = [_finding_row(finding, near_miss=False) for finding in self.content.findings]
        rows += [_finding_row(finding, near_miss=True) for finding in self.content.near_misses]
        return _frame(rows, [*((name, "") for name in FINDING), *_signal_columns()])

    @cached_property
    def examples(self) -> "DataFrame":
        """A row for each example; `set` and `core` are places in `words`, `skipped` is the reason, if any."""
        import pandas

        store = RunStore(self.path)
        if not store.manifest().get("complete"):
            raise AuditError(
                f"the run in {self.path} is not complete", "Run the same command again to go on."
            )
        return pandas.DataFrame(list(_example_rows(store)), columns=list(EXAMPLE))

    @cached_property
    def tokens(self) -> "DataFrame":
        """The counts and tests of every token."""
        return _grouped(_read(self.path / "tokens.parquet"))

    @cached_property
    def pairs(self) -> "DataFrame":
        """The counts and tests of every pair."""
        return _grouped(_read(self.path / "pairs.parquet"))

    def report(self, path: str | Path) -> Path:
        """Write the report: the page alone to a path that ends in .html, all of it to a folder otherwise."""
        from auditor.files import write_text
        from auditor.report.page import report_page
        from auditor.report.writing import write_report

        target = Path(path)
        if target.suffix.lower() == ".html":
            write_text(target, report_page(self.content))
            return target
        write_report(target, self.content)
        return target / "index.html"

    def check(self, fail_on: str = "high", *, keywords: bool = False) -> tuple[Finding, ...]:
        """The findings that fail the gate: none where the run passes."""
        from auditor.review.gate import failing

        return tuple(failing(self.content, fail_on, keywords=keywords))

    def diff(self, other: "Run | str | Path") -> "Difference":
        """What is new, gone or changed in another run, beside this one."""
        from auditor.review.difference import difference

        later = other if isinstance(other, Run) else load_run(other)
        return difference(self.content, later.content)

    def __repr__(self) -> str:
        from auditor.report.terminal_report import lines

        return "\n".join([f"Run({str(self.path)!r})", *lines(self.content)])

    def _repr_html_(self) -> str:
        """For notebooks: the advice and the findings."""
        from auditor.report.notebook import run_html

        return run_html(self.content)


def load_run(path: str | Path) -> Run:
    """The run in a folder."""
    folder = Path(path)
    if not folder.is_dir():
        raise AuditError(f"there is no folder {folder}", "Give the folder of a run, e.g. reports/NAME.")
    if not (RunStore(folder).exists() or (folder / "report.json").exists()):
        raise AuditError(f"{folder} holds no run", "Give the folder that `audit run` wrote.")
    return Run(folder)


def _signal_columns() -> list[Column]:
    """The columns of every signal: what it answers with a word, then its figures with their intervals."""
    found = []
    for signal in SIGNALS:
        group = GROUP_NAMES.get(signal.NAME, signal.NAME)
        found += [(group, one.name) for one in fields(signal.Record) if one.type is str]
        found += [
            (group, f"{_short(signal.NAME, name)}{part}")
            for name, _, _ in named_estimates(signal.figures(signal.Record()))
            for part in PARTS
        ]
    return found


def _short(signal: str, figure: str) -> str:
    """A figure's name inside its signal's group: `insertion` is its rate, `insertion_effect` its effect."""
    return "rate" if figure == signal else figure.removeprefix(f"{signal}_")


def _finding_row(finding: Finding, *, near_miss: bool) -> dict[Column, Any]:
    judgement = finding.judgement
    own = {
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
    row: dict[Column, Any] = {(name, ""): value for name, value in own.items()}
    for signal in SIGNALS:
        group, record = GROUP_NAMES.get(signal.NAME, signal.NAME), finding.evidence.of(signal.Record)
        row |= {(group, one.name): getattr(record, one.name) for one in fields(record) if one.type is str}
        for name, _, estimate in named_estimates(signal.figures(record)):
            short = _short(signal.NAME, name)
            row |= {(group, f"{short}{ending}"): getattr(estimate, part) for ending, part in PARTS.items()}
    return row


def _example_rows(store: RunStore) -> Iterator[dict[str, Any]]:
    for outcome in store.outcomes():
        yield _example_row(outcome)


def _example_row(outcome: Outcome) -> dict[str, Any]:
    row = dict.fromkeys(EXAMPLE) | {"id": outcome.id, "row": outcome.row, "gold": outcome.gold}
    explanation = outcome.explanation
    if explanation is None:
        return row | {"words": (), "set": (), "core": (), "skipped": outcome.reason}
    names = ("label", "probability", "words", "set", "core")
    return row | {name: getattr(explanation, name) for name in names} | {"status": explanation.status.value}


def _frame(rows: list[dict[Column, Any]], columns: list[Column]) -> "DataFrame":
    import pandas

    values = [[row.get(column) for column in columns] for row in rows]
    return pandas.DataFrame(values, columns=pandas.MultiIndex.from_tuples(columns))


def _grouped(table: "DataFrame") -> "DataFrame":
    """A flat table with its columns in groups; what belongs to none keeps its name."""
    import pandas

    names = {signal.NAME for signal in SIGNALS}
    columns = []
    for name in table.columns:
        group, _, rest = name.partition("_")
        if name in TABLE_GROUPS:
            columns.append((TABLE_GROUPS[name], name.removeprefix("sets_")))
        else:
            columns.append((group, rest) if group in names and rest else (name, ""))
    return table.set_axis(pandas.MultiIndex.from_tuples(columns), axis=1)


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
