"""Giving one text to every method.

Set methods and leave-one-out ask questions like the rest of the package, so that many texts share batches and
all variants and seeds share what is already known about a text. The gradient baselines work on one text in
embedding space. A method that fails on a text leaves its reason in place of a result.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from auditor.cidr.minimal import minimal_set
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet, masks
from auditor.data.examples import draw, example_id
from auditor.errors import AuditError
from auditor.evaluation import captum_methods
from auditor.evaluation.conventions import Convention
from auditor.evaluation.discretized import STEPS as DIG_STEPS
from auditor.evaluation.discretized import Anchors, discretized_gradients
from auditor.evaluation.embedded import Embedded, embed
from auditor.evaluation.memo import Asked, Memo, remembered
from auditor.evaluation.methods import CAPTUM_METHODS, RANKINGS, SEEDED, SET_METHODS, Found, config_of
from auditor.evaluation.sequential import sequential_gradients
from auditor.evaluation.units import counted
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import Encoded
from auditor.records.text import SUBSETS, Explanation

Run = tuple[str, int]
"""A method and a seed."""
GRADIENTS = {
    "ig": captum_methods.IG_STEPS,
    "dig": DIG_STEPS + 1,
    "gradient-x-input": 1,
    "deeplift": 2,
    "gradient-shap": captum_methods.SAMPLES,
}
"""Gradient evaluations that a baseline takes for a text."""
BROKEN = (AuditError, ArithmeticError, LookupError, ValueError, RuntimeError, TypeError, AttributeError)
"""What a method may raise without ending the evaluation."""


def runs(methods: Sequence[str], seeds: int) -> list[Run]:
    """Every method with every seed it needs."""
    return [(method, seed) for method in methods for seed in range(seeds if method in SEEDED else 1)]


def asked_methods(
    encoded: Encoded, labels: tuple[str, ...], wanted: Sequence[Run], convention: Convention, memo: Memo
) -> Asking[tuple[int, dict[Run, Found | AuditError], dict[Run, Asked]]]:
    """The predicted class, and the results of the methods that ask questions, with what each asked for."""
    written = yield from remembered(_written(len(encoded.words)), memo, Asked())
    results: dict[Run, Found | AuditError] = {}
    costs: dict[Run, Asked] = {}
    for method, seed in wanted:
        if method not in (*SET_METHODS, "leave-one-out"):
            continue
        asked = costs[method, seed] = Asked()
        try:
            if method == "leave-one-out":
                scores = yield from remembered(_leave_one_out(len(encoded.words)), memo, asked)
                results[method, seed] = Found(ranking=ranked(scores))
            else:
                config = config_of(method, convention, seed=seed)
                search = minimal_set(encoded, labels, config)
                found = _as_found((yield from remembered(search, memo, asked)))
                if config.verify and found.items:
                    top = convention.pairs(counted(encoded, specials=convention.specials), len(found.items))
                    ordering = by_effect(len(encoded.words), found.items, top)
                    # Verification has removed every part of a set of few items: nothing is new.
                    extra = Asked() if len(found.items) <= SUBSETS else asked
                    found = replace(found, items=(yield from remembered(ordering, memo, extra)))
                results[method, seed] = found
        except BROKEN as error:
            results[method, seed] = reason(error)
    return int(written.argmax()), results, costs


def _written(words: int) -> Asking[FloatArray]:
    logits = yield Forward(masks([frozenset()], words))
    answer: FloatArray = logits[0]
    return answer


def _leave_one_out(words: int) -> Asking[FloatArray]:
    """What each word's absence takes from the probability."""
    written = yield Forward(masks([frozenset()], words))
    logits = yield Forward(np.eye(words, dtype=bool))
    target = int(written[0].argmax())
    scores: FloatArray = softmax(written[0])[target] - softmax(logits)[:, target]
    return scores


def by_effect(words: int, items: tuple[WordSet, ...], top: int) -> Asking[tuple[WordSet, ...]]:
    """The items of a set, each of the first `top` such that with those before it the least of F is left."""
    written = yield Forward(masks([frozenset()], words))
    target = int(written[0].argmax())
    order: list[WordSet] = []
    rest = list(items)
    while rest and len(order) < top:
        gone: WordSet = frozenset().union(*order)
        logits = yield Forward(masks([gone | item for item in rest], words))
        order.append(rest.pop(int(softmax(logits)[:, target].argmin())))
    return (*order, *rest)


def _as_found(explanation: Explanation) -> Found:
    items = tuple(frozenset(pair.indices) for pair in explanation.pairs)
    if not items:
        items = tuple(frozenset([word]) for word in explanation.set)
    return Found(items=items, core=frozenset(explanation.core))


def ranked(scores: FloatArray) -> tuple[int, ...]:
    """Words by score, best first; equal ones in the order of the text."""
    if not np.isfinite(scores).all():
        raise AuditError("the attributions are not finite (NaN or infinite)")
    return tuple(int(word) for word in np.argsort(-scores, kind="stable"))


def reason(error: Exception) -> AuditError:
    """A failure in one line."""
    if isinstance(error, AuditError):
        return error
    first = (str(error).strip().splitlines() or ["no message"])[0]
    return AuditError(f"{type(error).__name__}: {first}")


class Baselines:
    """The rankings that look at one text in embedding space, with what they keep between texts."""

    def __init__(self, classifier: Classifier) -> None:
        self.classifier = classifier
        self._anchors: Anchors | None = None

    def check(self, methods: Sequence[str]) -> None:
        """Refuse methods whose library is missing, before any work is done."""
        if any(method in CAPTUM_METHODS for method in methods):
            captum_methods.captum()

    def explain(self, encoded: Encoded, target: int, wanted: Sequence[Run]) -> dict[Run, Found | AuditError]:
        """The rankings of one text."""
        own = [run for run in wanted if run[0] in RANKINGS and run[0] != "leave-one-out"]
        results: dict[Run, Found | AuditError] = {}
        try:
            text = embed(self.classifier, encoded, target)
        except BROKEN as error:
            return dict.fromkeys(own, reason(error))
        for method, seed in own:
            begin = time.perf_counter()
            try:
                ranking = ranked(self._scores(method, text, encoded, seed))
            except BROKEN as error:
                results[method, seed] = reason(error)
                continue
            results[method, seed] = Found(
                ranking=ranking,
                forwards=len(text.places) + 1 if method == "sig" else 0,
                gradients=GRADIENTS.get(method, 0),
                seconds=time.perf_counter() - begin,
            )
        return results

    def _scores(self, method: str, text: Embedded, encoded: Encoded, seed: int) -> FloatArray:
        simple: Mapping[str, Callable[[Embedded], FloatArray]] = {
            "ig": captum_methods.integrated_gradients,
            "gradient-x-input": captum_methods.gradient_x_input,
            "deeplift": captum_methods.deeplift,
            "sig": sequential_gradients,
        }
        if method in simple:
            return simple[method](text)
        own = draw(seed, method, example_id(encoded.texts)) % 2**32
        if method == "gradient-shap":
            return captum_methods.gradient_shap(text, seed=own)
        if method == "random":
            return np.random.default_rng(own).random(text.words)
        if self._anchors is None:
            self._anchors = Anchors(text.table(), text.replacement)
        return discretized_gradients(text, self._anchors)
