"""One form for every spelling of a word.

Counting, lexicons, marking and redaction compare words by it, so that "Straße", "STRASSE" and "strasse" are
one token everywhere. Case is folded rather than lowered: lowering keeps "ß", folding makes it "ss".
"""

import unicodedata


def normal(word: str) -> str:
    """A word with compatibility characters and case folded."""
    return unicodedata.normalize("NFKC", word).casefold()
