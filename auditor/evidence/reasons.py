"""The values behind a verdict in numbers that a reader can follow."""

from auditor.evidence.recurrence import LEVEL
from auditor.findings import Association, Estimate, Flips, Reason


def below(p: float | None) -> bool:
    """Whether a p-value is small enough."""
    return p is not None and p <= LEVEL


def by_labels(rule: str, association: Association) -> Reason:
    """What the labels say of a token or a pair, as a condition of the rule."""
    share, seen = association.share, "no labels"
    if share.n:
        base = "" if association.base is None else f" against {association.base:.2f}"
        seen = f"{share.count} of {share.n} texts{base}, adjusted p {p_text(share.adjusted_p)}"
    return Reason(rule, seen, f"adjusted p at most {LEVEL}", below(share.adjusted_p))


def enrichment_text(enrichment: Estimate) -> str:
    """How often sets need a token, in numbers."""
    if not enrichment.n:
        return "no set"
    times = "" if enrichment.estimate is None else f", {enrichment.estimate:.1f} times chance"
    return f"{enrichment.count} of {enrichment.n} sets{times}, adjusted p {p_text(enrichment.adjusted_p)}"


def flips_text(flips: Flips) -> str:
    """How often an intervention changes the prediction, in numbers."""
    if not flips.rate.n:
        return "not tried"
    other = f", placebo {flips.placebo.count} of {flips.placebo.n}" if flips.placebo.n else ""
    return f"{flips.rate.count} of {flips.rate.n}{other}, p {p_text(flips.rate.p)}"


def bound_text(estimate: Estimate, word: str, bound: float | None) -> str:
    """An estimate with the bound that counts."""
    if not estimate.n or bound is None:
        return "no evidence"
    seen = f"{estimate.count} of {estimate.n}" if estimate.count is not None else f"{estimate.estimate:.2f}"
    return f"{seen}, {word} {bound:.2f}"


def p_text(value: float | None) -> str:
    """A p-value for a reader."""
    if value is None:
        return "none"
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}"
