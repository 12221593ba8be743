"""Words that canaries can be made of: the texts do not hold them, and the model can read them.

Natural words are common ones of the space that knows meaning, where there is one; else names from the known
lists. Words of the task, function words and parts of a label's name are left out: a shortcut is
none of them.
"""

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from auditor.data.wordlists import word_lists
from auditor.features.function_words import is_function_word
from auditor.meaning.knowledge import Knowledge
from auditor.normal import normal
from auditor.planting.slots import fill, made_up_name

WORDS = 40
"""Words of each kind; more are not looked for."""
_TRIES = 40
"""Made-up words that are tried for each one that is wanted."""
_SHORTEST = 4
"""Letters of a natural word: shorter ones are often part of a name or a unit."""
_LISTS = ("city", "country", "colour", "name")


@dataclass(frozen=True)
class Stock:
    """Words by kind, each list in the order in which they are used."""

    made_up: tuple[str, ...]
    natural: tuple[str, ...]
    dates: tuple[str, ...]

    @property
    def every(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.made_up, *self.natural, *self.dates)


def stock(
    knowledge: Knowledge, taken: Collection[str], readable: Callable[[str], bool], *, seed: int
) -> Stock:
    """Words of every kind; `taken` are the data's own in normal form, `readable` asks the tokenizer."""
    key = zlib.crc32(f"canaries {seed}".encode())

    def fit(words: Iterable[str]) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for word in words:
            if len(found) == WORDS:
                break
            if normal(word) not in taken and normal(word) not in found and readable(word):
                found[normal(word)] = word
        return tuple(found.values())

    return Stock(fit(_made_up(key)), fit(_natural(knowledge, key)), fit(_dates(key)))


def _made_up(key: int) -> Iterator[str]:
    random = Random(key)  # noqa: S311 (words, not secrets)
    return (word for _ in range(_TRIES * WORDS) if len(word := made_up_name(random)) > _SHORTEST)


def _dates(key: int) -> Iterator[str]:
    return (fill("@date", key + number)[0] for number in range(_TRIES * WORDS))


def _natural(knowledge: Knowledge, key: int) -> Iterator[str]:
    """Words in a random order that the seed gives."""
    space = knowledge.space
    words = list(space.background) if not space.reason else []
    words = words or [word for entry in word_lists() if entry.name in _LISTS for word in entry.words]
    Random(key).shuffle(words)  # noqa: S311
    lexicon = knowledge.lexicon
    for word in words:
        plain = word.isalpha() and len(word) >= _SHORTEST and not is_function_word(normal(word))
        if plain and lexicon.listing(word) is None and not lexicon.is_label_name(word):
            yield space.whole.get(word, word)
