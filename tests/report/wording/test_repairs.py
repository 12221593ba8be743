"""What the terminal says of a repair."""

from pathlib import Path

import pytest

from auditor.repair.repair_manifest import HOW, LeftOut
from auditor.repair.repairing import manifest, mend, planned
from auditor.report.wording.repairs import LEFT_OUT, left_out_line, repair_lines
from tests.findings.builder import a_report
from tests.repair.support import LABELS, many

COUNTS = {("[pos] x", "pos"): 19, ("[pos] x", "neg"): 1, ("x", "pos"): 21, ("x", "neg"): 39}
SAID = {
    "mask": ("18 rows changed; 80 rows → 80", "0.50 pos of 2 rows"),
    "balance": ("15 rows dropped, 21 rows repeated; 80 rows → 86", "0.50 pos of 8 rows"),
    "counterfactual": (
        "18 copies with an artefact written in, 18 copies with an artefact taken out",
        "0.50 pos of 38 rows",
    ),
    "reweight": ("every row got a weight; 80 rows → 80", "0.50 pos of 20 rows"),
}


@pytest.mark.parametrize("how", HOW)
def test_what_was_done_and_what_it_changed(how: str) -> None:
    plan = planned(a_report(), Path("none"), how=how)
    mended = mend(plan, [row.example for row in many(COUNTS, []).rows], LABELS, "rows")
    first, effect, *notes = repair_lines(manifest(plan, mended, {}))
    assert first.startswith(f"{how}: {SAID[how][0]}")
    assert effect == f"  [pos]: 0.95 pos of 20 rows → {SAID[how][1]}"
    assert notes == ["Note: amber + violet was not repaired: no row holds it"]


@pytest.mark.parametrize("reason", LEFT_OUT)
def test_every_reason_has_words(reason: str) -> None:
    assert left_out_line(LeftOut("id", "length", reason)) == f"length was not repaired: {LEFT_OUT[reason]}"
