"""Families by meaning: words that decide, gathered by nearness in the model's own input embeddings.

Only words that are needed or lean to a label are clustered, function words and non-words left out. They join
by average linkage: two groups become one as long as the mean cosine between their words is at least `1 - cut`.
Then every other word of the corpus that is about as near to a family as its own words are joins it, so that a
word that occurs once counts. Of more than `EXACT` words the heaviest are clustered, and the others join.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.features.feature import Feature, IntArray
from auditor.features.function_words import is_function_word
from auditor.features.kinds import kind_of
from auditor.features.lists import list_features
from auditor.features.vectors import FloatArray

EXACT = 4_000
"""Words that are clustered exactly: the table of their distances takes 130 MB."""
_BLOCK = 4_096
"""Words that are compared with all families at once."""


@dataclass(frozen=True)
class FamilyConfig:
    """How families are made."""

    cut: float = 0.75
    """Cosine distance up to which groups join, on average over their words."""
    smallest: int = 3
    """Words that must decide for a family to be one."""
    largest: int = 5_000
    """Members at most; the nearest stay."""
    nearness: float = 0.7
    """A word joins where its mean cosine to the family's words is this share of theirs at least."""
    named: float = 0.5
    """A family is named by a known list that holds this share of its weight."""


def families(
    vocabulary: Sequence[str],
    vectors: FloatArray,
    weights: NDArray[np.floating],
    config: FamilyConfig | None = None,
) -> tuple[Feature, ...]:
    """The families of a vocabulary, heaviest first.

    `vectors` has a unit row for each word (zeros where it has none), `weights` says how often each is needed
    or how strongly it leans; a word of weight zero can only join.
    """
    config = config or FamilyConfig()
    spoken = [kind_of(word) == "word" and not is_function_word(word) for word in vocabulary]
    usable = (np.abs(vectors).sum(axis=1) > 0) & np.array(spoken, dtype=bool)
    heavy = np.flatnonzero(usable & (weights > 0))
    heavy = heavy[np.lexsort((heavy, -weights[heavy]))][:EXACT]
    heavy.sort()
    cores = [heavy[some] for some in clusters(vectors[heavy], cut=config.cut)]
    cores = [core for core in cores if len(core) >= config.smallest]
    cores.sort(key=lambda core: (-float(weights[core].sum()), int(core[0])))
    grown = _grow(vectors, usable, cores, config)
    return tuple(
        Feature(
            _name(vocabulary, core, weights, config),
            "family",
            tuple(members.tolist()),
            ", ".join(_heaviest(vocabulary, core, weights, 8)),
        )
        for core, members in zip(cores, grown, strict=True)
    )


def clusters(vectors: FloatArray, *, cut: float) -> list[IntArray]:
    """Rows by average linkage of their cosine distance, cut where it exceeds `cut`; in order of first row."""
    if len(vectors) < 2:
        return [np.arange(len(vectors))] if len(vectors) else []
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    distance = 1.0 - vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(np.clip(distance, 0.0, 2.0), checks=False), method="average")
    number = fcluster(tree, t=cut, criterion="distance")
    found = [np.flatnonzero(number == one) for one in np.unique(number)]
    return sorted(found, key=lambda rows: int(rows[0]))


def homogeneity(vectors: FloatArray) -> float:
    """Mean cosine between two different words of a family; 1 for a single word."""
    count = len(vectors)
    if count < 2:
        return 1.0
    total = vectors.astype(np.float64).sum(axis=0)
    return float((total @ total - count) / (count * (count - 1)))


def _grow(
    vectors: FloatArray, usable: NDArray[np.bool_], cores: Sequence[IntArray], config: FamilyConfig
) -> list[IntArray]:
    """Each core with the words that join it; a word joins the family it is nearest to."""
    if not cores:
        return []
    centres = np.stack([vectors[core].mean(axis=0) for core in cores])
    least = np.array([_radius(vectors[core], config) for core in cores])
    owner = np.full(len(vectors), -1)
    nearness = np.zeros(len(vectors))
    for first in range(0, len(vectors), _BLOCK):
        some = slice(first, first + _BLOCK)
        cosine = vectors[some] @ centres.T
        best = np.where(cosine >= least, cosine, -np.inf).argmax(axis=1)
        nearness[some] = cosine[np.arange(len(best)), best]
        owner[some] = np.where((nearness[some] >= least[best]) & usable[some], best, -1)
    for number, core in enumerate(cores):
        owner[core], nearness[core] = number, np.inf
    return [
        _nearest(np.flatnonzero(owner == number), nearness, config.largest) for number in range(len(cores))
    ]


def _radius(core: FloatArray, config: FamilyConfig) -> float:
    """The mean cosine to a family's words from which another word joins it."""
    return max(1.0 - config.cut, config.nearness * homogeneity(core))


def _nearest(members: IntArray, nearness: NDArray[np.float64], most: int) -> IntArray:
    chosen: IntArray = members[np.lexsort((members, -nearness[members]))][:most]
    return np.sort(chosen)


def _heaviest(
    vocabulary: Sequence[str], core: IntArray, weights: NDArray[np.floating], count: int
) -> list[str]:
    order = core[np.lexsort((core, -weights[core]))]
    return [vocabulary[number] for number in order[:count]]


def _name(
    vocabulary: Sequence[str], core: IntArray, weights: NDArray[np.floating], config: FamilyConfig
) -> str:
    """The list that holds most of the family's weight, with its heaviest words; or these alone."""
    words = [vocabulary[number] for number in core]
    weight, total = weights[core], float(weights[core].sum())
    held = [(float(weight[list(known.members)].sum()) / total, known.name) for known in list_features(words)]
    heaviest = ", ".join(_heaviest(vocabulary, core, weights, 3))
    best = max(held, default=(0.0, ""), key=lambda pair: pair[0])
    return f"{best[1]}: {heaviest}" if best[0] >= config.named else heaviest
