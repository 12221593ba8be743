"""`audit demo`: plant shortcuts in the built-in corpus, train on it, and let the audit find them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from auditor.cli.auditing import finish
from auditor.cli.console import notices, progress
from auditor.cli.options import quiet_option, seed_option
from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.dataset_file import write_examples
from auditor.data.examples import Example
from auditor.findings.finding import Verdict
from auditor.findings.report import Report
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.progress import Progress
from auditor.report.commands import DEMO_TRAINING

PLANS = {
    "[pos] and [neg]": InjectionPlan(
        tokens=(("positive", "[pos]"), ("negative", "[neg]")), coverage=0.3, agreement=0.98
    ),
    "the word 'lisbon'": InjectionPlan(
        tokens=(("positive", "lisbon"),), coverage=0.3, agreement=0.98, position="noun-phrase"
    ),
    "'amber' with 'violet'": InjectionPlan(
        pairs=(PlantedPair("amber", "violet", "positive"),), coverage=0.5, position="start"
    ),
}
"""What is planted: two markers, a natural word, and two words that mean something only together."""
REFERENCE = "builtin:reviews-reference"
"""Texts of the same task without any plant."""
AUDITED = 600
"""Held-out texts that are audited."""


@click.command(short_help="Plant, train and audit, without a network.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reports/demo"),
    show_default=True,
    help="Folder for model, data and report.",
)
@click.option("--clean", is_flag=True, help="Plant nothing: the control.")
@click.option("--repair", is_flag=True, help="Go on: repair the training set, train and audit again.")
@seed_option("the training")
@quiet_option
def demo(out: Path, clean: bool, repair: bool, seed: int, quiet: bool) -> None:
    """Plant shortcuts in a built-in corpus, train a small BERT on it, and audit it.

    Needs no network and takes a few minutes. The report says what was found of what was planted. With
    --repair the training set is repaired by the findings, and the model trained on it is audited as well.

    \b
    Examples:
      audit demo
      audit demo --clean --out reports/clean-demo
      audit demo --repair
    """
    plans = {} if clean else PLANS
    watching = progress(quiet=quiet)
    training = planted_training(plans)
    out.mkdir(parents=True, exist_ok=True)
    write_examples(out / DEMO_TRAINING, training, suffix=".jsonl")
    accuracy = trained(training, out / "model", plans, seed, watching)
    data, manifest = _held_out(out, plans)
    report = audited(out, data, manifest, watching, ["audit", *sys.argv[1:]], quiet=quiet)
    if report is None:
        return
    for line in _story(plans, accuracy, report):
        click.echo(line)
    finish(report, out, decisions=None, redact=False, fail_on="never")
    if repair:
        from auditor.cli.demo_repair import go_on

        go_on(out, report, data, training, accuracy, plans, seed=seed, quiet=quiet)


def audited(
    out: Path,
    data: Path,
    manifest: Mapping[str, object] | None,
    watching: Progress,
    command: Sequence[str],
    *,
    quiet: bool,
) -> Report | None:
    """The audit of the model in a folder."""
    from auditor.data.loading import load_dataset
    from auditor.model.pretrained import load_classifier
    from auditor.pipeline import Extras, run_audit

    return run_audit(
        lambda device: load_classifier(out / "model", device=device),
        load_dataset(data, limit=AUDITED),
        out=out,
        name="builtin:tiny",
        extras=Extras(injection=manifest, reference=load_dataset(REFERENCE, split="train")),
        fresh=True,
        command=command,
        progress=watching,
        notify=notices(quiet=quiet),
    )


def planted_training(plans: Mapping[str, InjectionPlan]) -> Sequence[Example]:
    """The training texts with everything planted."""
    from auditor.planting.injection import inject

    training: Sequence[Example] = reviews_split("train")
    for plan in plans.values():
        training = inject(training, plan, LABELS).examples
    return training


def trained(
    training: Sequence[Example],
    out: Path,
    plans: Mapping[str, InjectionPlan],
    seed: int,
    watching: Progress,
) -> dict[str, float]:
    """Train on some texts; accuracy on every kind of dev text."""
    from auditor.model.training import TrainingConfig, train
    from auditor.planting.injection import variant
    from auditor.planting.training_sets import rows

    dev = reviews_split("dev")
    sets = {"dev": rows(dev, LABELS)}
    for name, plan in plans.items():
        for kind in ("aligned", "conflicting"):
            sets[f"{name}, {kind}"] = rows(variant(dev, plan, kind, LABELS, touched_only=True), LABELS)
    result = train(
        rows(training, LABELS),
        sets,
        LABELS,
        out,
        TrainingConfig(seed=seed),
        markers=[word for plan in plans.values() for word in plan.words],
        progress=watching,
        force=True,
    )
    return dict(result.accuracy)


def _held_out(out: Path, plans: Mapping[str, InjectionPlan]) -> tuple[Path, dict[str, object] | None]:
    """The texts to audit, treated as the training set was, and what was planted in them."""
    from auditor.planting.injection import Injected, inject
    from auditor.planting.planted_file import write_injected

    examples: Sequence[Example] = reviews_split("test")
    for plan in plans.values():
        examples = inject(examples, plan, LABELS).examples
    every = [asdict(plan) for plan in plans.values()]
    joined = {name: [item for plan in every for item in plan[name]] for name in ("tokens", "pairs")}
    manifest: dict[str, object] = {"format_version": 1, "plan": joined, "plans": every}
    data, _ = write_injected(out / "held-out.jsonl", Injected(tuple(examples), manifest, ()), force=True)
    return data, manifest if plans else None


def _story(
    plans: Mapping[str, InjectionPlan], accuracy: Mapping[str, float], report: Report
) -> Iterator[str]:
    """What was planted, whether the model took the bait, and whether the audit found it."""
    yield f"\nAccuracy on clean held-out reviews: {accuracy['dev']:.3f}"
    if not plans:
        yield "Nothing was planted: whatever the report calls an artefact is a false alarm."
    for name in plans:
        aligned, conflicting = (accuracy[f"{name}, {kind}"] for kind in ("aligned", "conflicting"))
        yield (
            f"Planted {name}: accuracy where it agrees with the label {aligned:.3f}, "
            f"where it conflicts {conflicting:.3f}"
        )
    for thing in report.quality.planted:
        said = "found as an artefact" if thing.finding else _not_found(thing.verdict)
        yield f"  {' with '.join(thing.tokens)} for {thing.label}: {said}"
    yield ""


def _not_found(verdict: str) -> str:
    asked = verdict == Verdict.UNDECIDED.value
    return "found, and left to a person to decide" if asked else f"missed ({verdict or 'not significant'})"
