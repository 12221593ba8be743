"""After `--redact`, no word of the dataset is in any byte that was written: run, logs, caches, leftovers.

The dataset is spelt in words that nobody else writes (`zqfilm` for `film`), so that one that is found is a
leak, whatever wrote it. Parquet and JSON are decoded first: a compressed word is a word.
"""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from auditor.model.classifier import Classifier
from auditor.model.journal import FOLDER
from tests.cli.obeying import FAST
from tests.signals.support import write_texts

ROOT = Path(__file__).parents[2]
SECRET = re.compile(r"zq[a-z]{2,}", re.IGNORECASE)
WORD = re.compile(r"\[pos\]|[a-z]+")
SIDE = ("Ωzqunheard", "zqunseen")
"""Words of side files that no text has."""


def spelt(text: str) -> str:
    """The text in the dataset's own words."""
    return WORD.sub(lambda found: "zq" + found[0].strip("[]"), text)


@dataclass(frozen=True)
class Place:
    """Where a run is made: all that it may write to is below `folder`."""

    folder: Path
    line: tuple[str, ...]
    environment: Mapping[str, str]

    @property
    def out(self) -> Path:
        return self.folder / "written" / "run"

    def audit(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [sys.executable, "-m", "auditor", *arguments],
            env=self.environment,
            cwd=self.folder / "written",
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done


def secret_model(classifier: Classifier, folder: Path) -> None:
    """The classifier, its words spelt as the dataset's."""
    classifier.model.save_pretrained(folder)
    classifier.tokenizer.save_pretrained(folder)
    path = folder / "tokenizer.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    kept = re.compile(r"\[(CLS|SEP|PAD|UNK|MASK)\]|#?.{0,3}")
    renamed = {
        word: word if kept.fullmatch(word) and word != "[pos]" else spelt(word)
        for word in (*content["model"]["vocab"], *(one["content"] for one in content["added_tokens"]))
    }
    content["model"]["vocab"] = {renamed[word]: n for word, n in content["model"]["vocab"].items()}
    for one in content["added_tokens"]:
        one["content"] = renamed[one["content"]]
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def place(obedient: Classifier, tmp_path: Path) -> Place:
    secret_model(obedient, tmp_path / "model")
    plain = write_texts(tmp_path / "plain.tsv", 90).read_text(encoding="utf-8").splitlines()
    rows = [(spelt(text), label) for text, label in (line.split("\t") for line in plain[1:])]
    rows += [("", "pos"), ("zqshort " * 90, "neg")]  # one without a word, one that is too long for the model
    lines = [f"{text}\t{label}\t{spelt('ann' if n % 3 else 'bob')}" for n, (text, label) in enumerate(rows)]
    (tmp_path / "data.tsv").write_text("\n".join(["text\tlabel\tauthor", *lines]) + "\n", encoding="utf-8")
    planted = {"tokens": [["pos", "zqpos"]], "pairs": []}
    (tmp_path / "data.tsv.injection.json").write_text(json.dumps({"format_version": 1, "plan": planted}))
    (tmp_path / "words.tsv").write_text(f"zqgood\tpositive\n{SIDE[0]}\n", encoding="utf-8")
    decided = {"id": "nobody", "decision": "unsure", "note": "zqnote"}
    (tmp_path / "decisions.json").write_text(json.dumps({"format_version": 1, "decisions": [decided]}))
    (tmp_path / "written").mkdir()
    own = {name: str(tmp_path / "written" / name.lower()) for name in ("TMPDIR", "HOME", "HF_HOME")}
    own["XDG_CACHE_HOME"] = own["HOME"]
    for path in own.values():
        Path(path).mkdir(exist_ok=True)
    line = ("run", str(tmp_path / "model"), str(tmp_path / "data.tsv"), *FAST[:-5], "--task", "none")
    line += ("--lexicon", str(tmp_path / "words.tsv"), "--seeds", f"positive=zqfine,{SIDE[1]}")
    line += ("--group-column", "author", "--power", "quick", "--out", "run")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), **own}
    return Place(tmp_path, line, environment)


def decoded(path: Path) -> Iterator[str]:
    """All that a file says, whatever its format."""
    content = path.read_bytes()
    yield content.decode("utf-8", "replace")
    yield content.decode("utf-16-le", "replace")
    if content[:2] == b"\x1f\x8b":
        yield gzip.decompress(content).decode("utf-8", "replace")
    if path.suffix == ".parquet":
        import pandas

        yield pandas.read_parquet(path).to_json(force_ascii=False)
    if path.suffix in (".json", ".jsonl"):
        for line in [content] if path.suffix == ".json" else content.splitlines():
            yield json.dumps(json.loads(line), ensure_ascii=False)
    yield path.name


def leaks(folder: Path) -> dict[str, set[str]]:
    """Words of the dataset by the file that holds them."""
    found = {
        str(path.relative_to(folder)): {word for text in decoded(path) for word in SECRET.findall(text)}
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {name: words for name, words in found.items() if words}


def test_nothing_that_is_written_holds_a_word_of_the_dataset(place: Place) -> None:
    done = place.audit(*place.line, "--redact", "--decisions", str(place.folder / "decisions.json"))
    assert not SECRET.findall(done.stdout), done.stdout
    assert not SECRET.findall(done.stderr), done.stderr
    assert leaks(place.folder / "written") == {}
    report = json.loads((place.out / "report.json").read_text(encoding="utf-8"))
    assert report["redacted"] and any(one["tokens"] == ["token 1"] for one in report["findings"])


def test_the_search_finds_what_is_there(place: Place) -> None:
    """Negative control: without `--redact` the words are in every kind of file."""
    done = place.audit(*place.line)
    assert SECRET.findall(done.stdout)
    suffixes = {Path(name).suffix for name in leaks(place.folder / "written")}
    assert {".parquet", ".json", ".html", ".md"} <= suffixes
    shared = place.folder / "written" / "shared"
    place.audit("report", str(place.out), "--redact", "--out", str(shared))
    assert leaks(shared) == {}


def test_what_a_killed_run_left_is_gone_as_well(place: Place) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "auditor", *place.line],
        env=place.environment,
        cwd=place.folder / "written",
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 600
    while not list((place.out / FOLDER).glob("*")):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for name in (
        ".report.json.abcd1234.json",
        ".tokens.parquet.x_y_z_12.parquet",
        ".index.html.abcd1234.html",
    ):
        (place.out / name).write_text("torn zqfilm", encoding="utf-8")  # killed while it wrote
    place.audit(*place.line, "--redact")
    assert leaks(place.folder / "written") == {}
