"""Families by meaning: words gathered by nearness in the model's own input embeddings.

Words of the corpus, function words and non-words left out, join by average linkage: two groups become one
while the mean cosine between their words is at least `1 - cut`. Several cuts give families of several widths,
some inside others ("states of Africa", "countries"); the tests say which one is tried. Then every other
word that is about as near to a family as its own words are joins it, so that a word that occurs once counts.
Of more than `EXACT` words the heaviest are clustered.

Families made with the number of texts as weights have seen neither labels nor sets, so that both can be
tested on all texts. Where weights come from the sets of some texts, the tests must use others.
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

    cuts: tuple[float, ...] = (0.65, 0.75, 0.85)
    """Cosine distances up to which groups join, on average over their words."""
    smallest: int = 3
    """Words that found a family at least."""
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
    """The families of a vocabulary, by cut and then heaviest first.

    `vectors` has a unit row for each word (zeros where it has none), `weights` says in how many texts each is
    (or how often it is needed); a word of weight zero can only join.
    """
    config = config or FamilyConfig()
    spoken = [kind_of(word) == "word" and not is_function_word(word) for word in vocabulary]
    usable = (np.abs(vectors).sum(axis=1) > 0) & np.array(spoken, dtype=bool)
    heavy = np.flatnonzero(usable & (weights > 0))
    heavy = heavy[np.lexsort((heavy, -weights[heavy]))][:EXACT]
    heavy.sort()
    found: dict[tuple[int, ...], Feature] = {}
    for cut, groups in zip(config.cuts, clusters(vectors[heavy], config.cuts), strict=True):
        cores = [heavy[some] for some in groups if len(some) >= config.smallest]
        cores.sort(key=lambda core: (-float(weights[core].sum()), int(core[0])))
        for core, members in zip(cores, _grow(vectors, usable, cores, cut, config), strict=True):
            name = _name(vocabulary, core, weights, config)
            source = f"cut {cut:g}: {', '.join(_heaviest(vocabulary, core, weights, 8))}"
            found.setdefault(
                tuple(members.tolist()), Feature(name, "family", tuple(members.tolist()), source)
            )
    return tuple(found.values())


def clusters(vectors: FloatArray, cuts: Sequence[float]) -> list[list[IntArray]]:
    """For each cut the groups of rows, by average linkage of cosine distances; in order of first row."""
    if len(vectors) < 2:
        return [[np.arange(len(vectors))] if len(vectors) else [] for _ in cuts]
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    distance = 1.0 - vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(np.clip(distance, 0.0, 2.0), checks=False), method="average")
    return [_groups(fcluster(tree, t=cut, criterion="distance")) for cut in cuts]


def _groups(number: IntArray) -> list[IntArray]:
    order = np.argsort(number, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(number[order])) + 1)
    return sorted(parts, key=lambda rows: int(rows[0]))


def homogeneity(vectors: FloatArray) -> float:
    """Mean cosine between two different words of a family; 1 for a single word."""
    count = len(vectors)
    if count < 2:
        return 1.0
    total = vectors.astype(np.float64).sum(axis=0)
    return float((total @ total - count) / (count * (count - 1)))


def _grow(
    vectors: FloatArray,
    usable: NDArray[np.bool_],
    cores: Sequence[IntArray],
    cut: float,
    config: FamilyConfig,
) -> list[IntArray]:
    """Each core with the words that join it; a word joins the family it is nearest to."""
    if not cores:
        return []
    centres = np.stack([vectors[core].mean(axis=0) for core in cores])
    least = np.array([max(1.0 - cut, config.nearness * homogeneity(vectors[core])) for core in cores])
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
