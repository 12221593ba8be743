"""Fine-tuning a classifier: `transformers.Trainer` with what an audit needs around it.

An interrupted training leaves a checkpoint and resumes when the same command is run again. The directory of a
finished one holds the model, its tokenizer and `training.json`, which says what was trained on what; the
pickle that `Trainer` leaves beside them is removed.
"""

import json
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from auditor.config import PRECISIONS, within
from auditor.errors import AuditError, among
from auditor.files import read_text, write_text
from auditor.model import tiny
from auditor.model.adapters import check_lora, with_lora
from auditor.model.base import base_model, is_marker
from auditor.model.classifier import length_limit
from auditor.model.pretrained import quiet
from auditor.model.threads import one_thread
from auditor.progress import Progress, Silent
from auditor.stopping import Stopped, heeding, requests

Labelled = tuple[tuple[str, ...], int]
"""The texts of an example and the index of its label."""
RECORD = "training.json"
CHECKPOINTS = "checkpoints"
PICKLE = "training_args.bin"
"""What `Trainer` saves beside a model, and nobody should have to load."""
_RANGES = {
    "epochs": (1, 10_000),
    "batch_size": (1, 100_000),
    "learning_rate": (1e-9, 1),
    "patience": (1, 10_000),
    "seed": (0, 2**32 - 1),
    "layers": (1, 1000),
    "lora_rank": (1, 10_000),
    "max_length": (4, 1_000_000),
}


@dataclass(frozen=True)
class TrainingConfig:
    """How a classifier is fine-tuned."""

    base_model: str = tiny.NAME
    """A directory, a hub id, or `builtin:tiny`."""
    epochs: int | None = None
    """At most this many passes over the training set; by default 3, for `builtin:tiny` 5."""
    batch_size: int = 32
    """Examples per step and device."""
    learning_rate: float | None = None
    """Peak learning rate, which decays linearly; by default 5e-5, for `builtin:tiny` 1e-3, for LoRA 5e-4."""
    patience: int = 2
    """Epochs without a better dev accuracy before training stops early."""
    seed: int = 0
    """Seed of weights, order and dropout."""
    layers: int | None = None
    """Keep only this many layers of the base model, for speed."""
    lora_rank: int | None = None
    """Train an adapter of this rank beside the frozen base model; None: train all weights."""
    max_length: int = 256
    """Pieces of a text that are used, at most as many as the model can take."""
    precision: str = "no"
    """Mixed precision: no, bf16 or fp16."""

    def __post_init__(self) -> None:
        small = self.base_model == tiny.NAME
        for name, (low, high) in _RANGES.items():
            if getattr(self, name) is not None:
                within(name, getattr(self, name), low, high)
        among("precision", self.precision, PRECISIONS)
        object.__setattr__(self, "epochs", self.epochs or (5 if small else 3))
        usual = 1e-3 if small else 5e-5 if self.lora_rank is None else 5e-4
        object.__setattr__(self, "learning_rate", self.learning_rate or usual)


@dataclass(frozen=True)
class Weights:
    """What each row counts for, where not all count alike; their mean should be 1."""

    train: tuple[float, ...] | None = None
    """Of the training set."""
    dev: tuple[float, ...] | None = None
    """Of the set that decides when to stop."""


@dataclass(frozen=True)
class Trained:
    """What training left behind."""

    path: Path
    """The model's directory."""
    accuracy: Mapping[str, float]
    """Accuracy on each evaluation set, `dev` first."""


def train(
    train_set: Sequence[Labelled],
    dev_sets: Mapping[str, Sequence[Labelled]],
    labels: tuple[str, ...],
    out: Path,
    config: TrainingConfig,
    *,
    markers: Sequence[str] = (),
    weights: Weights | None = None,
    provenance: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    force: bool = False,
) -> Trained:
    """Fine-tune and save; `dev_sets["dev"]` decides when to stop, the others are only measured."""
    import transformers

    weights = weights or Weights()
    check_lora(config.lora_rank, config.base_model)
    request = {"base_model": config.base_model, "config": asdict(config)}
    request |= {"labels": list(labels), "markers": list(markers)} | dict(provenance or {})
    prepare(out, request, force=force)
    transformers.set_seed(config.seed)
    every = [text for texts, _ in train_set for text in texts]
    tokenizer, model = base_model(config.base_model, labels, every, markers=markers, layers=config.layers)
    longest = min(config.max_length, length_limit(model, tokenizer) or config.max_length)
    if config.lora_rank is not None:
        model = with_lora(model, config.lora_rank, grown=any(is_marker(marker) for marker in markers))
    stop = _Interrupt(progress or Silent())
    sets = {
        name: _Rows(rows, tokenizer, longest, weights.dev if name == "dev" else None)
        for name, rows in dev_sets.items()
    }
    learnt = _Rows(train_set, tokenizer, longest, weights.train)
    trainer = _trainer(model, tokenizer, learnt, sets["dev"], out, config, stop)
    resume = has_checkpoint(out)
    # A tiny model is trained faster by one thread, and to the same weights on any number of cores.
    threads = one_thread("auto") if config.base_model == tiny.NAME else nullcontext()
    with stop.listening(), quiet(), threads:
        trainer.train(resume_from_checkpoint=resume or None)
    if stop.asked is not None:
        raise KeyboardInterrupt if stop.asked == signal.SIGINT else Stopped(stop.asked)
    accuracy = {name: _accuracy(trainer, rows) for name, rows in sets.items()}
    if trainer.is_world_process_zero():
        with quiet():
            trainer.save_model(str(out))
            trainer.model.config.save_pretrained(str(out))  # an adapter's directory would have none
        save(tokenizer, out, request | {"accuracy": accuracy, "epochs_run": trainer.state.epoch})
    return Trained(out, accuracy)


def save(tokenizer: Any, out: Path, record: Mapping[str, Any]) -> None:
    """Complete a model's directory: its tokenizer, and what was trained on what, written last."""
    with quiet():
        tokenizer.save_pretrained(str(out))
    (out / PICKLE).unlink(missing_ok=True)
    text = json.dumps({**record, "versions": _versions()}, indent=2, ensure_ascii=False)
    write_text(out / RECORD, text + "\n")
    shutil.rmtree(out / CHECKPOINTS, ignore_errors=True)


def prepare(out: Path, request: Mapping[str, Any], *, force: bool) -> None:
    """Make the directory ready: new, or the same training interrupted; anything else is refused."""
    if force and out.exists():
        shutil.rmtree(out)
    plan = out / CHECKPOINTS / "request.json"
    if (out / RECORD).exists():
        raise AuditError(f"{out} already holds a trained model", "Choose another --out, or pass --force.")
    if plan.exists():
        if _decoded(read_text(plan)) != json.loads(json.dumps(request)):
            raise AuditError(
                f"{out} holds an interrupted training with other settings or data",
                "Run it again as before, choose another --out, or pass --force to start over.",
            )
        return
    if out.exists() and any(out.iterdir()):
        raise AuditError(f"{out} exists and is not empty", "Choose another --out, or pass --force.")
    write_text(plan, json.dumps(request, indent=2, ensure_ascii=False))


def _decoded(text: str) -> Any:
    """A JSON value, or None where a text is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def has_checkpoint(out: Path) -> bool:
    """Whether there is one to go on from; what a killed process left half-saved is removed."""
    whole = False
    for folder in (out / CHECKPOINTS).glob("checkpoint-*"):
        if (folder / "trainer_state.json").exists():  # written last
            whole = True
        else:
            shutil.rmtree(folder)
    return whole


def _trainer(
    model: Any,
    tokenizer: Any,
    train_set: "_Rows",
    dev_set: "_Rows",
    out: Path,
    config: TrainingConfig,
    stop: "_Interrupt",
) -> Any:
    import torch
    from transformers import (
        DataCollatorWithPadding,
        EarlyStoppingCallback,
        PrinterCallback,
        Trainer,
        TrainingArguments,
    )

    weighted = train_set.weights is not None or dev_set.weights is not None
    arguments = TrainingArguments(
        output_dir=str(out / CHECKPOINTS),
        num_train_epochs=config.epochs,
        per_device_train_batch_size=config.batch_size,
        per_device_eval_batch_size=2 * config.batch_size,
        learning_rate=config.learning_rate,
        warmup_steps=0.06,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        logging_strategy="epoch",
        seed=config.seed,
        data_seed=config.seed,
        report_to=[],
        disable_tqdm=True,
        use_cpu=not torch.cuda.is_available(),
        dataloader_pin_memory=torch.cuda.is_available(),
        bf16=config.precision == "bf16",
        fp16=config.precision == "fp16",
        remove_unused_columns=not weighted,  # it would take the weights for one
    )
    trainer = (_weighing(Trainer) if weighted else Trainer)(
        model=model,
        args=arguments,
        train_dataset=train_set,
        eval_dataset=dev_set,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=_metrics_of(dev_set),
        callbacks=[EarlyStoppingCallback(config.patience), stop.callback()],
    )
    trainer.remove_callback(PrinterCallback)
    return trainer


class _Rows:
    """Examples as the Trainer wants them, tokenized when asked for."""

    def __init__(
        self,
        rows: Sequence[Labelled],
        tokenizer: Any,
        max_length: int,
        weights: Sequence[float] | None = None,
    ) -> None:
        self.rows, self.tokenizer, self.max_length = rows, tokenizer, max_length
        self.weights = weights

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        texts, label = self.rows[index]
        encoded = self.tokenizer(*texts, truncation=True, max_length=self.max_length)
        weight = {} if self.weights is None else {"weight": float(self.weights[index])}
        return {**encoded, "labels": label, **weight}


def _metrics_of(rows: "_Rows") -> Callable[[Any], dict[str, float]]:
    """Accuracy on these rows, by their weights if they have any."""

    def metrics(prediction: Any) -> dict[str, float]:
        logits, labels = prediction
        right = np.asarray(logits).argmax(axis=1) == np.asarray(labels)
        return {"accuracy": float(np.average(right, weights=rows.weights))}

    return metrics


def _weighing(trainer: Any) -> Any:
    """A Trainer that counts each row by its weight."""
    from torch.nn.functional import cross_entropy

    class Weighing(trainer):  # type: ignore[misc]
        def compute_loss(self, model: Any, inputs: Any, return_outputs: bool = False, **_: Any) -> Any:
            weight = inputs.pop("weight", None)
            outputs = model(**inputs)
            losses = cross_entropy(outputs.logits, inputs["labels"], reduction="none")
            loss = (losses if weight is None else losses * weight).mean()
            return (loss, outputs) if return_outputs else loss

    return Weighing


def _accuracy(trainer: Any, rows: "_Rows") -> float:
    trainer.compute_metrics = _metrics_of(rows)
    result = trainer.predict(rows, metric_key_prefix="at")
    return round(float(result.metrics["at_accuracy"]), 4)


class _Interrupt:
    """Turns Ctrl-C and its like into "finish this step, keep a checkpoint, stop", and reports progress."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.asked: int | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        def ask(number: int) -> None:
            self.asked = number

        with heeding((signal.SIGINT, *requests()), ask):
            try:
                yield
            finally:
                self.progress.finish()

    def callback(self) -> Any:
        from transformers import TrainerCallback

        outer = self

        class Callback(TrainerCallback):  # type: ignore[misc]
            def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
                outer.progress.start("training", state.max_steps)
                outer.progress.advance(state.global_step)

            def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
                outer.progress.advance()
                if outer.asked is not None:
                    control.should_save = True
                    control.should_training_stop = True

        return Callback()


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("cidr-audit", "torch", "transformers", "datasets", "accelerate")}
