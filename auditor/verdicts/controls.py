"""Controls: the same procedure where there is nothing to find."""

from collections.abc import Iterable

import numpy as np

from auditor.findings.report import Control
from auditor.signals.counts import IntArray
from auditor.signals.recurrence import Tests, in_random_sets, label_tests, reliance
from auditor.signals.study import Study


def controls(study: Study, *, seed: int) -> tuple[Control, ...]:
    """Permuted labels, where there are labels, and random sets."""
    runs = study.config.permutations
    if not runs:
        return ()
    random = [(random_sets, "random-sets", study.reliance)]
    if study.corpus.labelled:
        random.insert(0, (permuted_labels, "permuted-labels", study.association))
    return tuple(_control(code, draws(study, runs=runs, seed=seed), found) for draws, code, found in random)


def _control(code: str, drawn: Iterable[Tests], found: Tests) -> Control:
    counts = [(int(tests.significant.sum()), int(tests.tested.sum())) for tests in drawn]
    return Control(
        code=code,
        runs=len(counts),
        findings=float(np.mean([significant for significant, _ in counts])),
        tests=counts[-1][1],
        of=int(found.significant.sum()),
    )


def permuted_labels(study: Study, *, runs: int, seed: int) -> Iterable[Tests]:
    """The tests of association with the labels dealt out anew.

    Of all labelled documents, as many as hold a token are drawn at random, token by token: how many of them
    have which label is what a permutation of the labels would give.
    """
    generator = np.random.default_rng([seed, 1])
    holding = study.association.holding[:, 0]
    for _ in range(runs):
        drawn = _deal(generator, study.labelled, holding)
        yield label_tests(drawn[:, None], study.labelled[None], method=study.config.correction, halves=False)


def _deal(generator: np.random.Generator, labelled: IntArray, holding: IntArray) -> IntArray:
    """(tokens, classes) labels of so many documents drawn without replacement, for each token."""
    left, rest = holding.copy(), int(labelled.sum())
    drawn = np.zeros((len(holding), len(labelled)), dtype=np.int64)
    for label, size in enumerate(labelled.tolist()):
        rest -= size
        drawn[:, label] = generator.hypergeometric(size, rest, left) if rest else left
        left -= drawn[:, label]
    return drawn


def random_sets(study: Study, *, runs: int, seed: int) -> Iterable[Tests]:
    """The tests of reliance with sets that pick their words at random."""
    generator = np.random.default_rng([seed, 2])
    chances = in_random_sets(study.corpus)
    for _ in range(runs):
        needed = generator.random(len(chances)) < chances
        yield reliance(study.corpus, needed=needed, method=study.config.correction, halves=False)
