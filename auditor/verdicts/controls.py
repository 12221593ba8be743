"""Controls: the same procedure where there is nothing to find, and where it is known what there is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Control, Planted
from auditor.signals.counts import Corpus, normal
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


def planted(
    manifest: Mapping[str, Any] | None, findings: Sequence[Finding], names: Mapping[str, str]
) -> tuple[Planted, ...]:
    """What an injection's manifest says was planted, and what the audit says of it."""
    if manifest is None:
        return ()
    plan = manifest["plan"]
    wanted: list[tuple[tuple[str, ...], str]] = [((token,), label) for label, token in plan["tokens"]]
    wanted += [((pair["first"], pair["second"]), pair["label"]) for pair in plan["pairs"]]
    return tuple(_look_up(tokens, names.get(label, label), findings) for tokens, label in wanted)


def _look_up(tokens: tuple[str, ...], label: str, findings: Iterable[Finding]) -> Planted:
    wanted = {normal(token) for token in tokens}
    matching = [
        finding
        for finding in findings
        if finding.label == label
        and (
            wanted == set(finding.tokens)
            or (len(wanted) == len(finding.tokens) == 1 and wanted & set(finding.members))
        )
    ]
    artefact = next((finding for finding in matching if finding.verdict is Verdict.ARTEFACT), None)
    said = artefact or (matching[0] if matching else None)
    return Planted(tokens, label, artefact.id if artefact else None, said.verdict.value if said else "")
