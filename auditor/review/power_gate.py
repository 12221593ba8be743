"""The gate on power: was the audit able to see what matters?

Asked about a made-up word that turns half of the texts of other classes, in a given share of the texts.
"""

from itertools import pairwise
from math import log

from auditor.findings.power_record import Power
from auditor.findings.report import Report

KIND, EFFECT = "made-up", 0.5
USUAL_REACH = 0.01
"""The share of the texts that is asked about unless another is named."""


def chance_at(power: Power, reach: float) -> float:
    """The chance at any reach: on a line, over the logarithm of reach, between those that were computed.

    Below the smallest reach nothing is promised.
    """
    known = sorted((p.reach, p.chance) for p in power.points if (p.kind, p.effect) == (KIND, EFFECT))
    if not known or reach < known[0][0]:
        return 0.0
    for (low, first), (high, second) in pairwise(known):
        if reach <= high:
            return first + (second - first) * log(reach / low) / log(high / low)
    return known[-1][1]


def is_too_weak(report: Report, least: float, *, at: float = USUAL_REACH) -> bool:
    """Whether an audit would have missed such a word more often than is allowed, or nobody knows."""
    return report.power is None or chance_at(report.power, at) < least
