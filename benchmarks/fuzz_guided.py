"""Coverage-guided fuzzing of the readers (docs/benchmarks.md), where atheris is installed.

    python -m benchmarks.fuzz_guided shards -max_total_time=60

A reader may refuse what it is given with an `AuditError`; anything else that it raises is a finding, which
atheris prints with the input that caused it. Options behind the name are libFuzzer's.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris
import numpy as np

with atheris.instrument_imports(include=["auditor"]):
    from auditor.data.loading import load_dataset
    from auditor.data.words import split_words
    from auditor.errors import AuditError
    from auditor.findings.report_file import from_json, to_json
    from auditor.model.asked.scores import read_answer
    from auditor.model.journal import Journal
    from auditor.repair.behaviour_file import read_tests
    from auditor.review.decisions import read_decisions
    from auditor.sweep.shard_file import Entry, from_bytes, to_bytes

from auditor.model.classifier import Row
from auditor.records.text import Outcome
from benchmarks.fuzz_formats import ANSWER, TESTS
from tests.findings.builder import a_report

FOLDER = Path(tempfile.mkdtemp(prefix="audit-guided-"))


def _file(content: bytes, name: str) -> Path:
    path = FOLDER / name
    path.write_bytes(content)
    return path


def _data(content: bytes) -> None:
    suffix = (".csv", ".tsv", ".jsonl", ".parquet")[content[0] % 4 if content else 0]
    load_dataset(_file(content[1:], f"data{suffix}"), need_label=False)


def _journal(content: bytes) -> None:
    _file(content, "x-1.journal")
    Journal(FOLDER, "x", "mark").close()


def _words(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    for word in split_words(text):
        if text[word.start : word.end] != word.text:
            raise ValueError(f"a word that is not where it says: {word}")


def _answer(content: bytes) -> None:
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return
    read_answer(answer, 2, ())


READERS: dict[str, Callable[[bytes], object]] = {
    "data": _data,
    "shards": from_bytes,
    "report": lambda content: from_json(content.decode("utf-8", "replace")),
    "decisions": lambda content: read_decisions(_file(content, "decisions.json")),
    "tests": lambda content: read_tests(_file(content, "tests.jsonl")),
    "answers": _answer,
    "journal": _journal,
    "words": _words,
}


def seed(name: str) -> bytes:
    """A good input for a reader, which is changed from there on."""
    entries = [
        Entry(Outcome("a" * 16, 1, "pos", None, "empty text")),
        Entry(Outcome("b" * 16, 2, None, None), 0),
    ]
    decided = {"format_version": 1, "decisions": [{"id": "a", "decision": "unsure", "note": "x"}]}
    journal = Journal(FOLDER / "seed", "x", "mark")
    journal.logits([Row(np.array([1, 2]), np.ones(2))], lambda: np.zeros((1, 2)))
    journal.close()
    [written] = (FOLDER / "seed").glob("*")
    return {
        "data": b"\0text,label\na film,1\n",
        "shards": to_bytes(entries),
        "report": to_json(a_report()).encode(),
        "decisions": json.dumps(decided).encode(),
        "tests": b"\n".join(json.dumps(test).encode() for test in TESTS),
        "answers": json.dumps(ANSWER * 2).encode(),
        "journal": written.read_bytes(),
        "words": "a [pos] film's 12-03-2024 电影院 http://x.y/z".encode(),
    }[name]


def main() -> None:
    """Fuzz the reader that the first argument names."""
    name = sys.argv.pop(1)
    read, corpus = READERS[name], FOLDER / "corpus"
    corpus.mkdir()
    (corpus / "good").write_bytes(seed(name))
    sys.argv.append(str(corpus))

    def once(content: bytes) -> None:
        try:
            read(content)
        except AuditError:
            return

    atheris.Setup(sys.argv, once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
