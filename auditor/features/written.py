"""Features of how words are written, which normal forms no longer show: capitals, lengthened words.

They are counted from the occurrences as they stand in the texts, not from the vocabulary.
"""

from collections.abc import Sequence

import numpy as np

from auditor.features.feature import BoolArray, Entries, Feature, IntArray, of_occurrences
from auditor.features.kinds import style_of

CAPITALS = Feature("capitals", "kind", (), "two letters or more, all capitals")
ELONGATED = Feature("elongated", "kind", (), "a letter three times in a row")
WRITTEN = (CAPITALS, ELONGATED)


def styled(
    feature: Feature, number: int, *, forms: Sequence[str], form: IntArray, doc: IntArray, needed: BoolArray
) -> Entries:
    """The entries of words written in a style.

    `forms` are the different words as written; `form`, `doc` and `needed` say of each occurrence which of
    them it is, in which text, and whether the minimal set needs it.
    """
    chosen = np.array([style_of(word) == feature.name for word in forms], dtype=bool)
    at = chosen[form] if len(forms) else np.zeros(0, dtype=bool)
    return of_occurrences(number, doc[at], needed[at])
