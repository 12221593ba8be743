"""Neutral names for tokens, and sentences that use them.

A token is replaced wherever it stands as a word of its own. The exceptions are words that the report's own
sentences are made of ("of", "text") and the names of classes: replaced everywhere they would be given away by
what is around them, so they are replaced only between quotation marks. What else is quoted may be a text of
the dataset, and goes.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

GONE = "…"
"""What stands for a text that was taken out."""
_WORDS = """
a about above after again against alone also always an and another any are as ask asked at audit away base
be because been before below beside better between both but by can cannot chance change changed changes
class classes confirm confirmed corpus count data dataset decide deleted did do does done each either else
enough every evidence exactly few fewer finding findings first for found from goes had has have he her here
high higher his hold holds how i if in inserted interval into is it its itself keep label labels least less
lexicon like look low lower many may mean means minimal model more most much need needed needs never new no
none not nothing now of often on one only or other others out over own p pair pairs part placebo predicted
prediction predictions probability rate reference removed report review reviewer rule run same second see
seen set sets share shares she should show shown so some speaks still such take taken test tested tests text
texts than that the their them then there they this those three threshold to together token tokens too train
turn turns two under up upper was we were what when where whether which while who why will with without word
words would you your
"""
PROSE = frozenset(_WORDS.split())
"""Words of the report's own sentences."""
_QUOTES = (("`", "`"), ('"', '"'), ("“", "”"), ("‘", "’"), ("«", "»"), ("‹", "›"), ("'", "'"))
_QUOTED = re.compile("|".join(rf"(?<!\w){a}([^{a}{b}]*){b}(?!\w)" for a, b in _QUOTES), re.DOTALL)
_SPANNED = re.compile(
    rf"(?<!\w)[{''.join(a for a, _ in _QUOTES)}].*[{''.join(b for _, b in _QUOTES)}](?!\w)", re.DOTALL
)
_MARKS = ".,:;()[]+…" + "".join(a + b for a, b in _QUOTES)
_HARMLESS = re.compile(r"\d*|--[a-z-]+")
"""Numbers and options."""
_FAILED = re.compile(r"^(the \w+ failed: \w+): .*", re.DOTALL)
"""The message of somebody else's exception can hold anything."""


@dataclass(frozen=True)
class Pseudonyms:
    """The names, and the words that sentences keep."""

    names: dict[str, str]
    """Name of each token, by its key."""
    spellings: frozenset[str]
    """Every way a token is written."""
    kept: frozenset[str]
    """Keys of words that are replaced only in quotation marks."""

    def name(self, token: str) -> str:
        """The token's name; one that was never met is gone."""
        return self.names.get(key(token), GONE)

    def sentence(self, text: str) -> str:
        """A sentence of the report with names for tokens."""
        return _QUOTED.sub(lambda found: self._quoted(found[0], self.kept), self._named(text))

    def reason(self, text: str) -> str:
        """A message that may quote a whole text, quotation marks of its own included."""
        named = self._named(_FAILED.sub(r"\1", text))
        return _SPANNED.sub(lambda found: self._quoted(found[0], frozenset({"token"})), named)

    def _named(self, text: str) -> str:
        return self._tokens.sub(lambda found: self.name(found[0]), text) if self.names else text

    def _quoted(self, whole: str, kept: frozenset[str]) -> str:
        """What stands in quotation marks, if it is a name or made of words that may stay."""
        inside = whole[1:-1]
        if key(inside) in self.names:
            return f"{whole[0]}{self.name(inside)}{whole[-1]}"
        words = (word.strip(_MARKS).casefold() for word in inside.split())
        harmless = all(word in kept or _HARMLESS.fullmatch(word) for word in words)
        return whole if harmless else f"{whole[0]}{GONE}{whole[-1]}"

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        """Tokens with a letter that no sentence keeps, the longest first."""
        found = [t for t in self.spellings if key(t) not in self.kept and re.search(r"[^\W\d_]", t)]
        parts = [
            ("(?<!\\w)" if re.match(r"\w", token) else "")
            + re.escape(token)
            + ("(?!\\w)" if re.search(r"\w$", token) else "")
            for token in sorted(found, key=lambda token: (-len(token), token))
        ]
        return re.compile("|".join(parts) or "(?!)", re.IGNORECASE)


def key(token: str) -> str:
    """One spelling for all forms of a token."""
    return unicodedata.normalize("NFKC", token).casefold().strip()


def pseudonyms(tokens: Iterable[str], forms: Iterable[tuple[str, str]], kept: Iterable[str]) -> Pseudonyms:
    """`token 1`, `token 2`, … in the order of `tokens`; `forms` are (form, token) with the token's name."""
    names: dict[str, str] = {}
    spellings: set[str] = set()
    for token in tokens:
        names.setdefault(key(token), f"token {len(names) + 1}")
        spellings |= {token, key(token)}
    for form, token in forms:
        names.setdefault(key(form), names[key(token)])
        spellings |= {form, key(form)}
    words = (word for text in kept for word in re.findall(r"\w+", text))
    return Pseudonyms(names, frozenset(spellings - {""}), PROSE | {key(word) for word in words})
