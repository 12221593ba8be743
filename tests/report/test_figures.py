"""A figure is shown the same way everywhere; no evidence is never a zero."""

from auditor.records.estimates import Estimate, Figure
from auditor.report.figures import detail, figures_of, missing, p_values, placebo, short, value
from auditor.report.numbers import NONE
from auditor.signals.evidence import CATALOGUE
from tests.findings.builder import PAIR, a_finding


def figure(estimate: Estimate, **more: object) -> Figure:
    return Figure("name", "title", "Hint.", estimate, **more)  # type: ignore[arg-type]


def test_figures_by_hand() -> None:
    rate = Estimate(61 / 64, 0.8712, 0.984, 64, 61, 0.0004, 0.002)
    shown = figure(rate, placebo=Estimate(0.03, 0.0, 0.1, 64, 2), base=0.5)
    assert (short(shown), value(shown)) == ("0.95", "0.95 (0.87–0.98)")
    assert detail(shown) == "61 of 64 · all texts 0.50 · placebo 0.03 · p < 0.001, adjusted 0.002"


def test_units_have_their_digits() -> None:
    assert value(figure(Estimate(6.14, 5.02, 7.4, 60), unit="ratio")) == "6.1 (5.0–7.4)"
    assert value(figure(Estimate(-1.26), unit="logits")) == "−1.3 logits"
    assert value(figure(Estimate(-0.126, -0.2, 0.0, 9), unit="effect")) == "−0.13 (−0.20–0.00)"


def test_no_evidence_is_said() -> None:
    nothing = figure(Estimate(), placebo=Estimate(), base=0.5)
    assert missing(nothing) and value(nothing) == short(nothing) == NONE
    assert detail(nothing) == p_values(nothing) == ""
    assert placebo(nothing) == "no placebo" and placebo(figure(Estimate(0.5))) == ""


def test_a_token_has_no_figures_of_pairs() -> None:
    names = [one.name for one in figures_of(a_finding())]
    assert names == [one.name for one in CATALOGUE if not one.pairs_only]
    assert [one.name for one in figures_of(a_finding(PAIR, "a", "b"))] == [one.name for one in CATALOGUE]
