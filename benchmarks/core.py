"""The core's figures (docs/benchmarks.md): how often a set is found, how small, how exact, how cheap.

    python -m benchmarks.core --parts quality order overhead

Needs ../shared (a fine-tuned encoder and SST2) and the stored reference of `benchmarks.reference`.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.stats import spearmanr

from auditor.cidr.cooperative import pair_scores
from auditor.cidr.engine import Task, run
from auditor.cidr.essence import Flip
from auditor.cidr.explain import explain
from auditor.cidr.integrated import base_path
from auditor.cidr.minimal import each_without, path_nodes, positive_words
from auditor.cidr.quadrature import midpoint
from auditor.cidr.questions import Asking, Forward, Gradient
from auditor.cidr.removals import Removals
from auditor.config import CidrConfig
from auditor.model.classifier import Classifier, softmax
from auditor.model.pretrained import load_classifier
from auditor.records.text import Explanation, Status
from benchmarks.reference import SHARED, need_shared, sentences, text_id

REFERENCE = Path(__file__).parent / "reference" / "minilm-sst2.json"


def quality(classifier: Classifier, texts: list[str], settings: CidrConfig) -> None:
    """FMS of the reachable texts, sets of one pair, set sizes, completeness."""
    reference = json.loads(REFERENCE.read_text())
    known = [reference[text_id(text)]["raw"] for text in texts]
    found = [e for e in explain(classifier, texts, settings) if isinstance(e, Explanation)]
    reachable = [(e, k) for e, k in zip(found, known, strict=True) if k["status"] == "reachable"]
    single = [e for e, k in reachable if k["flipping_pairs"]]
    sizes = [(len(e.pairs), (k["size"] + 1) // 2) for e, k in reachable if e.status is Status.VERIFIED]
    ours, theirs = np.mean(sizes, axis=0)
    verified = [e.status is Status.VERIFIED for e, _ in reachable]
    one = [len(e.pairs) == 1 for e in single]
    print(f"\n{len(texts)} texts, {len(reachable)} reachable")
    print(f"  FMS of the reachable          {np.mean(verified):.3f}")
    print(f"  FMS of all                    {sum(verified) / len(found):.3f}")
    print(f"  one pair where one exists     {np.mean(one):.3f} of {len(single)}")
    print(f"  pairs per set, reference      {ours:.3f}, {theirs:.3f}: ratio {ours / theirs:.3f}")
    print(f"  median completeness error     {np.median([e.completeness_error for e in found]):.4f}")
    print(
        f"  forwards, gradients per text  {np.mean([e.forwards for e in found]):.0f}, "
        f"{np.mean([e.gradients for e in found]):.0f}"
    )


def order(classifier: Classifier, texts: list[str], config: CidrConfig, exact_nodes: int) -> None:
    """CIG order against a reference of many midpoint nodes on every path."""
    agreement, cost = [], []
    for text in texts:
        encoded = classifier.encode(text)
        words = len(encoded.words)

        def scored(nodes: int | None, words: int = words) -> Asking[Any]:
            written, empty = yield Forward(np.zeros((2, words), dtype=bool), np.array([1.0, 0.0]))
            target = int(written.argmax())
            change = float((softmax(written) - softmax(empty))[target])
            if nodes is None:
                base = yield from base_path(
                    words,
                    target=target,
                    change=change,
                    steps=config.steps,
                    tolerance=config.tolerance,
                )
                positive = positive_words(base.attributions)
                removals = Removals(words, Flip(), budget=config.forward_budget)
                removals.start(written)
                first = float(softmax(empty)[target])
                without = yield from each_without(base, positive, removals, config, first=first)
                return positive, base.attributions, without
            alphas, weights = midpoint(nodes)
            _, slopes = yield Gradient(np.zeros((nodes, words), dtype=bool), alphas, target)
            positive = [int(w) for w in np.flatnonzero(weights @ slopes > 0)]
            rows = []
            for word in positive:
                mask = np.zeros((nodes, words), dtype=bool)
                mask[:, word] = True
                _, there = yield Gradient(mask, alphas, target)
                rows.append(weights @ there)
            return positive, weights @ slopes, np.array(rows)

        ours, exact = (
            next(iter(run(classifier, [Task(encoded, scored(nodes))]))).outcome
            for nodes in (None, exact_nodes)
        )
        common = sorted(set(ours[0]) & set(exact[0]))
        if len(common) < 3:
            continue
        lists = []
        for positive, attributions, without in (ours, exact):
            rows = without[[positive.index(w) for w in common]]
            scores = pair_scores(attributions, common, rows, beta=config.beta)
            lists.append({tuple(p): c for p, c in zip(scores.pairs.tolist(), scores.cig, strict=True)})
        pairs = sorted(set(lists[0]) & set(lists[1]))
        agreement.append(spearmanr([lists[0][p] for p in pairs], [lists[1][p] for p in pairs])[0])
        visited = min(len(ours[0]), config.leading or len(ours[0]))
        cost.append(path_nodes(visited, config) * visited / len(ours[0]))
    print(f"\norder: {len(agreement)} texts, {np.mean(cost):.1f} gradients per removed word")
    print(f"  Spearman to {exact_nodes} nodes, mean      {np.mean(agreement):.4f}")
    print(f"  Spearman to {exact_nodes} nodes, lowest    {np.min(agreement):.4f}")


def overhead(classifier: Classifier, texts: list[str]) -> None:
    """The share of the time that is not spent in the model's forward and backward passes."""
    inside = 0.0

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            nonlocal inside
            begin = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                inside += time.perf_counter() - begin

        return wrapper

    plain_forward, plain_grad = classifier.model.forward, torch.autograd.grad
    classifier.model.forward, torch.autograd.grad = timed(plain_forward), timed(plain_grad)
    begin = time.perf_counter()
    list(explain(classifier, texts))
    total = time.perf_counter() - begin
    classifier.model.forward, torch.autograd.grad = plain_forward, plain_grad
    print(f"\noverhead: {len(texts)} texts, {total / len(texts):.2f} s a text")
    print(f"  outside the model: {1 - inside / total:.3f} of the time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", default=["quality", "order", "overhead"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=256, help="nodes of the reference of `order`")
    parser.add_argument("--quick", action="store_true", help="the settings of a sweep")
    options = parser.parse_args()
    need_shared()
    settings = CidrConfig.quick() if options.quick else CidrConfig()
    torch.set_num_threads(1)
    classifier = load_classifier(SHARED / "models/minilm-sst2")
    texts = sentences(SHARED / "data/sst2/dev.tsv", 200)[: options.count]
    if "quality" in options.parts:
        quality(classifier, texts, settings)
    if "order" in options.parts:
        order(classifier, texts[::10], settings, options.nodes)
    if "overhead" in options.parts:
        overhead(classifier, texts[:40])


if __name__ == "__main__":
    main()
