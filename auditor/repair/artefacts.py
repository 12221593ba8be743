"""The findings that are repaired, as something that can be looked up in any row.

Only what the audit found is used. A word stands for itself and the words that are the same finding, a pair
for two words in one text. The words of a kind, a shape or a list are recomputed from each word, so that a
date that no audited text holds is a date all the same; those of a family are the ones that the run stored.
A word that was found at the start or the end of texts is an artefact wherever it stands, since a model reads
it anywhere; one that is part of the task is so at that place alone. An opening is its words, at the start.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from auditor.data.wordlists import word_lists
from auditor.features.kinds import kind_of, shape_of, style_of
from auditor.features.lists import normal_words
from auditor.features.place import FIRST, LAST, SLOT
from auditor.findings.finding import Finding, Kind
from auditor.repair.repair_manifest import LeftOut

Members = Mapping[str, Sequence[str]]
"""All words of the groups of a run, by the id of their finding."""
RECOMPUTED = ("kind", "shape", "list")
"""Groups whose words can be told from the word alone."""
AT_A_PLACE = "place"
"""Words that begin or end texts, and openings of several words."""
STORED = "family"
"""The group whose words only the run knows."""


@dataclass(frozen=True)
class Words:
    """Words of one text field that are the same to an artefact."""

    field: int
    """The text field they stand in."""
    listed: frozenset[str] = frozenset()
    """In normal form."""
    group: str = ""
    """`kind` or `shape`, where a word belongs by how it is written."""
    name: str = ""
    """Which kind or shape."""
    end: str = ""
    """`first` or `last`, where they are an artefact at that end of a text alone."""
    opening: tuple[str, ...] = ()
    """How texts begin, with `*` for any word; then there are no single words."""

    def places(self, words: Sequence[str], field: int) -> list[int]:
        """Where they stand among the words of a text, which come in normal form."""
        if field != self.field:
            return []
        if self.opening:
            head = words[: len(self.opening)]
            fits = len(head) == len(self.opening) and all(
                part in (SLOT, word) for part, word in zip(self.opening, head, strict=True)
            )
            return list(range(len(head))) if fits else []
        if self.end:
            spoken = [place for place, word in enumerate(words) if any(map(str.isalnum, word))]
            ends = spoken[:1] if self.end == FIRST else spoken[-1:]
            return [place for place in ends if self.has(words[place], field)]
        return [place for place, word in enumerate(words) if self.has(word, field)]

    def has(self, word: str, field: int) -> bool:
        """Whether a word in normal form is one of them, wherever it has to stand."""
        if field != self.field:
            return False
        if word in self.listed:
            return True
        return bool(self.group) and _BELONGS[self.group](word, self.name)


@dataclass(frozen=True)
class Artefact:
    """A finding that is repaired."""

    id: str
    """Of the finding."""
    name: str
    """What people call it."""
    label: str
    """The class it speaks for, by the dataset's name."""
    parts: tuple[Words, ...]
    """One, or the two of a pair: a text holds the artefact when it holds a word of each."""
    forms: tuple[tuple[str, ...], ...] = ()
    """For each part how it is written, where no row shows it."""

    @property
    def is_pair(self) -> bool:
        """Whether it is two words that matter together."""
        return len(self.parts) > 1


def artefacts_of(
    findings: Sequence[Finding], members: Members, names: Mapping[str, str]
) -> tuple[tuple[Artefact, ...], tuple[LeftOut, ...]]:
    """The findings as artefacts, and those that cannot be; `names` has the dataset's name of each class."""
    found, left = [], []
    for finding in findings:
        name = " + ".join(finding.tokens)
        if finding.kind is Kind.GROUP and finding.group not in (*RECOMPUTED, STORED, AT_A_PLACE):
            left.append(LeftOut(finding.id, name, "not-words"))
            continue
        parts = _parts(finding, members)
        if parts is None:
            left.append(LeftOut(finding.id, name, "members"))
        else:
            found.append(Artefact(finding.id, name, names[finding.label], parts, _forms(finding)))
    return tuple(found), tuple(left)


def _parts(finding: Finding, members: Members) -> tuple[Words, ...] | None:
    if finding.kind is Kind.PAIR:
        return tuple(
            Words(field, frozenset((word,)))
            for word, field in zip(finding.tokens, finding.fields, strict=True)
        )
    [field], [token] = finding.fields, finding.tokens
    if finding.kind is Kind.TOKEN:
        return (Words(field, frozenset((token, *finding.members))),)
    if finding.group == AT_A_PLACE:
        return (_at_a_place(finding, token, field, members),)
    if finding.group == "list":
        return (Words(field, _of_list(token) | frozenset(finding.members)),)
    if finding.group == STORED:
        if finding.id not in members:
            return None
        return (Words(field, frozenset(members[finding.id]) | _of_list(token.partition(":")[0])),)
    return (Words(field, frozenset(finding.members), finding.group, token),)


def _at_a_place(finding: Finding, name: str, field: int, members: Members) -> Words:
    end, _, named = name.partition(": ")
    if end not in (FIRST, LAST) or not named:
        return Words(field, opening=tuple(name.split()))
    listed = {*finding.members, *members.get(finding.id, ()), *_of_list(named)}
    return Words(field, frozenset(listed), end=end if finding.judgement.known == "related" else "")


def _forms(finding: Finding) -> tuple[tuple[str, ...], ...]:
    """How the audited texts write it; of a group, its leading words."""
    if finding.kind is Kind.PAIR:
        return tuple((token,) for token in finding.tokens)
    if finding.kind is Kind.GROUP:
        return (finding.forms or finding.members or (finding.tokens[0].replace(SLOT, "").strip(),),)
    return (finding.forms[:1] or finding.tokens,)


def _of_list(name: str) -> frozenset[str]:
    """The words of a known list; a family that is named by one is repaired with all of them."""
    return frozenset(word for entry in word_lists() if entry.name == name for word in normal_words(entry))


def _is_of_kind(word: str, name: str) -> bool:
    kind = kind_of(word)
    return kind == name or (kind == "word" and style_of(word) == name)


_BELONGS: Mapping[str, Callable[[str, str], bool]] = {
    "kind": _is_of_kind,
    "shape": lambda word, name: shape_of(word) == name,
}
