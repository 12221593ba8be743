"""Training the last layer alone, on weighted rows: minutes instead of hours.

What the layers below have learned of a text is kept; only how it is added up to a class is learned anew, by
logistic regression. A model that relies on a shortcut has often learned the task beside it, and a last layer
that is trained where the shortcut says nothing uses what it learned (deep feature reweighting, DFR).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.errors import AuditError
from auditor.model.base import base_model
from auditor.model.classifier import length_limit
from auditor.model.pretrained import quiet
from auditor.model.threads import one_thread
from auditor.model.training import Labelled, Trained, TrainingConfig, Weights, prepare, save

FloatArray = NDArray[np.float64]
PENALTIES = (1e-4, 1e-3, 1e-2, 1e-1)
"""Of the squared coefficients; the one is taken with which the dev set is predicted best."""
FLAT = 1e-4
"""Deviation below which a feature is the same for every text."""


def train_last_layer(
    train_set: Sequence[Labelled],
    dev_sets: Mapping[str, Sequence[Labelled]],
    labels: tuple[str, ...],
    out: Path,
    config: TrainingConfig,
    *,
    weights: Weights | None = None,
    provenance: Mapping[str, Any] | None = None,
    force: bool = False,
) -> Trained:
    """A copy of the base model with its last layer trained anew; `dev_sets["dev"]` decides how strictly."""
    if not Path(config.base_model).is_dir():
        raise AuditError(
            f"the last layer of {config.base_model!r} cannot be trained alone: it is not a model directory",
            "Name a fine-tuned model with --base-model.",
        )
    weights = weights or Weights()
    request = {"base_model": config.base_model, "config": asdict(config), "labels": list(labels)}
    request |= {"last_layer": True} | dict(provenance or {})
    tokenizer, model = base_model(config.base_model, labels, (), markers=(), layers=config.layers)
    model.eval()
    layer = last_layer(model)
    prepare(out, request, force=force)
    longest = min(config.max_length, length_limit(model, tokenizer) or config.max_length)

    def seen(rows: Sequence[Labelled]) -> tuple[FloatArray, NDArray[np.int64]]:
        texts = [texts for texts, _ in rows]
        found = inputs_of(layer, model, tokenizer, texts, max_length=longest, batch=2 * config.batch_size)
        return found, np.array([label for _, label in rows], dtype=np.int64)

    sets = {name: seen(rows) for name, rows in dev_sets.items()}
    features, gold = seen(train_set)
    counted = np.ones(len(gold)) if weights.train is None else np.array(weights.train)
    tried = [
        fitted(features, gold, counted, len(labels), penalty, constant=layer.bias is not None)
        for penalty in reversed(PENALTIES)
    ]
    best = max(tried, key=lambda table: _accuracy(table, *sets["dev"], weights.dev))
    _write(layer, *best)
    accuracy = {
        name: round(_accuracy(best, *some, weights.dev if name == "dev" else None), 4)
        for name, some in sets.items()
    }
    with quiet():
        model.save_pretrained(str(out))
    save(tokenizer, out, request | {"accuracy": accuracy})
    return Trained(out, accuracy)


def _accuracy(
    table: tuple[FloatArray, FloatArray],
    features: FloatArray,
    gold: NDArray[np.int64],
    weights: Sequence[float] | None,
) -> float:
    coefficients, constants = table
    right = (features @ coefficients.T + constants).argmax(axis=1) == gold
    return float(np.average(right, weights=weights))


def _write(layer: Any, coefficients: FloatArray, constants: FloatArray) -> None:
    import torch

    with torch.no_grad():
        layer.weight.copy_(torch.as_tensor(coefficients))
        if layer.bias is not None:
            layer.bias.copy_(torch.as_tensor(constants))


def last_layer(model: Any) -> Any:
    """The linear layer that gives the logits, outside the encoder."""
    import torch

    encoder = {id(module) for module in model.base_model.modules()}
    found = [
        module
        for module in model.modules()
        if isinstance(module, torch.nn.Linear)
        and id(module) not in encoder
        and module.out_features == model.config.num_labels
    ]
    if not found:
        raise AuditError(
            f"{type(model).__name__} has no linear layer that gives the classes",
            "Train all of it: leave --last-layer out.",
        )
    return found[-1]


def inputs_of(
    layer: Any, model: Any, tokenizer: Any, texts: Sequence[tuple[str, ...]], *, max_length: int, batch: int
) -> FloatArray:
    """(texts, width) what goes into a layer for each text."""
    import torch

    seen: list[Any] = []
    hook = layer.register_forward_pre_hook(lambda _, given: seen.append(given[0].detach()))
    parts = []
    order = sorted(range(len(texts)), key=lambda place: len("".join(texts[place])))
    try:
        with torch.inference_mode(), one_thread(str(model.device)):
            for some in _batches(order, batch):
                fields = [list(field) for field in zip(*(texts[place] for place in some), strict=True)]
                encoded = tokenizer(
                    *fields, truncation=True, max_length=max_length, padding=True, return_tensors="pt"
                ).to(model.device)
                logits = model(**encoded).logits
                parts.append(_of_text(seen.pop(), logits, layer).cpu().double().numpy())
    finally:
        hook.remove()
    found = np.concatenate(parts)
    result = np.empty_like(found)
    result[order] = found
    return result


def _of_text(given: Any, logits: Any, layer: Any) -> Any:
    """(texts, width): of a layer that reads every piece, the piece whose answer is the text's."""
    import torch

    if given.dim() == 2:
        return given
    distance = (layer(given) - logits[:, None]).abs().sum(dim=-1)
    return given[torch.arange(len(given)), distance.argmin(dim=1)]


def fitted(
    features: FloatArray,
    labels: NDArray[np.int64],
    weights: FloatArray,
    classes: int,
    penalty: float,
    *,
    constant: bool = True,
) -> tuple[FloatArray, FloatArray]:
    """(classes, width) coefficients and (classes,) constants of a weighted logistic regression."""
    from scipy.optimize import minimize

    middle = features.mean(axis=0) if constant else np.zeros(features.shape[1])
    spread = features.std(axis=0)
    scale = np.where(spread > FLAT, spread, np.inf)
    scaled = np.hstack([(features - middle) / scale, np.full((len(features), 1), float(constant))])
    wanted = np.eye(classes)[labels]
    total = weights.sum()

    def loss(flat: FloatArray) -> tuple[float, FloatArray]:
        table = flat.reshape(classes, -1)
        logits = scaled @ table.T
        logits -= logits.max(axis=1, keepdims=True)
        log = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        slope = (weights[:, None] * (np.exp(log) - wanted)).T @ scaled / total
        slope[:, :-1] += penalty * table[:, :-1]
        value = -(weights[:, None] * wanted * log).sum() / total
        return float(value + penalty / 2 * (table[:, :-1] ** 2).sum()), slope.reshape(-1)

    start = np.zeros(classes * scaled.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    table = found.x.reshape(classes, -1)
    coefficients = table[:, :-1] / scale
    return coefficients, table[:, -1] - coefficients @ middle


def _batches(order: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (order[start : start + size] for start in range(0, len(order), size))
