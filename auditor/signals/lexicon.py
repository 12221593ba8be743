"""Lexicon: is the token one of the words that the user says the task is about?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.files import read_text
from auditor.records.evidence import Condition, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import normal
from auditor.signals.study import Study

NAME = "lexicon"
LISTED, NOT_LISTED, NONE = "listed", "not listed", "none"


@dataclass(frozen=True)
class Lexicon:
    """What the lexicon says."""

    answer: str = NONE
    """`listed` or `not listed`; `none` without a lexicon."""
    source: str = "lexicon"
    """`lexicon`: a list of words; `seeds`: a few words a class that the user named."""


Record = Lexicon
Words = Mapping[str, str | None]
"""Words that the task is about, each with the class it speaks for, or None for any."""


def read_lexicon(path: Path, labels: Sequence[str]) -> Words:
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
    return words


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Lexicon]:
    """Look each token up; pairs are not looked up."""
    words: Words | None = study.given.get(NAME)
    if words is None:
        return [Lexicon()] * len(candidates)
    vocabulary, labels = study.corpus.vocabulary, study.corpus.labels
    return [
        Lexicon() if one.is_pair else look_up(words, vocabulary[one.tokens[0]].text, labels[one.label])
        for one in candidates
    ]


def look_up(words: Words, token: str, label: str) -> Lexicon:
    """Whether a token is listed for a class, or for any."""
    if token not in words:
        return Lexicon(NOT_LISTED)
    named = words[token]
    return Lexicon(LISTED if named is None or named.casefold() == label.casefold() else NOT_LISTED)


def conditions(found: Lexicon, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (no threshold)
    """`listed`: the lexicon lists it as a word of the task; nothing without a lexicon."""
    if found.answer == NONE:
        return ()
    listed = found.answer == LISTED
    return (Condition("listed", float(listed), 1.0, listed),)


def figures(found: Lexicon) -> tuple[Figure, ...]:  # noqa: ARG001 (a word, not a number)
    """None: the answer is a word."""
    return ()
