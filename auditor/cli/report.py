"""`audit report`: render the report of a run again, without the model."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options_run import HOLD_TEXT, decisions_option, read, run_argument
from auditor.config import RuleConfig, layered

if TYPE_CHECKING:
    from auditor.findings.finding import Judgement
    from auditor.findings.report import Report


@click.command(short_help="Write a run's report again.")
@run_argument
@decisions_option
@click.option("--redact", is_flag=True, help="Take every text and token out, for good: see --out.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write to. [default: RUN, in place of what is there]",
)
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    help="Judge again by the [rule] of this settings file.",
)
@click.option("--final", is_flag=True, help="Sign it off: every question above low severity is answered.")
@click.option("--reviewer", help="Who signs it off.")
def report(
    run: Path,
    decisions: Path | None,
    redact: bool,
    out: Path | None,
    config_file: Path | None,
    final: bool,
    reviewer: str | None,
) -> None:
    """Write index.html, summary.md and report.json of RUN again.

    RUN is the folder of a run, or its report.json. With --config the stored evidence is judged again, without
    model or data. With --final the report names its reviewer, the time, and a hash of the evidence; once the
    run, the rule or a decision changes, the signature no longer holds, and the report says so.

    \b
    Examples:
      audit report reports/tiny-reviews
      audit report reports/tiny-reviews --decisions decisions.json
      audit report reports/tiny-reviews --decisions decisions.json --final --reviewer "A. Reviewer"
      audit report reports/tiny-reviews --config strict.toml --out strict
      audit report reports/tiny-reviews --redact --out shared
    """
    from auditor.report.writing import write_report
    from auditor.review.redaction import redact as redacted

    if final != bool(reviewer):
        raise click.UsageError("--final and --reviewer NAME belong together.")
    found = read(run, decisions)
    if config_file is not None:
        found = _judged_again(found, config_file)
    if final:
        found = _signed(found, reviewer or "")
    _tell_standing(found)
    folder = out or (run.parent if run.is_file() else run)
    for path in write_report(folder, redacted(found) if redact else found):
        click.echo(path)
    holding = [name for name in HOLD_TEXT if (folder / name).exists()]
    if redact and holding:
        click.echo(f"Warning: the dataset's words are still in {', '.join(holding)} of {folder}", err=True)


def _signed(report: "Report", reviewer: str) -> "Report":
    from auditor.findings.clock import now
    from auditor.review.sign_off import sign

    return sign(report, reviewer, now())


def _tell_standing(report: "Report") -> None:
    """Warn on stderr of a signature that does not hold."""
    from auditor.report.visible_text import quoted
    from auditor.report.wording.notices import signature_note
    from auditor.review.sign_off import Standing, standing

    if standing(report) in (Standing.EVIDENCE, Standing.DECISIONS):
        click.echo(f"Warning: {quoted(signature_note(report))}", err=True)


def _judged_again(before: "Report", config_file: Path) -> "Report":
    """The report under the file's rule; what the new rule changes is written to stderr."""
    from auditor.verdicts.judging import judge_again

    rule = layered(RuleConfig, "rule", flags={}, file=config_file)
    after = judge_again(before, rule)
    thresholds = {name: value for name, value in asdict(rule).items() if before.rule.get(name) != value}
    moved = ", ".join(f"{name} {before.rule.get(name)} → {value}" for name, value in thresholds.items())
    click.echo(f"Judged again by the rule of {config_file}: {moved or 'the same thresholds'}", err=True)
    verdicts = {finding.id: finding.judgement for finding in before.findings}
    changed = [f for f in after.findings if _outcome(f.judgement) != _outcome(verdicts[f.id])]
    click.echo(f"{len(changed)} of {len(after.findings)} findings changed verdict or severity", err=True)
    return after


def _outcome(judgement: "Judgement") -> tuple[str, str]:
    return judgement.verdict, judgement.severity
