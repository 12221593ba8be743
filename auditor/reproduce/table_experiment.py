"""The paper's table for one setting: fine-tune, choose β and ε on dev, measure on test, compare.

Everything is stored when it is done, each model in `seed-K`, so that the same call goes on where it was
stopped. Seeds of the training and draws of the methods are different seeds.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from auditor.config import CidrConfig
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import check_libraries
from auditor.evaluation.stored_texts import measured_in_blocks
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import values_of
from auditor.evaluation.tuning import PREFERRED, tune, tuned_method
from auditor.files import read_text, write_text
from auditor.model.classifier import Classifier
from auditor.model.training import RECORD, TrainingConfig, train
from auditor.planting.training_sets import rows
from auditor.progress import Progress, Silent
from auditor.records.codec import decode, plain
from auditor.records.evaluation import Tuning
from auditor.records.reproduction import Compared, TableResult, TrainedModel
from auditor.reproduce.printed_figures import dataset_of, facts, is_printed, printed, sizes
from auditor.reproduce.splits import Splits, sampled
from auditor.reproduce.spread import compared

Load = Callable[[Path], Classifier]


@dataclass(frozen=True)
class TablePlan:
    """How much of a setting is run; the defaults are the paper's, but for the number of texts."""

    training: TrainingConfig
    """How models are fine-tuned; the seed is that of each model."""
    methods: tuple[str, ...]
    """Rows of the table."""
    convention: Convention
    """How figures are counted."""
    training_seeds: int = 5
    """Models."""
    draws: int = 5
    """Draws of each method that draws random numbers."""
    texts: int = 200
    """Texts of test; 0 for all."""
    tune_texts: int = 50
    """Texts of dev that β and ε are chosen on."""
    train_texts: int = 0
    """Texts of train; 0 for all."""


def reproduce_table(
    model: str,
    dataset: str,
    splits: Splits,
    plan: TablePlan,
    out: Path,
    *,
    load: Load,
    progress: Progress | None = None,
) -> TableResult:
    """One setting; `load` makes a classifier from a model's directory."""
    check_libraries(plan.methods)
    watcher = progress or Silent()
    fixed = {name: asdict(plan)[name] for name in ("training", "train_texts", "tune_texts", "convention")}
    _remember(out, {"model": model, **fixed, "data": dict(splits.fingerprints)})
    test = sampled(splits.parts["test"], plan.texts, "reproduce test")
    tuning_texts = sampled(splits.parts["dev"], plan.tune_texts, "reproduce dev")
    models, measured = [], []
    for seed in range(plan.training_seeds):
        folder = out / f"seed-{seed}"
        accuracy = _trained(folder / "model", splits, plan, seed, watcher)
        classifier = load(folder / "model")
        config = CidrConfig()
        tuning = _tuned(folder / "tuning.json", classifier, tuning_texts, plan, config, watcher)
        config = replace(config, beta=tuning.best.beta, epsilon=tuning.best.epsilon)
        subjects = measured_in_blocks(
            folder / "texts",
            classifier,
            test,
            plan.methods,
            convention=plan.convention,
            config=config,
            seeds=plan.draws,
            progress=watcher,
        )
        models.append(TrainedModel(seed, accuracy, tuning.best))
        measured.append(subjects)
    known, figures = dataset_of(dataset), _figures(model, dataset, measured, plan)
    return TableResult(
        model=model,
        dataset=dataset,
        source=splits.source,
        sizes=splits.sizes,
        printed_sizes=sizes(known) if known else None,
        dropped=splits.dropped,
        trained_on=len(sampled(splits.parts["train"], plan.train_texts, "reproduce train")),
        tuned_on=len(tuning_texts),
        texts=len(test),
        words=float(np.mean([subject.units for subject in measured[0]])),
        short_texts=sum(subject.too_short for subject in measured[0]),
        empty=_empty(measured, plan),
        draws=plan.draws,
        convention=plan.convention.sentence,
        models=tuple(models),
        figures=tuple(figures),
    )


def _figures(
    model: str, dataset: str, measured: Sequence[Sequence[Subject]], plan: TablePlan
) -> list[Compared]:
    told, exact = printed(model, dataset), is_printed(model, dataset)
    found = []
    for method in plan.methods:
        tables = [values_of(subjects, method, plan.draws) for subjects in measured]
        for metric in facts()["metrics"]:
            values = np.stack([table[metric] for table in tables])
            if not np.isfinite(values).all(axis=(0, 1)).any():
                raise AuditError(
                    f"{method} failed on every text", f"audit evaluate --methods {method} names the reasons."
                )
            found.append(compared(method, metric, values, told.get((method, metric)), exact=exact))
    return found


def _empty(measured: Sequence[Sequence[Subject]], plan: TablePlan) -> float:
    if PREFERRED not in plan.methods:
        return np.nan
    return float(np.nanmean([values_of(some, PREFERRED, plan.draws)["empty"] for some in measured]))


def _remember(out: Path, request: Mapping[str, object]) -> None:
    """Write down what models and settings here come from; those of something else are not used. More texts,
    draws, seeds or methods are added to what is there."""
    path = out / "request.json"
    text = json.dumps(request, indent=1, default=str) + "\n"
    if path.exists() and read_text(path) != text:
        raise AuditError(
            f"{out} holds a reproduction with other settings or data",
            "Run it again as before, or choose another --out.",
        )
    write_text(path, text)


def _trained(
    out: Path, splits: Splits, plan: TablePlan, seed: int, progress: Progress
) -> Mapping[str, float]:
    """Accuracy of the model of a seed, trained now unless it is there."""
    if not (out / RECORD).exists():
        chosen = sampled(splits.parts["train"], plan.train_texts, "reproduce train")
        sets = {name: rows(splits.parts[name], splits.labels) for name in ("dev", "test")}
        train(
            rows(chosen, splits.labels),
            sets,
            splits.labels,
            out,
            replace(plan.training, seed=seed),
            provenance={"data": {"source": splits.source, **splits.fingerprints}},
            progress=progress,
        )
    accuracy: dict[str, float] = json.loads(read_text(out / RECORD))["accuracy"]
    return accuracy


def _tuned(
    path: Path,
    classifier: Classifier,
    examples: Sequence[Example],
    plan: TablePlan,
    config: CidrConfig,
    progress: Progress,
) -> Tuning:
    """β and ε of a model, chosen now unless they are stored."""
    if not path.exists():
        found = tune(
            classifier,
            examples,
            tuned_method(plan.methods),
            convention=plan.convention,
            config=config,
            progress=progress,
        )
        write_text(path, json.dumps(plain(found), indent=1) + "\n")
    return decode(Tuning, json.loads(read_text(path)))
