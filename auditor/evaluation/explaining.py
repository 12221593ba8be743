"""Giving one text to every method.

Set methods ask questions like the rest of the package, so that many texts share batches and all variants and
seeds share what is already known about a text. The baselines work on one text in embedding space. A method
that fails on a text leaves its reason in place of a result.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from auditor.cidr.minimal import minimal_set
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet, masks
from auditor.config import CidrConfig
from auditor.data.examples import draw, example_id
from auditor.errors import AuditError
from auditor.evaluation.captum_library import captum
from auditor.evaluation.conventions import Convention
from auditor.evaluation.embedded import embed
from auditor.evaluation.memo import Asked, Memo, remembered
from auditor.evaluation.methods import RANKINGS, SEEDED, MethodResult
from auditor.evaluation.set_methods import SETS
from auditor.evaluation.units import counted
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import Encoded
from auditor.records.text import SUBSETS, Explanation

Run = tuple[str, int]
"""A method and the number of its run, from 0."""
Results = dict[Run, MethodResult | AuditError]
BROKEN = (AuditError, ArithmeticError, LookupError, ValueError, RuntimeError, TypeError, AttributeError)
"""What a method may raise without ending the evaluation."""


def runs(methods: Sequence[str], seeds: int) -> list[Run]:
    """Every method with every seed it needs."""
    return [(method, seed) for method in methods for seed in range(seeds if method in SEEDED else 1)]


def asked_sets(
    encoded: Encoded,
    labels: tuple[str, ...],
    wanted: Sequence[Run],
    convention: Convention,
    config: CidrConfig,
    memo: Memo,
) -> Asking[tuple[int, Results, dict[Run, Asked]]]:
    """The predicted class, and the results of the set methods with what each asked for."""
    written = yield from remembered(_written(len(encoded.words)), memo, Asked())
    results: Results = {}
    costs: dict[Run, Asked] = {}
    for method, seed in wanted:
        if method not in SETS:
            continue
        asked = costs[method, seed] = Asked()
        try:
            own = convention.config(method, config, seed=config.seed + seed)
            results[method, seed] = yield from found_set(encoded, labels, own, convention, memo, asked)
        except BROKEN as error:
            results[method, seed] = reason(error)
    return int(written.argmax()), results, costs


def found_set(
    encoded: Encoded,
    labels: tuple[str, ...],
    config: CidrConfig,
    convention: Convention,
    memo: Memo,
    asked: Asked,
) -> Asking[MethodResult]:
    """The set that the settings find, the items that matter most first."""
    search = minimal_set(encoded, labels, config)
    found = as_result((yield from remembered(search, memo, asked)))
    if not config.verify or not found.items:
        return found
    top = convention.pairs(counted(encoded, specials=convention.specials), len(found.items))
    ordering = by_effect(len(encoded.words), found.items, top)
    # Verification has removed every part of a set of few items: nothing is new.
    extra = Asked() if len(found.items) <= SUBSETS else asked
    return replace(found, items=(yield from remembered(ordering, memo, extra)))


def _written(words: int) -> Asking[FloatArray]:
    logits = yield Forward(masks([frozenset()], words))
    answer: FloatArray = logits[0]
    return answer


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


def as_result(explanation: Explanation) -> MethodResult:
    """The items of a set; where it removes equal words together, an item is every place of its words."""
    items = tuple(frozenset(pair.indices) for pair in explanation.pairs)
    if items and frozenset().union(*items) != frozenset(explanation.set):
        words = explanation.words
        named = [{words[place] for place in item} for item in items]
        items = tuple(
            frozenset(place for place in explanation.set if words[place] in texts) for texts in named
        )
    if not items:
        items = tuple(frozenset([word]) for word in explanation.set)
    return MethodResult(items=items, core=frozenset(explanation.core))


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


def check_libraries(methods: Sequence[str]) -> None:
    """Refuse baselines whose library is missing, before any work is done."""
    if any(method in RANKINGS and RANKINGS[method].NEEDS_CAPTUM for method in methods):
        captum()


def rankings(
    classifier: Classifier,
    encoded: Encoded,
    target: int,
    wanted: Sequence[Run],
    *,
    removal: str = "pad",
    first_seed: int = 0,
    kept: dict[str, Any] | None = None,
) -> Results:
    """The baselines of one text; `kept` is what they keep between texts."""
    own = [run for run in wanted if run[0] in RANKINGS]
    results: Results = {}
    try:
        text = embed(classifier, encoded, target, removal=removal, kept=kept)
    except BROKEN as error:
        return dict.fromkeys(own, reason(error))
    identity = example_id(encoded.texts)
    for method, seed in own:
        begin = time.perf_counter()
        try:
            drawn = draw(first_seed + seed, method, identity) % 2**32
            found = RANKINGS[method].score(text, seed=drawn)
            results[method, seed] = MethodResult(
                ranking=ranked(found.scores),
                forwards=found.forwards,
                gradients=found.gradients,
                seconds=time.perf_counter() - begin,
            )
        except BROKEN as error:
            results[method, seed] = reason(error)
    return results
