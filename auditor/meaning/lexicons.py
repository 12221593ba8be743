"""The words that a task is about, each with who listed it.

A user's list comes first: a file (`--lexicon`), then seeds (`--seeds LABEL=word,word`). Then the lists of a
known task. The names of the labels are seeds of last resort: they keep a word from being called unrelated,
and do no more. A list may be one-sided: there are lists of toxic words, and none of words that are not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from auditor.errors import AuditError
from auditor.files import read_text
from auditor.meaning.english import stem
from auditor.meaning.package_lists import emoticons, sentiment_words, toxic_words
from auditor.meaning.tasks import LANGUAGE, Task, choose_task, name_words
from auditor.normal import normal

ANY = "any"
"""Group of words that are listed for no label in particular."""


@dataclass(frozen=True)
class Listing:
    """That a word is listed, and by whom."""

    source: str
    """`lexicon`, `seeds`, `sentiment` or `toxicity`."""
    group: str
    """What it speaks for: a label, a pole of the task (`positive`, `toxic`, …), or `any`."""
    label: str | None = None
    """The model's label of that group, where one is known."""


@dataclass(frozen=True)
class TaskLexicon:
    """Words of the task."""

    labels: tuple[str, ...] = ()
    """The model's labels."""
    task: Task = field(default_factory=Task)
    """Which built-in list was used, and why."""
    listed: Mapping[str, Listing] = field(default_factory=dict)
    """By word, in normal form."""
    label_stems: frozenset[str] = frozenset()
    """Stems of the words in the labels' names."""

    def __len__(self) -> int:
        return len(self.listed)

    def listing(self, word: str) -> Listing | None:
        """Who lists a word, if anybody does."""
        return self.listed.get(normal(word))

    def groups(self) -> dict[str, tuple[str, ...]]:
        """The listed words by what they speak for, sorted."""
        found: dict[str, list[str]] = {}
        for word in sorted(self.listed):
            found.setdefault(self.listed[word].group, []).append(word)
        return {group: tuple(found[group]) for group in sorted(found)}

    def is_label_name(self, word: str) -> bool:
        """Whether a word, with or without a mark such as `#`, is part of a label's name."""
        return stem(normal(word).strip("#@[]<>_")) in self.label_stems


Words = Mapping[str, str | None]
"""Words that a user listed, each with its label, or None for any."""


def make_lexicon(
    labels: Sequence[str],
    *,
    task: str = "auto",
    language: str = LANGUAGE,
    lexicon: Words | None = None,
    seeds: Words | None = None,
) -> TaskLexicon:
    """All that is listed for a model with these labels; a user's word wins over a built-in list."""
    chosen = choose_task(task, labels, language=language)
    lists = {"sentiment": (emoticons, sentiment_words), "toxicity": (toxic_words,)}
    listed: dict[str, Listing] = {}
    for words_of in lists.get(chosen.name, ()):
        for word, pole in words_of().items():
            listed[word] = Listing(chosen.name, pole, chosen.label(pole, labels))
    groups = _group_names(chosen, labels)
    for source, words in (("seeds", seeds or {}), ("lexicon", lexicon or {})):
        for word, label in words.items():
            listed[word] = Listing(source, ANY if label is None else groups[label], label)
    stems = frozenset(stem(word) for label in labels for word in name_words(label) if len(word) > 2)
    return TaskLexicon(tuple(labels), chosen, listed, stems)


def _group_names(task: Task, labels: Sequence[str]) -> dict[str, str]:
    """For each label the group its words join: the task's pole where the built-in list has that pole."""
    poles = {"sentiment": ("positive", "negative"), "toxicity": ("toxic",)}.get(task.name, ())
    return {
        label: pole if pole in poles and pole is not None else label
        for label, pole in zip(labels, task.poles, strict=True)
    }


def read_lexicon(path: Path, labels: Sequence[str]) -> Words:
    """A word a line, its label behind a tab or comma if it has one; `#` and a blank begin a comment."""
    lines = read_text(path, "Give the lexicon as a UTF-8 text file, one word a line.").splitlines()
    words: dict[str, str | None] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text == "#" or text.startswith(("# ", "##")):
            continue
        word, _, label = (part.strip() for part in text.partition("\t" if "\t" in text else ","))
        if word:
            where = f"line {number} of {path.name}"
            _add(words, word, spelt(label, labels, where) if label else None, where)
    if not words:
        raise AuditError(f"the lexicon {path.name} holds no word", "Give one word a line.")
    return words


def parse_seeds(items: Iterable[str], labels: Sequence[str]) -> Words:
    """`LABEL=word,word,…` for each item."""
    words: dict[str, str | None] = {}
    for item in items:
        label, equals, rest = (part.strip() for part in item.partition("="))
        seeds = [seed.strip() for seed in rest.split(",") if seed.strip()]
        if not (label and equals and seeds):
            raise AuditError(
                f"--seeds {item!r} is not of the form LABEL=word,word",
                "For instance: spam=prize,winner,free.",
            )
        for seed in seeds:
            _add(words, seed, spelt(label, labels, "--seeds"), "--seeds")
    return words


def spelt(label: str, labels: Sequence[str], where: str) -> str:
    """A label as the model spells it; one that the model has not is an error."""
    known = {name.casefold(): name for name in labels}
    if label.casefold() not in known:
        raise AuditError(f"{where} names the label {label!r}", f"The model's labels are {', '.join(labels)}.")
    return known[label.casefold()]


def _add(words: dict[str, str | None], word: str, label: str | None, where: str) -> None:
    before = words.setdefault(normal(word), label)
    if before != label:
        raise AuditError(
            f"{where} gives {word!r} to {label or 'any label'} and to {before or 'any label'}",
            "Give each word to one label, or list it without a label.",
        )


def unknown_seeds(seeds: Iterable[str], knows: Callable[[str], bool]) -> tuple[str, ...]:
    """Seeds that are no words of the vocabulary, each to be named to the user."""
    return tuple(sorted(seed for seed in seeds if not knows(normal(seed))))
