"""A dataset and its manifest on disk: both or neither, and never in the place of something else unasked."""

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.files import replacing
from auditor.planting.injection import Injected

_BATCH = 4_096
MANIFEST_SUFFIX = ".injection.json"


def manifest_path(path: Path) -> Path:
    """`<path>.injection.json`."""
    return Path(f"{path}{MANIFEST_SUFFIX}")


def write_injected(path: str | Path, injected: Injected, *, force: bool = False) -> tuple[Path, Path]:
    """Write the dataset (CSV, TSV, JSONL or Parquet by suffix) and its manifest; gives both paths."""
    data, manifest = Path(path), manifest_path(Path(path))
    write = _WRITERS.get(data.suffix.lower())
    if write is None:
        raise AuditError(f"cannot write {data.name}", f"The name must end in {', '.join(_WRITERS)}.")
    if not data.parent.is_dir():
        raise AuditError(f"there is no folder {data.parent}", "Make it first.")
    for target in (data, manifest):
        if target.is_dir() or (target.exists() and not force):
            raise AuditError(f"{target} exists", "Choose another name, or overwrite it with --force.")
    text = json.dumps(injected.manifest, ensure_ascii=False, indent=1) + "\n"
    with replacing(data) as new_data, replacing(manifest) as new_manifest:
        write(new_data, injected.examples)
        new_manifest.write_text(text, encoding="utf-8")
    return data, manifest


def _names(examples: Sequence[Example]) -> tuple[str, ...]:
    paired = any(len(example.texts) > 1 for example in examples)
    return ("text", "text_pair", "label") if paired else ("text", "label")


def _write_delimited(path: Path, examples: Sequence[Example], *, delimiter: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(_names(examples))
        writer.writerows((*example.texts, example.label) for example in examples)


def _write_jsonl(path: Path, examples: Sequence[Example]) -> None:
    names = _names(examples)
    with path.open("w", encoding="utf-8", newline="") as file:
        for example in examples:
            row = dict(zip(names, (*example.texts, example.label), strict=True))
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, examples: Sequence[Example]) -> None:
    import pyarrow
    import pyarrow.parquet

    names = _names(examples)
    schema = pyarrow.schema([(name, pyarrow.string()) for name in names])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for some in _batches(examples):
            columns = zip(*((*example.texts, example.label) for example in some), strict=True)
            writer.write_batch(pyarrow.record_batch([list(column) for column in columns], schema=schema))


def _batches(examples: Sequence[Example]) -> Iterable[Sequence[Example]]:
    return (examples[start : start + _BATCH] for start in range(0, len(examples), _BATCH))


_WRITERS: dict[str, Callable[[Path, Sequence[Example]], None]] = {
    ".csv": lambda path, examples: _write_delimited(path, examples, delimiter=","),
    ".tsv": lambda path, examples: _write_delimited(path, examples, delimiter="\t"),
    ".jsonl": _write_jsonl,
    ".parquet": _write_parquet,
}
