"""Association: does the dataset's label go with the token?

Counted per document on the dataset's labels, and tested exactly (hypergeometric). For a pair the question is
whether the label comes with both words more often than with one of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus, IntArray
from auditor.signals.pairs import PairChoice
from auditor.signals.recurrence import Tests
from auditor.signals.statistics import gardner_z, odds_ratio, rate
from auditor.signals.study import Study, clear_from

NAME = "association"


@dataclass(frozen=True)
class Association:
    """Dataset: does the token go with the label?"""

    share: Estimate = NO_EVIDENCE
    """P(label | present), with p from the exact hypergeometric test."""
    base: float | None = None
    """P(label) over all texts."""
    odds_ratio: Estimate = NO_EVIDENCE
    z: float | None = None
    """Gardner's z, for comparison only."""
    confirmed: bool | None = None
    """Discovered on one half of the texts and confirmed on the other; None where it was not discovered."""


Record = Association


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Association]:
    """What the labels say of each candidate; no evidence without labels."""
    if not study.corpus.labelled:
        return [Association()] * len(candidates)
    return [
        _pair(study.corpus, study.pair_choices[candidate]) if candidate.is_pair else _token(study, candidate)
        for candidate in candidates
    ]


def _token(study: Study, candidate: Candidate) -> Association:
    tests = study.association
    documents, labelled = int(study.labelled.sum()), int(study.labelled[candidate.label])
    both, holding = int(tests.observed[candidate.cell]), int(tests.holding[candidate.cell])
    base, rest = labelled / documents, labelled - both
    adjusted = min(float(tests.adjusted[candidate.cell]), study.follow_up.get(candidate, 1.0))
    return Association(
        share=rate(both, holding, p=float(tests.p[candidate.cell]), adjusted_p=adjusted),
        base=base,
        odds_ratio=odds_ratio(both, holding - both, rest, documents - holding - rest),
        z=gardner_z(both, holding, base),
        confirmed=confirmed(tests, candidate),
    )


def _pair(corpus: Corpus, choice: PairChoice) -> Association:
    label, places = choice.label, choice.places
    share = share_of(corpus, places.both, label)
    if not share.n:
        return Association()
    documents, labelled = int((corpus.gold >= 0).sum()), int((corpus.gold == label).sum())
    alone = share_of(corpus, np.concatenate([places.first, places.second]), label)
    both, one = share.count or 0, alone.count or 0
    return Association(
        share=rate(both, share.n, p=choice.p, adjusted_p=choice.adjusted_p),
        base=labelled / documents,
        odds_ratio=odds_ratio(both, share.n - both, one, alone.n - one),
        z=gardner_z(both, share.n, labelled / documents),
    )


def share_of(corpus: Corpus, docs: IntArray, label: int) -> Estimate:
    """P(label) over some texts."""
    gold = corpus.gold[docs]
    return rate(int((gold == label).sum()), int((gold >= 0).sum()))


def confirmed(tests: Tests, candidate: Candidate) -> bool | None:
    """Whether what one half of the texts shows was confirmed on the other; None: nothing was shown."""
    value = int(tests.confirmed[candidate.cell])
    return None if value < 0 else bool(value)


def conditions(found: Association, rule: RuleConfig) -> tuple[Condition, ...]:
    """`leaks`: the labels favour it. `clear`: by enough, at least."""
    share, asked = found.share, float(clear_from(found.base or 0.0, rule))
    return (
        Condition("leaks", share.adjusted_p, rule.level, below(share.adjusted_p, rule.level)),
        Condition("clear", share.low, asked, reaches(share.low, asked)),
    )


def below(p: float | None, level: float) -> bool:
    """Whether a p-value is small enough."""
    return p is not None and p <= level


def reaches(value: float | None, asked: float) -> bool:
    """Whether a value is known and large enough."""
    return value is not None and value >= asked


def figures(found: Association) -> tuple[Figure, ...]:
    """What is shown of the dataset's labels."""
    return (
        Figure(
            "share",
            "has the label where present",
            "Share of the texts that hold it that have the label.",
            found.share,
            base=found.base,
            column="P(label)",
        ),
        Figure(
            "odds_ratio",
            "odds ratio",
            "Odds of the label with it over the odds without it.",
            found.odds_ratio,
            unit="ratio",
        ),
    )
