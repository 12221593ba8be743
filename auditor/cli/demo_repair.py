"""`audit demo --repair`: the demo goes on, from the findings to a model without them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from auditor.cli.console import progress
from auditor.data.examples import Example
from auditor.findings.finding import Finding, Severity
from auditor.findings.report import Report
from auditor.planting.plan import InjectionPlan
from auditor.repair.repair_manifest import Manifest

REPAIRED = "repaired"
"""The folder in that of the demo."""


def go_on(
    out: Path,
    report: Report,
    training: Sequence[Example],
    accuracy: Mapping[str, float],
    plans: Mapping[str, InjectionPlan],
    *,
    seed: int,
    quiet: bool,
) -> None:
    """Repair the training texts, train and audit again, and tell what changed."""
    from auditor.cli.demo import audited, trained
    from auditor.data.corpus.reviews import LABELS
    from auditor.repair.repaired_file import write_repaired
    from auditor.repair.repairing import manifest, mend, planned
    from auditor.report.wording.repairs import NOTHING
    from auditor.report.writing import write_report

    repair = planned(report, out)
    if not repair.findings:
        click.echo(NOTHING)
        return
    folder, watching = out / REPAIRED, progress(quiet=quiet)
    mended = mend(repair, list(training), LABELS, "builtin:reviews")
    record = manifest(repair, mended, {"source": "builtin:reviews, planted"})
    folder.mkdir(parents=True, exist_ok=True)
    write_repaired(folder / "training.jsonl", mended.result, record)
    examples = [row.example for row in mended.result.rows]
    after = trained(examples, folder / "model", plans, seed, watching)
    again = audited(folder, out / "held-out.jsonl", None, watching, quiet=quiet)
    if again is None:
        return
    write_report(folder, again)
    for line in changed_lines(record, plans, accuracy, after, report, again):
        click.echo(line)
    click.echo(f"\nReport on the repaired model: {(folder / 'index.html').resolve()}")


def changed_lines(
    record: Manifest,
    plans: Mapping[str, InjectionPlan],
    before: Mapping[str, float],
    after: Mapping[str, float],
    old: Report,
    new: Report,
) -> Iterator[str]:
    """What was repaired, and what that did to accuracy and to the findings: six lines with three plants."""
    from auditor.review.before_after import new_artefacts

    names = ", ".join("+".join(finding.tokens) for finding in record.findings)
    changed = sum(record.changes.values())
    yield f"\nRepaired by {record.how}: {names}; {changed} of {record.source['rows']} rows"
    yield f"Accuracy on clean held-out reviews: {before['dev']:.3f} → {after['dev']:.3f}"
    for name in plans:
        conflict = f"{name}, conflicting"
        yield f"Where {name} conflicts with the label: {before[conflict]:.3f} → {after[conflict]:.3f}"
    high = [sum(one.severity is Severity.HIGH for one in _artefacts(report)) for report in (old, new)]
    fresh = ", ".join("+".join(one.tokens) for one in new_artefacts(old, new)) or "none"
    yield f"Artefacts of high severity: {high[0]} → {high[1]}; new artefacts: {fresh}"


def _artefacts(report: Report) -> list[Finding]:
    from auditor.review.gate import failing

    return failing(report, "low")
