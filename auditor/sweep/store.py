"""The run directory: what a sweep leaves and later stages read.

    run.json              the manifest: settings, versions, hashes, counts, timings
    shards/00000.parquet  the outcomes of one shard
    shards/00000.json     its checksum, counts and costs, written last: a shard is there when this file is,
                          and says the hash that the Parquet file has
    earlier/*.parquet     shards of a run that texts were added to, until this one is complete
    answers/*.jsonl       what a model that is asked with texts has answered, by content
    journal/*.journal     what a network has answered in a shard, or a later step, that is not finished
    run.lock              names the run that writes here, while one does
    alive/*.json          signs of life of its processes
    claims/*              which of several processes has taken which shard

Every file is written to a temporary name and renamed. Reading needs no torch.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from auditor.errors import AuditError
from auditor.files import read_text, replacing, write_text
from auditor.model.journal import FOLDER, KEPT, SUFFIX, Journal
from auditor.records.text import LEFT_OUT, Outcome
from auditor.sweep.claims import CLAIMS
from auditor.sweep.lock import ALIVE
from auditor.sweep.shard_file import Entry, from_bytes, read_table, to_bytes
from auditor.sweep.workload import Fingerprint, differences

MANIFEST_FORMAT = 1
ANSWERS, EARLIER = "answers", "earlier"
_CACHED_SHARDS = 8
_OVER = "Start over with --fresh."
_TEMPORARY = re.compile(
    r"\.((\d{5,}|run|report|tokens|pairs|groups)\.(parquet|json)|index\.html|summary\.md)\.\w+\."
)


class RunStore:
    """A run directory, read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest_path = path / "run.json"
        self.folder = path / "shards"
        self.lock_path = path / "run.lock"
        self.claims_path = path / CLAIMS
        own = (self.manifest_path, self.folder, self.lock_path, self.claims_path)
        for part in (*own, *(path / name for name in (ANSWERS, EARLIER, ALIVE, FOLDER))):
            if part.is_symlink():  # what is written there would be written elsewhere
                raise AuditError(f"{part} is a link", "A run folder holds its own files: choose another one.")

    def exists(self) -> bool:
        """Whether a run was ever started here."""
        return self.manifest_path.exists()

    def manifest(self) -> dict[str, Any]:
        """What `run.json` says."""
        if not self.exists():
            raise AuditError(f"{self.path} holds no run (no run.json)", "Give the folder of a run.")
        try:
            content: dict[str, Any] = json.loads(read_text(self.manifest_path, _OVER))
        except (ValueError, RecursionError) as error:
            raise AuditError(f"{self.manifest_path} is not complete JSON: {error}", _OVER) from error
        if not isinstance(content, dict) or content.get("format") != MANIFEST_FORMAT:
            raise AuditError(f"{self.manifest_path} is of another format than {MANIFEST_FORMAT}", _OVER)
        return content

    def write_manifest(self, content: dict[str, Any]) -> None:
        """Write `run.json` whole."""
        text = json.dumps({"format": MANIFEST_FORMAT} | content, indent=1, ensure_ascii=False)
        write_text(self.manifest_path, text + "\n")

    def check(self, mark: Fingerprint) -> None:
        """Refuse to mix the results of two different runs."""
        there = self.manifest().get("fingerprint", {})
        if there != mark:
            raise AuditError(
                f"{self.path} holds another run: {'; '.join(differences(there, mark))}",
                "Choose another folder, or start over with --fresh.",
            )

    def clear(self) -> None:
        """Remove what a run has written, and nothing else."""
        self.clear_shards()
        others = (self.path.glob(f"{folder}/*") for folder in (ANSWERS, EARLIER))
        for file in (*chain.from_iterable(others), self.manifest_path):
            if file.suffix in (".jsonl", ".parquet", ".json"):
                file.unlink(missing_ok=True)

    def clear_shards(self) -> None:
        """Remove all shards."""
        for file in self._own_files():
            file.unlink(missing_ok=True)
        self.forget()

    def journal(self, work: str | int) -> Journal:
        """What is known of a piece of work that is not finished: a shard by its number, or another step."""
        name = f"{work:05d}" if isinstance(work, int) else work
        return Journal(self.path / FOLDER, name, json.dumps(self.manifest().get("fingerprint")))

    def forget(self) -> None:
        """Remove all journals: the work that they were for is done, or not wanted."""
        folder = self.path / FOLDER
        for file in folder.glob(f"*{SUFFIX}"):
            file.unlink(missing_ok=True)
        with suppress(OSError):
            folder.rmdir()

    def disown(self) -> None:
        """Shards that no manifest tells the run of no longer count."""
        for file in self._own_files():
            if file.suffix == ".json":
                file.unlink(missing_ok=True)

    def tidy(self) -> None:
        """Remove what a killed process left half-written."""
        for folder in (self.path, self.folder):
            for file in folder.glob(".*"):
                if _TEMPORARY.match(file.name):
                    file.unlink(missing_ok=True)

    def _own_files(self) -> list[Path]:
        return [
            file
            for file in self.folder.glob("*")
            if file.stem.isdigit() and file.suffix in (".parquet", ".json")
        ]

    def write_shard(self, index: int, entries: Sequence[Entry], costs: dict[str, Any]) -> None:
        """Store a shard; it counts once its checksum is written."""
        content = to_bytes(entries)
        notes = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)} | costs
        try:
            with replacing(self.shard_path(index)) as temporary:
                temporary.write_bytes(content)
            write_text(self._notes(index), json.dumps(notes, indent=1, ensure_ascii=False) + "\n")
        except AuditError as error:
            raise AuditError(error.message, KEPT) from error

    def notes(self, index: int) -> dict[str, Any] | None:
        """Checksum, counts and costs of a shard, if it is there."""
        try:
            found = json.loads(self._notes(index).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def verifies(self, index: int) -> bool:
        """Whether a shard is there, whole and unaltered."""
        return self._content(index) is not None

    def missing(self, count: int) -> list[int]:
        """The shards that are not there or do not verify; what is left of those no longer counts."""
        absent = [index for index in range(count) if not self.verifies(index)]
        for index in absent:
            self._notes(index).unlink(missing_ok=True)
        return absent

    def reopen(self, count: int) -> None:
        """Let shards that left examples out be computed again: a new session has calls to spend."""
        for index in range(count):
            if LEFT_OUT in ((self.notes(index) or {}).get("skips") or {}):
                self._notes(index).unlink()

    def has(self, index: int) -> bool:
        """Whether a shard says that it is there, without a look inside."""
        return self._notes(index).exists()

    def finished(self) -> int:
        """Shards that say they are there, without a look inside."""
        return sum(1 for file in self.folder.glob("*.json") if file.stem.isdigit())

    def read_shard(self, index: int, rows: Sequence[int] | None = None) -> list[Entry]:
        """The rows of a shard, or some of them."""
        return from_bytes(self._verified(index), rows)

    def _verified(self, index: int) -> bytes:
        content = self._content(index)
        if content is None:
            raise AuditError(
                f"{self.shard_path(index)} is missing or was altered",
                "Run the same audit again to recompute it.",
            )
        return content

    def tables(self, columns: Sequence[str]) -> Iterator[Any]:
        """Some columns of every shard as Arrow tables, in the order of the examples."""
        for index in range(int(self.manifest()["shards"])):
            yield read_table(self._verified(index), columns)

    def outcomes_at(self, places: Iterable[int]) -> dict[int, Outcome]:
        """The outcomes of some examples, by their places in the run."""
        size = int(self.manifest()["shard_size"])
        wanted: dict[int, list[int]] = {}
        for place in places:
            wanted.setdefault(place // size, []).append(place)
        found = {}
        for index, some in sorted(wanted.items()):
            entries = self.read_shard(index, [place % size for place in some])
            found.update({place: entry.outcome for place, entry in zip(some, entries, strict=True)})
        return found

    def outcomes(self) -> Iterator[Outcome]:
        """Every outcome of the run, in the order of the examples, one shard in memory at a time."""
        manifest = self.manifest()
        size, count = int(manifest["shard_size"]), int(manifest["shards"])
        read = lru_cache(maxsize=_CACHED_SHARDS)(self.read_shard)
        for index in range(count):
            for entry in self.read_shard(index):
                if entry.same_as is None:
                    yield entry.outcome
                    continue
                first = read(entry.same_as // size)[entry.same_as % size].outcome
                own = entry.outcome
                yield Outcome(own.id, own.row, own.gold, first.explanation, first.reason)

    def _content(self, index: int) -> bytes | None:
        notes = self.notes(index)
        try:
            content = self.shard_path(index).read_bytes()
        except OSError:
            return None
        if notes is None or hashlib.sha256(content).hexdigest() != notes.get("sha256"):
            return None
        return content

    def shard_path(self, index: int) -> Path:
        """The file of a shard."""
        return self.folder / f"{index:05d}.parquet"

    def _notes(self, index: int) -> Path:
        return self.folder / f"{index:05d}.json"
