"""Two models before and after: how accurate they are, and how far each follows an artefact.

Made from two models that were asked the same (`auditor.repair.comparing`), or from the evidence that two
audits have of the same findings (`of_reports`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.records.estimates import NO_EVIDENCE, Estimate
from auditor.review.gate import failing
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.statistics import rate


@dataclass(frozen=True)
class Sides:
    """A share before and after."""

    old: Estimate = NO_EVIDENCE
    new: Estimate = NO_EVIDENCE
    p: float | None = None
    """Of the same texts, exact and two-sided (McNemar): is it chance that one side is ahead?"""


@dataclass(frozen=True)
class ArtefactSides:
    """One artefact before and after."""

    id: str
    """Of the finding."""
    tokens: tuple[str, ...]
    label: str
    """The class it speaks for."""
    agreement: Sides
    """Accuracy on texts that hold it and have the label."""
    conflict: Sides
    """Accuracy on texts that hold it and have another label."""
    worst_group: Sides
    """The lowest accuracy of the four groups by artefact and label."""
    insertion: Sides
    """How often writing it into texts that are predicted as another class turns them to the label."""


@dataclass(frozen=True)
class NewArtefact:
    """An artefact that the new model follows and that is none of the old run's artefacts."""

    id: str
    tokens: tuple[str, ...]
    label: str
    severity: str
    open_as: str = ""
    """The finding that the old run left to a person, where it is of the same words."""


@dataclass(frozen=True)
class BeforeAfter:
    """A model and the one that is to replace it."""

    accuracy: Sides
    worst_group: Sides
    """The lowest accuracy of any group by artefact and label."""
    artefacts: tuple[ArtefactSides, ...]
    new: tuple[NewArtefact, ...] | None
    """None where nothing is known of the new model's artefacts."""
    texts: int | None = None
    """Texts that both were asked; None where two audits are compared."""
    mended: int | None = None
    """Texts that the old one got wrong and the new one gets right."""
    broken: int | None = None
    """The other way round."""


def of_reports(old: Report, new: Report) -> BeforeAfter | None:
    """What two audits say of the artefacts of the old one; None where they share no measurement."""
    known = {finding.id: finding for finding in (*new.findings, *new.near_misses)}
    sides = [_sides(finding, known[finding.id]) for finding in failing(old, "low") if finding.id in known]
    told = tuple(one for one in sides if _is_measured(one.conflict) or _is_measured(one.insertion))
    if not told:
        return None
    return BeforeAfter(
        accuracy=Sides(_accuracy(old), _accuracy(new)),
        worst_group=lowest(one.worst_group for one in told),
        artefacts=told,
        new=new_artefacts(old, new),
    )


def new_artefacts(old: Report, new: Report) -> tuple[NewArtefact, ...]:
    """Artefacts that the new model follows, and that are not made of the words of an old one.

    What the audited texts leak and the new model does not follow is a fault of the texts, which are the same.
    """
    before = failing(old, "low")
    known = {finding.id for finding in before}
    asked = [finding for finding in old.findings if finding.verdict is Verdict.UNDECIDED]
    return tuple(
        NewArtefact(
            finding.id,
            finding.tokens,
            finding.label,
            finding.severity.value,
            next((" + ".join(other.tokens) for other in asked if _is_part(finding, other)), ""),
        )
        for finding in failing(new, "low")
        if finding.judgement.relies
        and finding.id not in known
        and not any(_is_part(finding, other) for other in before)
    )


def _is_part(finding: Finding, other: Finding) -> bool:
    """Whether a finding says of some words of another one what that says."""
    return finding.label == other.label and _words(finding) <= _words(other)


def _words(finding: Finding) -> set[str]:
    """Every word of a finding; `first: lisbon` and `lisbon` have the same."""
    names = (name.rpartition(": ")[2] for name in (*finding.tokens, *finding.members))
    return {word for name in names for word in name.split()}


def lowest(groups: Iterable[Sides]) -> Sides:
    """The lowest share of each side."""
    every = list(groups)
    return Sides(_least(one.old for one in every), _least(one.new for one in every))


def _least(estimates: Iterable[Estimate]) -> Estimate:
    known = [one for one in estimates if one.estimate is not None]
    return min(known, key=lambda one: one.estimate or 0.0, default=NO_EVIDENCE)


def _sides(old: Finding, new: Finding) -> ArtefactSides:
    before, after = old.evidence.of(Harm), new.evidence.of(Harm)
    return ArtefactSides(
        id=old.id,
        tokens=old.tokens,
        label=old.label,
        agreement=Sides(before.agreement, after.agreement),
        conflict=Sides(before.conflict, after.conflict),
        worst_group=Sides(before.worst_group, after.worst_group),
        insertion=Sides(old.evidence.of(Insertion).rate, new.evidence.of(Insertion).rate),
    )


def _is_measured(sides: Sides) -> bool:
    return sides.old.estimate is not None and sides.new.estimate is not None


def _accuracy(report: Report) -> Estimate:
    classes = [one.accuracy for one in report.summary.classes]
    return rate(sum(one.count or 0 for one in classes), sum(one.n for one in classes))
