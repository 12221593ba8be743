"""Changes of a text's form that leave what it says: case, punctuation, quotes, lines, length.

They are what the audit tries where the form of a text, and not a word of it, may decide. Each is a function
of a text and a number that decides what is drawn.
"""

import re
from collections.abc import Callable
from random import Random

from auditor.data.words import Word, split_words
from auditor.features.kinds import style_of
from auditor.planting.styles import elongate, strip_punctuation

NEUTRAL = (
    "This was written some time ago.",
    "There is more to read on the next page.",
    "It was sent on the same day.",
    "The rest of it is in another place.",
    "Somebody else has a copy of it.",
)
"""Sentences that say nothing about any task."""
QUOTES = frozenset('"“”„«»‟')
_SENTENCE = re.compile(r"(^|[.!?…]\s+|\n\s*)([^\W\d_])")
_I = re.compile(r"\bi(?=\b(?!\.))")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…])[ \t]+")
_RUN = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)


def upper(text: str, turn: int = 0) -> str:  # noqa: ARG001 (nothing to draw)
    """All letters as capitals."""
    return text.upper()


def lower(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """No capitals."""
    return text.lower()


def sentence_case(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """Capitals where a sentence begins, and for *I*; no others."""
    plain = _I.sub("I", text.lower())
    return _SENTENCE.sub(lambda found: found[1] + found[2].upper(), plain)


def unpunctuated(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """No punctuation."""
    return strip_punctuation(text)


def closed(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """A full stop at the end."""
    return f"{text.rstrip()}."


def quoted(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """The whole text in quotes."""
    return f'"{text.strip()}"'


def unquoted(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """No quotes."""
    return "".join(character for character in text if character not in QUOTES)


def broken(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """Every sentence on a line of its own; a text of one sentence in two lines."""
    lines = _BETWEEN_SENTENCES.sub("\n", text.strip())
    if "\n" in lines:
        return lines
    words = split_words(text)
    if len(words) < 2:
        return text
    middle = words[len(words) // 2].start
    return f"{text[:middle].rstrip()}\n{text[middle:]}"


def unbroken(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """One line."""
    return " ".join(text.split())


def longer(text: str, turn: int = 0) -> str:
    """One neutral sentence more."""
    text = text.rstrip()
    end = "" if not text or text[-1] in ".!?…\"'”" else "."
    return f"{text}{end} {NEUTRAL[turn % len(NEUTRAL)]}".lstrip()


def shouted(text: str, turn: int = 0, share: float = 0.0) -> str:
    """Some words in capitals: at least one, and this share of those that can be."""
    able = [word for word in split_words(text) if style_of(word.text.upper()) == "capitals"]
    random = Random(turn)  # noqa: S311 (words, not secrets)
    chosen = random.sample(able, min(len(able), max(1, round(share * len(able)))))
    return _rewritten(text, chosen, str.upper)


def hushed(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """No word in capitals."""
    return _rewritten(text, [w for w in split_words(text) if style_of(w.text) == "capitals"], str.lower)


def drawn_out(text: str, turn: int = 0, share: float = 0.0) -> str:
    """Some words lengthened ("sooo"): at least one, and this share of those that can be."""
    return elongate(text, turn, share)


def drawn_in(text: str, turn: int = 0) -> str:  # noqa: ARG001
    """No word lengthened."""
    long = [word for word in split_words(text) if style_of(word.text) == "elongated"]
    return _rewritten(text, long, lambda word: _RUN.sub(r"\1", word))


def with_first(text: str, word: str) -> str:
    """A word before all others."""
    return f"{word} {text}".rstrip()


def with_last(text: str, word: str) -> str:
    """A word after all others, in front of what punctuation ends the text."""
    spoken = [one for one in split_words(text) if any(map(str.isalnum, one.text))]
    end = spoken[-1].end if spoken else 0
    return f"{text[:end]} {word}{text[end:]}".lstrip()


def with_within(text: str, word: str, turn: int = 0) -> str:
    """A word between two others, neither first nor last where there is room."""
    free = _between(text)
    return _at(text, word, Random(turn).choice(free)) if free else with_first(text, word)  # noqa: S311


def _between(text: str) -> list[int]:
    """Places after a blank that have a word on either side, punctuation left out."""
    words = split_words(text)
    spoken = [one.start for one in words if any(map(str.isalnum, one.text))] or [0]
    inside = (one.start for one in words if spoken[0] < one.start <= spoken[-1])
    return [at for at in inside if text[at - 1].isspace()]


def _at(text: str, word: str, at: int) -> str:
    return f"{text[:at]}{word} {text[at:]}"


def moved_within(text: str, place: int, turn: int = 0) -> str | None:
    """The text with one of its words elsewhere in it; None where there is no other place."""
    words = split_words(text)
    if len(words) < 3 or place >= len(words):
        return None
    word = words[place]
    rest = f"{text[: word.start].rstrip()} {text[word.end :].lstrip()}".strip()
    moved = (_at(rest, word.text, at) for at in _between(rest))
    elsewhere = [new for new in moved if new.split() != text.split()]
    return Random(turn).choice(elsewhere) if elsewhere else None  # noqa: S311


def _rewritten(text: str, words: list[Word], change: Callable[[str], str]) -> str:
    """The text with some of its words changed."""
    for word in sorted(words, key=lambda one: -one.start):
        text = text[: word.start] + change(word.text) + text[word.end :]
    return text
