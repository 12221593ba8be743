"""What cooperation and recurrence are worth where the model follows the proposal (docs/benchmarks.md).

    python -m benchmarks.ablation --data sst2 --texts 100

The search of `cidr` finds a set in whatever order pairs are proposed, and so hides how good the proposal is.
Here the proposal alone decides: its pairs are removed one after the other until the class is lost, and that
beginning is judged as it is, not pruned: is it minimal, and how many pairs did it take? Pairs are those that
some knapsack round leaves outside, ordered by frequency and score, or by score alone.
"""

import argparse
import itertools

import numpy as np
import torch

from auditor.cidr.explain import explain
from auditor.cidr.questions import WordSet
from auditor.cidr.search import SUBSETS
from auditor.config import CidrConfig
from auditor.evaluation.statistics import paired
from auditor.model.classifier import Classifier
from auditor.model.loading import load_classifier
from auditor.records import Explanation, Pair
from benchmarks.paper import texts_of
from benchmarks.reference import SHARED, Counter

LONGEST = 20
"""Pairs that are removed at most."""
ORDERS = ("frequency", "score")


def ordered(pairs: tuple[Pair, ...], order: str) -> list[WordSet]:
    """The proposed pairs, the most promising first."""

    def key(pair: Pair) -> tuple[float, float, tuple[int, int]]:
        return -pair.frequency if order == "frequency" else 0.0, -pair.score, pair.indices

    return [frozenset(pair.indices) for pair in sorted(pairs, key=key)][:LONGEST]


def first_losing(counter: Counter, pairs: list[WordSet]) -> tuple[int, bool]:
    """Pairs of the shortest beginning that loses the class, 0 if none does; and whether it is minimal."""
    target = int(counter.logits([frozenset()])[0].argmax())

    def lost(parts: list[tuple[WordSet, ...]]) -> np.ndarray:
        return counter.logits([frozenset().union(*part) for part in parts]).argmax(axis=1) != target

    beginnings = [tuple(pairs[: k + 1]) for k in range(len(pairs))]
    found = np.flatnonzero(lost(beginnings)) if pairs else []
    if not len(found):
        return 0, False
    items = beginnings[int(found[0])]
    sizes = range(1 if len(items) <= SUBSETS else len(items) - 1, len(items))
    parts = [part for size in sizes for part in itertools.combinations(items, size)]
    return len(items), not parts or not lost(parts).any()


def measure(
    classifier: Classifier, texts: list[str], *, cooperate: bool
) -> dict[str, list[tuple[int, bool]]]:
    """For each order and text, what following the proposal gives."""
    config = CidrConfig(baseline_correction=False, verify=False, epsilon=0.0, cooperate=cooperate)
    found: dict[str, list[tuple[int, bool]]] = {order: [] for order in ORDERS}
    for result in explain(classifier, texts, config):
        if isinstance(result, Explanation):
            counter = Counter(classifier, classifier.encode(*result.texts))
            for order in ORDERS:
                found[order].append(first_losing(counter, ordered(result.pairs, order)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--data", nargs="+", default=["sst2", "rt"], choices=["sst2", "rt"])
    parser.add_argument("--texts", type=int, default=100)
    options = parser.parse_args()
    torch.set_num_threads(1)
    classifier = load_classifier(options.model)
    for data in options.data:
        texts = [example.texts[0] for example in texts_of(data, options.texts)]
        minimal = {}
        for cooperate in (True, False):
            for order, found in measure(classifier, texts, cooperate=cooperate).items():
                sizes, minimal[cooperate, order] = np.array(found).T
                print(
                    f"{data}, {'with' if cooperate else 'without'} cooperation, by {order}: "
                    f"FMS {minimal[cooperate, order].mean():.3f}, "
                    f"lost by the first pair {(sizes == 1).mean():.3f}, "
                    f"within {LONGEST} pairs {(sizes > 0).mean():.3f}, "
                    f"pairs {sizes[sizes > 0].mean():.2f}",
                    flush=True,
                )
        for order in ORDERS:
            pair = (minimal[cooperate, order][None].astype(float) for cooperate in (True, False))
            difference, p = paired(*pair)
            interval = f"({difference.low:+.3f} to {difference.high:+.3f})"
            print(f"{data}, cooperation, by {order}: FMS {difference.value:+.3f} {interval}, p {p:.4f}")


if __name__ == "__main__":
    main()
