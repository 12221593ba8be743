"""How alike findings are: cosines by hand, of words and of groups, and none where no space knows meaning."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from auditor.findings.finding import Kind
from auditor.verdicts.likeness import FLOOR, NEAREST, likeness, words_of
from tests.findings.builder import a_finding

SPACE = {
    "warm": (1.0, 0.0, 0.0),
    "tender": (0.8, 0.6, 0.0),
    "kenya": (0.0, 0.0, 1.0),
    "peru": (0.0, 0.6, 0.8),
}


def study(space: dict[str, tuple[float, ...]] | None) -> Any:
    """A study that knows vectors of words and nothing else."""

    def vectors(words: list[str]) -> Any:
        return None if space is None else np.array([space.get(word, (0.0, 0.0, 0.0)) for word in words])

    return SimpleNamespace(knowledge=SimpleNamespace(vectors=vectors))


def word(text: str) -> Any:
    return replace(a_finding(text, text), members=())


def test_cosines_by_hand() -> None:
    found = likeness(study(SPACE), [word(text) for text in ("warm", "kenya", "tender", "peru", "unknown")])
    assert found == {"warm": {"tender": 0.8}, "kenya": {"peru": 0.8}, "tender": {"peru": 0.36}}


def test_a_group_speaks_by_its_members_and_a_pair_not_at_all() -> None:
    group = replace(word("country"), kind=Kind.GROUP, members=("kenya", "peru"))
    pair = a_finding("pair", "warm", "kenya")
    assert words_of(group) == ("kenya", "peru")
    found = likeness(study(SPACE), [group, word("peru"), pair])
    mean = np.array([0.0, 0.6, 1.8])
    assert found == {
        "country": {"peru": pytest.approx(mean @ SPACE["peru"] / np.linalg.norm(mean), abs=0.01)}
    }


def test_without_a_space_or_findings_nothing_is_alike() -> None:
    assert likeness(study(None), [word("warm"), word("tender")]) == {}
    assert likeness(study(SPACE), []) == {}


def test_only_the_nearest_above_the_floor_are_kept() -> None:
    angles = np.linspace(0, 1.5, 3 * NEAREST)
    space = {f"w{n}": (float(np.cos(a)), float(np.sin(a)), 0.0) for n, a in enumerate(angles)}
    found = likeness(study(space), [word(text) for text in space])
    assert list(found["w0"]) == [f"w{n}" for n in range(1, NEAREST + 1)]
    assert min(value for row in found.values() for value in row.values()) >= FLOOR
