"""One wrapper over every sequence classifier: logits and gradients with any part of the text padded out.

The model is always fed through `inputs_embeds`, so that one code path serves plain text, padded-out words
and points on an integration path. Each piece has a *presence* between 0 (the replacement embedding, PAD by
default) and 1 (as written); special tokens are always present. The gradient of a class probability with
respect to presence is the gradient to the word embedding times (embedding - replacement), which is what
integrated gradients sum up.

"Padded out" keeps the piece's place and its attention; only filler that makes a batch rectangular is masked.
Which side filler must go is found by a probe when the model is loaded: right for encoders, left for models
that read their answer off the last token (GPT-2), none where neither leaves the result unchanged.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from auditor.errors import AuditError, NoGradientsError
from auditor.model.answering import Answering
from auditor.model.encoding import (
    BoolArray,
    Encoded,
    IntArray,
    check_text,
    encode,
    gone_pieces,
    kept_pieces,
    pieces_of,
)
from auditor.model.first_place import read_first_place
from auditor.model.heads import head_of
from auditor.model.journal import Journal

FloatArray = NDArray[np.float64]

AGREEMENT = 1e-3
"""Largest difference between logits from `input_ids` and from `inputs_embeds` that rounding explains; in half
precision, four times that precision."""


@dataclass(frozen=True, eq=False)
class Row:
    """One input to the model."""

    ids: IntArray
    """(pieces,)"""
    presence: FloatArray
    """(pieces,) 1 = as written, 0 = replaced."""
    types: IntArray | None = None
    """(pieces,)"""

    def __len__(self) -> int:
        return len(self.ids)


class Classifier:
    """A sequence classifier with its tokenizer, on one device."""

    differentiable = True

    def __init__(
        self, model: Any, tokenizer: Any, *, replacement: str = "pad", target_label: str | None = None
    ) -> None:
        self.model = model.eval().requires_grad_(False)
        self.tokenizer = tokenizer
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self._head = head_of(model.config, target_label)
        self.labels: tuple[str, ...] = self._head.labels
        self.limit = length_limit(model, tokenizer)
        self.pieces = pieces_of(tokenizer)
        self.uses_types = "token_type_ids" in tokenizer.model_input_names
        self._embedding = _input_embeddings(model)
        self.replacement = replacement
        self.replacement_id = _replacement_id(model, tokenizer, replacement)
        if model.config.pad_token_id is None:
            model.config.pad_token_id = self.replacement_id  # without one, decoders refuse batches
        self.filler_side = "right"
        self.journal: Journal | None = None
        """What is answered goes there, while there is one; see `keeping`."""
        self._probe()

    def encode(self, *texts: str) -> Encoded:
        """One or two texts as words and pieces; an empty text is an error."""
        check_text(texts)
        encoded = encode(self.tokenizer, texts, limit=self.limit, type_ids=self.uses_types)
        if not encoded.words:
            raise AuditError("the model's tokenizer finds no word in the text", "Give at least one word.")
        return encoded

    def logits(self, rows: Sequence[Row]) -> FloatArray:
        """(rows, classes) logits, one forward pass for the whole batch."""
        if self.journal is None:
            return self._logits(rows)
        return self.journal.logits(rows, lambda: self._logits(rows))

    def _logits(self, rows: Sequence[Row]) -> FloatArray:
        with torch.inference_mode():
            inputs, _ = self._inputs(rows)
            logits: FloatArray = self._head.read(self.model(**inputs).logits).cpu().double().numpy()
        return logits

    def gradients(
        self, rows: Sequence[Row], targets: IntArray, added: FloatArray | None = None
    ) -> tuple[FloatArray, list[FloatArray]]:
        """Probability of each row's target class, and its gradient to the presence of each piece.

        `added` (rows, classes) goes on top of the logits first.
        """
        if self.journal is None:
            return self._gradients(rows, targets, added)
        return self.journal.gradients(rows, targets, added, lambda: self._gradients(rows, targets, added))

    def _gradients(
        self, rows: Sequence[Row], targets: IntArray, added: FloatArray | None
    ) -> tuple[FloatArray, list[FloatArray]]:
        inputs, presence = self._inputs(rows, track=True)
        logits = self._head.read(self.model(**inputs).logits)
        if added is not None:
            logits = logits + torch.as_tensor(added, dtype=logits.dtype, device=self.device)
        probabilities = torch.softmax(logits, dim=-1)
        chosen = probabilities.gather(1, torch.as_tensor(targets, device=self.device)[:, None]).squeeze(1)
        (gradient,) = torch.autograd.grad(chosen.sum(), presence)  # (rows, longest)
        values: FloatArray = chosen.detach().cpu().double().numpy()
        table: FloatArray = gradient.cpu().double().numpy()
        return values, [line[self._place(row, table.shape[1])] for line, row in zip(table, rows, strict=True)]

    def _place(self, row: Row, longest: int) -> slice:
        """Where a row's pieces stand in a batch of `longest` columns."""
        return slice(longest - len(row), longest) if self.filler_side == "left" else slice(0, len(row))

    def _inputs(self, rows: Sequence[Row], *, track: bool = False) -> tuple[dict[str, Any], torch.Tensor]:
        """The model's keyword arguments for a batch, and the presence tensor inside them."""
        longest = max(len(row) for row in rows)
        ids = np.full((len(rows), longest), self.replacement_id, dtype=np.int64)
        presence = np.zeros((len(rows), longest))
        mask = np.zeros((len(rows), longest), dtype=np.int64)
        types = np.zeros((len(rows), longest), dtype=np.int64)
        for i, row in enumerate(rows):
            place = self._place(row, longest)
            ids[i, place] = row.ids
            presence[i, place] = row.presence
            mask[i, place] = 1
            if row.types is not None:
                types[i, place] = row.types
        if self.filler_side == "none" and not mask.all():
            raise AuditError("this model cannot be run in batches of unequal length")
        share = torch.as_tensor(presence, dtype=self.dtype, device=self.device).requires_grad_(track)
        with torch.no_grad():
            written = self._embedding(torch.as_tensor(ids, device=self.device))  # (rows, longest, width)
            absent = self._embedding(torch.tensor(self.replacement_id, device=self.device))  # (width,)
        attention = torch.as_tensor(mask, device=self.device)
        inputs: dict[str, Any] = {
            "inputs_embeds": torch.lerp(absent, written, share[:, :, None]),  # exact at both ends
            "attention_mask": attention,
        }
        if self.uses_types:
            inputs["token_type_ids"] = torch.as_tensor(types, device=self.device)
        if self.filler_side == "left":
            inputs["position_ids"] = (attention.cumsum(1) - 1).clamp(min=0)
        return inputs, share

    def row(self, encoded: Encoded, presence: FloatArray | None = None) -> Row:
        """The text as a row, as written unless a presence (pieces,) is given."""
        full = np.ones(len(encoded)) if presence is None else presence
        return Row(encoded.ids, full, encoded.types)

    def without(self, encoded: Encoded, removed: BoolArray, *, alpha: float = 1.0, removal: str = "") -> Row:
        """The text with some words removed, `alpha` of the way from the empty text; `delete` shortens it."""
        gone = gone_pieces(encoded, removed)
        row = self.row(encoded, np.where(encoded.word_of < 0, 1.0, np.where(gone, 0.0, alpha)))
        if removal != "delete":
            return row
        kept = kept_pieces(gone)
        return Row(row.ids[kept], row.presence[kept], None if row.types is None else row.types[kept])

    def _probe(self) -> None:
        """Check that `inputs_embeds` equals `input_ids`, and find the side where filler changes nothing."""
        short = self.row(self.encode("the probe"))
        long = self.row(self.encode("a longer probe of the model at hand"))
        inputs = {
            "input_ids": torch.as_tensor(short.ids[None], device=self.device),
            "attention_mask": torch.ones(1, len(short), dtype=torch.long, device=self.device),
        }
        if short.types is not None:
            inputs["token_type_ids"] = torch.as_tensor(short.types[None], device=self.device)
        with torch.inference_mode():
            expected = self._head.read(self.model(**inputs).logits).cpu().double().numpy()[0]
        if not np.isfinite(expected).all():
            raise AuditError(
                "the model's logits are not finite (NaN or infinite)",
                "Its weights are broken or its precision is too low; load it in float32.",
            )
        rounding = max(AGREEMENT, 4 * torch.finfo(self.dtype).eps)
        try:
            alone = self.logits([short])[0]
        except (TypeError, ValueError, NotImplementedError, AttributeError) as error:
            raise NoGradientsError(f"{type(self.model).__name__} takes no input embeddings") from error
        if not np.allclose(alone, expected, atol=rounding, rtol=rounding):
            raise NoGradientsError(
                f"{type(self.model).__name__} gives other logits for embeddings than for token ids"
            )
        for side in ("right", "left"):
            self.filler_side = side
            try:
                padded = self.logits([short, long])[0]
            except (TypeError, IndexError, RuntimeError):
                continue
            if np.allclose(padded, expected, atol=rounding, rtol=rounding):
                read_first_place(self.model, lambda: self.logits([short, long]))
                return
        self.filler_side = "none"


@contextmanager
def keeping(model: Answering, journal: Journal) -> Iterator[None]:
    """Write down what a network answers, and give what is in the journal as it is there.

    A model that is asked with texts keeps its answers by itself.
    """
    if not isinstance(model, Classifier):
        yield
        return
    model.journal = journal
    try:
        yield
    finally:
        model.journal = None
        journal.close()


def _input_embeddings(model: Any) -> Any:
    """The layer that makes embeddings of token ids."""
    try:
        layer = model.get_input_embeddings()
        if layer.num_embeddings:
            return layer
    except (NotImplementedError, AttributeError):
        pass
    raise NoGradientsError(f"{type(model).__name__} has no table of input embeddings")


def length_limit(model: Any, tokenizer: Any) -> int | None:
    """The most pieces the model can take, from the tokenizer and the position table, or None."""
    limits = [tokenizer.model_max_length] if tokenizer.model_max_length < 10**6 else []
    table = getattr(model.config, "max_position_embeddings", None)
    if table:
        # RoBERTa and its kin start counting positions after the padding index.
        names = [name for name, _ in model.named_modules() if name.endswith("position_embeddings")]
        padding = getattr(model.get_submodule(names[0]), "padding_idx", None) if names else None
        limits.append(table - (0 if padding is None else padding + 1))
    return min(limits) if limits else None


def _replacement_id(model: Any, tokenizer: Any, replacement: str) -> int:
    """Id of the token whose embedding stands for an absent word.

    PAD by default. A model without one (GPT-2) falls back to its end-of-text token, which such models see
    between documents, then to the unknown token, then to id 0.
    """
    if replacement == "mask":
        if tokenizer.mask_token_id is None:
            raise AuditError("the tokenizer has no mask token", "Use --removal pad or --removal delete.")
        return int(tokenizer.mask_token_id)
    config = model.config
    candidates = (tokenizer.pad_token_id, config.pad_token_id, tokenizer.eos_token_id, tokenizer.unk_token_id)
    rows = model.get_input_embeddings().num_embeddings
    return next((int(i) for i in candidates if i is not None and 0 <= int(i) < rows), 0)


def softmax(logits: FloatArray) -> FloatArray:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    result: FloatArray = shifted / shifted.sum(axis=-1, keepdims=True)
    return result


def check_finite(logits: FloatArray) -> None:
    """Refuse logits that are not numbers."""
    if not math.isfinite(float(logits.sum())):
        raise AuditError("the model's logits are not finite (NaN or infinite)", "Load it in float32.")
