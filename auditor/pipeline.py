"""The whole audit of a dataset: sweep, analysis, tables; its result is ready to be written as a report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.cidr.asking import Answers, Chunk, Laboratory, Worker, one_by_one
from auditor.cidr.explain import suited
from auditor.config import CidrConfig, EngineConfig, EvidenceConfig, RuleConfig, SweepConfig
from auditor.data.examples import Example
from auditor.data.labels import match_labels
from auditor.data.loading import Dataset
from auditor.data.preferring import write_weights
from auditor.errors import AuditError
from auditor.findings.power_record import Power
from auditor.findings.report import Report
from auditor.meaning.knowledge import know
from auditor.meaning.lexicons import Words, parse_seeds, read_lexicon
from auditor.meaning.tasks import choose_task
from auditor.model.answering import Answering
from auditor.model.asked.text_model import TextModel
from auditor.model.classifier import Classifier, keeping
from auditor.model.threads import one_thread
from auditor.power.canary_search import Found, Search, one_after_another
from auditor.power.measuring import Audited, measure_power
from auditor.progress import Progress, Silent
from auditor.signals.labelled import LabelledData
from auditor.sweep.crew import dismiss, serve, shared
from auditor.sweep.device import first_budget, precision
from auditor.sweep.errands import Fleet
from auditor.sweep.rows_elsewhere import rows_elsewhere
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from auditor.sweep.workload import shard_count, sized
from auditor.sweep.world import World, join, leave, world_size
from auditor.verdicts.analysis import Analysis, Sources, analyse
from auditor.verdicts.tables import write_tables

Load = Callable[[str], Answering]
Notify = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Extras:
    """What the user gives beside model and data."""

    reference: Dataset | None = None
    """Another dataset of the same task."""
    train_data: Dataset | None = None
    """What the model was trained on: its labels are counted with the dataset's."""
    task: str = "auto"
    """Which built-in list of words to use: `auto`, `sentiment`, `toxicity` or `none`."""
    lexicon: Path | None = None
    """Words of the task, one a line."""
    seeds: tuple[str, ...] = ()
    """`LABEL=word,word,…` each: a few words of the task."""
    encoder: str | None = None
    """Another model whose embeddings know what words mean."""
    injection: Mapping[str, Any] | None = None
    """The manifest of an injection into the dataset."""


def run_audit(
    load: Load,
    dataset: Dataset,
    *,
    out: Path,
    name: str = "",
    method: CidrConfig | None = None,
    sweeping: SweepConfig | None = None,
    evidence: EvidenceConfig | None = None,
    rule: RuleConfig | None = None,
    extras: Extras | None = None,
    device: str = "auto",
    fresh: bool = False,
    command: Sequence[str] = (),
    progress: Progress | None = None,
    notify: Notify | None = None,
    engine: EngineConfig | None = None,
) -> Report | None:
    """Audit a classifier on a dataset and leave shards and tables in `out`; None in all but the main process.

    `load` makes the classifier on the device it is given, `name` is what the report calls it, `engine` says
    who asks the model.
    """
    given, settings = extras or Extras(), sweeping or SweepConfig()
    load_once = _once(load, dataset, given, evidence or EvidenceConfig(), notify)
    with _hired(engine or EngineConfig(), load, dataset, settings, notify) as fleet:
        where = "cpu" if fleet is not None and device == "auto" else device  # GPUs are for the workers
        world = join(where, joining=settings.joining)
        store = sweep(
            load_once,
            dataset,
            method,
            out=out,
            settings=settings,
            device=where,
            fresh=fresh,
            command=command,
            progress=progress,
            notify=notify,
            among=world,
            fleet=fleet,
        )
        classifier = load_once(where)
        hands = _Hands(world, fleet, classifier)
        removal = suited(classifier, method or CidrConfig()).removal
        laboratory = Laboratory(classifier, removal, progress=progress or Silent(), spread=hands.spread)
        with one_thread(where):
            if store is None:
                hands.help(laboratory, out)
                return None
            if notify is not None:
                notify("testing, intervening and judging")
            with keeping(classifier, store.journal("interventions")):
                _rest_of_calls(classifier)
                sources = _sources(classifier, dataset, given, name=name, seed=store.manifest()["seed"])
                analysis = analyse(store, laboratory, sources, evidence, rule)
            with keeping(classifier, store.journal("canaries")):
                power = _power(store, analysis, hands, settings, progress)
            hands.end()
    write_tables(out, analysis)
    write_weights(out, dataset)
    return replace(analysis.report, power=power)


@contextmanager
def _hired(
    engine: EngineConfig, load: Load, dataset: Dataset, settings: SweepConfig, notify: Notify | None
) -> Iterator[Fleet | None]:
    """Who does the work of an audit in place of this process: nobody, with the local engine."""
    if engine.engine == "local":
        yield None
        return
    from auditor.sweep.ray_fleet import hired

    if world_size() > 1:
        raise AuditError(
            f"the engine ray was asked for in one of {world_size()} processes",
            "Start one process: Ray has the others (--workers).",
        )
    most = shard_count(len(dataset), sized(settings, len(dataset)).shard_size)
    with hired(engine, load, most=most, wait=settings.joining, notify=notify or (lambda _: None)) as fleet:
        yield fleet


@dataclass(frozen=True)
class _Hands:
    """Who asks the model once the sweep is done."""

    world: World
    fleet: Fleet | None
    classifier: Answering

    @property
    def _crew(self) -> bool:
        """Whether the other processes help; calls of another model than a network are rationed."""
        return isinstance(self.classifier, Classifier) and self.fleet is None

    @property
    def share(self) -> float:
        """What of canaries this process can spend: where others wait meanwhile, less."""
        return 1.0 if self.fleet is not None else 1.0 / self.world.hands

    def spread(self, chunks: Sequence[Chunk], work: Worker) -> Iterator[tuple[int, Answers]]:
        """The answers to chunks of rows."""
        if self.fleet is not None and isinstance(self.classifier, Classifier):
            return rows_elsewhere(self.fleet, self.classifier, chunks, work)
        return shared(self.world, chunks, work) if self._crew else one_by_one(chunks, work)

    def search(self, classifier: Answering, searches: Sequence[Search]) -> Iterator[tuple[int, Found]]:
        """The results of searches for canaries; of several processes, the first one does them."""
        return one_after_another(classifier, searches) if self.fleet is None else self.fleet.work(searches)

    def help(self, laboratory: Laboratory, out: Path) -> None:
        """Answer what the main process asks of this one, until it says that it is done."""
        with keeping(self.classifier, RunStore(out).journal("interventions")):
            if self._crew and self.world.together:
                serve(self.world, laboratory.work)
            leave(self.world)

    def end(self) -> None:
        """Let the processes go that helped."""
        if self._crew:
            dismiss(self.world)
        leave(self.world)


def _once(
    load: Load, dataset: Dataset, given: Extras, evidence: EvidenceConfig, notify: Notify | None
) -> Load:
    """What loads the classifier when it is first asked to, and refuses at once what does not fit it."""
    loaded: list[Answering] = []

    def load_once(where: str) -> Answering:
        if not loaded:
            classifier = load(where)
            if isinstance(classifier, TextModel):
                _begin_asking(classifier, notify or (lambda _: None))
                _ration(classifier, evidence)
            _check(classifier, dataset, given)  # before the long part, not after it
            loaded.append(classifier)
        return loaded[0]

    return load_once


def _power(
    store: RunStore, analysis: Analysis, hands: _Hands, settings: SweepConfig, progress: Progress | None
) -> Power | None:
    """What the audit would have found, if that is asked.

    Of several processes only this one searches canaries, so that each is a smaller share of the run. Where
    calls of the model are rationed, none is spent on canaries.
    """
    mode, manifest, classifier = analysis.study.config.power, store.manifest(), hands.classifier
    if mode == "off":
        return None
    rationed = isinstance(classifier, TextModel) and classifier.asking.max_calls is not None
    audited = Audited(
        study=analysis.study,
        evidence=list(analysis.found.evidence.values()),
        classifier=classifier,
        method=CidrConfig(**manifest["method"]),
        seed=manifest["seed"],
        costs=manifest["costs"],
        share=0.0 if rationed else hands.share,
        budget=first_budget(settings, classifier),
        searching=hands.search,
    )
    with precision(settings, classifier):
        return measure_power(audited, mode, progress)


def _begin_asking(model: TextModel, notify: Notify) -> None:
    """Tell the user what was guessed about a model's answers."""
    for notice in model.notices:
        notify(f"Note: {notice}")


def _ration(model: TextModel, evidence: EvidenceConfig) -> None:
    """Leave calls to the interventions: as many as they can take, but a third of all at most."""
    total = model.asking.max_calls
    if total is not None:
        model.limit = (total - min(evidence.forwards, total // 3)) // world_size()


def _rest_of_calls(model: Answering) -> None:
    """What the sweep may have left of the calls."""
    if isinstance(model, TextModel) and model.asking.max_calls is not None:
        model.limit = model.asking.max_calls - (world_size() - 1) * (model.limit or 0)


def _labels(dataset: Dataset) -> tuple[str, ...]:
    return dataset.label_names if dataset.columns.label is not None else ()


def _check(classifier: Answering, dataset: Dataset, extras: Extras) -> None:
    """Refuse labels and words that do not fit the model."""
    match_labels(_labels(dataset), classifier.labels)
    _listed(extras, classifier)
    choose_task(extras.task, classifier.labels)
    for what, other in (("reference", extras.reference), ("training data", extras.train_data)):
        if other is None:
            continue
        if other.columns.label is None:
            raise AuditError(f"the {what} {other.source} has no labels", "Name its column, or leave it out.")
        try:
            match_labels(other.label_names, classifier.labels)
        except AuditError as error:
            raise AuditError(f"the {what} {other.source}: {error.message}", error.hint) from error


def _listed(extras: Extras, classifier: Answering) -> tuple[Words | None, Words | None]:
    """The user's lexicon and seeds."""
    lexicon = read_lexicon(extras.lexicon, classifier.labels) if extras.lexicon else None
    return lexicon, parse_seeds(extras.seeds, classifier.labels) if extras.seeds else None


def _sources(classifier: Answering, dataset: Dataset, extras: Extras, *, name: str, seed: int) -> Sources:
    """What the analysis reads beside the run: labels counted over all data at hand, and what is known."""
    network = classifier if isinstance(classifier, Classifier) else None
    labelled = _labelled([dataset, extras.train_data], classifier, seed)
    reference = _labelled([extras.reference], classifier, seed)
    lexicon, seeds = _listed(extras, classifier)
    return Sources(
        labels=classifier.labels,
        gold_names=match_labels(_labels(dataset), classifier.labels),
        model=name,
        labelled=labelled,
        knowledge=know(
            None if network is None else network.model.name_or_path or name,
            classifier.labels,
            task=extras.task,
            lexicon=lexicon,
            seeds=seeds,
            encoder=extras.encoder,
            classifier=network,
            counts=None if labelled is None else labelled.words.word_counts(),
        ),
        reference=None if reference is None else reference.words,
        injection=extras.injection,
    )


def _labelled(datasets: Sequence[Dataset | None], classifier: Answering, seed: int) -> LabelledData | None:
    """All labelled texts of some datasets: whole files, whatever sample of them is audited."""
    names: dict[str, str] = {}
    tables = []
    for dataset in datasets:
        if dataset is not None and dataset.columns.label is not None:
            names |= match_labels(dataset.label_names, classifier.labels)
            tables.append(dataset.table)
    if not tables:
        return None

    def examples() -> Iterable[Example]:
        return (record for table in tables for record in table if isinstance(record, Example))

    grouped = any(dataset is not None and dataset.columns.group is not None for dataset in datasets)
    return LabelledData(examples, names, classifier.labels, seed, classifier.pieces, grouped)
