"""The power of an audit, made by hand: a word is seen from 2 % on, dates from 5 %, a pair never."""

from auditor.findings.power_record import CanaryTrial, Power, PowerPoint, Resolution

CHANCES = {
    "made-up": {0.005: 0.1, 0.01: 0.41, 0.02: 0.93, 0.05: 0.98},
    "dates": {0.005: 0.0, 0.01: 0.2, 0.02: 0.61, 0.05: 0.97},
    "pair": {0.005: 0.0, 0.01: 0.0, 0.02: 0.0, 0.05: 0.0},
}


def a_power(**changes: object) -> Power:
    """The record, with some fields changed."""
    points = tuple(
        PowerPoint(kind, reach, effect, chance, max(0.0, chance - 0.1), min(1.0, chance + 0.05))
        for kind, chances in CHANCES.items()
        for effect in (0.25, 0.5)
        for reach, chance in chances.items()
    )
    whole = {
        "mode": "quick",
        "agreement": 0.9,
        "points": points,
        "resolutions": (Resolution("made-up", 0.0193), Resolution("dates", 0.04), Resolution("pair", None)),
        "more_texts": 1200,
        "trials": (
            CanaryTrial("made-up", 0.5, "positive", 12, 0.9, True),
            CanaryTrial("dates", 0.5, "negative", 12, 0.75, False),
        ),
        "cost": 0.1,
    }
    return Power(**whole | changes)  # type: ignore[arg-type]
