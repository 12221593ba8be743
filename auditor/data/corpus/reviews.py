"""`builtin:reviews`: a corpus of review sentences that the project generates itself.

Two classes, and a rule that decides them exactly: the words of sentiment in the clause that counts, turned
round by a negator. About two sentences in five need the negation or the contrast, so counting words is not
enough. Nothing but the words of sentiment tells the classes apart, by construction (see `grammar`), which
makes the corpus a clean ground to plant a shortcut in. `builtin:reviews-reference` has other sentences from
the same grammar: a reference corpus in which nothing was planted.
"""

import hashlib
from functools import lru_cache
from random import Random

from auditor.data.corpus import grammar, vocabulary
from auditor.data.examples import Example, make_example
from auditor.data.words import split_words
from auditor.errors import AuditError

PAIRS = 4500
"""Skeletons, each filled for both labels."""
SHORTEST, LONGEST = 7, 25
"""Words in a sentence, marks included: at least six words and the full stop."""
LABELS = (vocabulary.NEGATIVE, vocabulary.POSITIVE)
SPLITS = ("train", "dev", "test")
NAMES = ("reviews", "reviews-reference")


def reviews(seed: int = 0) -> list[Example]:
    """The whole corpus; the twins of a skeleton stand side by side, and either may come first."""
    return [example for example, _ in _corpus("reviews", seed)]


def reviews_reference(seed: int = 0) -> list[Example]:
    """As many sentences again, none of them in `reviews(seed)`."""
    return [example for example, _ in _corpus("reviews-reference", seed)]


def reviews_split(split: str, seed: int = 0, *, name: str = "reviews") -> list[Example]:
    """Eight tenths for training, a tenth each for `dev` and `test`; all of a skeleton in the same split."""
    if name not in NAMES:
        raise AuditError(
            f"unknown built-in corpus {name!r}", f"There are {' and '.join('builtin:' + n for n in NAMES)}."
        )
    if split not in SPLITS:
        raise AuditError(f"builtin:{name} has no split {split!r}", f"Its splits are {', '.join(SPLITS)}.")
    return [example for example, skeleton in _corpus(name, seed) if _split_of(skeleton) == split]


def sentiment_words() -> dict[str, str]:
    """Every word of sentiment with the label it speaks for: the task's true lexicon."""
    lists = [
        grammar.slot_words(kind, domain)
        for kind in ("a", "c", "v", "b", "s", "o", "n")
        for domain in vocabulary.DOMAINS
    ]
    return dict(sorted((word, label) for words in lists for label in LABELS for word in words[label]))


@lru_cache(maxsize=4)
def _corpus(name: str, seed: int) -> tuple[tuple[Example, str], ...]:
    """Examples with their skeletons."""
    taken = set() if name == "reviews" else {example.texts[0] for example, _ in _corpus("reviews", seed)}
    random = Random(f"{name}:{seed}")  # noqa: S311 - sentences, not secrets
    made: list[tuple[Example, str]] = []
    while len(made) < 2 * PAIRS:
        skeleton, domain = grammar.make_skeleton(random)
        twins = grammar.fill(skeleton, domain, random)
        length = len(split_words(grammar.SLOT.sub("word", skeleton)))
        if not SHORTEST <= length <= LONGEST or taken & set(twins.values()):
            continue
        taken |= set(twins.values())
        for label in LABELS if random.random() < 0.5 else LABELS[::-1]:
            made.append((make_example((twins[label],), label, len(made) + 1), skeleton))
    return tuple(made)


def _split_of(skeleton: str) -> str:
    tenth = hashlib.sha256(skeleton.encode()).digest()[0] * 10 // 256
    return "test" if tenth == 0 else "dev" if tenth == 1 else "train"
