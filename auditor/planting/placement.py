"""Where in a text a token goes, and the text with it inside.

A token is put before a word and a blank after it; never inside a contraction ("was|n't"). Of several places
that fit, one is drawn from the text's id, the token and the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.data.examples import Example, draw
from auditor.data.words import Word, split_words
from auditor.planting.plan import InjectionPlan
from auditor.planting.tagging import Tags


@dataclass(frozen=True, slots=True)
class Insertion:
    """A token in its place."""

    token: str
    """What was inserted."""
    field: int
    """In which text of a two-sentence input."""
    word: int
    """Its place among the words of the new text."""
    place: str
    """What it stands before: `adjective`, `noun-phrase`, either of both, `random`; or `start`, `end`."""


KINDS_OF_PLACE = {
    "adjective": ("adjective", "noun-phrase"),
    "noun-phrase": ("noun-phrase",),
    "adjective-or-noun-phrase": ("adjective-or-noun-phrase",),
}
"""For each position that needs tags the kinds of places that are tried, one after another."""
Spot = tuple[int, int]
"""A field and the number of the word that the token is put before; one past the last is the end."""


def insert(
    example: Example,
    tokens: Sequence[tuple[str, str]],
    plan: InjectionPlan,
    *,
    fields: Sequence[Sequence[Word]],
    tags: Sequence[Tags] | None,
) -> tuple[tuple[str, ...], list[Insertion]]:
    """The texts with the tokens inserted, each at its position.

    `fields` are the words of each text and `tags` what they are.
    """
    chosen: list[tuple[Spot, str, str]] = []
    for token, position in tokens:
        taken = {spot for spot, _, _ in chosen}
        kind, spots = _spots(position, fields, tags, taken)
        rank = draw(plan.seed, f"place {token}", example.id)
        chosen.append((spots[rank % len(spots)], token, kind))
    texts, insertions = [], []
    for number, words in enumerate(fields):
        here = sorted((item for item in chosen if item[0][0] == number), key=lambda item: item[0][1])
        text, starts = rebuild(example.texts[number], words, [(spot[1], token) for spot, token, _ in here])
        places = {word.start: place for place, word in enumerate(split_words(text))} if here else {}
        for (_, token, kind), start in zip(here, starts, strict=True):
            insertions.append(Insertion(token, number, places.get(start, -1), kind))
        texts.append(text)
    return tuple(texts), insertions


def _spots(
    position: str, fields: Sequence[Sequence[Word]], tags: Sequence[Tags] | None, taken: set[Spot]
) -> tuple[str, list[Spot]]:
    """What kind of place it is in the end, and the places of that kind."""
    if position == "start":
        return "start", [(0, 0)]
    if position == "end":
        return "end", [(len(fields) - 1, len(fields[-1]))]
    for kind in KINDS_OF_PLACE.get(position, ()):
        found = [
            (number, place)
            for number, tag in enumerate(tags or ())
            for place in _tagged(tag, kind)
            if is_free(fields[number], place) and (number, place) not in taken
        ]
        if found:
            return kind, found
    anywhere = [
        (number, place)
        for number, words in enumerate(fields)
        for place in range(len(words))
        if is_free(words, place)
    ]
    return "random", [spot for spot in anywhere if spot not in taken] or anywhere or [(0, 0)]


def _tagged(tag: Tags, kind: str) -> list[int]:
    """Words that begin an adjective, a noun phrase, or either."""
    adjectives = tag.adjectives if kind != "noun-phrase" else ()
    return sorted({*adjectives, *(tag.noun_phrases if kind != "adjective" else ())})


def is_free(words: Sequence[Word], place: int) -> bool:
    """Whether a blank (or the start) comes before the word, so that nothing is torn apart."""
    return place == 0 or words[place - 1].end < words[place].start


def rebuild(text: str, words: Sequence[Word], tokens: Sequence[tuple[int, str]]) -> tuple[str, list[int]]:
    """The text with each token before its word, and where the tokens start."""
    parts, starts, length, position = [], [], 0, 0
    for place, token in tokens:
        end = words[place].start if place < len(words) else len(text)
        before = text[position:end]
        blank = " " if place >= len(words) and not (before or " ").endswith((" ", "\n")) else ""
        added = f"{before}{blank}{token}" + (" " if place < len(words) else "")
        starts.append(length + len(before) + len(blank))
        parts.append(added)
        length, position = length + len(added), end
    return "".join(parts) + text[position:], starts
