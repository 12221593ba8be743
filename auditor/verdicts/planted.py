"""What the audit says of a shortcut that is known to be planted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from auditor.data.words import split_words
from auditor.findings.finding import Finding, Kind, Verdict
from auditor.findings.report import Planted
from auditor.normal import normal
from auditor.planting.slots import has_slot

STYLES = {
    "lowercase": ("capital letters: few", "capital letters: none"),
    "uppercase": ("capital letters: many", "capitals"),
    "no-punctuation": ("punctuation: few", "punctuation: none"),
    "elongated": ("elongated",),
}
"""Features that a planted style is."""
SLOT = "*"


def planted(
    manifest: Mapping[str, Any] | None, findings: Sequence[Finding], names: Mapping[str, str]
) -> tuple[Planted, ...]:
    """What an injection's manifest says was planted, and what the audit says of it."""
    if manifest is None:
        return ()
    plan, families = manifest["plan"], manifest.get("families", {})
    found = [
        _look_up_family(token, families[token], names.get(label, label), findings)
        if token in families
        else look_up((token,), names.get(label, label), findings)
        for label, token in plan["tokens"]
    ]
    for pair in plan["pairs"]:
        label = names.get(pair["label"], pair["label"])
        found.append(look_up((pair["first"], pair["second"]), label, findings))
    for label, text in plan.get("openings", ()):
        ours = partial(is_opening, text)
        found.append(_look_up_feature(text, names.get(label, label), findings, ours))
    for label, style in plan.get("styles", ()):
        ours = partial(is_style, style)
        found.append(_look_up_feature(style, names.get(label, label), findings, ours))
    return tuple(found)


def is_opening(text: str, finding: Finding) -> bool:
    """Whether a finding is a planted opening: the same words, but for those that vary, as far as both go."""
    wanted = [SLOT if has_slot(part) else normal(part) for part in _parts(text)]
    found = finding.tokens[0].split(" ")
    same = all(SLOT in (one, other) or one == other for one, other in zip(wanted, found, strict=False))
    return finding.group == "place" and ": " not in finding.tokens[0] and same


def is_style(style: str, finding: Finding) -> bool:
    """Whether a finding is a planted style."""
    return finding.kind is Kind.GROUP and finding.tokens[0] in STYLES[style]


def _parts(text: str) -> list[str]:
    """The words of an opening, slots among them."""
    return [word.text for word in split_words(text)]


def _look_up_feature(
    name: str, label: str, findings: Iterable[Finding], ours: Callable[[Finding], bool]
) -> Planted:
    return _planted((name,), label, [one for one in findings if one.label == label and ours(one)])


def _look_up_family(name: str, members: Iterable[str], label: str, findings: Iterable[Finding]) -> Planted:
    """The group whose words are those of a planted family, an artefact if there is one."""
    wanted = {normal(member) for member in members}
    matching = [
        finding
        for finding in findings
        if finding.kind is Kind.GROUP
        and finding.label == label
        and len(wanted & set(finding.members)) > len(finding.members) / 2
    ]
    return _planted((name,), label, matching)


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
    return _planted(tokens, label, matching)


def look_up_again(known: Planted, findings: Sequence[Finding]) -> Planted:
    """The same after findings were judged again; a family is known by its finding alone."""
    found = look_up(known.tokens, known.label, findings)
    own = [finding for finding in findings if finding.id == known.finding]
    return found if found.verdict or not own else _planted(known.tokens, known.label, own)


def _planted(tokens: tuple[str, ...], label: str, matching: Sequence[Finding]) -> Planted:
    artefact = next((finding for finding in matching if finding.verdict is Verdict.ARTEFACT), None)
    chosen = artefact or (matching[0] if matching else None)
    return Planted(tokens, label, artefact.id if artefact else None, chosen.verdict.value if chosen else "")
