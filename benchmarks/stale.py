"""Which figures of docs/benchmarks.md are older than what they measure? (`make bench-all`)

A figure is stale if a commit after the one it was measured at changed the code in question, and if it names
no commit. Nothing is measured here: the list says what to run again.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = "docs/benchmarks.md"
SEARCH = ("auditor/cidr", "auditor/model")
JUDGING = ("auditor/features", "auditor/meaning", "auditor/signals", "auditor/verdicts")
AUDIT = (*SEARCH, "auditor/sweep", *JUDGING)
PAPER = (*SEARCH, "auditor/evaluation")
PATHS: Mapping[str, Sequence[str]] = {
    "Core: one text": SEARCH,
    "Sets that mean what they say": SEARCH,
    "The default-class blind spot": SEARCH,
    "Sweep: a whole dataset": (*SEARCH, "auditor/sweep"),
    "Planting and training": ("auditor/planting", "auditor/model", "auditor/data"),
    "Power: is the stated chance the share that is found?": ("auditor/power", *AUDIT),
    "Evaluation: the paper's table": PAPER,
    "The paper's experiments, run again": (*PAPER, "auditor/reproduce"),
    "What cooperation is worth": SEARCH,
    "Evidence": ("auditor/signals", "auditor/features"),
    "The redesign kept the verdicts": ("auditor/signals", "auditor/verdicts"),
    "Verdicts on planted and clean models": AUDIT,
    "Shortcuts that are more than one word": AUDIT,
    "Shortcuts whose surface changes: are they gathered?": ("auditor/features", "auditor/signals"),
    "A whole audit": AUDIT,
    "Meaning: is a word part of the task?": ("auditor/meaning",),
    "What training does to a planted word": ("auditor/meaning", "auditor/model"),
}
"""What the figures of a section measure; of a section that is not listed here, the whole program."""
EVERYTHING = ("auditor",)
_HEADING = re.compile(r"^#{2,} (.+)$")
_COMMITS = re.compile(r"\bcommit(?:s|ted as)?\s+((?:[0-9a-f]{7,40}(?:, | and )?)+)")
_FIGURE = re.compile(r"\*\*[^*]*\d[^*]*\*\*|^\|.*\d.*\|$")


@dataclass(frozen=True)
class Stale:
    """Figures that are to be measured again."""

    section: str
    line: int
    """Where the commit stands in the page; of a section that names none, its heading."""
    commit: str
    """The commit they were measured at, "" where the section names none."""
    later: int | None
    """Commits since then that changed what is measured; None where the history does not have the commit."""

    def __str__(self) -> str:
        place = f"{PAGE}:{self.line}: {self.section}: "
        if not self.commit:
            return place + "figures that name no commit"
        if self.later is None:
            return place + f"measured at {self.commit}, which is not in this history"
        changes = "1 later commit changes" if self.later == 1 else f"{self.later} later commits change"
        return place + f"measured at {self.commit}; {changes} what it measures"


def stale(root: Path, paths: Mapping[str, Sequence[str]] = PATHS) -> Iterator[Stale]:
    """What is stale, from the top of the page to its end."""
    for section, first, lines in sections((root / PAGE).read_text(encoding="utf-8")):
        named = [(first + n, commit) for n, line in enumerate(lines) for commit in commits(line)]
        if not named and any(_FIGURE.search(line) for line in lines):
            yield Stale(section, first, "", None)
        for line, commit in named:
            later = changes_since(root, commit, paths.get(section, EVERYTHING))
            if later != 0:
                yield Stale(section, line, commit, later)


def sections(page: str) -> list[tuple[str, int, list[str]]]:
    """Headings, the number of their line, and the lines from there to the next heading."""
    found: list[tuple[str, int, list[str]]] = []
    for number, line in enumerate(page.splitlines(), start=1):
        if heading := _HEADING.match(line):
            found.append((heading[1], number, []))
        if found:
            found[-1][2].append(line)
    return found


def commits(line: str) -> list[str]:
    """The commits that a line names."""
    return [
        commit for match in _COMMITS.finditer(line) for commit in re.split(", | and ", match[1]) if commit
    ]


def changes_since(root: Path, commit: str, paths: Sequence[str]) -> int | None:
    """How many commits after this one changed these paths; None where the commit is not known."""
    counted = subprocess.run(
        ["git", "rev-list", "--count", "--no-merges", f"{commit}..HEAD", "--", *paths],
        cwd=root,
        capture_output=True,
        text=True,
    )
    return int(counted.stdout) if counted.returncode == 0 else None


def main() -> None:
    """Print the list."""
    found = list(stale(ROOT))
    for one in found:
        print(one)
    print(f"{len(found)} to be measured again" if found else "every figure is as new as what it measures")


if __name__ == "__main__":
    main()
