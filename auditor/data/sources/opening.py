"""Which loader reads what the user named.

A loader is one module of this folder that gives a `Source`. One for another kind of file is that module and
one line of `FILES`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from auditor.data.sources.builtin import builtin_source
from auditor.data.sources.decoding import data_suffix
from auditor.data.sources.delimited import delimited_source
from auditor.data.sources.excel import excel_source
from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.hub import ALIASES, hub_source
from auditor.data.sources.json_lines import json_source
from auditor.data.sources.parquet import parquet_source
from auditor.data.sources.saved_folder import folder_source, is_saved_folder
from auditor.data.sources.source import Source
from auditor.errors import AuditError

BUILTIN = "builtin:"
FILES: Mapping[str, Callable[[Path, FileOptions], Source]] = {
    ".csv": delimited_source,
    ".tsv": delimited_source,
    ".jsonl": json_source,
    ".ndjson": json_source,
    ".json": json_source,
    ".parquet": parquet_source,
    ".xlsx": excel_source,
}
"""The loader of a file by its suffix, `.gz` left out."""


def open_source(spec: str | Path, *, split: str | None, stream: bool, options: FileOptions) -> Source:
    """The source that `spec` names: built in, a saved folder, a file, or a dataset of the hub."""
    name, path = str(spec), Path(spec)
    if name.startswith(BUILTIN):
        return builtin_source(name.removeprefix(BUILTIN), split)
    if path.is_dir() and is_saved_folder(path):
        return folder_source(path, split)
    if path.is_file():
        return _open_file(path, split, options)
    if path.is_dir() and name not in ALIASES:
        raise AuditError(f"{path} is a folder that save_to_disk did not write", "Name a file in it.")
    if data_suffix(path) in FILES or path.is_absolute() or name.startswith(".") or name.count("/") > 1:
        raise AuditError(f"{name} does not exist", "Check the path; relative paths start where you are.")
    return hub_source(name, split=split, stream=stream)


def _open_file(path: Path, split: str | None, options: FileOptions) -> Source:
    if split is not None:
        raise AuditError(f"{path.name} is one file and has no split {split!r}", "Leave the split out.")
    loader = FILES.get(data_suffix(path))
    if loader is None:
        raise AuditError(f"{path.name} has no known format", f"Files may be {', '.join(FILES)}, also .gz.")
    return loader(path, options)
