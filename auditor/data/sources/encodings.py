"""Whether text that is not UTF-8 is Windows-1252, the usual encoding of Western European exports.

Every byte means something in it, so that any file can be read that way and most would turn into nonsense.
It is Windows-1252 if nearly every byte above ASCII stands where Western text has that character: "é" beside
an ASCII letter, "’" inside a word, "“" before one. Text in other encodings fails: Czech has "ý" and Turkish
"þ", which do not count; Cyrillic, Greek and Chinese words have no ASCII letters; old Macintosh files have
capitals in the middle of words.
"""

from collections.abc import Iterable

PLAUSIBLE = 0.98
"""Share of the bytes above ASCII that must stand in a usual place."""
_INSIDE = "’‘´–—…\xa0"
"""Punctuation that may stand between two lower-case letters."""
_OUTSIDE = "€‚„‹›“”•™¡¢£¥§©«®°·»¼½¾¿×"
_LOWER = "àáâãäåæçèéêëìíîïñòóôöøùúûüßœ"
_UPPER = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜŒ"
_WORDS = "àèéíóåæöøÀÈÉÅÖØ"
"""Letters that are words by themselves somewhere."""


def is_western(lines: Iterable[bytes]) -> bool:
    """Whether lines that are not UTF-8 are Windows-1252."""
    usual = total = 0
    for line in lines:
        try:
            text = f" {line.decode('cp1252')} "
        except UnicodeDecodeError:  # five bytes have no character
            return False
        for place, character in enumerate(text):
            if character > "\x7f":
                total += 1
                usual += _is_usual(text[place - 1], character, text[place + 1])
    return total > 0 and usual >= PLAUSIBLE * total


def _is_usual(before: str, character: str, after: str) -> bool:
    """Whether a character that is not ASCII has usual neighbours."""
    within = _is_ascii_letter(before) or _is_ascii_letter(after)
    alone = character in _WORDS and not before.isalpha() and not after.isalpha()
    if character in _INSIDE:
        return True
    if character in _OUTSIDE:
        return not (before.islower() and after.islower())
    if character in _LOWER:
        return within or alone or (character == "ß" and before.isalpha())
    if character in _UPPER:
        return alone or (within and not before.islower() and (after.isalpha() or before.isupper()))
    return character in "²³ªº" and (before.isdigit() or before in "mn")


def _is_ascii_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()
