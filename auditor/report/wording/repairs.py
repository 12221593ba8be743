"""What a repair did, in lines for a terminal."""

from collections.abc import Iterator, Mapping

from auditor.repair.repair_manifest import LeftOut, Manifest, RepairedFinding
from auditor.report.numbers import count, counted, number
from auditor.report.visible_text import name, one_line

CHANGES = {
    "masked": ("row changed", "rows changed"),
    "dropped": ("row dropped", "rows dropped"),
    "repeated": ("row repeated", "rows repeated"),
    "inserted": ("copy with an artefact written in", "copies with an artefact written in"),
    "taken-out": ("copy with an artefact taken out", "copies with an artefact taken out"),
}
"""What can happen to a row, of one and of several."""
LEFT_OUT = {
    "not-words": "it is not made of words, and no way of repairing can change it",
    "members": "the run does not say which words it is made of: run the same `audit run` command again",
    "absent": "no row holds it",
}
"""Why an artefact was not repaired."""
NOTHING = "The run has no artefact: nothing has to be repaired, and nothing was written."
UNDECIDED = "It leaves findings to a person: decide on them on the report's page, or name one with --finding."


def repair_lines(manifest: Manifest) -> Iterator[str]:
    """What was done, and what the artefacts say of the class afterwards."""
    rows, written = int(manifest.source["rows"]), int(manifest.result["rows"])
    done = [counted(n, *CHANGES[change]) for change, n in manifest.changes.items()]
    weighed = ["every row got a weight"] if manifest.how == "reweight" else []
    what = ", ".join([*done, *weighed]) or "no row changed"
    yield f"{manifest.how}: {what}; {count(rows)} rows → {count(written)}"
    for finding in manifest.findings:
        yield f"  {_effect(finding)}"
        if finding.short:
            yield f"    {counted(finding.short, 'copy', 'copies')} could not be made: no row was left to copy"
    yield from (f"Note: {left_out_line(one)}" for one in manifest.left_out)


def left_out_line(left: LeftOut) -> str:
    """Why an artefact is as it was."""
    return f"{one_line(left.name, 60)} was not repaired: {LEFT_OUT[left.reason]}"


def _effect(finding: RepairedFinding) -> str:
    tokens = one_line(" + ".join(finding.tokens), 60)
    return f"{tokens}: {_share(finding.before, finding.label)} → {_share(finding.after, finding.label)}"


def _share(classes: Mapping[str, float], label: str) -> str:
    total = sum(classes.values())
    if not total:
        return "in no row"
    return f"{number(classes[label] / total)} {name(label)} of {counted(round(total), 'row')}"
