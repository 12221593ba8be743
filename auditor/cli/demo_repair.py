"""`audit demo --repair`: the demo goes on, from the findings to a model without them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from auditor.cli.console import progress
from auditor.data.examples import Example
from auditor.findings.finding import Severity, Verdict
from auditor.findings.report import Report
from auditor.planting.plan import InjectionPlan
from auditor.repair.repair_manifest import Manifest
from auditor.report.commands import DEMO_TRAINING, command

REPAIRED = "repaired"
"""The folder in that of the demo."""


def go_on(
    out: Path,
    report: Report,
    data: Path,
    training: Sequence[Example],
    accuracy: Mapping[str, float],
    plans: Mapping[str, InjectionPlan],
    *,
    seed: int,
    quiet: bool,
) -> None:
    """Repair the training texts, train and audit again, and tell what changed."""
    from auditor.cli.demo import AUDITED, REFERENCE, audited, trained
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
    mended = mend(repair, list(training), LABELS, str(out / DEMO_TRAINING))
    record = manifest(repair, mended, {"source": str(out / DEMO_TRAINING)})
    folder.mkdir(parents=True, exist_ok=True)
    write_repaired(folder / DEMO_TRAINING, mended.result, record)
    examples = [row.example for row in mended.result.rows]
    after = trained(examples, folder / "model", plans, seed, watching)
    words = ["audit", "run", str(folder / "model"), str(data), "--limit", str(AUDITED), "--out", str(folder)]
    words += ["--reference", REFERENCE]
    again = audited(folder, data, None, watching, words, quiet=quiet)
    if again is None:
        return
    write_report(folder, again)
    for line in changed_lines(record, plans, accuracy, after, report, again):
        click.echo(line)
    click.echo(f"\nReport on the repaired model: {(folder / 'index.html').resolve()}")
    click.echo(
        f"To compare the two: {command('audit', 'compare', str(out), str(folder), '--data', str(data))}"
    )


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

    names = ", ".join(" + ".join(finding.tokens) for finding in record.findings)
    changed = sum(record.changes.values())
    yield (
        f"\nRepaired by taking {names} out of {changed} of {record.source['rows']} training texts (mask), "
        "trained and audited again"
    )
    yield f"Accuracy on clean held-out reviews: {before['dev']:.3f} → {after['dev']:.3f}"
    for name, plan in plans.items():
        conflict = f"{name}, conflicting"
        told = "" if _is_repaired(plan, record) else f" ({_why_not(plan, old)})"
        yield f"Accuracy with {name} against the label: {before[conflict]:.3f} → {after[conflict]:.3f}{told}"
    ids = {finding.id for finding in record.findings}
    high = [
        sum(one.severity is Severity.HIGH for one in report.findings if one.id in ids)
        for report in (old, new)
    ]
    fresh = [" + ".join(one.tokens) for one in new_artefacts(old, new)]
    also = f"; also followed, and not repaired: {', '.join(fresh)}" if fresh else "; no other is followed"
    yield f"Of what was repaired, of high severity: {high[0]} → {high[1]}{also}"


def _is_repaired(plan: InjectionPlan, record: Manifest) -> bool:
    words = {word for finding in record.findings for token in finding.tokens for word in token.split()}
    return any(word in words for word in plan.words)


def _why_not(plan: InjectionPlan, report: Report) -> str:
    """Why the audit gave nothing to repair of a plant."""
    asked = [finding for finding in report.findings if finding.verdict is Verdict.UNDECIDED]
    words = {
        word for finding in asked for name in (*finding.tokens, *finding.members) for word in name.split()
    }
    left = any(word in words for word in plan.words)
    return "not repaired: left to a person to decide" if left else "not repaired: not found"
