"""Aggregation's figure (docs/benchmarks.md): a million stored sets, counted in seconds and little memory.

    python -m benchmarks.aggregate --sets 1000000

Some shards are made of texts with a vocabulary like that of a language (Zipf's law, mixed case, about 20
words a text); the rest are links to them, so that they cost no disk. Counting runs in a process of its own,
so that its peak memory is its own, and on one thread. Groups of words (kinds, shapes, lists) are counted too;
families by meaning need embeddings and are left out. Then the labels of as many rows are counted.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from auditor.data.examples import Example, make_example
from auditor.records.text import Explanation, Outcome, Pair, Status
from auditor.signals.counts import gather
from auditor.signals.extension import extended, groups_of
from auditor.signals.labelled import count_labelled
from auditor.signals.recurrence import association, reliance
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore

ROWS = 1024
"""Rows of a shard."""
DISTINCT = 64
"""Shards that are made; the others are links."""
VOCABULARY = 60_000
LABELS = ("negative", "positive")
TEXTS = "texts.txt"
"""The texts of the shards that are made."""


def make_run(path: Path, sets: int) -> None:
    """A run directory with so many sets."""
    store = RunStore(path)
    shards = -(-sets // ROWS)
    store.folder.mkdir(parents=True)
    generator = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(generator.choice(letters, 3 + n % 8)) for n in range(VOCABULARY)]
    chances = 1 / np.arange(1, VOCABULARY + 1)
    chances /= chances.sum()
    for index in range(min(shards, DISTINCT)):
        drawn = generator.choice(VOCABULARY, (ROWS, 36), p=chances)
        entries = [_entry(index * ROWS + n, row, words, generator) for n, row in enumerate(drawn)]
        store.write_shard(index, entries, {})
        with (path / TEXTS).open("a", encoding="utf-8") as file:
            file.writelines(f"{entry.outcome.explanation.texts[0]}\n" for entry in entries)
    for index in range(DISTINCT, shards):
        for suffix in ("parquet", "json"):
            os.link(store.folder / f"{index % DISTINCT:05d}.{suffix}", store.folder / f"{index:05d}.{suffix}")
    columns = {"text": "text", "text_pair": None, "label": "label"}
    store.write_manifest(
        {"complete": True, "seed": 0, "shard_size": ROWS, "shards": shards, "data": {"columns": columns}}
    )


def _entry(number: int, drawn: np.ndarray, words: list[str], generator: np.random.Generator) -> Entry:
    length = int(generator.integers(5, 36))
    chosen = [words[i] for i in drawn[:length]]
    if generator.random() < 0.5:
        chosen[0] = chosen[0].capitalize()
    ends = np.cumsum([len(word) + 1 for word in chosen]) - 1
    core = tuple(sorted(generator.choice(length, int(generator.integers(1, 4)), replace=False).tolist()))
    pairs = tuple(Pair((core[0], i), (chosen[core[0]], chosen[i]), 0.5, 0.7, -0.1) for i in core[1:])
    explanation = Explanation(
        texts=(" ".join(chosen),),
        words=tuple(chosen),
        spans=tuple((0, int(end) - len(word), int(end)) for word, end in zip(chosen, ends, strict=True)),
        label=LABELS[int(generator.random() < 0.5)],
        probability=0.9,
        probability_after=0.4,
        label_after=LABELS[0],
        probability_empty=0.3,
        evidence=0.8,
        evidence_after=0.3,
        status=Status.VERIFIED if generator.random() < 0.9 else Status.DEFAULT,
        set=core,
        core=core,
        pairs=pairs,
        attributions=tuple(generator.standard_normal(length).tolist()),
        completeness_error=0.001,
        forwards=120,
        gradients=80,
        truncated=0,
    )
    return Entry(Outcome(f"{number:016x}", number + 1, LABELS[number % 2], explanation))


def measure(path: Path, *, tests: bool) -> None:
    """Count the run in this process, and say what it took."""
    begin, work = time.perf_counter(), time.process_time()
    plain = gather(RunStore(path), LABELS, gold_names={name: name for name in LABELS})
    corpus = extended(plain, groups_of(plain, lambda _: None))
    wall, work = time.perf_counter() - begin, time.process_time() - work
    print(f"texts {len(corpus):,}, tokens {len(corpus.vocabulary):,}, entries {len(corpus.token):,}")
    print(f"words and groups: {wall:.1f} s ({work:.1f} s of processor time), peak {_peak():.2f} GB")
    if tests:
        begin, work = time.perf_counter(), time.process_time()
        found = association(corpus, corpus.gold), reliance(corpus)
        wall, work = time.perf_counter() - begin, time.process_time() - work
        count = sum(int(family.tested.sum()) for family in found)
        print(f"{count:,} tests: {wall:.1f} s ({work:.1f} s of processor time), peak {_peak():.2f} GB")


def measure_labels(path: Path, rows: int) -> None:
    """Count words by label in so many labelled texts, and say what it took."""
    begin, work = time.perf_counter(), time.process_time()
    counted = count_labelled(_examples(path, rows), {name: name for name in LABELS}, LABELS)
    wall, work = time.perf_counter() - begin, time.process_time() - work
    print(f"labelled texts {counted.documents.sum():,} of {rows:,} rows, words {len(counted.numbers):,}")
    print(f"labels: {wall:.1f} s ({work:.1f} s of processor time), peak {_peak():.2f} GB")


def _examples(path: Path, rows: int) -> Iterator[Example]:
    """The texts of the run, then the same with their first words moved to the end, and so on."""
    lines = [line.split() for line in (path / TEXTS).read_text(encoding="utf-8").splitlines()]
    for row in range(rows):
        turn, place = divmod(row, len(lines))
        words = lines[place]
        yield make_example((" ".join([*words[turn:], *words[:turn]]),), LABELS[row % 2], row + 1)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sets", type=int, default=1_000_000)
    parser.add_argument("--tests", action="store_true", help="test every token as well")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--measure-labels", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure_labels is not None:
        measure_labels(options.measure_labels, options.sets)
        return
    if options.measure is not None:
        measure(options.measure, tests=options.tests)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        begin = time.perf_counter()
        make_run(path, options.sets)
        print(f"made in {time.perf_counter() - begin:.0f} s", flush=True)
        command = [sys.executable, "-m", "benchmarks.aggregate", "--sets", str(options.sets)]
        tests = ["--tests"] if options.tests else []
        subprocess.run([*command, "--measure", str(path), *tests], check=True)
        subprocess.run([*command, "--measure-labels", str(path)], check=True)


if __name__ == "__main__":
    main()
