"""What the model uses rightly: words of the task, keywords and context words, as chips sized by reach."""

from dataclasses import dataclass

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.report.findings_table import FindingRow, finding_row
from auditor.report.headline import artefacts

MOST = 40
"""Chips of one group; the table of all findings has the others."""
SIZES = (0.01, 0.05)
"""Shares of the texts from which a chip is of the next size."""
GROUPS = (
    (
        Verdict.TASK,
        "task word",
        "Words of the task",
        "They are part of the task, and used as such.",
    ),
    (Verdict.KEYWORD, "keyword", "Keywords", "Words of the task that decide a text alone."),
    (Verdict.CONTEXT, "context word", "Context words", "What they do depends on the words around them."),
)


@dataclass(frozen=True)
class Chip:
    """A word that the model uses rightly."""

    row: FindingRow
    size: int
    """0 to 2, by the share of the texts that hold it."""


@dataclass(frozen=True)
class Group:
    """The words of one verdict."""

    noun: str
    title: str
    meaning: str
    chips: list[Chip]
    more: int
    """Words without a chip."""


def used_rightly(report: Report) -> list[Group]:
    """The groups that have words, each with the words in most texts first; no part of a shortcut."""
    found, parts = [], _parts_of_artefacts(report)
    for verdict, noun, title, meaning in GROUPS:
        members = _once(
            sorted(
                (f for f in report.findings if f.verdict is verdict and not parts & {*f.tokens}),
                key=lambda f: -f.documents,
            )
        )
        if members:
            chips = [Chip(finding_row(finding), size(finding)) for finding in members[:MOST]]
            found.append(Group(noun, title, meaning, chips, len(members) - len(chips)))
    return found


def _parts_of_artefacts(report: Report) -> set[str]:
    """The words of pairs, groups and words that are shortcuts, by the rule or by a reviewer."""
    return {word for one in artefacts(report) for word in (*one.tokens, *one.members, *one.forms)}


def _once(found: list[Finding]) -> list[Finding]:
    """Each word once, for whichever class it was found first."""
    return list({(one.tokens, one.fields): one for one in reversed(found)}.values())[::-1]


def size(finding: Finding) -> int:
    """The size of a finding's chip."""
    return sum(finding.reach >= share for share in SIZES)
