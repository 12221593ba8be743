"""A repaired dataset and its manifest on disk: both or neither, and never in the place of something else."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from auditor.data.dataset_file import check_free, check_target, write_examples
from auditor.files import replacing
from auditor.records.codec import plain
from auditor.repair.repair_manifest import WEIGHT, Manifest
from auditor.repair.repaired import Repaired

MANIFEST_SUFFIX = ".repair.json"


def manifest_path(path: Path) -> Path:
    """`<path>.repair.json`."""
    return Path(f"{path}{MANIFEST_SUFFIX}")


def check_free_for(path: Path, *, force: bool) -> None:
    """Refuse an output that cannot be written, before anything is computed."""
    check_target(path, force=force)
    check_free(manifest_path(path), force=force)


def write_repaired(path: Path, result: Repaired, manifest: Manifest) -> tuple[Path, Path]:
    """Write the dataset (CSV, TSV, JSONL or Parquet by suffix) and its manifest; gives both paths."""
    examples = [row.example for row in result.rows]
    more = {WEIGHT: [row.weight for row in result.rows]} if result.weighted else {}
    beside = manifest_path(path)
    with replacing(path) as new_data, replacing(beside) as new_manifest:
        write_examples(new_data, examples, more, suffix=path.suffix)
        with new_data.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        complete = replace(manifest, result={**manifest.result, "sha256": digest})
        text = json.dumps(plain(complete), ensure_ascii=False, indent=1)
        new_manifest.write_text(text + "\n", encoding="utf-8", errors="surrogatepass")
    return path, beside
