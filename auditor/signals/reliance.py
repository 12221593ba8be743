"""Reliance: do the model's minimal sets need the token more often than chance within each text explains?

If a set picked its words at random among those of its text, the number of sets that need a token would be
Poisson-binomial; the tail of that distribution is the p-value. For a pair, the sets that need both count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.features.form import Form
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.association import below, confirmed
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus
from auditor.signals.pairs import PairCount, count_pairs
from auditor.signals.statistics import rate
from auditor.signals.study import Study

NAME = "reliance"


@dataclass(frozen=True)
class Reliance:
    """Model: is the token needed more often than chance within each text explains?"""

    enrichment: Estimate = NO_EVIDENCE
    """Sets that need it, over the number expected if sets picked words at random; n = texts that hold it and
    have a set, count = sets that need it, p from the exact Poisson-binomial tail."""
    share_of_sets: Estimate = NO_EVIDENCE
    """Share of the label's minimal sets that need it; none of a text's form, which no set needs."""
    beyond_members: Estimate = NO_EVIDENCE
    """Pairs only: the same enrichment, given how often each member is needed alone."""
    confirmed: bool | None = None
    """Discovered on one half of the texts and confirmed on the other; None where it was not discovered."""


Record = Reliance


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Reliance]:
    """What the minimal sets say of each candidate; the pairs among them are corrected as one family."""
    pairs = [candidate for candidate in candidates if candidate.is_pair]
    counted = count_pairs(study.corpus, pairs, method=study.config.correction)
    counts = dict(zip(pairs, counted, strict=True))
    return [
        _pair(study.corpus, counts[candidate]) if candidate.is_pair else _token(study, candidate)
        for candidate in candidates
    ]


def _token(study: Study, candidate: Candidate) -> Reliance:
    tests, cell = study.reliance, candidate.cell
    observed, holding = int(tests.observed[cell]), int(tests.holding[cell])
    expected, p, adjusted = (float(table[cell]) for table in (tests.expected, tests.p, tests.adjusted))
    form = isinstance(study.corpus.properties.get(candidate.tokens[0]), Form)
    return Reliance(
        enrichment=enrichment(observed, holding, expected, p=p, adjusted=adjusted),
        # Of a text's form whole texts are counted, with a set or without: no set needs it.
        share_of_sets=Estimate() if form else rate(observed, sets_of(study.corpus, candidate.label)),
        confirmed=confirmed(tests, candidate),
    )


def _pair(corpus: Corpus, count: PairCount) -> Reliance:
    return Reliance(
        enrichment=enrichment(count.sets, count.holding, count.expected, p=count.p, adjusted=count.adjusted),
        share_of_sets=rate(count.sets, sets_of(corpus, count.label)),
        beyond_members=enrichment(
            count.sets, count.holding, count.expected_beyond, p=count.beyond, adjusted=count.adjusted_beyond
        ),
    )


def sets_of(corpus: Corpus, label: int) -> int:
    """Minimal sets of texts predicted as a class."""
    return int(((corpus.predicted == label) & (corpus.size > 0)).sum())


def enrichment(observed: int, holding: int, expected: float, *, p: float, adjusted: float) -> Estimate:
    """Observed over expected, with the interval of the observed share."""
    if not holding or expected <= 0:
        return Estimate(n=holding, count=observed, p=p, adjusted_p=adjusted)
    share = rate(observed, holding)
    scale = holding / expected
    low, high = (share.low or 0.0) * scale, (share.high or 0.0) * scale
    return Estimate(observed / expected, low, high, holding, observed, p, adjusted)


def conditions(found: Reliance, rule: RuleConfig) -> tuple[Condition, ...]:
    """`needed`: minimal sets need it more often than chance."""
    p = found.enrichment.adjusted_p
    return (Condition("needed", p, rule.level, below(p, rule.level)),)


def figures(found: Reliance) -> tuple[Figure, ...]:
    """What is shown of the minimal sets."""
    return (
        Figure(
            "share_of_sets",
            "needed in sets of the label",
            "Share of the label's minimal sets that need it.",
            found.share_of_sets,
            column="In sets",
        ),
        Figure(
            "enrichment",
            "needed, against chance",
            "Sets that need it, over the number that random sets would give.",
            found.enrichment,
            unit="ratio",
        ),
        Figure(
            "beyond_members",
            "needed together, against each alone",
            "Sets that need both, over the number that their single rates would give.",
            found.beyond_members,
            unit="ratio",
            pairs_only=True,
        ),
    )
