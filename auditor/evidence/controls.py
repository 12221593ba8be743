"""Controls: the same procedure where there is nothing to find, and where it is known what there is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from auditor.evidence.counts import Corpus
from auditor.evidence.recurrence import association, in_random_sets, reliance
from auditor.findings import Control, Finding, Planted, Verdict
from auditor.normal import normal


def permuted_labels(corpus: Corpus, *, runs: int, seed: int, method: str, found: int) -> Control:
    """How many tokens the labels favour when they are dealt out anew."""
    generator = np.random.default_rng([seed, 1])
    order = np.argsort(corpus.key, kind="stable")  # so that the order of the rows does not matter
    counts, tests = [], 0
    for _ in range(runs):
        gold = corpus.gold.copy()
        gold[order] = generator.permutation(corpus.gold[order])
        result = association(corpus, gold, method=method, halves=False)
        counts.append(int(result.significant.sum()))
        tests = int(result.tested.sum())
    return Control("labels permuted", runs, float(np.mean(counts or [0])), tests, found)


def random_sets(corpus: Corpus, *, runs: int, seed: int, method: str, found: int) -> Control:
    """How many tokens seem relied on when every set picks its words at random."""
    generator = np.random.default_rng([seed, 2])
    chances = in_random_sets(corpus)
    counts, tests = [], 0
    for _ in range(runs):
        needed = generator.random(len(chances)) < chances
        result = reliance(corpus, needed=needed, method=method, halves=False)
        counts.append(int(result.significant.sum()))
        tests = int(result.tested.sum())
    return Control("sets drawn at random", runs, float(np.mean(counts or [0])), tests, found)


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
