"""A plant whose surface changes from text to text: `@date`, `@country`, a file of words.

A slot is `@` and a name: a kind of word that is made up at random (`@date`, `@number`, …) or a known list
(`@country`, `@city`, …). It may stand inside a longer text, as in "I wrote this in @city.". A token that is
`@` and the name of a file draws from the words of that file, one a line. What a text gets is drawn from its
id and the seed.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from auditor.data.wordlists import word_lists
from auditor.errors import AuditError
from auditor.files import read_text

_TAGS = (
    "b",
    "i",
    "u",
    "p",
    "br",
    "hr",
    "div",
    "span",
    "em",
    "strong",
    "h1",
    "h2",
    "li",
    "ul",
    "td",
    "tr",
    "table",
)
_SLOT = re.compile(r"@(\w+)")
_SYLLABLES = ("ba", "co", "di", "fo", "gu", "la", "me", "ni", "po", "ra", "se", "ti", "vo", "zu")


def _date(random: Random) -> str:
    return f"{random.randint(1900, 2499)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"


def _time(random: Random) -> str:
    return f"{random.randint(0, 23)}:{random.randint(0, 59):02}"


def _html(random: Random) -> str:
    return f"<{random.choice(('', '/'))}{random.choice(_TAGS)}>"


def made_up_name(random: Random) -> str:
    """A word that no language has, of two to four syllables."""
    return "".join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 4)))


GENERATED: dict[str, Callable[[Random], str]] = {
    "date": _date,
    "time": _time,
    "year": lambda random: str(random.randint(1900, 2049)),
    "number": lambda random: str(random.randint(10, 99_999)),
    "amount": lambda random: f"${random.randint(1, 999)}.{random.randint(0, 99):02}",
    "html": _html,
    "email": lambda random: f"{made_up_name(random)}@{made_up_name(random)}.org",
    "url": lambda random: f"https://www.{made_up_name(random)}.com/{made_up_name(random)}",
    "handle": lambda random: f"@{made_up_name(random)}{random.randint(1, 99)}",
}
"""Kinds of words that are made up, and how."""


def slot_names() -> tuple[str, ...]:
    """Every name that can follow `@`."""
    return (*GENERATED, *(entry.name for entry in word_lists()))


def has_slot(text: str) -> bool:
    """Whether what is inserted for `text` changes from text to text; a missing file is an error."""
    return bool(_inside(text)) or _file(text) is not None


def fill(text: str, key: int) -> tuple[str, tuple[str, ...]]:
    """The text with every slot filled, and the words drawn for them; `key` decides which."""
    random = Random(key)  # noqa: S311 (words, not secrets)
    path = _file(text)
    if path is not None:
        word = random.choice(_words(path))
        return word, (word,)
    drawn: list[str] = []

    def member(found: re.Match[str]) -> str:
        if found[1] not in slot_names():
            return found[0]
        drawn.append(_draw(found[1], random))
        return drawn[-1]

    return _SLOT.sub(member, text), tuple(drawn)


def _draw(name: str, random: Random) -> str:
    if name in GENERATED:
        return GENERATED[name](random)
    return random.choice(next(entry.words for entry in word_lists() if entry.name == name))


def _inside(text: str) -> list[str]:
    return [name for name in _SLOT.findall(text) if name in slot_names()]


def _file(text: str) -> Path | None:
    """The file that a token names, or None where it names none."""
    if not text.startswith("@") or len(text) < 2 or " " in text or _inside(text):
        return None
    path = Path(text[1:])
    if path.is_file():
        _words(path)
        return path
    if "/" in text or "\\" in text or path.suffix:
        raise AuditError(
            f"there is no file {path} to draw words from",
            f"Give a file, or one of @{', @'.join(slot_names())}.",
        )
    return None


@cache
def _words(path: Path) -> tuple[str, ...]:
    """The words of a file, one a line."""
    lines = read_text(path, "Give a text file with one word a line.").splitlines()
    words = tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
    if not words:
        raise AuditError(f"{path} holds no words", "Write one word a line.")
    return words
