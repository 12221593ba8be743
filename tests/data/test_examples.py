"""Ids, draws and fingerprints: made from content, never from place."""

import hashlib
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import ID_LENGTH, draw, example_id, fingerprint, make_example


def test_an_id_is_the_hash_of_the_text_with_its_length() -> None:
    assert example_id(("good",)) == hashlib.sha256(b"4:good").hexdigest()[:ID_LENGTH]


def test_an_example_has_the_id_of_its_text_whatever_its_label_and_row() -> None:
    first, second = make_example(("good",), "positive", 1), make_example(("good",), "negative", 9)
    assert first.id == second.id == example_id(["good"])


@given(st.text(max_size=6), st.text(max_size=6))
def test_two_texts_are_never_one(first: str, second: str) -> None:
    assert example_id((first, second)) != example_id((first + second,))


def test_where_one_text_ends_and_the_next_begins_matters() -> None:
    assert example_id(("a1", "b")) != example_id(("a", "1b"))
    assert example_id(("a", "1:b")) != example_id(("a1:", "b"))


def test_draws_differ_by_seed_purpose_and_id() -> None:
    drawn = {draw(0, "cover", "x"), draw(1, "cover", "x"), draw(0, "agree", "x"), draw(0, "cover", "y")}
    assert len(drawn) == 4
    assert draw(7, "cover", "x") == draw(7, "cover", "x")


def test_draws_are_spread_evenly() -> None:
    """Of 4,000 draws a quarter falls into each quarter of the range, within four standard deviations."""
    quarters = Counter(draw(0, "cover", str(n)) >> 62 for n in range(4000))
    assert set(quarters) == {0, 1, 2, 3}
    assert all(abs(count - 1000) < 4 * (4000 * 0.25 * 0.75) ** 0.5 for count in quarters.values())


def test_a_fingerprint_sees_order_text_and_label_and_no_row() -> None:
    one, two = make_example(("a",), "x", 1), make_example(("b",), "y", 2)
    whole = fingerprint([one, two])
    assert whole == fingerprint([make_example(("a",), "x", 5), make_example(("b",), "y", 8)])
    assert whole != fingerprint([two, one])
    assert whole != fingerprint([make_example(("a",), "y", 1), two])
    assert whole != fingerprint([one])
    assert fingerprint([make_example(("a",), None, 1)]) == fingerprint([make_example(("a",), "", 1)])
