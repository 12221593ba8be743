"""`audit run`: the main job, from a model and a dataset to a report that a reviewer acts on."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail, notices, progress
from auditor.cli.headings import Command, evidence, of_model, output, running, search
from auditor.cli.options import (
    cidr_config,
    cidr_options,
    model_options,
    quiet_option,
    report_folder,
    stack,
)
from auditor.cli.options_asked import (
    asked_options,
    check_asked,
    opened,
    stands_for_model,
    without_query,
)
from auditor.cli.options_data import dataset_options, load, told
from auditor.cli.options_engine import engine_config, engine_options
from auditor.cli.options_run import decisions_option, fail_on_option, keywords_option
from auditor.cli.planned import as_planned, check_extent, find_options, plan_lines
from auditor.config import (
    CORRECTIONS,
    POWERS,
    PRECISIONS,
    CidrConfig,
    EngineConfig,
    EvidenceConfig,
    RuleConfig,
    SweepConfig,
    layered,
)
from auditor.errors import AuditError
from auditor.meaning.tasks import TASKS
from auditor.stopping import exit_code

run_options = stack(
    [
        search("--exhaustive", is_flag=True, help="Search as widely as `audit explain` does."),
        of_model(
            "--mixed-precision",
            type=click.Choice(PRECISIONS),
            help="Precision of the computation, where it is safe. [default: no]",
        ),
        of_model("--compile/--no-compile", default=None, help="Compile the model first. [default: off]"),
        evidence("--reference", help="Another dataset of the same task, where no leak is expected."),
        evidence("--train-data", help="What the model was trained on: its labels are counted as well."),
        evidence("--group-column", help="Column that says where a text is from: a source, site, author."),
        evidence(
            "--task",
            type=click.Choice(TASKS),
            default="auto",
            show_default=True,
            help="Which built-in list of words says what the task is; auto goes by the labels' names.",
        ),
        evidence(
            "--seeds",
            multiple=True,
            metavar="LABEL=WORD,…",
            help="A few words of the task for a label, six are a start; repeatable.",
        ),
        evidence("--encoder", help="A model whose embeddings know words, where this one's do not."),
        evidence(
            "--lexicon",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Words of the task, one a line, each with its label behind a tab if you like.",
        ),
        evidence(
            "--power",
            type=click.Choice(POWERS),
            help="How much is tried to say what would have been found. [default: quick]",
        ),
        evidence("--candidates", type=int, help="Tokens to intervene on. [default: 120]"),
        evidence(
            "--correction",
            type=click.Choice(CORRECTIONS),
            help="Benjamini-Hochberg, or Benjamini-Yekutieli. [default: bh]",
        ),
        output(
            "--out",
            type=click.Path(path_type=Path, file_okay=False),
            help="Run directory. [default: reports/NAME]",
        ),
        decisions_option,
        fail_on_option("never"),
        keywords_option,
        output(
            "--json", "as_json", is_flag=True, help="The outcome as one JSON object, as `audit check` has it."
        ),
        output("--redact", is_flag=True, help="Keep no text and no token in anything written."),
        running("--dry-run", is_flag=True, help="Say what the run would take, and stop."),
        running(
            "--processes",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            help="Processes to start on this machine.",
        ),
        running(
            "--resume/--fresh",
            default=True,
            help="Go on with what is there, or start over. [default: resume]",
        ),
        running("--shard-size", type=int, help="Examples in one stored shard. [default: 8 to 64]"),
        quiet_option,
    ]
)


@click.command(cls=Command, short_help="Audit a model on a dataset: the main job.")
@click.argument("model", metavar="[MODEL]")
@click.argument("dataset", required=False, metavar="DATASET")
@dataset_options
@find_options
@model_options
@asked_options
@cidr_options
@run_options
@engine_options
def run(model: str, dataset: str | None, out: Path | None, processes: int, **options: Any) -> None:
    """Audit MODEL on DATASET: find what it leans on, test it, and write a report.

    MODEL is a directory or a hub id; anything else is asked with --predict or --endpoint. DATASET is a CSV,
    TSV, JSONL or Parquet file, a hub id, an alias (sst2, imdb, ...), a save_to_disk folder, or
    builtin:reviews.

    As many texts are taken as it needs to find any word in 2 % of them that turns half of the others
    (--find); --limit N takes so many, --all takes every one, and --dry-run says what each would cost.

    An interrupted run goes on when the same command is run again, with any number of processes. A
    DATASET.injection.json beside the dataset says what was planted, and the report what was found of it.

    \b
    Examples:
      audit run path/to/model reviews.csv --find 0.01:0.5
      audit run path/to/model sst2 --split validation --processes 2
      audit run path/to/model reviews.csv --reference other-reviews.csv --fail-on high
      audit run path/to/model reviews.csv --engine ray --address 10.0.0.1:6379
      audit run path/to/model reviews.csv --dry-run
      audit run reviews.csv --predict my_module:predict --classes negative,positive
      audit run reviews.csv --endpoint https://example.org/predict --limit 200 --dry-run
      accelerate launch -m auditor run path/to/model reviews.csv
    """
    from auditor.sweep.asked_of_machine import check_device, too_many
    from auditor.sweep.launch import is_child, launch, launched, own_command, resume_command

    check_asked(options)
    check_extent(options)
    asked = stands_for_model(options)
    if asked is not None and dataset is not None:
        raise AuditError(f"two models were given: {model} and {asked}", "Give one of them, and the dataset.")
    if asked is not None:
        model, dataset = asked, model
    if dataset is None:
        raise click.UsageError("Missing argument 'DATASET'.")
    folder = out or report_folder(without_query(model), dataset)
    engine = engine_config(options, processes)
    check_device(options["device"])
    if warning := too_many(processes, options["device"]):
        click.echo(f"Warning: {warning}", err=True)
    try:
        if processes > 1 and not launched() and not options["dry_run"]:
            raise click.exceptions.Exit(launch(own_command(sys.argv[1:]), processes))
        at_once = max(processes, engine.workers if engine.engine == "ray" else 0)
        _run(model, dataset, folder, options, engine, at_once)
    except KeyboardInterrupt as stop:
        if not is_child():
            fail("interrupted; what was finished is kept", f"Go on with: {resume_command(sys.argv[1:])}")
        raise click.exceptions.Exit(exit_code(stop)) from None


def _run(
    model: str, dataset: str, out: Path, options: dict[str, Any], engine: EngineConfig, processes: int
) -> None:
    from auditor.cli.auditing import finish

    quiet = options["quiet"]
    sweeping, evidence, rule = _settings(options)
    method = cidr_config(options, base=CidrConfig() if options["exhaustive"] else CidrConfig.quick())
    if options["exhaustive"] and method.method == "paper":
        raise AuditError("--exhaustive contradicts method 'paper', which searches nothing", "Leave it out.")
    group = options["group_column"]
    data = load(dataset, options, seed=method.seed, need_label=False, group_column=group)
    if data.columns.label is None:
        click.echo("Warning: no label column was found (--label-column names one): no association", err=True)

    data, plan = as_planned(data, options, evidence, rule, seed=method.seed)
    loader = _loader(model, options, data, method, out)
    if options["dry_run"]:
        click.echo("".join(f"{line}\n" for line in plan_lines(plan)) if plan else "", nl=False)
        from auditor.sweep.estimate import estimate

        expected = estimate(loader, data, method, out=out, settings=sweeping, device=options["device"])
        _tell(expected, evidence, processes)
        if evidence.power != "off":
            _tell_power(data, evidence, rule)
        return
    from auditor.sweep.world import speaks

    if plan is not None and plan.weights is not None and not quiet and speaks():
        click.echo("\n".join(plan_lines(plan)), err=True)
    from auditor.pipeline import run_audit

    report = run_audit(
        loader,
        data,
        out=out,
        name=without_query(model),
        method=method,
        sweeping=sweeping,
        evidence=evidence,
        rule=rule,
        extras=_extras(dataset, options, method.seed),
        device=options["device"],
        fresh=not options["resume"],
        command=["audit", *map(without_query, sys.argv[1:])],
        progress=progress(quiet=quiet),
        notify=notices(quiet=quiet),
        engine=engine,
    )
    if report is not None:
        finish(
            report,
            out,
            decisions=options["decisions"],
            redact=options["redact"],
            fail_on=options["fail_on"],
            keywords=options["fail_on_keywords"],
            as_json=options["as_json"],
        )


def _settings(options: dict[str, Any]) -> tuple[SweepConfig, EvidenceConfig, RuleConfig]:
    """Those of the sweep, of the evidence and of the rule, by file, environment and flags."""
    file = options["config_file"]
    names = ("shard_size", "mixed_precision", "compile")
    sweeping = layered(SweepConfig, "sweep", flags={name: options[name] for name in names}, file=file)
    names = ("candidates", "correction", "power")
    evidence = layered(EvidenceConfig, "audit", flags={name: options[name] for name in names}, file=file)
    return sweeping, evidence, layered(RuleConfig, "rule", flags={}, file=file)


def _loader(
    model: str, options: dict[str, Any], data: Any, method: CidrConfig, out: Path
) -> Callable[[str], Any]:
    """What makes the model on a device."""
    fields = 1 if data.columns.text_pair is None else 2
    run = out if options["resume"] else None
    found = opened(model, options, removal=method.removal, labels=data.label_names, fields=fields, run=run)
    return found.load


def _extras(dataset: str, options: dict[str, Any], seed: int) -> Any:
    """What the user gave beside model and data."""
    from auditor.cli.auditing import injection_of
    from auditor.pipeline import Extras

    return Extras(
        reference=_other(options["reference"], seed),
        train_data=_other(options["train_data"], seed, options["group_column"]),
        injection=injection_of(dataset),
        **{name: options[name] for name in ("task", "lexicon", "seeds", "encoder")},
    )


def _other(spec: str | None, seed: int, group: str | None = None) -> Any:
    """Another dataset, if one is named; of a source with splits, the one for training."""
    from auditor.data.loading import load_dataset

    if spec is None:
        return None
    split = "train" if spec.startswith("builtin:") else None
    return told(load_dataset(spec, split=split, seed=seed, group_column=group, need_group=False))


def _tell(expected: Any, evidence: EvidenceConfig, processes: int) -> None:
    from auditor.report.numbers import counted
    from auditor.sweep.cost import Work, seconds

    shards = counted(expected.shards, "shard")
    click.echo(f"{counted(expected.examples, 'example')} ({expected.repeated} repeated) in {shards}")
    click.echo(f"{counted(expected.missing, 'shard')} to compute")
    if not expected.timed:
        click.echo(f"about {expected.forwards} texts to ask for, {expected.known} answers are known")
        click.echo(
            f"then up to {evidence.forwards} texts for interventions, most of them for many candidates"
        )
        return
    click.echo(f"about {expected.forwards} forward and {expected.gradients} gradient evaluations")
    click.echo(f"about {expected.seconds:.0f} s for one process, {expected.memory / 2**20:.0f} MB")
    interventions = evidence.forwards * expected.forward
    click.echo(
        f"then about {evidence.forwards} forward evaluations of interventions at most: about "
        f"{interventions:.0f} s for one process"
    )
    work = Work(expected.examples, expected.missing, expected.seconds, interventions)
    for count in sorted({1, processes, 2 * processes}):
        click.echo(f"about {seconds(work, count):.0f} s in all with {counted(count, 'process', 'processes')}")


def _tell_power(data: Any, evidence: EvidenceConfig, rule: RuleConfig) -> None:
    """What the audit would find, by the labels alone."""
    from auditor.power.forecast import forecast
    from auditor.report.wording.power_text import forecast_line

    found, smallest = forecast(data, evidence, rule)
    click.echo(forecast_line((found.middle, found.low, found.high), smallest))
