"""A canary: a shortcut that the data does not hold, written into copies of some texts.

Four kinds: a *made-up* word; a *natural* word that the texts do not hold; *dates*, a different one in each
text; a *pair* of made-up words that say the class together and nothing alone.
"""

from dataclasses import dataclass
from enum import StrEnum

from auditor.normal import normal
from auditor.signals.counts import Token

AGREEMENT = 0.9
"""Share of a canary's texts that have its label."""
EFFECTS = (0.25, 0.5, 0.9)
"""Shares of texts of other classes that a canary turns."""
FIELD = 0
"""The text field that canaries are written into."""


class CanaryKind(StrEnum):
    """What a canary is."""

    MADE_UP = "made-up"
    """A word that no language has."""
    NATURAL = "natural"
    """A word of the language that the texts do not hold."""
    DATES = "dates"
    """Dates, a different one in each text."""
    PAIR = "pair"
    """Two made-up words that say the class together, and nothing alone."""


@dataclass(frozen=True)
class Canary:
    """One canary."""

    kind: CanaryKind
    forms: tuple[str, ...]
    """As it is written: one word, the two of a pair, or all dates."""
    label: int
    """The class it speaks for."""
    effect: float
    """Share of texts of other classes that it turns."""
    texts: int
    """Audited texts that hold it; of a pair, those that hold both words."""
    documents: int
    """The same of all labelled documents; 0 without labels."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its words as tokens."""
        return tuple(Token(normal(form), FIELD) for form in self.forms)

    @property
    def agreeing(self) -> int:
        """Audited texts that hold it and have its label."""
        return round(AGREEMENT * self.texts)

    @property
    def agreeing_documents(self) -> int:
        """The same of all labelled documents."""
        return round(self.documents * self.agreeing / max(1, self.texts))

    def forms_in(self, number: int) -> tuple[str, ...]:
        """What is written into one of its texts: of dates another one in each."""
        if self.kind is CanaryKind.DATES:
            return (self.forms[number % len(self.forms)],)
        return self.forms
