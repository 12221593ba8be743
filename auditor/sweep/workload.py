"""What a run is to compute: its shards, its repeated texts, and the fingerprint that names it.

Two runs with the same fingerprint have the same results. It covers what can change one: the settings of the
method, the data's content, the model's weights and tokenizer, and this program's version. It leaves out what
cannot: the number of processes, batch sizes, paths.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from auditor.config import CidrConfig, SweepConfig
from auditor.data.examples import Example

if TYPE_CHECKING:
    from auditor.model.answering import Answering

Fingerprint = dict[str, Any]
"""`settings`, `data`, `model` and `version` of a run."""
VERSIONED = ("torch", "transformers", "accelerate", "tokenizers", "numpy", "pyarrow")
"""Libraries whose versions the manifest names."""
SMALLEST_SHARD, LARGEST_SHARD, SHARDS = 8, 64, 16
"""Examples in a shard, at least and at most, and the shards that a small dataset is cut into."""


def sized(settings: SweepConfig, examples: int) -> SweepConfig:
    """The settings with the size of a shard, chosen by the number of examples alone where none is given."""
    chosen = max(SMALLEST_SHARD, min(LARGEST_SHARD, -(-examples // SHARDS)))
    return settings if settings.shard_size else replace(settings, shard_size=chosen)


def shard_count(examples: int, size: int) -> int:
    """Shards that so many examples make."""
    return -(-examples // size)


def shards(examples: Iterable[Example], size: int) -> Iterator[list[Example]]:
    """The examples in their order, cut into lists of `size`, the last one shorter."""
    rest = iter(examples)
    while shard := list(islice(rest, size)):
        yield shard


def first_places(examples: Iterable[Example]) -> NDArray[np.int64]:
    """(examples,) for each example the place of the first one with the same text: often its own.

    Eight bytes an example: a million repeated or different texts take a few megabytes.
    """
    ids = np.fromiter((int(example.id, 16) for example in examples), dtype=np.uint64)
    _, first, inverse = np.unique(ids, return_index=True, return_inverse=True)
    places: NDArray[np.int64] = first[inverse].astype(np.int64)
    return places


def fingerprint(
    config: CidrConfig, settings: SweepConfig, *, data: str, model: str, packed: bool = False
) -> Fingerprint:
    """What names a run, in parts, so that a difference can be shown."""
    method = asdict(config) | {
        "shard_size": settings.shard_size,
        "mixed_precision": settings.mixed_precision,
        "packed": packed,
    }
    return {"settings": method, "data": data, "model": model, "version": own_version()}


def differences(there: Fingerprint, here: Fingerprint) -> list[str]:
    """Where two fingerprints differ, each with both values."""
    left, right = _flat(there), _flat(here)
    return [
        f"{name} {left.get(name, 'none')} there, {right.get(name, 'none')} here"
        for name in sorted(left.keys() | right.keys())
        if left.get(name) != right.get(name)
    ]


def _flat(mark: Any) -> dict[str, str]:
    """A fingerprint as names and values; one that was edited by hand has few of them."""
    parts = mark if isinstance(mark, dict) else {}
    settings = parts.get("settings")
    method = {k: json.dumps(value) for k, value in settings.items()} if isinstance(settings, dict) else {}
    return method | {name: str(parts.get(name, "none"))[:12] for name in ("data", "model", "version")}


def model_hash(classifier: "Answering") -> str:
    """Hash of what decides a prediction: weights, labels, tokenizer, and what stands for an absent word."""
    from auditor.model.asked.text_model import TextModel
    from auditor.model.weights import hash_weights

    if isinstance(classifier, TextModel):
        return classifier.identity
    network: Any = classifier
    total = hash_weights(network.model)
    backend = network.tokenizer.backend_tokenizer.to_str()
    rest = [network.labels, network.limit, network.replacement_id, backend]
    total.update(json.dumps(rest, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    return total.hexdigest()


def own_version() -> str:
    """The version of this program."""
    try:
        return version("cidr-audit")
    except PackageNotFoundError:
        return "unknown"


def versions() -> dict[str, str]:
    """Versions of the libraries a result may depend on."""
    found = {}
    for name in VERSIONED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


def installed() -> dict[str, str]:
    """Versions of this program and of those libraries."""
    return versions() | {"cidr-audit": own_version()}
