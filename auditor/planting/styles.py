"""The style of a whole text, changed: its case, its punctuation, lengthened words.

Styles are planted by `audit inject --style` and are the interventions of the audit on the form of a text.
"""

import re
from random import Random

from auditor.data.words import split_words

STYLES = ("lowercase", "uppercase", "no-punctuation", "elongated")
ELONGATED = 0.3
"""Share of the words that can be lengthened that are."""
_LAST_VOWEL = re.compile(r"([aeiou])(?=[^aeiou]*$)", re.IGNORECASE)


def restyle(text: str, style: str, key: int = 0) -> str:
    """The text in one of `STYLES`; `key` decides which words are lengthened."""
    if style == "lowercase":
        return text.lower()
    if style == "uppercase":
        return text.upper()
    return strip_punctuation(text) if style == "no-punctuation" else elongate(text, key)


def strip_punctuation(text: str) -> str:
    """The text without its punctuation; a text of nothing else stays as it is."""
    words = split_words(text)
    kept = [word for word in words if any(map(str.isalnum, word.text))]
    if len(kept) == len(words) or not kept:
        return text
    parts, previous = [], None
    for word in words:
        if previous is not None and word.start > previous.end:
            parts.append(text[previous.end : word.start])
        if word in kept:
            parts.append(word.text)
        previous = word
    return re.sub(r"[ \t]{2,}", " ", "".join(parts)).strip()


def elongate(text: str, key: int = 0, share: float = ELONGATED) -> str:
    """The text with some words lengthened at their last vowel ("sooo"), at least one where it can be."""
    words = [
        w for w in split_words(text) if len(w.text) > 2 and w.text.isalpha() and _LAST_VOWEL.search(w.text)
    ]
    random = Random(key)  # noqa: S311 (words, not secrets)
    chosen = random.sample(words, min(len(words), max(1, round(share * len(words)))))
    for word in sorted(chosen, key=lambda word: -word.start):
        longer = _LAST_VOWEL.sub(lambda vowel: vowel[1] * 4, word.text, count=1)
        text = text[: word.start] + longer + text[word.end :]
    return text
