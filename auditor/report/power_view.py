"""What the audit would have found, as the page shows it: a sentence, a chart, a table."""

from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings.power_record import Power
from auditor.findings.report import Report
from auditor.report.charts.power_chart import power_chart
from auditor.report.numbers import share_of
from auditor.report.wording.power_text import (
    HALF,
    NAMES,
    advice,
    chance,
    point,
    power_sentence,
    resolution_line,
    trials_line,
)

SHOWN = (0.005, 0.01, 0.02, 0.05)
"""Reaches that the table has, and the chart names."""


@dataclass(frozen=True)
class PowerView:
    """The part on what would have been found."""

    lines: list[str]
    """Sentences, the most important first."""
    chart: Markup
    headings: list[str]
    """Reaches."""
    rows: list[tuple[str, list[str]]]
    """By kind, the chance at each reach."""


def power_view(report: Report) -> PowerView | None:
    """The part of the page; None where power was not measured."""
    power = report.power
    if power is None or not power.points:
        return None
    kinds = [one.kind for one in power.resolutions]
    said = [power_sentence(power), resolution_line(power), advice(power), _meaning(power), trials_line(power)]
    return PowerView(
        lines=[line for line in said if line],
        chart=power_chart({NAMES[kind]: _line(power, kind) for kind in kinds}, "Chance to come out", SHOWN),
        headings=[f"in {share_of(reach)}" for reach in SHOWN],
        rows=[(NAMES[kind], [_cell(power, kind, reach) for reach in SHOWN]) for kind in kinds],
    )


def _line(power: Power, kind: str) -> list[tuple[float, float, float, float]]:
    wanted = [one for one in power.points if one.kind == kind and one.effect == HALF]
    return [(one.reach, one.chance, one.low, one.high) for one in sorted(wanted, key=lambda one: one.reach)]


def _cell(power: Power, kind: str, reach: float) -> str:
    found = point(power, kind, reach)
    return "–" if found is None else chance(found)


def _meaning(power: Power) -> str:
    return (
        "To come out is to be called an artefact, or to be put to a person as a question. "
        f"{share_of(power.agreement)} of the shortcut's texts have its label; intervals are at 95 %."
    )
