"""From counts and trials to the evidence on one token or pair."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.evidence.counts import BoolArray, Corpus, IntArray
from auditor.evidence.pairs import Pair, PairCount
from auditor.evidence.recurrence import Tests
from auditor.evidence.statistics import adjust, gardner_z, hypergeometric_tail, odds_ratio, rate
from auditor.evidence.task import Lexicon, Reference, compare
from auditor.evidence.trials import Candidate, Trial
from auditor.findings import (
    Association,
    Estimate,
    Evidence,
    Harm,
    Interaction,
    Intervention,
    Reliance,
    Task,
)


@dataclass(frozen=True, eq=False)
class Statistics:
    """All tests of a run."""

    corpus: Corpus
    association: Tests
    reliance: Tests
    follow_up: dict[Candidate, float]
    """Association of the tokens that reliance found, corrected as a family of their own."""
    reference: Reference | None = None
    lexicon: Lexicon | None = None


def follow_up(association: Tests, found: Sequence[Candidate], *, method: str) -> dict[Candidate, float]:
    """Test again, among themselves, the association of tokens that were found without the labels.

    A family of its own: what reliance found leaves the labels' p-values as chance made them.
    """
    adjusted = adjust([association.p[key] for key in found], method=method)
    return dict(zip(found, adjusted.tolist(), strict=True))


def token_evidence(statistics: Statistics, candidate: Candidate, trial: Trial | None = None) -> Evidence:
    """Everything known about a token and a class."""
    corpus = statistics.corpus
    token, label = candidate
    association = _association(statistics, candidate)
    reference, share = compare(
        statistics.reference, corpus.vocabulary[token], corpus.labels[label], association.share
    )
    lexicon = statistics.lexicon
    listed = lexicon.says(corpus.vocabulary[token].text, corpus.labels[label]) if lexicon else "none"
    tried = trial or Trial(Intervention())
    task = Task(reference, share, listed, tried.pull, tried.alone)
    return Evidence(
        association=association,
        reliance=_reliance(statistics, candidate),
        intervention=tried.intervention,
        task=replace(task, score=artefact_score(association, task)),
        harm=harm(corpus, corpus.doc[corpus.entries(token)], label),
    )


def artefact_score(association: Association, task: Task) -> float | None:
    """How far the labels' preference for a token exceeds what the model makes of it, 0 to 1.

    What the token does to the class's margin when inserted, and what it says alone: none or a contrary one
    scores high. Half a logit in context counts three quarters, five alone in full, since words of the task
    stand out from the others by that much. A lexicon or a reference moves the score where it has something to
    say. None where the labels do not favour the token or nothing was inserted.
    """
    share, base = association.share.estimate, association.base
    if task.pull is None or share is None or base is None or share <= base:
        return None
    score = float(0.5 - (np.tanh(2 * task.pull) + np.clip((task.alone or 0.0) / 5, -1.0, 1.0)) / 4)
    if task.lexicon == "listed" or task.reference == "replicated":
        return score / 4
    return 1 - (1 - score) / 4 if task.reference == "contradicted" else score


def _association(statistics: Statistics, candidate: Candidate) -> Association:
    tests, corpus = statistics.association, statistics.corpus
    label = candidate[1]
    documents = int((corpus.gold >= 0).sum())
    if not documents:
        return Association()
    labelled = int((corpus.gold == label).sum())
    both, holding = int(tests.observed[candidate]), int(tests.holding[candidate])
    base = labelled / documents
    adjusted = min(float(tests.adjusted[candidate]), statistics.follow_up.get(candidate, 1.0))
    rest = labelled - both
    return Association(
        share=rate(both, holding, p=float(tests.p[candidate]), adjusted_p=adjusted),
        base=base,
        odds_ratio=odds_ratio(both, holding - both, rest, documents - holding - rest),
        z=gardner_z(both, holding, base),
        confirmed=_confirmed(tests, candidate),
    )


def _reliance(statistics: Statistics, candidate: Candidate) -> Reliance:
    tests, corpus = statistics.reliance, statistics.corpus
    observed, holding = int(tests.observed[candidate]), int(tests.holding[candidate])
    expected = float(tests.expected[candidate])
    sets = int(((corpus.predicted == candidate[1]) & (corpus.size > 0)).sum())
    return Reliance(
        enrichment=enrichment(
            observed,
            holding,
            expected,
            p=float(tests.p[candidate]),
            adjusted=float(tests.adjusted[candidate]),
        ),
        share_of_sets=rate(observed, sets),
        confirmed=_confirmed(tests, candidate),
    )


def enrichment(observed: int, holding: int, expected: float, *, p: float, adjusted: float) -> Estimate:
    """Observed over expected, with the interval of the observed share."""
    if not holding or expected <= 0:
        return Estimate(n=holding, count=observed, p=p, adjusted_p=adjusted)
    share = rate(observed, holding)
    scale = holding / expected
    return Estimate(
        observed / expected,
        (share.low or 0.0) * scale,
        (share.high or 0.0) * scale,
        holding,
        observed,
        p,
        adjusted,
    )


def _confirmed(tests: Tests, candidate: Candidate) -> bool | None:
    value = int(tests.confirmed[candidate])
    return None if value < 0 else bool(value)


def harm(corpus: Corpus, docs: IntArray, label: int) -> Harm:
    """Accuracy where the texts `docs` have the label and where they have another, and the worst group."""
    if not corpus.labelled:
        return Harm()
    right = corpus.predicted == corpus.gold
    present = np.zeros(len(corpus), dtype=bool)
    present[docs] = True
    known, own = corpus.gold >= 0, corpus.gold == label
    groups = [_accuracy(right[known & there & same]) for there in (present, ~present) for same in (own, ~own)]
    counted = [group for group in groups if group.estimate is not None]
    worst = min(counted, key=lambda group: group.estimate or 0.0, default=Estimate())
    conflicting = known & present & ~own
    followed = _accuracy(corpus.predicted[conflicting] == label)
    return Harm(agreement=groups[0], conflict=groups[1], followed=followed, worst_group=worst)


def _accuracy(right: BoolArray) -> Estimate:
    return rate(int(right.sum()), len(right))


@dataclass(frozen=True, eq=False)
class Apart:
    """The texts of a pair by which of its words they hold."""

    both: IntArray
    first: IntArray
    """Texts with the first word alone."""
    second: IntArray


def apart(corpus: Corpus, pair: Pair) -> Apart:
    """Texts with both words, and with one alone."""
    first, second = (corpus.doc[corpus.entries(token)] for token in pair)
    return Apart(np.intersect1d(first, second), np.setdiff1d(first, second), np.setdiff1d(second, first))


def share_of(corpus: Corpus, docs: IntArray, label: int) -> Estimate:
    """P(label) over some texts."""
    gold = corpus.gold[docs]
    return rate(int((gold == label).sum()), int((gold >= 0).sum()))


def label_follows(corpus: Corpus, places: Apart, label: int) -> float:
    """p of the exact test: does the label come with both words more often than with one of them?"""
    either = np.concatenate([places.both, places.first, places.second])
    gold = corpus.gold[either]
    known = either[gold >= 0]
    both = int((corpus.gold[places.both] >= 0).sum())
    together = int((corpus.gold[places.both] == label).sum())
    if not both or both == len(known):
        return 1.0
    labelled = int((corpus.gold[known] == label).sum())
    return float(hypergeometric_tail(together, documents=len(known), labelled=labelled, holding=both))


def pair_evidence(
    statistics: Statistics, count: PairCount, places: Apart, interaction: Interaction, *, adjusted: float
) -> Evidence:
    """Everything known about a pair and a class; `adjusted` belongs to the test of `label_follows`."""
    corpus, label = statistics.corpus, count.label
    share = share_of(corpus, places.both, label)
    association = Association()
    if share.n:
        documents, labelled = int((corpus.gold >= 0).sum()), int((corpus.gold == label).sum())
        one = np.concatenate([places.first, places.second])
        apart_share = share_of(corpus, one, label)
        interaction = replace(interaction, share_apart=apart_share)
        both, alone = share.count or 0, apart_share.count or 0
        association = Association(
            share=replace(share, p=label_follows(corpus, places, label), adjusted_p=adjusted),
            base=labelled / documents,
            odds_ratio=odds_ratio(both, share.n - both, alone, apart_share.n - alone),
            z=gardner_z(both, share.n, labelled / documents),
        )
    sets = int(((corpus.predicted == label) & (corpus.size > 0)).sum())
    reliance = Reliance(
        enrichment=enrichment(count.sets, count.holding, count.expected, p=count.p, adjusted=count.adjusted),
        share_of_sets=rate(count.sets, sets),
        beyond_members=enrichment(
            count.sets, count.holding, count.expected_beyond, p=count.beyond, adjusted=count.adjusted_beyond
        ),
    )
    return Evidence(
        association=association,
        reliance=reliance,
        interaction=interaction,
        harm=harm(corpus, places.both, label),
    )
