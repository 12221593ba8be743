"""Estimates and figures: nothing measured is None, and tables have a column for each placebo."""

from auditor.records.estimates import NO_EVIDENCE, Estimate, Figure, named_estimates


def test_no_evidence_is_no_number() -> None:
    assert NO_EVIDENCE.estimate is None
    assert (NO_EVIDENCE.low, NO_EVIDENCE.high, NO_EVIDENCE.p, NO_EVIDENCE.n) == (None, None, None, 0)


def test_a_placebo_is_a_column_of_its_own() -> None:
    seen, placebo = Estimate(0.9, n=10), Estimate(0.1, n=10)
    figures = [
        Figure("insertion", "Inserted", "How often.", seen, placebo=placebo),
        Figure("pull", "Pull", "How far.", Estimate(2.5), unit="logits"),
    ]
    assert list(named_estimates(figures)) == [
        ("insertion", "share", seen),
        ("insertion_placebo", "share", placebo),
        ("pull", "logits", Estimate(2.5)),
    ]
