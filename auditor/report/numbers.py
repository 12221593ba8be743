"""Numbers as people read them; what there is no evidence for is said in words, never as zero."""

from auditor.records.estimates import Estimate

NONE = "no evidence"
"""What stands where a number would, had it been measured."""


def number(value: float | None, digits: int = 2) -> str:
    """A number with a fixed count of digits."""
    return NONE if value is None else f"{value:.{digits}f}".replace("-", "−")


def count(value: int) -> str:
    """A count with its thousands apart."""
    return f"{value:,}"


def counted(value: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 text", "2,000 texts"."""
    return f"{count(value)} {noun if value == 1 else plural or noun + 's'}"


def interval(estimate: Estimate, digits: int = 2) -> str:
    """The 95 % interval, or nothing where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{number(estimate.low, digits)}–{number(estimate.high, digits)}"


def with_interval(estimate: Estimate, digits: int = 2) -> str:
    """A number followed by its interval: "0.95 (0.87–0.98)"."""
    bounds = interval(estimate, digits)
    shown = number(estimate.estimate, digits)
    return f"{shown} ({bounds})" if bounds and estimate.estimate is not None else shown


def of(estimate: Estimate) -> str:
    """What a rate was counted on: "61 of 64"; only "n = 64" for what is no count."""
    if estimate.count is not None:
        return f"{count(estimate.count)} of {count(estimate.n)}"
    return f"n = {count(estimate.n)}" if estimate.n else ""


def p_value(p: float | None) -> str:
    """A p-value: three digits, and below that only that it is below."""
    if p is None:
        return NONE
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def percent(part: int, whole: int) -> str:
    """A share of a count, "no evidence" of nothing; never all or none of it where that is not so."""
    if 0 < part < whole:
        return certainty(part / whole)
    return f"{100 * part / whole:.0f} %" if whole else NONE


def certainty(probability: float) -> str:
    """How sure the model is: "98 %"; never more than all and never nothing at all."""
    if probability >= 0.995:
        return "over 99 %"
    return "under 1 %" if probability < 0.005 else f"{max(1.0, 100 * probability):.0f} %"


def listed(parts: list[str]) -> str:
    """Parts of a sentence: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def threshold(value: float) -> str:
    """A threshold as somebody would write it: "0.05", "10"."""
    return f"{value:g}"


def share_of(value: float | None) -> str:
    """A share in per cent, with as many digits as it needs: "0.5 %", "1 %"."""
    return NONE if value is None else f"{round(100 * value, 2):g} %"


def signed(value: float) -> str:
    """A difference with its sign: "+1.80", "−0.20"."""
    return f"{value:+.2f}".replace("-", "−")


def at_least(estimate: Estimate) -> str:
    """An estimate with its lower bound: "61 of 64, at least 0.87"."""
    if not estimate.n or estimate.low is None:
        return NONE
    seen = of(estimate) if estimate.count is not None else number(estimate.estimate)
    return f"{seen}, at least {number(estimate.low)}"


def yes_no(value: bool | None) -> str:
    """A finding's yes or no."""
    return NONE if value is None else "yes" if value else "no"
