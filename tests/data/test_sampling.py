"""Samples keep the shares of the labels and depend on the seed and the texts alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import Example, draw, make_example
from auditor.data.sampling import hold_out, sample_places, shares
from auditor.errors import AuditError


def test_shares_by_hand() -> None:
    assert shares({"a": 10, "b": 90}, 10) == {"a": 1, "b": 9}
    assert shares({"a": 1, "b": 99}, 10) == {"a": 1, "b": 9}  # a label is not lost to rounding
    assert shares({"a": 5, "b": 5, "c": 5}, 4) == {"a": 2, "b": 1, "c": 1}
    assert shares({"a": 2, "b": 3}, 9) == {"a": 2, "b": 3}


@given(
    st.dictionaries(st.text(max_size=3), st.integers(1, 500), min_size=1, max_size=5), st.integers(1, 2000)
)
def test_shares_add_up_and_are_never_more_than_there_are(counts: dict[str, int], size: int) -> None:
    parts = shares(counts, size)
    assert sum(parts.values()) == min(size, sum(counts.values()))
    assert all(0 <= parts[label] <= counts[label] for label in counts)
    if size >= len(counts):
        assert all(parts.values()), "every label has a place where there are enough"


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=30), st.integers(0, 9), st.integers(0, 3))
def test_the_lowest_ranks_of_each_label_are_kept(labels: list[str], size: int, seed: int) -> None:
    """Brute force: sort by rank and cut."""
    keys = [(f"id{place}", label, place) for place, label in enumerate(labels)]
    sizes = {label: min(size, labels.count(label)) for label in "ab"}
    ranked = sorted(keys, key=lambda key: draw(seed, "sample", key[0]))
    wanted = {
        place for label in "ab" for _, _, place in [key for key in ranked if key[1] == label][: sizes[label]]
    }
    assert sample_places(keys, dict(sizes), seed) == wanted
    assert sample_places(reversed(keys), dict(sizes), seed) == wanted


def examples(count: int) -> list[Example]:
    return [make_example((f"t{n % 50}",), "ab"[n % 2], n) for n in range(count)]


def test_the_same_text_is_held_out_or_kept_whole() -> None:
    train, held = hold_out(examples(100), 0.2, seed=1)
    assert len(train) + len(held) == 100
    assert not {e.id for e in train} & {e.id for e in held}
    assert [e.label for e in held].count("a") == [e.label for e in held].count("b") == 10


def test_what_is_held_out_depends_on_the_seed_and_not_on_the_order() -> None:
    one, two = hold_out(examples(50), 0.2, seed=1)[1], hold_out(examples(50)[::-1], 0.2, seed=1)[1]
    assert {e.id for e in one} == {e.id for e in two}
    assert {e.id for e in one} != {e.id for e in hold_out(examples(50), 0.2, seed=2)[1]}


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1, 2.0])
def test_a_share_of_nothing_or_of_everything_is_refused(share: float) -> None:
    with pytest.raises(AuditError, match="must lie between 0 and 1"):
        hold_out(examples(10), share, seed=1)
