"""Controls: the same procedure where there is nothing to find."""

from collections.abc import Callable, Iterable

import numpy as np

from auditor.findings.report import Control
from auditor.signals.counts import Corpus
from auditor.signals.recurrence import Tests, association, in_random_sets, reliance
from auditor.signals.study import Study


def controls(study: Study, *, seed: int) -> tuple[Control, ...]:
    """Permuted labels, where there are labels, and random sets."""
    runs = study.config.permutations
    if not runs:
        return ()
    random = [(random_sets, "random-sets", study.reliance)]
    if study.corpus.labelled:
        random.insert(0, (permuted_labels, "permuted-labels", study.association))
    return tuple(
        _control(code, draws(study.corpus, runs=runs, seed=seed, method=study.config.correction), found)
        for draws, code, found in random
    )


def _control(code: str, drawn: Iterable[Tests], found: Tests) -> Control:
    counts = [(int(tests.significant.sum()), int(tests.tested.sum())) for tests in drawn]
    return Control(
        code=code,
        runs=len(counts),
        findings=float(np.mean([significant for significant, _ in counts])),
        tests=counts[-1][1],
        of=int(found.significant.sum()),
    )


Draws = Callable[..., Iterable[Tests]]


def permuted_labels(corpus: Corpus, *, runs: int, seed: int, method: str) -> Iterable[Tests]:
    """The tests of association with the labels dealt out anew."""
    generator = np.random.default_rng([seed, 1])
    order = np.argsort(corpus.key, kind="stable")  # so that the order of the rows does not matter
    for _ in range(runs):
        gold = corpus.gold.copy()
        gold[order] = generator.permutation(corpus.gold[order])
        yield association(corpus, gold, method=method, halves=False)


def random_sets(corpus: Corpus, *, runs: int, seed: int, method: str) -> Iterable[Tests]:
    """The tests of reliance with sets that pick their words at random."""
    generator = np.random.default_rng([seed, 2])
    chances = in_random_sets(corpus)
    for _ in range(runs):
        needed = generator.random(len(chances)) < chances
        yield reliance(corpus, needed=needed, method=method, halves=False)
