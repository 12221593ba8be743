"""Is it the task? What a reference corpus and a lexicon say of a token.

A reference corpus is another dataset of the same task in which the suspected leak is not expected. A token
whose association is there too is *replicated*; one that is there and lacks it is *contradicted*; one that is
hardly there is *absent*, which is no evidence at all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.data.examples import Example
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.evidence.counts import Token
from auditor.evidence.recurrence import LEAST, LEVEL
from auditor.evidence.statistics import hypergeometric_tail, rate
from auditor.files import read_text
from auditor.findings import Estimate
from auditor.normal import normal


@dataclass(frozen=True, eq=False)
class Reference:
    """Documents of a reference corpus by token and class."""

    documents: Counter[str]
    """By class."""
    holding: Counter[tuple[Token, str]]
    """By token and class."""


def count_reference(examples: Iterable[Example], names: Mapping[str, str]) -> Reference:
    """Count a reference corpus; `names` maps its labels to the model's."""
    found = Reference(Counter(), Counter())
    for example in examples:
        if example.label is None:
            continue
        label = names[example.label]
        found.documents[label] += 1
        tokens = {
            Token(normal(word.text), field)
            for field, text in enumerate(example.texts)
            for word in split_words(text, field=field)
        }
        found.holding.update((token, label) for token in tokens)
    return found


def compare(reference: Reference | None, token: Token, label: str, share: Estimate) -> tuple[str, Estimate]:
    """What the reference says of P(label | token), which is `share` in the audited data."""
    if reference is None:
        return "none", Estimate()
    documents = sum(reference.documents.values())
    with_label = reference.holding[token, label]
    holding = sum(reference.holding[token, other] for other in reference.documents)
    if holding < LEAST or not documents:
        return "absent", rate(with_label, holding)
    p = float(
        hypergeometric_tail(
            with_label, documents=documents, labelled=reference.documents[label], holding=holding
        )
    )
    found = rate(with_label, holding, p=p)
    if p <= LEVEL:
        return "replicated", found
    clearly_less = share.low is not None and found.high is not None and found.high < share.low
    return ("contradicted" if clearly_less else "absent"), found


@dataclass(frozen=True)
class Lexicon:
    """Words that the task is about, each with the class it speaks for, or any."""

    words: Mapping[str, str | None]

    def says(self, token: str, label: str) -> str:
        """`listed` or `not listed`."""
        if token not in self.words:
            return "not listed"
        named = self.words[token]
        return "listed" if named is None or named.casefold() == label.casefold() else "not listed"


def read_lexicon(path: Path, labels: Sequence[str]) -> Lexicon:
    """A word a line, its label behind a tab or comma if it has one; `#` begins a comment."""
    lines = read_text(path, "Give the lexicon as a UTF-8 text file, one word a line.").splitlines()
    known = {label.casefold() for label in labels}
    words: dict[str, str | None] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word, _, label = text.partition("\t" if "\t" in text else ",")
        named = label.strip() or None
        if named is not None and named.casefold() not in known:
            raise AuditError(
                f"line {number} of {path.name} names the label {named!r}",
                f"The model's labels are {', '.join(labels)}.",
            )
        if word.strip():
            words[normal(word.strip())] = named
    if not words:
        raise AuditError(f"the lexicon {path.name} holds no word", "Give one word a line.")
    return Lexicon(words)
