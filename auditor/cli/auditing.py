"""What `audit run` and `audit demo` share: an audit from its options to its files, and its exit code."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from auditor.cli.check import GATE_FAILED
from auditor.cli.options_run import HOLD_TEXT, decided, warn_of_signature
from auditor.errors import AuditError
from auditor.files import read_text
from auditor.findings.report import Report, Signature
from auditor.planting.plan import InjectionPlan
from auditor.records.codec import decode


def finish(
    report: Report,
    out: Path,
    *,
    decisions: Path | None,
    redact: bool,
    fail_on: str,
    keywords: bool = False,
    as_json: bool = False,
) -> None:
    """Write the report, tell the terminal, and fail the gate if it is to be failed: evidence first."""
    from auditor.report.commands import repair_line
    from auditor.report.terminal_report import lines
    from auditor.report.writing import write_report
    from auditor.review.gate import failing
    from auditor.review.redaction import redact as redacted
    from auditor.sweep.store import RunStore

    report = decided(replace(report, signature=_signature_before(out)), decisions)
    warn_of_signature(report)
    failed = failing(report, fail_on, keywords=keywords)
    shown = redacted(report) if redact else report
    write_report(out, shown)
    RunStore(out).forget()
    if redact:
        RunStore(out).write_manifest(dict(shown.run))
        _remove_texts(out)
    page = str((out / "index.html").resolve())
    if as_json:
        from auditor.report.check_formats.checked import Checked
        from auditor.report.check_formats.json_check import as_json as written

        own = tuple(failing(shown, fail_on, keywords=keywords))  # with the names that are shown
        click.echo(written(Checked(shown, own, fail_on), report=page))
    else:
        for line in lines(shown):
            click.echo(line)
        click.echo(f"\nReport: {page}")
        if not redact and failing(report, "low"):
            click.echo(repair_line(report, str(out)))
    if failed:
        click.echo(f"{len(failed)} findings fail the gate (--fail-on {fail_on})", err=True)
        raise click.exceptions.Exit(GATE_FAILED)


def _signature_before(out: Path) -> Signature | None:
    """The signature of the report that this one replaces: whether it still holds is for the reader to see."""
    from auditor.findings.report_file import NAME, from_json

    try:
        return from_json((out / NAME).read_text(encoding="utf-8")).signature
    except (OSError, ValueError, AuditError):
        return None


def _remove_texts(out: Path) -> None:
    """Remove what else of a run holds texts: its shards and tables. The run cannot be resumed afterwards."""
    for path in (out / name for name in HOLD_TEXT):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def injection_of(dataset: str) -> Mapping[str, Any] | None:
    """The manifest that `audit inject` left beside a dataset, if there is one."""
    from auditor.planting.planted_file import manifest_path

    path = manifest_path(Path(dataset))
    if dataset.startswith("builtin:") or not path.is_file():
        return None
    cure = "Repair it, or move it elsewhere to audit without it."
    try:
        manifest: Mapping[str, Any] = json.loads(read_text(path, cure))
        plan = manifest["plan"] | {}
        planted = {name: plan.get(name, []) for name in ("openings", "styles")}
        planted |= {"tokens": plan["tokens"], "pairs": plan["pairs"]}
        decode(InjectionPlan, planted, defaults=True)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AuditError(f"{path} is not a complete injection manifest", cure) from error
    except AuditError as error:
        raise AuditError(f"{path} is not an injection manifest: {error.message}", cure) from error
    return manifest
