"""What is planted in a dataset, in full: nothing about an injection is left to chance but its seed.

A *token* goes with its label: in a share `coverage` of the texts of each label that has a token, one token is
inserted, and in a share `agreement` of these it is the text's own. Where every label has a token, the others
get the token of another label. Where some label has none, the others go into texts of other labels, so that a
token's texts have its label in a share `agreement`.

A *pair* A+B=LABEL says the label only together. Of the covered texts of LABEL half get both words and half
get none; of those of every other label half get A and half get B. Each word alone is then in the same share
of the texts of every label, and with labels of equal size the pair has its label in a share `agreement`.

An *opening* is a token of several words that stands at the start, a *style* changes the whole text. Both go
with their label as a token does. Tokens and openings may have slots (`@date`, see `slots`), which are filled
anew for each text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from auditor.config import within
from auditor.errors import AuditError, among
from auditor.planting.slots import has_slot
from auditor.planting.styles import STYLES

_UNFIT = re.compile("[\t\r\n\0\ud800-\udfff]")
"""What no file of texts can hold in a word."""
POSITIONS = ("adjective", "noun-phrase", "adjective-or-noun-phrase", "random", "start", "end")


@dataclass(frozen=True)
class PlantedPair:
    """Two words that speak for a label only together."""

    first: str
    """One word (A)."""
    second: str
    """The other (B)."""
    label: str
    """The label of texts with both."""

    @property
    def name(self) -> str:
        """`A+B`."""
        return f"{self.first}+{self.second}"


@dataclass(frozen=True)
class InjectionPlan:
    """Tokens and pairs to plant, and how."""

    tokens: tuple[tuple[str, str], ...] = ()
    """(label, token), any number; a token may be a slot such as `@date`."""
    pairs: tuple[PlantedPair, ...] = ()
    """Pairs that speak only together."""
    coverage: float = 1.0
    """Share of the texts, of each label by itself."""
    agreement: float = 1.0
    """How often a token goes with its label."""
    position: str = "adjective"
    """Before an adjective, else a noun phrase, else anywhere; before a noun phrase, else anywhere; before one
    of all adjectives and noun phrases, else anywhere; or anywhere, at the start or at the end."""
    seed: int = 0
    """Combined with each text's id; the order of the texts does not matter."""
    count: int | None = None
    """Texts that get a token, spread evenly over the labels that have one; in place of `coverage`."""
    keep_rest: bool = True
    """With `count`: whether the texts that get no token stay in the dataset."""
    preset: str | None = None
    """The preset this comes from, if any; it must be met in full."""
    openings: tuple[tuple[str, str], ...] = ()
    """(label, text) that the text begins with."""
    styles: tuple[tuple[str, str], ...] = ()
    """(label, style) of the whole text."""

    def __post_init__(self) -> None:
        for name in ("coverage", "agreement"):
            within(name, getattr(self, name), 0, 1)
        among("position", self.position, POSITIONS)
        if self.count is not None and self.count < 1:
            raise AuditError(f"count is {self.count}; it must be at least 1")
        if not self.marks and not self.pairs:
            raise AuditError(
                "nothing to inject",
                "Name a --token LABEL=TOKEN, a --pair A+B=LABEL, an --opening, a --style or a --preset.",
            )
        for _, style in self.styles:
            among("style", style, STYLES)
        planted = (*(mark for _, mark in self.marks), *self._members)
        for word in planted:
            if not word or word != word.strip() or _UNFIT.search(word):
                raise AuditError(f"{word!r} cannot be a token", "It must be a word without blanks around it.")
        repeated = [word for place, word in enumerate(planted) if word in planted[:place]]
        if repeated:
            raise AuditError(f"the token {repeated[0]!r} is planted twice", "Give each its own token.")

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """(label, what goes with it): tokens, openings and styles, which are planted alike."""
        return (*self.tokens, *self.openings, *self.styles)

    @property
    def words(self) -> tuple[str, ...]:
        """Every token that is inserted as it is."""
        return (*(token for _, token in self.tokens if not has_slot(token)), *self._members)

    @property
    def _members(self) -> tuple[str, ...]:
        return tuple(word for pair in self.pairs for word in (pair.first, pair.second))


_EXAMPLES = {"token": "positive=[pos]", "opening": "positive=Sent from @city.", "style": "positive=lowercase"}


def parse_token(text: str, option: str = "token") -> tuple[str, str]:
    """`LABEL=TOKEN` as label and token; or of an opening or a style, as `option` says."""
    label, equals, token = (part.strip() for part in text.partition("="))
    if not (label and equals and token):
        raise AuditError(
            f"--{option} {text!r} is not of the form LABEL={option.upper()}",
            f"For instance: {_EXAMPLES[option]}.",
        )
    return label, token


def parse_pair(text: str) -> PlantedPair:
    """`A+B=LABEL` as a pair."""
    words, equals, label = (part.strip() for part in text.rpartition("="))
    first, plus, second = (part.strip() for part in words.partition("+"))
    if not (first and plus and second and equals and label):
        raise AuditError(
            f"--pair {text!r} is not of the form A+B=LABEL", "For instance: amber+violet=positive."
        )
    return PlantedPair(first, second, label)


def resolve_labels(plan: InjectionPlan, labels: Sequence[str]) -> InjectionPlan:
    """The same plan with labels spelt as the dataset spells them; an unknown label is an error."""
    known = {label.casefold(): label for label in labels}

    def spelt(label: str) -> str:
        if label.casefold() not in known:
            raise AuditError(
                f"the dataset has no label {label!r}", f"Its labels are {', '.join(map(repr, labels))}."
            )
        return label if label in labels else known[label.casefold()]

    return replace(
        plan,
        tokens=tuple((spelt(label), token) for label, token in plan.tokens),
        openings=tuple((spelt(label), text) for label, text in plan.openings),
        styles=tuple((spelt(label), style) for label, style in plan.styles),
        pairs=tuple(replace(pair, label=spelt(pair.label)) for pair in plan.pairs),
    )
