"""CIDR written down plainly on Captum: what the sweep's speed is compared with.

One `LayerIntegratedGradients` call of 50 steps for the text and one for each word removed, all words; pairs
scored, knapsack rounds, then the growing prefixes and one pass of pruning on the model. The same meaning of
removal and of evidence as in the product, so that sets can be compared.
"""

import time
from dataclasses import dataclass

import numpy as np
import torch
from captum.attr import LayerIntegratedGradients

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.knapsack import candidates, essence_capacity
from auditor.cidr.refinement import frequencies, proposal_order
from auditor.model.classifier import Classifier

STEPS = 50
BETA = 0.5


@dataclass(frozen=True)
class Plain:
    """What the plain method finds for a text."""

    scores: Scores
    """The pairs with CIG > 0."""
    pairs: int | None
    """Pairs in its verified set; None when it finds none."""
    seconds: float
    """Processor time for the text; extrapolated where not all words were removed."""


def plain_cidr(classifier: Classifier, text: str, *, runs: int | None = None) -> Plain:
    """CIDR on one text; with `runs`, only so many words are removed and the time is extrapolated."""
    encoded = classifier.encode(text)
    ids = torch.as_tensor(encoded.ids)[None]
    word_of = torch.as_tensor(encoded.word_of)
    pad = classifier.replacement_id
    count = len(encoded.words)

    def without(*words: int) -> torch.Tensor:
        row = ids.clone()
        row[0, torch.isin(word_of, torch.tensor(words))] = pad
        return row

    def logits(rows: torch.Tensor) -> torch.Tensor:
        return classifier.model(input_ids=rows, attention_mask=torch.ones_like(rows)).logits

    begin = time.process_time()
    with torch.inference_mode():
        target = int(logits(ids).argmax())

    def evidence(rows: torch.Tensor) -> torch.Tensor:
        return torch.softmax(logits(rows), dim=-1)

    method = LayerIntegratedGradients(evidence, classifier.model.get_input_embeddings())

    def attributions(row: torch.Tensor) -> np.ndarray:
        found = method.attribute(row, without(*range(count)), target=target, n_steps=STEPS)
        pieces = found.sum(dim=-1)[0].detach().double().numpy()
        return np.bincount(encoded.word_of + 1, weights=pieces, minlength=count + 1)[1:]

    whole = attributions(ids)
    first = time.process_time()
    chosen = range(count if runs is None else min(runs, count))
    rows = np.stack([attributions(without(word)) for word in chosen])
    removal = (time.process_time() - first) / len(chosen) * count
    rest = time.process_time()
    if runs is not None:
        empty_scores = pair_scores(whole, [], np.zeros((0, count)), beta=BETA)
        return Plain(empty_scores, None, first - begin + removal)
    positive = [int(w) for w in np.flatnonzero(whole > 0)]
    scores = pair_scores(whole, positive, rows[positive], beta=BETA)

    def probability(sets: list[set[int]]) -> np.ndarray:
        with torch.inference_mode():
            batch = torch.cat([without(*members) for members in sets])
            return torch.cat([evidence(part)[:, target] for part in batch.split(32)]).numpy()

    pairs = _verified(scores, probability)
    return Plain(scores, pairs, first - begin + removal + time.process_time() - rest)


def _verified(scores: Scores, probability: object) -> int | None:
    """Prefixes in the knapsack's order until the class is lost, then drop each pair in turn."""
    start = float(probability([set()])[0])  # type: ignore[operator]
    if start <= 0.5 or not len(scores):
        return None
    outside = candidates(
        scores.cig, essence_capacity(scores, start - 0.5), rounds=10, generator=np.random.default_rng(0)
    )
    order = [set(map(int, scores.pairs[i])) for i in proposal_order(scores, frequencies(outside))]
    prefixes = [set().union(*order[: k + 1]) for k in range(len(order))]
    lost = probability(prefixes) <= 0.5  # type: ignore[operator]
    if not lost.any():
        return None
    items = order[: int(lost.argmax()) + 1]
    while len(items) > 1:
        rest = [items[:k] + items[k + 1 :] for k in range(len(items))]
        left = probability([set().union(*part) for part in rest])  # type: ignore[operator]
        if left.min() > 0.5:
            break
        items = rest[int(left.argmin())]
    return len(items)
