"""Classes that the model fails as a whole: never predicted, or found far less often than the others.

Accuracy over all texts hides them, and no search for words finds them.
"""

from auditor.findings.report import ClassSummary, Summary
from auditor.records.estimates import Estimate
from auditor.report.numbers import count, percent
from auditor.report.visible_text import name

FEWEST = 5
"""Texts of a class, at least, before it can be called a failure."""
FAR = 0.2
"""How far a class's accuracy (upper bound) lies below that of all other texts."""


def overall(summary: Summary) -> tuple[int, int]:
    """Texts predicted as they are labelled, and texts with a label."""
    known = [one.accuracy for one in summary.classes if one.accuracy.count is not None]
    return sum(one.count or 0 for one in known), sum(one.n for one in known)


def class_failures(summary: Summary) -> list[str]:
    """A clause for a model that only guesses, and for each class that fails, never predicted ones first."""
    never = [one for one in summary.classes if _labelled(one) and not one.predicted]
    far = [one for one in summary.classes if _labelled(one) and one not in never and _far(one, summary)]
    return [
        *([] if never else _no_better_than_guessing(summary)),
        *(f"“{name(one.label)}” is never predicted: 0 of {count(one.gold or 0)} found" for one in never),
        *(_found(one, summary) for one in far),
    ]


def _no_better_than_guessing(summary: Summary) -> list[str]:
    right, known = overall(summary)
    most = max((one.gold or 0 for one in summary.classes), default=0)
    several = sum(_labelled(one) for one in summary.classes) > 1
    if not several or right > most:
        return []
    return [f"it is right in {count(right)} of {count(known)} texts, no more than always naming one class"]


def _labelled(one: ClassSummary) -> bool:
    return (one.gold or 0) >= FEWEST


def _far(one: ClassSummary, summary: Summary) -> bool:
    others = _others(one, summary)
    if one.accuracy.high is None or others.estimate is None:
        return False
    return one.accuracy.high + FAR <= others.estimate


def _others(one: ClassSummary, summary: Summary) -> Estimate:
    """Accuracy on the texts of all other classes."""
    right, known = overall(summary)
    right, known = right - (one.accuracy.count or 0), known - one.accuracy.n
    return Estimate(right / known, n=known, count=right) if known else Estimate()


def _found(one: ClassSummary, summary: Summary) -> str:
    others = _others(one, summary)
    found = f"only {count(one.accuracy.count or 0)} of {count(one.accuracy.n)} “{name(one.label)}” texts are"
    return f"{found} found, against {percent(others.count or 0, others.n)} of the others"
