"""The printed method on a model: it asks for the two matrices, and for what removing the result does.

Integrated gradients by the plain midpoint rule, the same nodes on every path, for all words and without any
rescaling. Removing a set pads every word of the text that equals one of its words; a path without the j-th
word lacks that word alone.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from auditor.cidr.paper.bounds import Couple
from auditor.cidr.paper.printed import Trace, printed
from auditor.cidr.quadrature import midpoint
from auditor.cidr.questions import Asking, FloatArray, Forward, Gradient, WordSet, masks
from auditor.config import CidrConfig
from auditor.data.examples import example_id
from auditor.model.classifier import softmax
from auditor.model.encoding import Encoded
from auditor.reading import parse_reading
from auditor.records.text import Explanation, Pair, Status

ROWS = 512
"""Gradients asked for at once: a long text has n + 1 paths, too many rows to hold for many texts."""


@dataclass(frozen=True, eq=False)
class Matrices:
    """What the model says, before the method begins."""

    target: int
    """The predicted class."""
    written: float
    """F(X): probability of that class for the text as written."""
    empty: float
    """F(X'): the same with every word padded."""
    ig: FloatArray
    """(words,)"""
    without: FloatArray
    """(words removed, words)"""
    gradients: int
    """Gradient evaluations spent."""


@dataclass(frozen=True, eq=False)
class Printed:
    """The result with every step, and what the model says about it."""

    explanation: Explanation
    trace: Trace
    seed: int
    """Seed of the values, which are drawn from it and the text's id."""
    one_less: dict[Couple, float]
    """F with the set but for one pair removed, for each pair."""
    errors: tuple[float, tuple[float, ...]]
    """Completeness error, signed, of the text and of the text without each word."""

    def as_dict(self) -> dict[str, Any]:
        """The trace in its public JSON form."""
        whole, each = self.errors
        return self.trace.as_dict() | {
            "seed": self.seed,
            "f_set": self.explanation.probability_after,
            "f_one_less": {f"{i},{j}": value for (i, j), value in self.one_less.items()},
            "completeness_errors": {"text": whole, "without": list(each)},
        }


def matrices(words: int, *, steps: int) -> Asking[Matrices]:
    """Integrated gradients of the text and of the text without each word."""
    logits = yield Forward(np.array([[False] * words, [True] * words]))
    target = int(logits[0].argmax())
    written, empty = softmax(logits)[:, target].tolist()
    nodes, weights = midpoint(steps)
    removed = np.concatenate([np.zeros((1, words), dtype=bool), np.eye(words, dtype=bool)])
    some = max(1, ROWS // steps)
    paths = np.zeros((words + 1, words))
    for first in range(0, len(removed), some):
        chunk = removed[first : first + some]
        _, slopes = yield Gradient(np.repeat(chunk, steps, axis=0), np.tile(nodes, len(chunk)), target)
        paths[first : first + some] = np.einsum(
            "k,pkw->pw", weights, slopes.reshape(len(chunk), steps, words)
        )
    return Matrices(target, written, empty, paths[0], paths[1:], len(removed) * steps)


def printed_set(
    encoded: Encoded, labels: tuple[str, ...], config: CidrConfig, *, check: bool = False
) -> Asking[Printed]:
    """The printed method on one text; `check` also asks for each one-less set and each path's error."""
    words = [word.text for word in encoded.words]
    known = yield from matrices(len(words), steps=config.steps)
    trace = printed(
        known.ig,
        known.without,
        generator=np.random.default_rng([config.seed, int(example_id(encoded.texts), 16)]),
        beta=config.beta,
        epsilon=config.epsilon,
        rounds=config.rounds,
        reading=parse_reading(config.reading),
    )
    members = distinct(trace.minimal if config.refine else trace.greedy)
    chosen = padded(words, members)
    parts = {pair: padded(words, [other for other in members if other != pair]) for pair in members}
    asked = [chosen, *(padded(words, [pair]) for pair in members)]
    asked += [padded(words, [(w, w)]) for pair in members for w in pair]
    if check:
        asked += [*parts.values(), *(frozenset([w]) for w in range(len(words)))]
    after = yield from _probabilities(asked, known, len(words))
    [logits] = yield Forward(masks([chosen], len(words)))
    whole = float(known.ig.sum()) - (known.written - known.empty)
    each = [
        float(row.sum()) - (after[frozenset([w])] - known.empty) if check else 0.0
        for w, row in enumerate(known.without)
    ]
    explanation = Explanation(
        texts=encoded.texts,
        words=tuple(words),
        spans=tuple((word.field, word.start, word.end) for word in encoded.words),
        label=labels[known.target],
        probability=known.written,
        probability_after=after[chosen],
        label_after=labels[int(logits.argmax())],
        probability_empty=known.empty,
        evidence=_log_odds(known.written) - _log_odds(known.empty),
        evidence_after=_log_odds(after[chosen]) - _log_odds(known.empty),
        status=Status.UNVERIFIED,
        set=tuple(sorted(chosen)),
        core=tuple(sorted(chosen)),
        pairs=_pairs(members, words, trace, after),
        attributions=tuple(known.ig.tolist()),
        completeness_error=abs(whole),
        forwards=len(after) + 1,
        gradients=known.gradients,
        truncated=encoded.truncated,
    )
    one_less = {pair: after[part] for pair, part in parts.items()} if check else {}
    return Printed(explanation, trace, config.seed, one_less, (whole, tuple(each)))


def distinct(pairs: tuple[Couple, ...]) -> list[Couple]:
    """Pairs with the lower place first; the two orders of a pair are one."""
    return list(dict.fromkeys((min(pair), max(pair)) for pair in pairs))


def padded(words: list[str], pairs: list[Couple]) -> WordSet:
    """The places that are padded: every word that equals a word of the pairs."""
    gone = {words[w] for pair in pairs for w in pair}
    return frozenset(place for place, word in enumerate(words) if word in gone)


def _probabilities(sets: list[WordSet], known: Matrices, words: int) -> Asking[dict[WordSet, float]]:
    """F with each set removed, and with none."""
    new = [members for members in dict.fromkeys(sets) if members]
    found = {frozenset[int](): known.written}
    if new:
        logits = yield Forward(masks(new, words))
        found |= dict(zip(new, softmax(logits)[:, known.target].tolist(), strict=True))
    return found


def _pairs(
    members: list[Couple], words: list[str], trace: Trace, after: dict[WordSet, float]
) -> tuple[Pair, ...]:
    """The set's pairs with their scores and second differences, best first."""
    share = dict(zip(trace.bounds.items, trace.frequency.tolist(), strict=True))
    pairs = [
        Pair(
            indices=(i, j),
            words=(words[i], words[j]),
            score=float(trace.bounds.cig[i, j]),
            frequency=max(share.get((i, j), 0.0), share.get((j, i), 0.0)),
            interaction=after[frozenset()]
            - after[padded(words, [(i, i)])]
            - after[padded(words, [(j, j)])]
            + after[padded(words, [(i, j)])],
        )
        for i, j in members
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.score, pair.indices)))


def _log_odds(probability: float) -> float:
    """log(p / (1 - p)), kept finite."""
    inside = min(max(probability, 1e-12), 1 - 1e-12)
    return math.log(inside / (1 - inside))
