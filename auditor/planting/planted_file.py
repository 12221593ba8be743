"""A planted dataset and its manifest on disk: both or neither, never in the place of something else."""

import json
from pathlib import Path

from auditor.data.dataset_file import check_free, check_target, write_examples
from auditor.files import replacing
from auditor.planting.injection import Injected

MANIFEST_SUFFIX = ".injection.json"


def manifest_path(path: Path) -> Path:
    """`<path>.injection.json`."""
    return Path(f"{path}{MANIFEST_SUFFIX}")


def write_injected(path: str | Path, injected: Injected, *, force: bool = False) -> tuple[Path, Path]:
    """Write the dataset (CSV, TSV, JSONL or Parquet by suffix) and its manifest; gives both paths."""
    data, manifest = Path(path), manifest_path(Path(path))
    check_target(data, force=force)
    check_free(manifest, force=force)
    text = json.dumps(injected.manifest, ensure_ascii=False, indent=1) + "\n"
    with replacing(data) as new_data, replacing(manifest) as new_manifest:
        write_examples(new_data, injected.examples, suffix=data.suffix)
        new_manifest.write_text(text, encoding="utf-8")
    return data, manifest
