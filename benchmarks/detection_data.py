"""Texts that detection is measured on: the built-in corpus, and three sets of film reviews from ../shared.

The built-in corpus has fixed splits. Of the reviews each seed draws its own texts to train on, to stop on
and to audit, so that runs of several seeds are runs on several samples. RT and IMDB come without splits:
their texts are dealt out by hash, so that no text is both trained on and audited.
"""

from collections.abc import Sequence
from random import Random

from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.examples import Example, draw, make_example
from benchmarks.reference import labelled_texts

REVIEWS = "reviews"
DATA = (REVIEWS, "sst2", "rt", "imdb")
WORDS = 80
"""Words that are kept of an IMDB review."""
SHARES = {"rt": (0.6, 0.05, 0.35), "imdb": (0.65, 0.05, 0.3)}
"""What of a set without splits is to train on, to stop on, to audit."""
_SPLITS = ("train", "dev", "test")


def drawn(data: str, counts: Sequence[int], seed: int) -> tuple[list[Example], list[Example], list[Example]]:
    """So many texts to train on, to stop on and to audit; all there are where there are fewer."""
    own = 0 if data == REVIEWS else seed
    training, dev, test = (
        sampled(split(data, name), count, own) for name, count in zip(_SPLITS, counts, strict=True)
    )
    return training, dev, test


def split(data: str, name: str) -> list[Example]:
    """One split of a set."""
    if data == REVIEWS:
        return reviews_split(name)
    rows = enumerate(labelled_texts(data, name), start=1)
    words = WORDS if data == "imdb" else None
    every = [
        make_example((" ".join(text.split()[:words]),), LABELS[label], row) for row, (text, label) in rows
    ]
    if data not in SHARES:
        return every
    place = _SPLITS.index(name)
    low, high = sum(SHARES[data][:place]), sum(SHARES[data][: place + 1])
    return [example for example in every if low <= draw(0, "split", example.id) / 2**64 < high]


def sampled(examples: Sequence[Example], count: int, seed: int) -> list[Example]:
    """So many examples, chosen by the seed, in the order of their rows."""
    chosen = Random(seed).sample(list(examples), min(count, len(examples)))  # noqa: S311 (texts, not secrets)
    return sorted(chosen, key=lambda example: example.row)
