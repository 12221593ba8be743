"""The verdict rule for pairs: words that do together what neither does alone."""

from auditor.evidence.reasons import below, bound_text, by_labels
from auditor.evidence.recurrence import LEVEL
from auditor.evidence.verdicts import INTERACTS, Judgement, severity_of
from auditor.findings import Estimate, Evidence, Reason, Verdict


def judge_pair(
    evidence: Evidence, *, reach: float, leaning: tuple[Estimate, Estimate], base: float | None
) -> Judgement:
    """Apply the rule to a pair; `leaning` is P(label | one word without the other) for each word."""
    interaction = evidence.interaction
    second = interaction.second_difference if interaction is not None else Estimate()
    interacts = Reason(
        "the two do more than their sum",
        bound_text(second, "at least", second.low),
        f"lower bound at least {INTERACTS}, adjusted p at most {LEVEL}",
        (second.low or 0.0) >= INTERACTS and below(second.adjusted_p),
    )
    association = evidence.association
    labelled = association.share.n > 0
    follow = by_labels("the labels follow the pair", association)
    own = [_leans(estimate, base) for estimate in leaning]
    symmetric = Reason(
        "alone, its words both lean away from the label or both do not lean",
        "; ".join(f"{e.count} of {e.n} alone" if e.n else "never alone" for e in leaning),
        "the same for both, known within 0.5",
        own[0] in ("away", "not") and own[0] == own[1],
    )
    relies = interacts.met
    if not relies:
        verdict = Verdict.UNDECIDED
    elif labelled and follow.met and symmetric.met:
        verdict = Verdict.ARTEFACT
    elif None in own or not labelled:
        verdict = Verdict.UNDECIDED
    else:
        verdict = Verdict.CONTEXT
    reasons = (interacts, follow, symmetric)
    severity = severity_of(verdict, min(1.0, max(0.0, second.estimate or 0.0)), reach)
    return Judgement(verdict, severity, follow.met if labelled else None, relies, reasons)


def _leans(estimate: Estimate, base: float | None) -> str | None:
    """Whether a word alone leans `away` from the label, `towards` it or `not`; None where nobody knows."""
    if base is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high < base:
        return "away"
    if estimate.low > base:
        return "towards"
    return "not" if estimate.high - estimate.low <= 0.5 else None
