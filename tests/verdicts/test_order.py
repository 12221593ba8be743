"""The order of findings: what waits for a person by severity, then by verdict, score, sets, texts, id."""

from dataclasses import replace
from itertools import pairwise, permutations

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.verdicts.order import importance
from tests.findings.builder import a_finding, of


def scored(finding: Finding, score: float) -> Finding:
    return replace(finding, judgement=replace(finding.judgement, score=score))


def needed(finding: Finding, sets: int) -> Finding:
    return replace(finding, evidence=of(Reliance(share_of_sets=rate(sets, 100))))


BASE = scored(a_finding("m"), 0.5)
STEPS = [
    scored(a_finding("a", verdict=Verdict.UNDECIDED), 0.9),
    scored(a_finding("y", severity=Severity.MEDIUM), 0.1),
    scored(a_finding("b", verdict=Verdict.UNDECIDED, severity=Severity.MEDIUM), 0.9),
    scored(a_finding("z", severity=Severity.LOW), 0.1),
    a_finding("c", verdict=Verdict.KEYWORD),
    a_finding("d", verdict=Verdict.CONTEXT),
    a_finding("e", verdict=Verdict.TASK),
]
"""Each less important than the one before, whatever its id and score."""


def test_what_waits_for_a_person_comes_by_severity_then_by_verdict() -> None:
    ranked = [BASE, *STEPS]
    turned = ranked[::-1]
    assert sorted(turned, key=importance) == ranked
    assert all(importance(first) < importance(second) for first, second in pairwise(ranked))


def test_among_equals_score_sets_texts_and_id_decide() -> None:
    ranked = [
        needed(scored(a_finding("z"), 0.6), 1),
        needed(scored(a_finding("y"), 0.5), 40),
        needed(replace(scored(a_finding("x"), 0.5), documents=90), 20),
        needed(scored(a_finding("a"), 0.5), 20),
        needed(scored(a_finding("b"), 0.5), 20),
        replace(scored(a_finding("c"), 0.5), evidence=of()),  # no set is known to need it
    ]
    for order in permutations(ranked):
        assert sorted(order, key=importance) == ranked
