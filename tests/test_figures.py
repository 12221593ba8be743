"""Every estimate of the evidence has a figure, and every figure finds its estimate."""

from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from auditor.figures import FIGURES
from auditor.findings import Estimate, Evidence
from tests.report.report_builder import PAIR, TOKEN, finding


def paths(kind: Any, prefix: str = "") -> set[str]:
    """Where estimates stand in a record."""
    found: set[str] = set()
    for field in fields(kind):
        hint = get_type_hints(kind)[field.name]
        inner = next((a for a in get_args(hint) if is_dataclass(a)), hint)
        if inner is Estimate:
            found.add(prefix + field.name)
        elif is_dataclass(inner):
            found |= paths(inner, f"{prefix}{field.name}.")
    return found


def test_no_estimate_is_left_out() -> None:
    assert paths(Evidence) == {figure.path for figure in FIGURES}
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)


def test_a_figure_finds_its_estimate_or_an_empty_one() -> None:
    named = {figure.name: figure for figure in FIGURES}
    token, pair = finding(TOKEN, "a"), finding(PAIR, "a", "b")
    assert named["share"].of(token).count == 61
    assert named["second_difference"].of(pair).estimate == 1.8
    assert named["second_difference"].of(token) == Estimate()
