"""What an earlier run in the same folder found, taken over when texts are added to it.

A minimal set depends on its text and on the settings, not on the other texts (its scores do in the last
digits, with the batches that texts share). So where only texts have come to a run (a higher `--limit`, a
longer file), what is there is set aside, the new run is cut into shards of its own, and texts that were
explained before are copied instead of computed. A run that the new one does not hold whole is another run,
and is refused as ever.
"""

import shutil
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.records.text import Explanation
from auditor.sweep.shard_file import from_bytes, read_table
from auditor.sweep.store import EARLIER, RunStore
from auditor.sweep.workload import Fingerprint

_CACHED_FILES = 8
_MAY_DIFFER = "shard_size"
"""The one setting that follows from the number of texts."""


def has_grown(store: RunStore, mark: Fingerprint, examples: Iterable[Example]) -> bool:
    """Whether a run differs from the one that is there by more texts alone."""
    there = store.manifest().get("fingerprint")
    if there == mark or not isinstance(there, dict) or _but_data(there) != _but_data(mark):
        return False
    old = {identity for content in _whole(store) for identity in _ids(content)}
    return bool(old) and old <= {example.id for example in examples}


def set_aside(store: RunStore) -> None:
    """Move the shards that are there out of the way of those to come."""
    folder = store.path / EARLIER
    folder.mkdir(exist_ok=True)
    number = len(list(folder.iterdir()))
    for index in range(_shards(store)):
        if store.verifies(index):
            store.shard_path(index).replace(folder / f"{number:05d}.parquet")
            number += 1
    store.clear_shards()


class Earlier:
    """The explanations that were set aside, by id of their text."""

    def __init__(self, store: RunStore) -> None:
        self._files = sorted((store.path / EARLIER).glob("*.parquet"))
        contents = (_ids(path.read_bytes()) for path in self._files)
        parts = [np.array([int(one, 16) for one in ids], dtype=np.uint64) for ids in contents]
        lengths = [len(part) for part in parts]
        ids = np.concatenate([*parts, np.zeros(0, dtype=np.uint64)])
        self._order = np.argsort(ids, kind="stable")
        self._ids = ids[self._order]
        self._begin = np.concatenate([[0], np.cumsum(lengths)])
        self._read = lru_cache(maxsize=_CACHED_FILES)(_by_id)

    def __len__(self) -> int:
        return len(self._ids)

    def explanation(self, identity: str) -> Explanation | None:
        """What was found of a text, if it was explained."""
        number = np.uint64(int(identity, 16))
        place = int(np.searchsorted(self._ids, number))
        if place == len(self._ids) or self._ids[place] != number:
            return None
        file = int(np.searchsorted(self._begin, self._order[place], side="right")) - 1
        return self._read(self._files[file]).get(identity)


def forget(store: RunStore) -> None:
    """Remove what was set aside: the run that took it over is complete."""
    shutil.rmtree(store.path / EARLIER, ignore_errors=True)


def _whole(store: RunStore) -> Iterator[bytes]:
    """The shards that are there, and those that an earlier growth has set aside."""
    for index in range(_shards(store)):
        if store.verifies(index):
            yield store.shard_path(index).read_bytes()
    for path in sorted((store.path / EARLIER).glob("*.parquet")):
        yield path.read_bytes()


def _shards(store: RunStore) -> int:
    count = store.manifest().get("shards")
    return count if isinstance(count, int) else 0


def _ids(content: bytes) -> list[str]:
    """The ids of texts that were explained: of one text that occurs twice, the first."""
    table = read_table(content, ("id", "status"))
    pairs = zip(table["id"].to_pylist(), table["status"].to_pylist(), strict=True)
    return [identity for identity, status in pairs if status is not None]


def _by_id(path: Path) -> dict[str, Explanation]:
    try:
        entries = from_bytes(path.read_bytes())
    except (OSError, AuditError):
        return {}  # it is computed again
    outcomes = (entry.outcome for entry in entries)
    return {one.id: one.explanation for one in outcomes if one.explanation is not None}


def _but_data(mark: Fingerprint) -> Fingerprint:
    settings = mark.get("settings")
    if not isinstance(settings, dict):
        return {}
    kept = {name: value for name, value in settings.items() if name != _MAY_DIFFER}
    return {name: value for name, value in mark.items() if name != "data"} | {"settings": kept}
