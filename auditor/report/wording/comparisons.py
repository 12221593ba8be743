"""Two models before and after, in lines for a terminal."""

from collections.abc import Iterator

from auditor.records.estimates import Estimate
from auditor.report.numbers import counted, of, p_value, with_interval
from auditor.report.visible_text import name, one_line
from auditor.review.before_after import ArtefactSides, BeforeAfter, Sides

TITLE, COLUMN = 30, 34
"""Columns of the terminal for what is compared, and for the old model."""
NOT_KNOWN = "Audit the new model to see whether it follows anything new."


def comparison_lines(found: BeforeAfter) -> Iterator[str]:
    """Every figure of both models, what changed between them, and what is new."""
    if found.texts is not None:
        yield f"{counted(found.texts, 'text')}, the same for both models"
    yield _row("", "old", "new")
    yield _sides("accuracy", found.accuracy)
    if found.artefacts:
        yield _sides("accuracy of the worst group", found.worst_group)
    for artefact in found.artefacts:
        yield f"{one_line(' + '.join(artefact.tokens), 60)} → {name(artefact.label)}"
        yield from _artefact(artefact)
    if found.mended is not None and found.broken is not None:
        yield (
            f"{counted(found.mended, 'text')} that the old model got wrong "
            f"{'is' if found.mended == 1 else 'are'} right now, {found.broken} the other way round"
        )
    yield from _new(found)


def _artefact(sides: ArtefactSides) -> Iterator[str]:
    yield _sides("  accuracy where it agrees", sides.agreement)
    yield _sides("  accuracy where it conflicts", sides.conflict)
    yield _sides("  accuracy of the worst group", sides.worst_group)
    yield _sides("  turned by writing it in", sides.insertion)


def _new(found: BeforeAfter) -> Iterator[str]:
    if found.new is None:
        yield NOT_KNOWN
    elif not found.new:
        yield "The new model follows no artefact that the old run did not name"
    for one in found.new or ():
        known = f"; the old run left “{one_line(one.open_as, 60)}” to a person" if one.open_as else ""
        yield f"new: {one_line(' + '.join(one.tokens), 60)} → {name(one.label)} ({one.severity}){known}"


def _sides(title: str, sides: Sides) -> str:
    chance = f"   p {p_value(sides.p)}" if sides.p is not None else ""
    return _row(title, _figure(sides.old), _figure(sides.new) + chance)


def _figure(estimate: Estimate) -> str:
    shown = with_interval(estimate)
    return f"{shown} of {estimate.n}" if estimate.n and of(estimate) else shown


def _row(title: str, old: str, new: str) -> str:
    return f"{title:<{TITLE}}{old:<{COLUMN}}{new}".rstrip()
