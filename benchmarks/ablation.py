"""What cooperation is worth where the proposal decides (docs/benchmarks.md).

    python -m benchmarks.ablation --data sst2 rt --texts 200
    python -m benchmarks.ablation --planted DIR/pair-0 DIR/pair-1      (runs of benchmarks.detection)

The search of `cidr` finds a set in whatever order pairs are proposed, and so hides how good the proposal is.
Here the proposal alone decides. Items are listed from the heaviest: pairs by CIG; without cooperation, pairs
by plain IG, or single words by plain IG: the problem before the paper makes it one of pairs. Items are
taken until the attribution that must go is gone (*listed*: the model is not asked), or until the model loses
the class (*followed*). What was taken is judged as it is, not pruned: is it essential and minimal?

With `--planted`, the texts are those of a run that hold both words of a planted pair, which matter only
together.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.engine import Task, run
from auditor.cidr.essence import LOST, Flip
from auditor.cidr.integrated import base_path
from auditor.cidr.knapsack import essence_capacity
from auditor.cidr.minimal import each_without, positive_words
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet
from auditor.cidr.refinement import greedy
from auditor.cidr.removals import Removals
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.evaluation.measures import essential_and_minimal
from auditor.evaluation.resampling import paired
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import Encoded
from auditor.model.pretrained import load_classifier
from auditor.planting.planted_file import manifest_path
from benchmarks.paper import texts_of
from benchmarks.reference import SHARED, text_id

LONGEST = 20
"""Items that are followed at most."""
CONFIG = CidrConfig(fallback=False)
Judged = dict[tuple[str, str], tuple[float, float, float]]
"""By items and by how many are taken: essential, minimal too, and how many there are."""


def judged(encoded: Encoded) -> Asking[Judged]:
    """Every listing of one text, on the model."""
    words = len(encoded.words)
    removals = Removals(words, Flip(), budget=0)
    written, bare = yield Forward(np.array([[False] * words, [True] * words]))
    removals.start(written)
    full, first = (float(softmax(logits)[removals.target]) for logits in (written, bare))
    base = yield from base_path(
        words,
        target=removals.target,
        change=full - first,
        steps=CONFIG.steps,
        tolerance=CONFIG.tolerance,
    )
    positive = positive_words(base.attributions)
    without = yield from each_without(base, positive, removals, CONFIG, first=first)
    need = float((yield from removals.excess([frozenset()]))[0]) / 2
    listings = {
        "pairs by CIG": pair_scores(base.attributions, positive, without, beta=CONFIG.beta),
        "pairs by IG": pair_scores(base.attributions, positive, None, beta=CONFIG.beta),
        "words by IG": _single_words(base.attributions, positive),
    }
    found: Judged = {}
    for name, scores in listings.items():
        items = [frozenset(int(word) for word in item) for item in scores.pairs]
        count = int(greedy(scores, essence_capacity(scores, need)).sum()) if items else 0
        for way, taken in (
            ("listed", items[:count]),
            ("followed", (yield from _until_lost(removals, items[:LONGEST]))),
        ):
            essential, minimal = yield from essential_and_minimal(removals, taken)
            found[name, way] = float(essential), float(minimal), float(len(taken))
    return found


def _single_words(attributions: FloatArray, positive: list[int]) -> Scores:
    """Words as items, the heaviest first."""
    order = sorted(positive, key=lambda word: (-attributions[word], word))
    weights = attributions[order]
    return Scores(np.array(order, dtype=np.int64).reshape(-1, 1), weights, weights, np.zeros_like(weights))


def _until_lost(removals: Removals, items: list[WordSet]) -> Asking[list[WordSet]]:
    """The shortest beginning that loses the class; none if even all items do not."""
    if not items:
        return []
    beginnings = [items[: k + 1] for k in range(len(items))]
    lost = (yield from removals.excess([frozenset().union(*part) for part in beginnings])) <= LOST
    return beginnings[int(lost.argmax())] if lost.any() else []


def measure(classifier: Classifier, texts: list[str]) -> list[Judged]:
    """What is found for each text."""
    found = []
    encodings = [classifier.encode(text) for text in texts]
    for task in run(classifier, [Task(encoded, judged(encoded)) for encoded in encodings]):
        if isinstance(task.outcome, AuditError):
            raise task.outcome
        if task.outcome is not None:
            found.append(task.outcome)
    return found


def holding_both(folder: Path) -> list[str]:
    """The held-out texts of a planted run with both words of its pair."""
    data = folder / "held-out.jsonl"
    pair = json.loads(manifest_path(data).read_text(encoding="utf-8"))["plan"]["pairs"][0]
    texts = {json.loads(line)["text"] for line in data.read_text(encoding="utf-8").splitlines()}
    return sorted(
        (text for text in texts if {pair["first"], pair["second"]} <= set(text.split())), key=text_id
    )


def show(name: str, found: list[Judged]) -> None:
    """A table of the listings, and each compared with cooperation."""
    print(f"\n{name}: {len(found)} texts")
    for key in found[0]:
        essential, minimal, count = np.array([one[key] for one in found]).mean(axis=0)
        line = f"{key[0]:13} {key[1]:9} FMS {minimal:.3f}, essential {essential:.3f}, items {count:.2f}"
        if key[0] != "pairs by CIG":
            with_it, without = (
                np.array([[one[items, key[1]][1] for one in found]]) for items in ("pairs by CIG", key[0])
            )
            gain, p = paired(with_it, without)
            line += f"; cooperation {gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f}), p {p:.4f}"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--data", nargs="+", default=["sst2", "rt"], choices=["sst2", "rt"])
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many texts")
    parser.add_argument("--planted", nargs="+", type=Path, help="folders of benchmarks.detection: pair-SEED")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.planted:
        pooled = []
        for folder in options.planted:
            found = measure(load_classifier(folder / "model"), holding_both(folder)[: options.texts])
            show(folder.name, found)
            pooled += found
        show("all of them", pooled)
        return
    classifier = load_classifier(options.model)
    for data in options.data:
        examples = texts_of(data, options.skip + options.texts)[options.skip :]
        show(data, measure(classifier, [example.texts[0] for example in examples]))


if __name__ == "__main__":
    main()
