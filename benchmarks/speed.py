"""The sweep's figures (docs/benchmarks.md): faster than plain CIDR on Captum, flat in memory, hard to kill.

    python -m benchmarks.speed --parts rate short long processes memory kills

`short` and `long` need ../shared (a fine-tuned encoder, SST2, IMDB) and Captum; the others make a tiny model.
Both sides run on one thread and are compared by processor time, which other programs disturb little. Each
part can be made smaller: --texts, --examples, --kills.
"""

import argparse
import csv
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from scipy.stats import spearmanr
from transformers import AutoModelForSequenceClassification

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.essence import Flip
from auditor.cidr.integrated import base_path
from auditor.cidr.minimal import each_without, minimal_set, positive_words
from auditor.cidr.questions import Asking, Forward
from auditor.cidr.removals import Removals
from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.model.classifier import Classifier, softmax
from auditor.model.packing import _layers, _multiply, _packed, pack, unpack, worthwhile
from auditor.model.pretrained import load_classifier
from auditor.model.tiny import tiny_model, tiny_tokenizer
from auditor.records.text import Explanation, Status, Tally
from auditor.sweep.launch import launch
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from benchmarks.reference import SHARED, need_shared, sentences

WINDOW = 64
LIGHT = CidrConfig(steps=2, tolerance=1.0, removal_steps=1, leading=2, forward_budget=24, rounds=2)
"""The method at its cheapest, for parts that count examples and not quality."""


def short(classifier: Classifier, count: int, skip: int) -> None:
    """Time against Captum on SST2 sentences, the order of the pairs, the sizes of the sets."""
    from benchmarks.captum_cidr import plain_cidr

    texts = sentences(SHARED / "data/sst2/dev.tsv", skip + count)[skip:]
    begin, wall = time.process_time(), time.perf_counter()
    found, tally = _explained(classifier, texts)
    ours, wall = time.process_time() - begin, time.perf_counter() - wall
    untouched = _untouched()
    plain = [plain_cidr(untouched, text) for text in texts]
    theirs = sum(result.seconds for result in plain)
    orders = {}
    for name, config in (("sweep", CidrConfig.quick()), ("explain", CidrConfig())):
        both = [
            _agreement(_scores(classifier, text, config), result.scores)
            for text, result in zip(texts, plain, strict=True)
        ]
        orders[name] = [value for value in both if value is not None]
    sizes = [
        (len(e.pairs) or 1, result.pairs)
        for e, result in zip(found, plain, strict=True)
        if e.status is Status.VERIFIED and result.pairs is not None
    ]
    smaller = np.mean([a <= b for a, b in sizes])
    print(f"\nshort: {len(texts)} texts, {np.mean([len(e.words) for e in found]):.1f} words")
    print(f"  Captum, ours                  {theirs / len(texts):.2f} s, {ours / len(texts):.2f} s a text")
    print(f"  ratio                         {theirs / ours:.1f}")
    for name, values in orders.items():
        print(f"  CIG order, Spearman, {name:<8} {np.mean(values):.4f} mean, {np.min(values):.4f} lowest")
    print(f"  sets equal or smaller         {smaller:.3f} of {len(sizes)}")
    print(
        f"  sets found, Captum, ours      {sum(r.pairs is not None for r in plain)}, "
        f"{sum(e.status is Status.VERIFIED for e in found)}"
    )
    _report(tally, wall, found)


def long(classifier: Classifier, count: int, skip: int) -> None:
    """Time against Captum on IMDB reviews of 256 words; Captum's is extrapolated from a few runs."""
    from benchmarks.captum_cidr import plain_cidr

    texts = _reviews(classifier, skip + count, 256)[skip:]
    begin, wall = time.process_time(), time.perf_counter()
    found, tally = _explained(classifier, texts)
    ours, wall = time.process_time() - begin, time.perf_counter() - wall
    untouched = _untouched()
    theirs = sum(plain_cidr(untouched, text, runs=2).seconds for text in texts)
    print(f"\nlong: {len(texts)} texts, {np.mean([len(e.words) for e in found]):.1f} words")
    print(f"  Captum, ours                  {theirs / len(texts):.1f} s, {ours / len(texts):.2f} s a text")
    print("  (Captum: 2 of the removals of each text timed, the others extrapolated)")
    print(f"  ratio                         {theirs / ours:.1f}")
    print(f"  statuses, pairs               {[(str(e.status), len(e.pairs)) for e in found]}")
    _report(tally, wall, found)


def rate(classifier: Classifier, tokens: int = 1024) -> None:
    """Arithmetic of the linear layers a second, in the model and in the largest layer by itself, packed.

    What else the model does (attention, activations) counts as time and not as arithmetic.
    """
    (text,) = sentences(SHARED / "data/sst2/dev.tsv", 1)
    row = classifier.row(classifier.encode(text))
    rows = [row] * (tokens // len(row))
    layers = _layers(classifier.model)
    encoder = sum(layer.weight.numel() for layer in layers if layer.weight.shape[0] > len(classifier.labels))
    target = np.zeros(len(rows), dtype=np.int64)
    largest = max(layers, key=lambda layer: layer.weight.numel())
    inputs, weights = torch.randn(len(rows) * len(row), largest.in_features), _packed(largest.weight)
    best = _best_rate(lambda: _multiply(inputs, weights, None), len(inputs) * largest.weight.numel())
    print(f"\nrate: {len(rows)} rows of {len(row)} pieces; packed layer by itself {best:.0f} GFLOP/s")
    for name, change in (("plain", unpack), ("packed", pack)):
        change(classifier.model)
        forward = _best_rate(lambda: classifier.logits(rows), len(inputs) * encoder)
        slope = _best_rate(lambda: classifier.gradients(rows, target), 2 * len(inputs) * encoder)
        print(f"  {name:<6} forward, gradient      {forward:.0f}, {slope:.0f} GFLOP/s", end="")
        print(f": {forward / best:.2f}, {slope / best:.2f} of the layer's")
    unpack(classifier.model)
    print(f"  a run here would be packed    {worthwhile(classifier.model)}")


def _best_rate(work: Callable[[], object], weights: int) -> float:
    """GFLOP a second of processor time, the best of 12."""
    seconds = []
    for _ in range(12):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return 2e-9 * weights / min(seconds)


def screening(classifier: Classifier, count: int, skip: int) -> None:
    """Long texts with the leading words screened in, against all words and every pair in the budget."""
    texts = _reviews(classifier, skip + count, 128)[skip:]
    quick, _ = _explained(classifier, texts)
    wide, _ = _explained(classifier, texts, CidrConfig())
    same = [a.status is b.status for a, b in zip(quick, wide, strict=True)]
    sizes = [(len(a.pairs), len(b.pairs)) for a, b in zip(quick, wide, strict=True)]
    shared = [len(set(a.set) & set(b.set)) / max(1, len(b.set)) for a, b in zip(quick, wide, strict=True)]
    print(f"\nscreening: {len(texts)} texts of 128 words, leading words against --exhaustive")
    print(f"  same status                   {np.mean(same):.3f}")
    print(f"  equal in size or smaller      {np.mean([a <= b for a, b in sizes]):.3f}")
    print(
        f"  pairs, screened, exhaustive   {np.mean([a for a, _ in sizes]):.2f}, "
        f"{np.mean([b for _, b in sizes]):.2f}"
    )
    print(f"  words of the set in common    {np.mean(shared):.3f}")
    print(f"  gradients, forwards a text    {_costs(quick)} against {_costs(wide)}")


def _reviews(classifier: Classifier, count: int, words: int) -> list[str]:
    """IMDB reviews that are at least so many words long, cut there."""
    texts: list[str] = []
    with (SHARED / "data/imdb/imdb2000.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            encoded = classifier.encode(row["review"])
            if len(encoded.words) >= words:
                texts.append(row["review"][: encoded.words[words - 1].end])
            if len(texts) == count:
                break
    return texts


def _costs(found: list[Explanation]) -> str:
    return f"{np.mean([e.gradients for e in found]):.0f}, {np.mean([e.forwards for e in found]):.0f}"


def _explained(
    classifier: Classifier, texts: list[str], config: CidrConfig | None = None
) -> tuple[list[Explanation], Tally]:
    """All texts as one shard."""
    tally, settings = Tally(), config or CidrConfig.quick()
    if worthwhile(classifier.model):
        pack(classifier.model)
    encoded = [classifier.encode(text) for text in texts]
    tasks = [Task(e, minimal_set(e, classifier.labels, settings)) for e in encoded]
    for task in run(classifier, tasks, budget=Budget(window=WINDOW), tally=tally):
        assert isinstance(task.outcome, Explanation), task.outcome  # noqa: S101 (a benchmark)
    unpack(classifier.model)  # what it is compared with has the model as it is loaded
    return [task.outcome for task in tasks if isinstance(task.outcome, Explanation)], tally


def _report(tally: Tally, seconds: float, found: list[Explanation]) -> None:
    print(f"  time inside the model         {tally.seconds / seconds:.3f}")
    print(f"  padding waste                 {tally.waste:.3f}")
    print(f"  rows in a batch               {(tally.forwards + tally.gradients) / tally.batches:.1f}")
    print(f"  gradients, forwards a text    {_costs(found)}")


def _untouched() -> Classifier:
    """The classifier with its model as transformers loads it, for what ours is compared with."""
    path = SHARED / "models/minilm-sst2"
    classifier = load_classifier(path)
    classifier.model = AutoModelForSequenceClassification.from_pretrained(path, local_files_only=True).eval()
    return classifier


def _scores(classifier: Classifier, text: str, config: CidrConfig) -> Scores:
    """The product's scores for the pairs of a text."""
    encoded = classifier.encode(text)
    words = len(encoded.words)

    def asking() -> Asking[Scores]:
        ends = np.zeros((2, words), dtype=bool)
        ends[1] = True
        written, empty = yield Forward(ends)
        removals = Removals(words, Flip(), budget=config.forward_budget)
        removals.start(written)
        first = float(softmax(empty)[removals.target])
        change = float(softmax(written)[removals.target]) - first
        base = yield from base_path(
            words,
            target=removals.target,
            change=change,
            steps=config.steps,
            tolerance=config.tolerance,
        )
        chosen = positive_words(base.attributions)
        without = yield from each_without(base, chosen, removals, config, first=first)
        return pair_scores(base.attributions, chosen, without, beta=config.beta)

    outcome = next(iter(run(classifier, [Task(encoded, asking())]))).outcome
    assert isinstance(outcome, Scores), outcome  # noqa: S101 (a benchmark)
    return outcome


def _agreement(left: Scores, right: Scores) -> float | None:
    """Rank correlation over the pairs that both score; None where there are fewer than three."""
    one, other = (
        {tuple(pair): value for pair, value in zip(s.pairs.tolist(), s.cig, strict=True)}
        for s in (left, right)
    )
    pairs = sorted(one.keys() & other.keys())
    return float(spearmanr([one[p] for p in pairs], [other[p] for p in pairs])[0]) if len(pairs) > 2 else None


def processes(folder: Path, count: int) -> None:
    """Two processes with a thread each against one, on SST2 sentences.

    The ratio of the times needs both cores free. Where other programs share them, the processor time of the
    one process against that of the busier of the two says what the ratio would be on free cores.
    """
    data = _table(folder / "sst2.tsv", sentences(SHARED / "data/sst2/dev.tsv", count))
    seconds, busy = {}, {}
    for number in (1, 2):
        out = folder / f"processes-{number}"
        command = _worker(SHARED / "models/minilm-sst2", data, out, "8", "full")
        assert launch(command, number) == 0  # noqa: S101 (a benchmark)
        seconds[number] = RunStore(out).manifest()["sessions"][-1]["seconds"]
        busy[number] = sorted(float(file.read_text()) for file in out.glob("busy-*.txt"))
    print(f"\nprocesses: {count} texts, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"  one, two                      {seconds[1]:.0f} s, {seconds[2]:.0f} s")
    print(f"  ratio                         {seconds[1] / seconds[2]:.2f}")
    print(f"  processor time of each        {busy[1]}, {busy[2]}")
    print(f"  ratio to the busier of two    {busy[1][0] / busy[2][-1]:.2f}")


def memory(folder: Path, count: int) -> None:
    """Peak resident memory of a sweep over few and over many short examples."""
    model, peaks = _tiny(folder), {}
    for number in (max(1, count // 50), count):
        data = _table(folder / f"memory-{number}.tsv", _short_texts(number))
        command = _worker(model, data, folder / f"memory-{number}", "64", "light")
        shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        peaks[number] = int(shown.split()[-1]) / 1e6
    (few, low), (many, high) = peaks.items()
    print(f"\nmemory: peak of {few} and of {many} examples")
    print(f"  resident                      {low:.0f} MB, {high:.0f} MB: {high / low - 1:+.3f}")


def kills(folder: Path, count: int, times: int) -> None:
    """A sweep that is killed at random moments; at the end nothing is lost or doubled."""
    model, out = _tiny(folder), folder / "kills"
    data = _table(folder / "kills.tsv", _short_texts(count))
    moments, done = random.Random(0), []  # noqa: S311 (moments, not secrets)
    begin = time.perf_counter()
    for _ in range(times):
        before = RunStore(out).finished()
        worker = subprocess.Popen(_worker(model, data, out, "64", "light"), stdout=subprocess.DEVNULL)
        while worker.poll() is None and RunStore(out).finished() <= before:
            time.sleep(0.05)
        time.sleep(moments.uniform(0, 5))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        done.append(RunStore(out).finished())
    subprocess.run(_worker(model, data, out, "64", "light"), stdout=subprocess.DEVNULL, check=True)
    rows = [outcome.row for outcome in RunStore(out).outcomes()]
    expected = [example.row for example in load_dataset(data).examples()]
    print(f"\nkills: {count} examples, {times} kills, {time.perf_counter() - begin:.0f} s")
    print(f"  shards after each kill        {done}")
    print(f"  every example once, in order  {rows == expected}")


def _short_texts(count: int) -> list[str]:
    words = "good bad great awful fine dull fun boring bright dark warm cold funny sad clever slow".split()  # noqa: SIM905
    chance = random.Random(1)  # noqa: S311 (texts, not secrets)
    return [" ".join([str(n), *chance.choices(words, k=chance.randint(2, 5))]) for n in range(count)]


def _table(path: Path, texts: list[str]) -> Path:
    lines = [f"{text}\t{n % 2}" for n, text in enumerate(texts)]
    path.write_text("text\tlabel\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def _tiny(folder: Path) -> Path:
    """A tiny classifier with random weights, saved once."""
    path = folder / "tiny"
    if not path.exists():
        torch.manual_seed(0)
        tokenizer = tiny_tokenizer(_short_texts(2000))
        tiny_model(tokenizer, ("0", "1")).save_pretrained(path)
        tokenizer.save_pretrained(path)
    return path


def _worker(model: Path, data: Path, out: Path, shard_size: str, kind: str) -> list[str]:
    return [
        *(sys.executable, "-m", "benchmarks.speed", "--worker"),
        *(str(model), str(data), str(out), shard_size, kind),
    ]


def worker(model: str, data: str, out: str, shard_size: str, kind: str) -> None:
    """A sweep in a process of its own; prints its peak memory in bytes, notes its processor time."""
    begin = 0.0

    def load(device: str) -> Classifier:
        nonlocal begin
        classifier = load_classifier(model, device=device)
        begin = time.process_time()
        return classifier

    sweep(
        load,
        load_dataset(data),
        LIGHT if kind == "light" else CidrConfig.quick(),
        out=Path(out),
        settings=SweepConfig(shard_size=int(shard_size)),
        device="cpu",
    )
    noted = Path(out) / f"busy-{os.environ.get('RANK', '0')}.txt"
    noted.write_text(f"{time.process_time() - begin:.1f}")
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    everything = ["rate", "short", "long", "screening", "processes", "memory", "kills"]
    parser.add_argument("--parts", nargs="+", choices=everything, default=everything)
    parser.add_argument("--texts", type=int, help="texts of `short`, `long`, `screening` and `processes`")
    parser.add_argument(
        "--skip", type=int, default=0, help="texts of `short`, `long`, `screening` left out first"
    )
    parser.add_argument("--examples", type=int, default=50_000, help="examples of `memory` and `kills`")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--worker", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    need_shared()
    if options.worker:
        worker(*options.worker)
        return
    torch.set_num_threads(1)
    measured = {"short": (short, 32), "long": (long, 3), "screening": (screening, 10)}
    if {"rate", *measured} & set(options.parts):
        classifier = load_classifier(SHARED / "models/minilm-sst2")
        if "rate" in options.parts:
            rate(classifier)
        for part, (function, count) in measured.items():
            if part in options.parts:
                function(classifier, options.texts or count, options.skip)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "processes" in options.parts:
            processes(folder, options.texts or 128)
        if "memory" in options.parts:
            memory(folder, options.examples)
        if "kills" in options.parts:
            kills(folder, options.examples, options.kills)


if __name__ == "__main__":
    main()
