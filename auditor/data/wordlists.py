"""Known lists of words: countries, cities, first names, weekdays, months, colours, identity terms.

They are plain facts and common words, compiled for this project, and kept in `wordlists.json` with the source
of each. An entry is one word; names of several words are left out.
`audit inject` draws from these lists, and the audit looks whether the words of one act together.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from auditor.errors import AuditError

_FILE = Path(__file__).with_name("wordlists.json")


@dataclass(frozen=True)
class WordList:
    """Words that belong together."""

    name: str
    """How a command names it: `country`."""
    title: str
    """How a report names it: `names of countries`."""
    source: str
    """Where the words come from."""
    words: tuple[str, ...]
    """As they are written, in alphabetical order."""


@cache
def word_lists() -> tuple[WordList, ...]:
    """All known lists, in the order of the file."""
    stored = json.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        WordList(name, entry["title"], entry["source"], tuple(entry["words"]))
        for name, entry in stored.items()
    )


def word_list(name: str) -> WordList:
    """The list of this name."""
    known = {entry.name: entry for entry in word_lists()}
    if name not in known:
        raise AuditError(f"there is no word list {name!r}", f"Known lists: {', '.join(known)}.")
    return known[name]
