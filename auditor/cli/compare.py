"""`audit compare`: two models on the same texts, before and after a repair."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.console import progress
from auditor.cli.headings import Command, measuring, of_data, output, repairing
from auditor.cli.options import load_model, model_options, quiet_option, seed_option
from auditor.cli.options_data import dataset_options, load
from auditor.cli.options_run import decisions_option, read
from auditor.report.visible_text import one_line

if TYPE_CHECKING:
    from auditor.findings.report import Report
    from auditor.repair.comparing import Asked
    from auditor.repair.marked_rows import Marked


@click.command(cls=Command, short_help="Compare two models on the same texts.")
@click.argument("old")
@click.argument("new")
@of_data("--data", required=True, help="Labelled texts that neither model was trained on.")
@repairing(
    "--findings",
    "run",
    type=click.Path(path_type=Path),
    help="The run whose artefacts are compared. [default: OLD, if it is a run]",
)
@repairing("--finding", "chosen", multiple=True, help="Compare this finding alone; repeatable.")
@decisions_option
@measuring(
    "--insertions",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Texts of other classes that each artefact is written into.",
)
@dataset_options
@model_options
@seed_option("the texts that artefacts are written into")
@quiet_option
@output("--json", "as_json", is_flag=True, help="One JSON object.")
def compare(old: str, new: str, data: str, run: Path | None, as_json: bool, **options: Any) -> None:
    """Compare OLD and NEW on the same texts: accuracy, where each artefact agrees and conflicts, what is new.

    Each is a model or the run that audited it. The artefacts are those of OLD's run, or of --findings; what
    is new is known where both are runs.

    \b
    Examples:
      audit compare models/planted models/repaired --data test.csv --findings reports/planted-test
      audit compare reports/planted-test reports/repaired-test --data test.csv
    """
    from auditor.records.codec import plain
    from auditor.repair.comparing import compare as compared
    from auditor.report.wording.comparisons import comparison_lines
    from auditor.review.before_after import new_artefacts

    before, after = report_of(old), report_of(new)
    findings_of = read(run, options["decisions"]) if run is not None else decided_report(before, options)
    dataset = load(data, options, seed=options["seed"])
    marked = marked_by(findings_of, run or Path(old), dataset, options)
    found = compared(
        asked_model(old, before, dataset, options),
        asked_model(new, after, dataset, options),
        marked,
        found=None if before is None or after is None else new_artefacts(before, after),
        seed=options["seed"],
        insertions=options["insertions"],
    )
    if as_json:
        click.echo(json.dumps(plain(found), ensure_ascii=False, indent=1))
        return
    for line in comparison_lines(found):
        click.echo(line)


def report_of(name: str) -> "Report | None":
    """The report of a run; None for a model."""
    return read(Path(name)) if (Path(name) / "report.json").is_file() else None


def decided_report(report: "Report | None", options: dict[str, Any]) -> "Report | None":
    """The report with the decisions that were given."""
    from auditor.cli.options_run import decided

    return None if report is None else decided(report, options["decisions"])


def marked_by(report: "Report | None", run: Path, dataset: Any, options: dict[str, Any]) -> "Marked":
    """The dataset with the artefacts of a report; those that no row can show are said on stderr."""
    from auditor.repair.marked_rows import mark
    from auditor.repair.repairing import artefacts_for, planned
    from auditor.report.wording.repairs import left_out_line

    if report is None:
        click.echo("Note: no run was named: accuracy alone is compared (--findings names one)", err=True)
        return mark(dataset.examples(), (), dataset.label_names)
    plan = planned(report, run, chosen=options["chosen"])
    artefacts, left = artefacts_for(plan, dataset.label_names, dataset.source)
    for one in left:
        click.echo(f"Note: {left_out_line(one)}", err=True)
    return mark(dataset.examples(), artefacts, dataset.label_names)


def asked_model(name: str, report: "Report | None", dataset: Any, options: dict[str, Any]) -> "Asked":
    """A model ready to be asked, with its classes by the dataset's names."""
    from auditor.cidr.asking import Laboratory
    from auditor.data.labels import match_labels
    from auditor.repair.comparing import Asked

    spec = name if report is None else model_of(Path(name), report)
    classifier = load_model(spec, options, removal="pad")
    own = {model: label for label, model in match_labels(dataset.label_names, classifier.labels).items()}
    watching = progress(quiet=options["quiet"])
    return Asked(
        Laboratory(classifier, progress=watching), tuple(own.get(name, name) for name in classifier.labels)
    )


def model_of(run: Path, report: "Report") -> str:
    """The model that a run audited: in its own folder, or where the run says it is, which is told."""
    if (run / "model" / "config.json").is_file():
        return str(run / "model")
    named = report.summary.model
    click.echo(f"Note: {run} names the model {one_line(named)}, which is loaded", err=True)
    return named
