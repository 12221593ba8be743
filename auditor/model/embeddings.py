"""The input embeddings of a model, read without running it.

Only the embedding matrix and the tokenizer are read. Where an embedding space comes from matters as much as
what is in it: training moves embeddings, so that a word which leaks a label may come to lie among the words
of that label. The embeddings of the model that the training began with are asked first: those of `--encoder`,
of the `base_model` in `training.json`, of the name in `config.json`; then the model's own. A model that was
trained from scratch on the audited data has no others, and its own say nothing but what the labels say.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.errors import AuditError
from auditor.model.tiny import NAME as TINY
from auditor.network import hub_reachable

Matrix = NDArray[np.float32]
_NAMES = (
    *("word_embeddings.weight", "embed_tokens.weight", "tok_embeddings.weight", "wte.weight"),
    *("word_embedding.weight", "shared.weight", "token_embedding.weight", "embeddings.weight"),
)
"""How input embeddings are called in weight files, the first that fits."""
_WEIGHTS, _INDEX = "model.safetensors", "model.safetensors.index.json"


@dataclass(frozen=True)
class Origin:
    """Where an embedding space comes from."""

    source: str
    """`encoder` (the user's), `base_model` (in training.json), `config_name` (in config.json) or `own`."""
    name: str
    """Directory or hub id."""
    from_scratch: bool = False
    """Whether the audited model's own embeddings were random before it was trained."""
    not_at_hand: tuple[str, ...] = ()
    """Base models that are known and could not be read here."""


@dataclass(frozen=True, eq=False)
class Embeddings:
    """A vocabulary with its vectors, before anything is made of it."""

    vocabulary: Sequence[str]
    """Pieces by number, as the tokenizer spells them (`##s`, `Ġthe`, `▁the`)."""
    matrix: Matrix
    """(pieces, width)"""
    pieces: Callable[[str], Sequence[int]] = field(repr=False)
    """The numbers of a word's pieces; empty for a word that the tokenizer cannot spell."""
    origin: Origin
    """Where they come from."""


def find_embeddings(model: str | Path, *, encoder: str | None = None, loaded: Any = None) -> Embeddings:
    """The best embeddings at hand for a model; `loaded` is its Classifier, if there is one."""
    if encoder is not None:
        found = read_embeddings(encoder, Origin("encoder", encoder))
        if found is None:
            raise AuditError(
                f"--encoder {encoder!r} has no readable embeddings",
                "Give a directory, or a hub id, with safetensors weights and a tokenizer.json.",
            )
        return found
    missed: list[str] = []
    bases = _bases(Path(model))
    for source, name in bases:
        if name == TINY:
            continue
        found = read_embeddings(name, Origin(source, name, not_at_hand=tuple(missed)))
        if found is not None:
            return found
        missed.append(name)
    scratch = any(name == TINY for _, name in bases)
    origin = Origin("own", str(model), scratch, tuple(missed))
    own = loaded_embeddings(loaded, origin) if loaded is not None else read_embeddings(str(model), origin)
    if own is None:
        raise AuditError(
            f"{model} has no readable embeddings", "Name another model with --encoder, or pass --task none."
        )
    return own


def loaded_embeddings(classifier: Any, origin: Origin) -> Embeddings:
    """The embeddings of a classifier in memory."""
    weight = classifier.model.get_input_embeddings().weight
    matrix = weight.detach().float().cpu().numpy()
    return _embeddings(classifier.tokenizer.backend_tokenizer.to_str(), matrix, origin)


def read_embeddings(name: str, origin: Origin) -> Embeddings | None:
    """The embeddings of a directory or hub id; None where they cannot be read."""
    tokenizer, weights = _file(name, "tokenizer.json"), _weight_file(name)
    if tokenizer is None or weights is None:
        return None
    try:
        matrix = _embedding_tensor(weights)
        if matrix is None:
            return None
        return _embeddings(tokenizer.read_text(encoding="utf-8"), matrix, origin)
    except Exception:  # a damaged file can make the libraries raise anything, and there may be another source
        return None


def _embeddings(tokenizer_text: str, matrix: Matrix, origin: Origin) -> Embeddings:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(tokenizer_text)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    vocabulary = [""] * tokenizer.get_vocab_size(with_added_tokens=True)
    for piece, number in tokenizer.get_vocab(with_added_tokens=True).items():
        if number < len(vocabulary):
            vocabulary[number] = piece
    byte_level = any(piece.startswith("Ġ") for piece in vocabulary)
    unknown = {tokenizer.token_to_id(name) for name in ("[UNK]", "<unk>", "<|unk|>")} - {None}

    def pieces(word: str) -> list[int]:
        ids = tokenizer.encode(" " + word if byte_level else word, add_special_tokens=False).ids
        return [] if unknown & set(ids) or any(i >= len(matrix) for i in ids) else list(ids)

    return Embeddings(vocabulary, matrix, pieces, origin)


def _bases(model: Path) -> list[tuple[str, str]]:
    """Base models that a model's directory names, the best source first."""
    found = []
    base = _json(model / "training.json").get("config", {})
    if isinstance(base, dict) and isinstance(base.get("base_model"), str):
        found.append(("base_model", base["base_model"]))
    name = _json(model / "config.json").get("_name_or_path")
    if isinstance(name, str) and name and Path(name).resolve() != model.resolve():
        found.append(("config_name", name))
    return [pair for place, pair in enumerate(found) if pair[1] not in [name for _, name in found[:place]]]


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _file(name: str, file: str) -> Path | None:
    """A file of a model: from its directory, the hub's cache, or the hub."""
    if Path(name).is_dir():
        return Path(name, file) if Path(name, file).is_file() else None
    from huggingface_hub import hf_hub_download

    try:
        return Path(hf_hub_download(name, file, local_files_only=not hub_reachable()))
    except Exception:  # not in the cache, no such model, no network: there may be another source
        return None


def _weight_file(name: str) -> Path | None:
    """The weight file that holds the input embeddings, of several where the weights are split."""
    index = _file(name, _INDEX)
    if index is None:
        return _file(name, _WEIGHTS)
    places = _json(index).get("weight_map", {})
    tensor = _embedding_name(sorted(places))
    return _file(name, places[tensor]) if tensor else None


def _embedding_tensor(path: Path) -> Matrix | None:
    from safetensors import safe_open

    with safe_open(str(path), framework="np") as file:
        name = _embedding_name(sorted(file.keys()))
        if name is None:
            return None
        if str(file.get_slice(name).get_dtype()) != "BF16":
            return np.asarray(file.get_tensor(name), dtype=np.float32)
    with safe_open(str(path), framework="pt") as file:  # numpy has no bfloat16
        return np.asarray(file.get_tensor(name).float().numpy(), dtype=np.float32)


def _embedding_name(names: Sequence[str]) -> str | None:
    return next((name for end in _NAMES for name in names if name.endswith(end)), None)
