"""From the findings of a run and a dataset to its repaired rows, and the record of what was done to which."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from auditor.data.examples import Example, fingerprint
from auditor.data.labels import match_labels
from auditor.errors import AuditError
from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.repair.artefacts import Artefact, Members, artefacts_of
from auditor.repair.leftovers import with_leftovers
from auditor.repair.marked_rows import Marked, mark
from auditor.repair.repair_manifest import FORMAT_VERSION, ChangedRow, LeftOut, Manifest, RepairedFinding
from auditor.repair.repaired import RepairConfig, Repaired
from auditor.repair.ways import WAYS, repaired
from auditor.review.gate import failing
from auditor.review.lookup import find

GROUPS = "groups.parquet"
"""What a run keeps of the words of its groups."""
MASK, REWEIGHT = "mask", "reweight"
DEFAULT = WAYS[0].NAME


@dataclass(frozen=True, eq=False)
class Repair:
    """What is repaired, and how."""

    findings: tuple[Finding, ...]
    """Those that count as artefacts."""
    members: Members
    """All words of the groups among them."""
    classes: tuple[str, ...]
    """Of the audited model."""
    run: Mapping[str, Any]
    """Name and fingerprint of the audit."""
    how: str = DEFAULT
    config: RepairConfig = field(default_factory=RepairConfig)


@dataclass(frozen=True, eq=False)
class Mended:
    """A dataset that was repaired."""

    marked: Marked
    """As it was, its artefacts marked."""
    result: Repaired
    left_out: tuple[LeftOut, ...]


def artefact_findings(report: Report, chosen: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings that count as artefacts, a reviewer's decision first; or those that are chosen by name."""
    if report.redacted:
        raise AuditError("the report is redacted: it does not name what to repair", "Use the run itself.")
    if not chosen:
        return tuple(failing(report, "low"))
    found = [finding for name in chosen for finding in find(report, name)]
    return tuple({finding.id: finding for finding in found}.values())


def read_members(run: Path) -> Members:
    """All words of the groups of a run; nothing where it kept none."""
    path = (run.parent if run.is_file() else run) / GROUPS
    if not path.is_file():
        return {}
    import pandas

    try:
        frame = pandas.read_parquet(path)
        return {str(name): tuple(some) for name, some in frame.groupby("finding")["member"]}
    except (OSError, ValueError, KeyError) as error:
        raise AuditError(
            f"{path} cannot be read: {error}", "Run the same `audit run` command again."
        ) from error


def planned(
    report: Report,
    run: Path,
    *,
    how: str = DEFAULT,
    config: RepairConfig | None = None,
    chosen: Sequence[str] = (),
) -> Repair:
    """What a report says has to be repaired."""
    return Repair(
        findings=artefact_findings(report, chosen),
        members=read_members(run),
        classes=report.summary.labels,
        run={"name": report.summary.name, "fingerprint": report.run.get("fingerprint")},
        how=how,
        config=config or RepairConfig(),
    )


def artefacts_for(
    repair: Repair, labels: Sequence[str], source: str
) -> tuple[tuple[Artefact, ...], tuple[LeftOut, ...]]:
    """What can be looked up in the rows of a dataset, and what cannot."""
    return artefacts_of(repair.findings, repair.members, _names(labels, repair, source))


def mend(repair: Repair, examples: Sequence[Example], labels: Sequence[str], source: str) -> Mended:
    """Repair the rows of a dataset; an error where there is nothing that can be repaired in it."""
    if not repair.findings:
        raise AuditError("the run has no artefact: there is nothing to repair", "Leave the repair out.")
    artefacts, left = artefacts_for(repair, labels, source)
    if not artefacts:
        shown = ", ".join(one.name for one in left[:5])
        raise AuditError(
            f"no way of repairing changes what the artefacts rest on: {shown}",
            "Change the texts where they come from, and train again.",
        )
    marked = mark(examples, artefacts, labels)
    held = {number for row in marked.rows for number in row.held}
    if not held:
        shown = ", ".join(repr(artefact.name) for artefact in artefacts[:5])
        raise AuditError(
            f"{source} holds none of the artefacts: {shown}",
            "Repair the dataset that the model was trained on.",
        )
    absent = [artefact for number, artefact in enumerate(artefacts) if number not in held]
    if absent:
        marked = mark(examples, [artefact for artefact in artefacts if artefact not in absent], labels)
    marked = with_leftovers(marked)
    left = (*left, *(LeftOut(artefact.id, artefact.name, "absent") for artefact in absent))
    return Mended(marked, repaired(marked, repair.how, repair.config), left)


def repaired_dev(repair: Repair, examples: Sequence[Example], labels: Sequence[str]) -> Repaired:
    """Rows to choose a model by: masked for `mask`, else weighed so that the artefacts say nothing.

    So no row is lost of a set that is small, and a model that follows an artefact gains nothing by it.
    """
    artefacts, _ = artefacts_for(repair, labels, "the dev set")
    marked = with_leftovers(mark(examples, artefacts, labels))
    how = MASK if repair.how == MASK else REWEIGHT
    return repaired(marked, how, replace(repair.config, least_left=0.0))


def _names(labels: Sequence[str], repair: Repair, source: str) -> dict[str, str]:
    """The dataset's name of each class that a finding speaks for."""
    names = {model: own for own, model in match_labels(labels, repair.classes).items()}
    for finding in repair.findings:
        if finding.label not in names:
            raise AuditError(
                f"the finding {' + '.join(finding.tokens)!r} speaks for the class {finding.label!r}, "
                f"which {source} lacks",
                f"Its classes are {', '.join(map(repr, labels))}. Is it data for the audited model?",
            )
    return names


def manifest(repair: Repair, mended: Mended, source: Mapping[str, Any]) -> Manifest:
    """The record of a repair."""
    before, result = mended.marked, mended.result
    examples = [row.example for row in result.rows]
    after = mark(examples, before.artefacts, before.labels)
    findings = {finding.id: finding for finding in repair.findings}
    weights = [row.weight for row in result.rows]
    return Manifest(
        format_version=FORMAT_VERSION,
        how=repair.how,
        settings=asdict(repair.config),
        run=dict(repair.run),
        source={**source, "rows": len(before.rows)},
        result={"fingerprint": fingerprint(examples), "rows": len(examples)},
        findings=tuple(
            RepairedFinding(
                id=artefact.id,
                **_named(findings[artefact.id], artefact),
                label=artefact.label,
                verdict=findings[artefact.id].verdict.value,
                decision=_decision(findings[artefact.id]),
                before=_classes(before, number, [1.0] * len(before.rows)),
                after=_classes(after, number, weights),
                short=result.short.get(artefact.id, 0),
            )
            for number, artefact in enumerate(before.artefacts)
        ),
        left_out=mended.left_out,
        changes=result.changes,
        rows=tuple(
            ChangedRow(row.example.row, place, row.change, row.findings)
            for place, row in enumerate(result.rows, 1)
            if row.change
        ),
        dropped=result.dropped,
    )


def _named(finding: Finding, artefact: Artefact) -> dict[str, Any]:
    """What was repaired: the finding, or a word of it."""
    if artefact.name == " + ".join(finding.tokens):
        return {"tokens": finding.tokens, "kind": finding.kind.value}
    return {"tokens": (artefact.name,), "kind": Kind.TOKEN.value}


def _decision(finding: Finding) -> str:
    return finding.decision.decision.value if finding.decision else ""


def _classes(marked: Marked, artefact: int, weights: Sequence[float]) -> dict[str, float]:
    """Rows that hold an artefact, by class and weight."""
    counts = dict.fromkeys(marked.labels, 0.0)
    for row, weight in zip(marked.rows, weights, strict=True):
        if artefact in row.held:
            counts[row.label] += weight
    return {label: round(count, 3) for label, count in counts.items()}
