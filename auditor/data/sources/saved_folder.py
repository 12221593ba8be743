"""Folders that `save_to_disk` of the `datasets` library wrote."""

from pathlib import Path

from auditor.data.sources.arrow_rows import dataset_source, pick_split, quiet
from auditor.data.sources.source import Source
from auditor.errors import AuditError, first_line


def folder_source(path: Path, split: str | None) -> Source:
    """A folder that `save_to_disk` wrote: one dataset, or one for each split."""
    import datasets

    with quiet():
        try:
            loaded = datasets.load_from_disk(str(path))
        except Exception as error:  # damaged files make the library raise anything
            said = f": {first_line(error)}" if isinstance(error, OSError | ValueError) else ""
            raise AuditError(
                f"{path} is not a complete dataset{said}", "Is it a folder that save_to_disk wrote?"
            ) from error
    if isinstance(loaded, dict):
        loaded, split = pick_split(path.name, loaded, split)
    elif split is not None:
        raise AuditError(f"{path.name} has no splits, and {split!r} was asked for", "Leave the split out.")
    return dataset_source(path.name + (f" ({split})" if split else ""), loaded)


def is_saved_folder(path: Path) -> bool:
    """Whether a folder looks like one of `save_to_disk`."""
    return (path / "state.json").exists() or (path / "dataset_dict.json").exists()
