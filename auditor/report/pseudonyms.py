"""Neutral names for tokens, and sentences that use them.

A token of a finding is replaced wherever it stands as a word of its own. The exceptions are words that the
report's own sentences are made of ("of", "text") and the names of classes: replaced everywhere they would be
given away by what is around them, so they are replaced only between quotation marks, and so are the tokens of
no finding. What else is quoted may be a text of the dataset, and goes.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from auditor.normal import normal

GONE = "…"
"""What stands for a text that was taken out."""
_WORDS = """
a about above absence absent accuracy add adjusted after again against all alone also always among an and
another any anything apart are around artefact as ask asked association at audit audited audits away balance
base be because been before belongs below beside better between both bound but by came can candidates cannot
chance change changed changes class classes clearly compare confirm confirmed conflicts context contradicted
contradicts corpus could count counted data dataset decide decision deleted deleting dependent depends did
difference do does done drawn each effect either else enough every evidence exact exactly examples explain
favour few fewer find finding findings first follow follows for found from gives goes had half harm has have
he her here high higher his hold holds how i if in inserted inserting insertion interact interaction
interval intervened into is it its itself keep known label labels lacks large leak leaks lean least less
lexicon like listed lists little logits look lost low lower makes many may mean means minimal missed model
more most much need needed needs neither never new no none nor not nothing now of off often on once one only
or other others out over overrules own p pair pairs part permuted placebo predicted prediction predictions
probability quarter raise random rarity rate rates read reference relied relies remove removed repeated
replicated report rest rests review reviewer right rough rule run s same say says second see seen set sets
settled share shares she shortcut should show shown shows shrugs significant size so some speak speaks stand
still such sum take taken takes task test tested tests text texts than that the their them then there they
this those three threshold times to together token tokens told too train trained tried true turn turned
turns two undecided under unless up upper use uses want was we weighed weighs were what when where whether
which while who why will with within without word words would wrong you your
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
    """Every way a token that sentences are about is written."""
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
    return normal(token).strip()


def pseudonyms(
    tokens: Iterable[str], others: Iterable[str], *, forms: Iterable[tuple[str, str]], kept: Iterable[str]
) -> Pseudonyms:
    """`token 1`, `token 2`, … in the order of `tokens`, then of `others`, which no sentence is about.

    `forms` are (form, token), and have the token's name.
    """
    names: dict[str, str] = {}
    spellings: set[str] = set()
    for token in tokens:
        names.setdefault(key(token), f"token {len(names) + 1}")
        spellings |= {token, key(token)}
    for form, token in forms:
        names.setdefault(key(form), names[key(token)])
        spellings |= {form, key(form)}
    for token in others:
        names.setdefault(key(token), f"token {len(names) + 1}")
    words = (word for text in kept for word in re.findall(r"\w+", text))
    return Pseudonyms(names, frozenset(spellings - {""}), PROSE | {key(word) for word in words})
