"""A feature is counted as one more token: unions by hand, by brute force, and at a million texts."""

import time
from random import Random

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.features.feature import Entries, Feature, extend, joined, of_documents

Rows = list[tuple[int, int, int, bool]]


def entries(rows: Rows) -> Entries:
    columns = list(zip(*sorted(rows), strict=True)) or [(), (), (), ()]
    token, doc, times = (np.array(column, dtype=np.int64) for column in columns[:3])
    return Entries(token, doc, times, np.array(columns[3], dtype=bool))


def rows(found: Entries) -> Rows:
    return list(
        zip(
            found.token.tolist(), found.doc.tolist(), found.times.tolist(), found.needed.tolist(), strict=True
        )
    )


def test_a_union_by_hand() -> None:
    """Tokens 0 and 2 make a feature: text 5 holds both, three times in all, and one of them is needed."""
    counted = entries(
        [(0, 5, 1, False), (0, 6, 1, False), (1, 6, 4, True), (2, 5, 2, True), (2, 9, 1, False)]
    )
    found = extend(counted, 3, [Feature("odd", "family", (2, 0)), Feature("one", "list", (1,))])
    assert rows(found) == [(3, 5, 3, True), (3, 6, 1, False), (3, 9, 1, False), (4, 6, 4, True)]


def test_members_that_occur_nowhere_and_features_without_members_add_nothing() -> None:
    counted = entries([(1, 0, 1, True)])
    assert rows(extend(counted, 3, [Feature("none", "family", (0, 2)), Feature("form", "form")])) == []
    assert len(extend(counted, 3, [])) == 0
    assert len(extend(entries([]), 0, [])) == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_union_is_that_of_a_plain_loop(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    cells = {(random.randrange(12), random.randrange(30)) for _ in range(random.randrange(200))}
    counted = entries([(t, d, random.randint(1, 3), random.random() < 0.3) for t, d in cells])
    features = [
        Feature(str(n), "family", tuple(random.sample(range(12), random.randrange(12)))) for n in range(4)
    ]
    wanted: Rows = []
    for number, feature in enumerate(features):
        for doc in range(30):
            held = [row for row in rows(counted) if row[0] in feature.members and row[1] == doc]
            if held:
                wanted.append((12 + number, doc, sum(r[2] for r in held), any(r[3] for r in held)))
    assert rows(extend(counted, 12, features)) == wanted


def test_features_of_whole_texts_join_the_others() -> None:
    held, needed = (np.array(some, dtype=bool) for some in ([0, 1, 0, 1], [1, 0, 0, 1]))
    first = of_documents(7, held, np.array([9, 2, 9, 1]), needed)
    second = of_documents(8, ~held, np.zeros(4, dtype=np.int64), needed)
    assert rows(joined([first, second])) == [
        (7, 1, 2, False),
        (7, 3, 1, True),
        (8, 0, 0, True),
        (8, 2, 0, False),
    ]
    assert len(joined([])) == 0


def test_a_kind_that_is_unknown_is_named() -> None:
    with pytest.raises(AuditError, match="'colour'; allowed: token, pair"):
        Feature("x", "colour")


def test_a_million_texts_take_seconds() -> None:
    """Ten words a text, a family of 5,000 words and twenty smaller ones."""
    generator = np.random.default_rng(0)
    docs, words = 1_000_000, 50_000
    token = np.sort(generator.integers(0, words, docs * 10))
    doc = generator.integers(0, docs, docs * 10)
    counted = Entries(token, doc, np.ones(len(token), dtype=np.int64), doc % 3 == 0)
    features = [Feature("big", "family", tuple(range(5_000)))]
    features += [Feature(str(n), "family", tuple(range(n * 100, n * 100 + 500))) for n in range(20)]
    begin = time.perf_counter()
    found = extend(counted, words, features)
    assert time.perf_counter() - begin < 30
    assert (np.diff(found.token) >= 0).all()
    assert found.times[found.token == words].sum() == (token < 5_000).sum()
