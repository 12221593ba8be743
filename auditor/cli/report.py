"""`audit report`: render the report of a run again, without the model."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options_run import HOLD_TEXT, decisions_option, read, run_argument
from auditor.config import RuleConfig, layered
from auditor.errors import AuditError
from auditor.files import write_text

if TYPE_CHECKING:
    from auditor.findings.finding import Judgement
    from auditor.findings.report import Report


@click.command(short_help="Write a run's report again.")
@run_argument
@decisions_option
@click.option("--card", is_flag=True, help="Also write card.md, a section for the model's card.")
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
@click.option(
    "--final", is_flag=True, help="Sign the report off: no question above low severity may be open."
)
@click.option("--reviewer", metavar="NAME", help="Whoever decided, for the signature of --final.")
def report(
    run: Path,
    decisions: Path | None,
    card: bool,
    redact: bool,
    out: Path | None,
    config_file: Path | None,
    final: bool,
    reviewer: str | None,
) -> None:
    """Write index.html, summary.md and report.json of RUN again.

    RUN is the folder of a run, or its report.json. With --config the stored evidence is judged again, without
    model or data.

    \b
    Examples:
      audit report reports/tiny-reviews
      audit report reports/tiny-reviews --decisions decisions.json
      audit report reports/tiny-reviews --config strict.toml --out strict
      audit report reports/tiny-reviews --redact --out shared
      audit report reports/tiny-reviews --card
      audit report reports/tiny-reviews --decisions decisions.json --final --reviewer "Ada Byron"
    """
    from auditor.report.wording.signatures import signed_line
    from auditor.report.writing import write_report
    from auditor.review.redaction import redact as redacted
    from auditor.review.signing import signed

    if final != (reviewer is not None):
        raise AuditError("a signature needs both --final and --reviewer NAME", "Give both, or neither.")
    found = read(run, decisions)
    if config_file is not None:
        found = _judged_again(found, config_file)
    folder = out or (run.parent if run.is_file() else run)
    shown = redacted(found) if redact else found
    shown = signed(shown, reviewer) if reviewer is not None else shown
    for path in write_report(folder, shown):
        click.echo(path)
    if card:
        from auditor.report.model_card import NAME, model_card

        write_text(folder / NAME, model_card(shown))
        click.echo(folder / NAME)
    if final:
        click.echo(signed_line(shown))
    holding = [name for name in HOLD_TEXT if (folder / name).exists()]
    if redact and holding:
        click.echo(f"Warning: the dataset's words are still in {', '.join(holding)} of {folder}", err=True)


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
