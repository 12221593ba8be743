"""`audit demo --repair`: the six lines, from records made by hand."""

from dataclasses import replace
from pathlib import Path

from auditor.cli.demo import PLANS
from auditor.cli.demo_repair import changed_lines
from auditor.findings.finding import Severity, Verdict
from auditor.repair.repairing import manifest, mend, planned
from tests.findings.builder import TOKEN, WORD, a_finding, a_report
from tests.repair.support import LABELS, many

COUNTS = {("[pos] x", "pos"): 19, ("[pos] x", "neg"): 1, ("x", "pos"): 21, ("x", "neg"): 39}


def accuracy(clean: float, conflicting: float) -> dict[str, float]:
    return {"dev": clean} | {f"{name}, conflicting": conflicting for name in PLANS}


def test_six_lines_tell_what_changed() -> None:
    old = a_report()
    fixed = replace(old.findings[0].judgement, severity=Severity.LOW)
    new = replace(old, findings=(replace(old.findings[0], judgement=fixed),))
    plan = planned(old, Path("none"))
    mended = mend(plan, [row.example for row in many(COUNTS, []).rows], LABELS, "rows")
    record = manifest(plan, mended, {})
    lines = list(changed_lines(record, PLANS, accuracy(0.99, 0.05), accuracy(0.985, 0.9), old, new))
    assert len(lines) == 6
    assert lines[0].strip().startswith("Repaired by taking [pos] out of 18 of 80 training texts (mask)")
    assert lines[1] == "Accuracy on clean held-out reviews: 0.990 → 0.985"
    markers, *others = PLANS
    assert lines[2] == f"Accuracy with {markers} against the label: 0.050 → 0.900"
    told = "0.050 → 0.900 (not repaired: not found)"
    assert lines[3:5] == [f"Accuracy with {name} against the label: {told}" for name in others]
    assert lines[5] == "Of what was repaired, of high severity: 1 → 0; no other is followed"


def test_what_was_left_to_a_person_is_said() -> None:
    base = a_report()
    asked = a_finding(WORD, "lisbon", verdict=Verdict.UNDECIDED)
    old = replace(base, findings=(base.findings[0], asked))
    plan = planned(old, Path("none"))
    mended = mend(plan, [row.example for row in many(COUNTS, []).rows], LABELS, "rows")
    record = manifest(plan, mended, {})
    lines = list(changed_lines(record, PLANS, accuracy(1, 1), accuracy(1, 1), old, old))
    assert lines[3].endswith("(not repaired: left to a person to decide)")


def test_a_new_artefact_is_named() -> None:
    old = a_report()
    new = replace(old, findings=(*old.findings[:1], a_finding(WORD, "moving")))
    plan = planned(old, Path("none"))
    mended = mend(plan, [row.example for row in many(COUNTS, []).rows], LABELS, "rows")
    *_, last = changed_lines(manifest(plan, mended, {}), {}, accuracy(1, 1), accuracy(1, 1), old, new)
    assert last == "Of what was repaired, of high severity: 1 → 1; also followed, and not repaired: moving"
    assert TOKEN in {finding.id for finding in new.findings}
