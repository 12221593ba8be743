"""`audit export`: the findings of a run for other uses; as behaviour tests for any later model."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.console import progress
from auditor.cli.headings import Command, measuring, of_model, output, repairing
from auditor.cli.options import force_option, load_model, model_options, quiet_option, seed_option
from auditor.cli.options_run import decisions_option, read, run_argument

if TYPE_CHECKING:
    from auditor.findings.report import Report
    from auditor.repair.comparing import Asked


@click.command(cls=Command, short_help="Write the artefacts of a run as behaviour tests.")
@run_argument
@output("--tests", type=click.Path(path_type=Path), required=True, help="File of tests, as JSON lines.")
@of_model("--model", help="The audited model. [default: the one that the run names]")
@of_model("--unverified", is_flag=True, help="Ask no model: keep tests that the audited one may pass.")
@measuring(
    "--most", type=click.IntRange(min=1), default=40, show_default=True, help="Tests of each artefact."
)
@repairing("--finding", "chosen", multiple=True, help="Test this finding alone; repeatable.")
@decisions_option
@model_options
@seed_option("the texts that are tests")
@quiet_option
@force_option("Overwrite the file.")
def export(run: Path, tests: Path, model: str | None, unverified: bool, force: bool, **options: Any) -> None:
    """Write the artefacts of RUN as tests: a text, the text with the artefact written in or taken out.

    The expectation is that the prediction stays. Only tests are kept that the audited model fails. `audit
    check MODEL --tests FILE` runs them on any model of the same classes.

    \b
    Examples:
      audit export reports/model-reviews --tests shortcuts.jsonl
      audit check models/next --tests shortcuts.jsonl
    """
    from auditor.data.dataset_file import check_free
    from auditor.data.labels import match_labels
    from auditor.errors import AuditError
    from auditor.repair.behaviour import behaviour_tests
    from auditor.repair.behaviour_file import write_tests
    from auditor.repair.repairing import artefacts_for, planned
    from auditor.report.numbers import counted
    from auditor.report.wording.repairs import NOTHING, left_out_line
    from auditor.sweep.store import RunStore

    check_free(tests, force=force)
    report = read(run, options["decisions"])
    plan = planned(report, run, chosen=options["chosen"])
    if not plan.findings:
        click.echo(NOTHING)
        return
    artefacts, left = artefacts_for(plan, plan.classes, str(run))
    for one in left:
        click.echo(f"Note: {left_out_line(one)}", err=True)
    store = RunStore(run.parent if run.is_file() else run)
    audited = None if unverified else _audited(store.path, report, model, options)
    seen = (store.manifest()["data"].get("labels") or {}) if report.summary.has_labels else {}
    made = behaviour_tests(
        store.outcomes(),
        artefacts,
        match_labels(seen, plan.classes) if seen else {},
        audited=audited,
        seed=options["seed"],
        most=options["most"],
    )
    if not made:
        raise AuditError(
            "no text of the run makes a test that the audited model fails",
            "Audit more texts, or pass --unverified.",
        )
    write_tests(tests, made)
    click.echo(f"wrote {tests}: {counted(len(made), 'test')}")
    for artefact in artefacts:
        count = sum(test.finding == artefact.id for test in made)
        click.echo(f"  {artefact.name} → {artefact.label}: {counted(count, 'test')}")


def _audited(run: Path, report: "Report", model: str | None, options: dict[str, Any]) -> "Asked":
    """The audited model, to say which tests it fails."""
    from auditor.cidr.asking import Laboratory
    from auditor.cli.compare import model_of
    from auditor.repair.comparing import Asked

    classifier = load_model(model or model_of(run, report), options, removal="pad")
    return Asked(Laboratory(classifier, progress=progress(quiet=options["quiet"])), classifier.labels)
