"""`audit evaluate`: LO, Comp and FMS of CIDR beside its baselines, on one model and one dataset."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail, progress
from auditor.cli.headings import Command, measuring, output
from auditor.cli.options import load_model, model_options, quiet_option, report_folder, seed_option
from auditor.cli.options_data import dataset_options, load
from auditor.config import CHOICES
from auditor.evaluation.conventions import CONVENTIONS, ROUNDINGS, UNITS

DEFAULT = (
    "cidr,cidr-no-refine,cidr-no-cooperation,ig,sig,dig,gradient-x-input,deeplift,gradient-shap,random,"
    "leave-one-out"
)


@click.command(cls=Command, short_help="Measure explanations against baselines.")
@click.argument("model")
@click.argument("dataset")
@measuring(
    "--methods",
    default=DEFAULT,
    help="Names with commas between, or all; the first is tested. [default: most]",
)
@measuring("--seeds", type=click.IntRange(1, 100), default=5, show_default=True, help="Runs with chance.")
@measuring(
    "--convention", type=click.Choice(CONVENTIONS), default="paper", show_default=True,
    help="The paper's, or the counting of the public harness.",
)  # fmt: skip
@measuring(
    "--removal",
    type=click.Choice(CHOICES["removal"]),
    help="What is done to removed words. [default: by the convention]",
)
@measuring("--unit", type=click.Choice(UNITS), help="What is counted. [default: by the convention]")
@measuring("--rounding", type=click.Choice(ROUNDINGS), help="How 0.1 n becomes K. [default: floor]")
@seed_option("the sample of --limit")
@output("--json", "as_json", is_flag=True, help="Print JSON instead of the table.")
@output("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder. [default: reports/NAME]")
@quiet_option
@dataset_options
@model_options
def evaluate(model: str, dataset: str, out: Path | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Measure how good explanations of MODEL on DATASET are: CIDR, its ablations and its baselines.

    Saves evaluation.json, evaluation.md and evaluation.html. Some baselines need Captum: install the
    extra `bench`.

    \b
    Examples:
      audit evaluate path/to/model reviews.csv --limit 100
      audit evaluate path/to/model sst2 --split validation --methods cidr,ig,leave-one-out --json
      audit evaluate path/to/model reviews.csv --limit 50 --convention published
    """
    from auditor.report.evaluation import table, to_json
    from auditor.report.evaluation_page import save

    found = _evaluate(model, dataset, options, quiet=quiet)
    paths = save(found, out or report_folder(model, dataset, prefix="evaluate-"))
    click.echo(to_json(found) if as_json else table(found), nl=not as_json)
    for failure in found.failures:
        fail(f"{failure.method} failed on {failure.text[:60]!r}: {failure.reason}", "")
    click.echo(f"wrote {', '.join(str(path) for path in paths)}", err=True)


def _evaluate(model: str, dataset: str, options: dict[str, Any], *, quiet: bool) -> Any:
    from auditor.evaluation.conventions import convention
    from auditor.evaluation.methods import parse_methods

    methods = parse_methods(options["methods"])
    chosen = {name: options[name] for name in ("removal", "unit", "rounding")}
    rules = convention(options["convention"], **chosen)
    data = load(dataset, options, seed=options["seed"])
    from auditor.evaluation.evaluate import evaluate as measure

    return measure(
        load_model(model, options, removal=rules.removal),
        data.examples(),
        methods,
        convention=rules,
        seeds=options["seeds"],
        model=Path(model).name,
        dataset=data.source,
        progress=progress(quiet=quiet),
    )
