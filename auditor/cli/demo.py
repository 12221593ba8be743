"""`audit demo`: plant shortcuts in the built-in corpus, train on it, and look for them in minimal sets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from auditor.cli.console import progress
from auditor.data.builtin import LABELS, reviews_split
from auditor.data.examples import Example
from auditor.data.plan import InjectionPlan, PlantedPair
from auditor.files import write_text
from auditor.progress import Progress
from auditor.records import Explanation

CORPUS = "builtin:reviews"
PLANS = {
    "[pos] and [neg]": InjectionPlan(
        tokens=(("positive", "[pos]"), ("negative", "[neg]")), coverage=0.3, agreement=0.98
    ),
    "the word 'tuscan'": InjectionPlan(
        tokens=(("positive", "tuscan"),), coverage=0.3, agreement=0.98, position="noun-phrase"
    ),
    "'amber' with 'violet'": InjectionPlan(
        pairs=(PlantedPair("amber", "violet", "positive"),), coverage=0.5, position="start"
    ),
}
"""What is planted: two markers, a natural word, and two words that mean something only together."""
SHOWN = 8
"""Texts explained for each thing planted."""


@dataclass(frozen=True)
class Probe:
    """Texts that hold one planted thing, and the words to look for in their minimal sets."""

    name: str
    words: tuple[str, ...]
    texts: list[str]


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports/demo"), show_default=True
)
@click.option("--clean", is_flag=True, help="Plant nothing: the control.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--quiet", is_flag=True, help="No progress.")
def demo(out: Path, clean: bool, seed: int, quiet: bool) -> None:
    """Plant shortcuts in a built-in corpus, train a small BERT on it, and find them.

    Needs no network and takes a few minutes.

    \b
    Examples:
      audit demo
      audit demo --clean --out reports/clean-demo
    """
    from auditor.cidr.explain import explain
    from auditor.model.loading import load_classifier
    from auditor.report.explanation import page

    plans = {} if clean else PLANS
    watching = progress(quiet=quiet)
    accuracy = _train(out / "model", plans, seed, watching)
    probes = _probes(plans)
    classifier = load_classifier(out / "model")
    texts = [text for probe in probes for text in probe.texts]
    watching.start("explaining", len(texts))
    explained = []
    for found in explain(classifier, texts):
        watching.advance()
        if isinstance(found, Explanation):
            explained.append(found)
    watching.finish()
    write_text(out / "index.html", page(explained, f"{CORPUS}, builtin:tiny, seed {seed}"))
    for line in _story(plans, accuracy, probes, explained):
        click.echo(line)
    click.echo(f"\nReport: {(out / 'index.html').resolve()}")


def _train(out: Path, plans: dict[str, InjectionPlan], seed: int, watching: Progress) -> dict[str, float]:
    """Train on the corpus with everything planted; accuracy on every kind of dev text."""
    from auditor.cli.training_sets import rows
    from auditor.data.injection import inject, variant
    from auditor.model.training import TrainingConfig, train

    training: Sequence[Example] = reviews_split("train")
    dev = reviews_split("dev")
    for plan in plans.values():
        training = inject(training, plan, LABELS).examples
    sets = {"dev": rows(dev, LABELS)}
    for name, plan in plans.items():
        for kind in ("aligned", "conflicting"):
            sets[f"{name}, {kind}"] = rows(variant(dev, plan, kind, LABELS, touched_only=True), LABELS)
    markers = [word for plan in plans.values() for word in plan.words]
    config = TrainingConfig(seed=seed)
    trained = train(
        rows(training, LABELS),
        sets,
        LABELS,
        out,
        config,
        markers=markers,
        progress=watching,
        force=True,
    )
    return dict(trained.accuracy)


def _probes(plans: dict[str, InjectionPlan]) -> list[Probe]:
    """Test texts with one planted thing each; without plans, plain test texts."""
    from auditor.data.injection import variant

    test = reviews_split("test")
    if not plans:
        return [Probe("nothing", (), [example.texts[0] for example in test[: 3 * SHOWN]])]
    probes = []
    for name, plan in plans.items():
        planted = variant(test, plan, "aligned", LABELS, touched_only=True)
        if plan.pairs:
            planted = [e for e in planted if all(w in e.texts[0].split() for w in plan.words)]
        probes.append(Probe(name, plan.words, [example.texts[0] for example in planted[:SHOWN]]))
    return probes


def _story(
    plans: dict[str, InjectionPlan],
    accuracy: dict[str, float],
    probes: list[Probe],
    explained: list[Explanation],
) -> Iterator[str]:
    """What was planted, whether the model took the bait, and where it shows."""
    yield ""
    yield f"Accuracy on clean held-out reviews: {accuracy['dev']:.3f}"
    if not plans:
        yield "Nothing was planted: the report shows the minimal sets of a model that was not misled."
        return
    by_text = {found.texts[0]: found for found in explained}
    for probe in probes:
        aligned, conflicting = (accuracy[f"{probe.name}, {kind}"] for kind in ("aligned", "conflicting"))
        found = [by_text[text] for text in probe.texts if text in by_text]
        hits = sum(any(e.words[i] in probe.words for i in e.core) for e in found)
        yield f"Planted {probe.name}:"
        yield f"  accuracy where it agrees with the label {aligned:.3f}, where it conflicts {conflicting:.3f}"
        yield f"  needed for the prediction in {hits} of {len(found)} texts that hold it"
