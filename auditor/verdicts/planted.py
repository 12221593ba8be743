"""What the audit says of a shortcut that is known to be planted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Planted
from auditor.signals.counts import normal


def planted(
    manifest: Mapping[str, Any] | None, findings: Sequence[Finding], names: Mapping[str, str]
) -> tuple[Planted, ...]:
    """What an injection's manifest says was planted, and what the audit says of it."""
    if manifest is None:
        return ()
    plan = manifest["plan"]
    wanted: list[tuple[tuple[str, ...], str]] = [((token,), label) for label, token in plan["tokens"]]
    wanted += [((pair["first"], pair["second"]), pair["label"]) for pair in plan["pairs"]]
    return tuple(look_up(tokens, names.get(label, label), findings) for tokens, label in wanted)


def look_up(tokens: tuple[str, ...], label: str, findings: Iterable[Finding]) -> Planted:
    """The finding on these tokens and this label: an artefact if there is one."""
    wanted = {normal(token) for token in tokens}
    matching = [
        finding
        for finding in findings
        if finding.label == label
        and (
            wanted == set(finding.tokens)
            or (len(wanted) == len(finding.tokens) == 1 and wanted & set(finding.members))
        )
    ]
    artefact = next((finding for finding in matching if finding.verdict is Verdict.ARTEFACT), None)
    chosen = artefact or (matching[0] if matching else None)
    return Planted(tokens, label, artefact.id if artefact else None, chosen.verdict.value if chosen else "")
