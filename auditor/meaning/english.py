"""What is known of English words apart from any task: function words, stems, names of groups of people.

Function words hold a sentence together and have no topic of their own. A list of neighbours says little about
them, so they are never called unrelated by relevance alone. Other languages have no list here.
"""

import re
from collections.abc import Mapping

from auditor.features.function_words import FUNCTION_WORDS

# Lists of words read best as text.
GROUP_NAMES = frozenset(
    """
    gay gays lesbian lesbians bisexual bisexuals queer queers transgender transsexual transsexuals trans
    homosexual homosexuals heterosexual straight lgbt lgbtq black blacks white whites asian asians african
    africans latino latinos latina hispanic hispanics arab arabs indian indians chinese mexican mexicans
    american americans european europeans native negro muslim muslims islam islamic jew jews jewish judaism
    christian christians catholic catholics hindu hindus buddhist buddhists sikh sikhs atheist atheists woman
    women man men girl girls boy boys female females male males feminist feminists immigrant immigrants
    migrant migrants refugee refugees foreigner foreigners disabled blind deaf autistic elderly
    """.split()  # noqa: SIM905
)
"""Names of groups of people. That such a name goes with toxic texts is for a person to judge."""

_SUFFIXES = (
    *("ingly", "edly", "fully", "ously", "iness", "ness", "ments", "ment", "ings", "ing"),
    *("iest", "ier", "ies", "ied", "ily", "est", "ers", "ed", "es", "er", "ly", "s"),
)
_LAST = "yei"
"""Letters that a form may lose at its end: *happy*, *happily*; *movie*, *movies*."""
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1$")
SHORTEST = 3
"""Letters that a stem keeps at least."""
ENGLISH_SHARE = 0.15
"""Share of function words among all words of a text from which it is read as English: running English has
about 0.45, other languages written in Latin letters under 0.1."""


def stem(word: str, *, shortest: int = SHORTEST) -> str:
    """What is left of a word without its common endings; words with one stem are one family.

    Markers, and words in other scripts than letters, stay as they are.
    """
    if not word.isalpha():
        return word
    if word.endswith("bly") and len(word) > shortest + 3:  # terribly, terrible
        return word[:-1]
    suffix = next((s for s in _SUFFIXES if word.endswith(s) and len(word) - len(s) >= shortest), "")
    word = word.removesuffix(suffix)
    while len(word) > shortest and word[-1] in _LAST:
        word = word[:-1]
    return word[:-1] if len(word) > shortest and _DOUBLED.search(word) else word


def looks_english(counts: Mapping[str, int]) -> bool:
    """Whether texts are English, by how often each of their words occurs."""
    words = {word: count for word, count in counts.items() if word.isalpha()}
    total = sum(words.values())
    function = sum(count for word, count in words.items() if word in FUNCTION_WORDS)
    return total > 0 and function / total >= ENGLISH_SHARE
