"""Models for the paper's settings: a base model fine-tuned by `audit train` on one of the three datasets.

The texts that will be evaluated are left out of the training set. Trained models are kept and used again.
"""

import csv
import subprocess
import sys
from pathlib import Path

from benchmarks.reference import SHARED


def fine_tuned(base: str, data: str, folder: Path, *, held_out: set[str], extra: list[str]) -> Path:
    """The directory of `base` fine-tuned on `data`, trained now if it is not there."""
    out = folder / f"{Path(base).name}-{data}"
    if (out / "config.json").exists():
        return out
    table = folder / f"{data}-train.tsv"
    folder.mkdir(parents=True, exist_ok=True)
    with table.open("w", encoding="utf-8") as file:
        file.write("text\tlabel\n")
        for text, label in _labelled(data):
            if text not in held_out:
                file.write(f"{' '.join(text.split())}\t{label}\n")
    command = [sys.executable, "-m", "auditor", "train", str(table), "--quoting", "none", "--header", "yes"]
    length = "512" if data == "imdb" else "128"
    command += ["--base-model", base, "--max-length", length, "--out", str(out), *extra]
    subprocess.run(command, check=True)
    return out


def _labelled(data: str) -> list[tuple[str, int]]:
    """Texts with 0 for negative and 1 for positive."""
    folder = SHARED / "data" / data
    if data == "sst2":
        lines = (folder / "train.tsv").read_text(encoding="utf-8").splitlines()
        return [(text, int(label)) for text, label in (line.rsplit("\t", 1) for line in lines)]
    if data == "rt":
        return [
            (line.strip(), label)
            for label, name in enumerate(("neg.txt", "pos.txt"))
            for line in (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
            if line.strip()
        ]
    with (folder / "imdb2000.csv").open(encoding="utf-8", newline="") as file:
        return [
            (row["review"].replace("<br />", " ").strip(), int(row["sentiment"] in ("positive", "1")))
            for row in csv.DictReader(file)
        ]
