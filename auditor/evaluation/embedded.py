"""One text as a point in embedding space, and the class probability as a function there.

Gradient baselines move the pieces' embeddings, not their presence: the straight path to the replacement, one
piece at a time, or through the embeddings of other words. Special tokens stay where they are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from auditor.cidr.engine import Task, run
from auditor.cidr.questions import Asking, BoolArray, FloatArray, Forward
from auditor.errors import AuditError
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import SPECIAL, Encoded

if TYPE_CHECKING:
    import torch

TOKENS = 512
"""Pieces in one batch of gradients."""
FORWARD_TOKENS = 1024
"""Pieces in one batch of forward passes."""


@dataclass(frozen=True, eq=False)
class WordScores:
    """What a baseline says about a text, and what it cost."""

    scores: FloatArray
    """(words,) higher = more important for the class."""
    forwards: int = 0
    """Forward evaluations."""
    gradients: int = 0
    """Gradient evaluations."""


@dataclass(frozen=True, eq=False)
class Embedded:
    """A text between its embeddings and the baseline's."""

    module: Any
    """Embeddings (rows, pieces, width) to the probabilities of all classes (rows, classes)."""
    written: "torch.Tensor"
    """(pieces, width) the text's embeddings"""
    baseline: "torch.Tensor"
    """(pieces, width) every piece replaced but the special tokens"""
    table: Callable[[], "torch.Tensor"]
    """Gives (vocabulary, width), the embeddings of every piece there is."""
    ids: tuple[int, ...]
    """Of the pieces."""
    replacement: int
    """Id of the piece that stands for an absent one."""
    word_of: Any
    """(pieces,) the word of each piece, or SPECIAL."""
    words: int
    """Number of words."""
    target: int
    """The class."""
    without: Callable[[BoolArray], FloatArray]
    """The class probability, (rows,), with some words removed, (rows, words), as the convention removes."""
    kept: dict[str, Any]
    """What baselines keep from one text of a model to the next, by their names."""

    @property
    def places(self) -> list[int]:
        """Pieces that belong to a word."""
        return [int(place) for place in np.flatnonzero(self.word_of != SPECIAL)]

    def by_word(self, pieces: Any) -> FloatArray:
        """Scores of pieces summed up to scores of words."""
        scores: FloatArray = pieces.detach().cpu().double().numpy()
        total: FloatArray = np.zeros(self.words + 1)
        np.add.at(total, self.word_of, scores)  # special tokens add to the last entry
        return total[:-1]

    def probabilities(self, points: "torch.Tensor") -> "torch.Tensor":
        """(points,) the class probability at each of (points, pieces, width), in batches."""
        import torch

        rows = max(1, FORWARD_TOKENS // points.shape[1])
        starts = range(0, len(points), rows)
        with torch.no_grad():
            return torch.cat([self.module(points[i : i + rows])[:, self.target] for i in starts])

    def gradients(self, points: "torch.Tensor") -> "torch.Tensor":
        """Gradient of the class probability at each of (points, pieces, width), in batches."""
        import torch

        rows = max(1, TOKENS // points.shape[1])
        found = []
        for start in range(0, len(points), rows):
            batch = points[start : start + rows].detach().clone().requires_grad_(True)
            chosen = self.module(batch)[:, self.target].sum()
            found.append(torch.autograd.grad(chosen, batch)[0])
        return torch.cat(found)


def embed(
    classifier: Classifier,
    encoded: Encoded,
    target: int,
    *,
    removal: str = "pad",
    kept: dict[str, Any] | None = None,
) -> Embedded:
    """Place a text in embedding space."""
    import torch

    embedding = classifier.model.get_input_embeddings()
    device = classifier.device
    with torch.no_grad():
        written = embedding(torch.as_tensor(encoded.ids, device=device))
        absent = embedding(torch.tensor(classifier.replacement_id, device=device))
    special = torch.as_tensor(encoded.word_of == SPECIAL, device=device)[:, None]
    return Embedded(
        module=_probabilities(classifier, encoded),
        written=written,
        baseline=torch.where(special, written, absent),
        table=lambda: _table(embedding, device),
        ids=tuple(int(i) for i in encoded.ids),
        replacement=classifier.replacement_id,
        word_of=encoded.word_of,
        words=len(encoded.words),
        target=target,
        without=lambda rows: _without(classifier, encoded, target, rows, removal),
        kept={} if kept is None else kept,
    )


def _without(
    classifier: Classifier, encoded: Encoded, target: int, rows: BoolArray, removal: str
) -> FloatArray:
    def asking() -> Asking[FloatArray]:
        logits = yield Forward(rows)
        own: FloatArray = softmax(logits)[:, target]
        return own

    (task,) = run(classifier, [Task(encoded, asking())], removal=removal)
    if task.outcome is None or isinstance(task.outcome, AuditError):
        raise task.outcome or AuditError("the model gave no answer")
    return task.outcome


def _table(embedding: Any, device: "torch.device") -> "torch.Tensor":
    import torch

    with torch.no_grad():
        table: torch.Tensor = embedding(torch.arange(embedding.num_embeddings, device=device))
    return table


def _probabilities(classifier: Classifier, encoded: Encoded) -> Any:
    """The model as a module from embeddings to probabilities, which is what Captum's hooks need."""
    import torch

    class Probabilities(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = classifier.model
            self.softmax = torch.nn.Softmax(dim=-1)

        def forward(self, embeddings: torch.Tensor) -> torch.Tensor:
            shape, device = embeddings.shape[:2], embeddings.device
            inputs: dict[str, Any] = {
                "inputs_embeds": embeddings,
                "attention_mask": torch.ones(shape, dtype=torch.long, device=device),
            }
            if encoded.types is not None:
                inputs["token_type_ids"] = torch.as_tensor(encoded.types, device=device).expand(shape)
            result: torch.Tensor = self.softmax(self.model(**inputs).logits)
            return result

    return Probabilities()
