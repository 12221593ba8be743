"""What a model that was asked has answered: class scores, one row a text, one column a class.

An answer is an array, or for each text a list of labels with scores, as pipelines and inference servers give
it. Rows that are not negative and sum to one are probabilities; anything else is read as scores before a
softmax.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.data.labels import sort_labels
from auditor.errors import AuditError, HaltError

FloatArray = NDArray[np.float64]
PROBABILITIES, SCORES = "probabilities", "scores"
ROUNDING = 1e-3
"""How far probabilities may be from summing to one."""
SMALLEST = 1e-12
"""Probability below which no difference is made, so that its logarithm is a number."""
SHAPE = "Return an array with one row for each text and one column for each class."


def read_answer(answer: Any, texts: int, labels: Sequence[str]) -> tuple[tuple[str, ...], FloatArray]:
    """The classes and (texts, classes) scores; `labels` are the classes known so far, empty where none are.

    The classes of an answer without names stay unknown.
    """
    if not isinstance(answer, str | bytes | np.ndarray) and _is_named(answer):
        rows = [_named(row) for row in answer]
        return _columns(rows, texts, labels)
    if hasattr(answer, "detach"):  # a tensor, which may be on a GPU, learn, or be of half precision
        answer = answer.detach().cpu().double()
    try:
        table = np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise HaltError(
            f"the model answered with {type(answer).__name__}, not with numbers", SHAPE
        ) from error
    if table.ndim != 2 or len(table) != texts:
        raise HaltError(f"the model answered with the shape {table.shape} for {_texts(texts)}", SHAPE)
    _check_width(table.shape[1], labels)
    return tuple(labels), table


def kind_of(table: FloatArray) -> str:
    """Whether rows are probabilities or scores."""
    return PROBABILITIES if not _odd(table).any() else SCORES


def to_logits(table: FloatArray, kind: str) -> FloatArray:
    """Logits whose softmax gives the probabilities; a row that is not what the others were is an error."""
    if not np.isfinite(table).all():
        raise AuditError("the model's scores are not finite (NaN or infinite)")
    if kind == SCORES:
        return table
    if _odd(table).any():
        raise AuditError("the model's probabilities do not sum to one, though those of other texts did")
    logits: FloatArray = np.log(np.maximum(table, SMALLEST))
    return logits


def one_against_rest(table: FloatArray, column: int) -> FloatArray:
    """(texts, 2) the probability that a label does not apply, and that it does, from its own score."""
    own = table[:, column]
    inside = np.isnan(own) | ((own >= -ROUNDING) & (own <= 1 + ROUNDING))
    if not inside.all():
        raise HaltError(
            f"the score of the label is {own[~inside][0]:g}, which is not a probability",
            "Return for each label a probability between 0 and 1, for instance the sigmoid of its score.",
        )
    clipped = np.clip(own, 0.0, 1.0)
    return np.stack([1.0 - clipped, clipped], axis=1)


def _odd(table: FloatArray) -> NDArray[np.bool_]:
    """(texts,) whether a row is no distribution."""
    odd: NDArray[np.bool_] = (table < -ROUNDING).any(axis=1) | (np.abs(table.sum(axis=1) - 1) > ROUNDING)
    return odd


def _is_named(answer: Any) -> bool:
    """Whether an answer has a label beside each score."""
    try:
        first = next(iter(answer))
        return isinstance(first, Mapping) or isinstance(next(iter(first)), Mapping)
    except (TypeError, StopIteration):
        return False


def _named(row: Any) -> dict[str, float]:
    try:
        entries = [row] if isinstance(row, Mapping) else list(row)
        return {str(entry["label"]): float(entry["score"]) for entry in entries}
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise HaltError(
            "the model answered with something else than a label and a score for each class",
            'Each text needs a list such as [{"label": "positive", "score": 0.9}, …].',
        ) from error


def _columns(
    rows: Sequence[Mapping[str, float]], texts: int, labels: Sequence[str]
) -> tuple[tuple[str, ...], FloatArray]:
    if len(rows) != texts:
        raise HaltError(f"the model answered with {_rows(len(rows))} for {_texts(texts)}", SHAPE)
    known = tuple(labels) or sort_labels(rows[0])
    for row in rows:
        if set(row) != set(known):
            raise HaltError(
                f"the model scored {_listed(row)} for one text and {_listed(known)} for another",
                "Every text needs the scores of all classes (top_k=None in a pipeline).",
            )
    _check_width(len(known), known)
    return known, np.array([[row[label] for label in known] for row in rows], dtype=np.float64)


def _check_width(width: int, labels: Sequence[str]) -> None:
    if width < 2:
        raise HaltError(
            f"the model answered with {width} score for each text",
            "Two classes or more are needed, with a score for each (top_k=None in a pipeline).",
        )
    if labels and width != len(labels):
        raise HaltError(
            f"the model answered with {width} scores for a text, and its classes are {_listed(labels)}", SHAPE
        )


def _rows(count: int) -> str:
    return "one row" if count == 1 else f"{count} rows"


def _texts(count: int) -> str:
    return "one text" if count == 1 else f"{count} texts"


def _listed(labels: Any) -> str:
    return ", ".join(map(repr, labels))
