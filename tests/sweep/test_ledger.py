"""Which errand is next, and what becomes of those whose workers die: by hand, and under any bad luck."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from auditor.sweep.errands import Desk
from auditor.sweep.ledger import DIED, MEMORY, Ledger, Ticket


@dataclass(frozen=True)
class Squares:
    """Numbers to be squared."""

    numbers: tuple[int, ...]

    def do(self, desk: Desk) -> list[Any]:  # noqa: ARG002
        return [number**2 for number in self.numbers]

    def parts(self) -> "list[Squares]":
        middle = len(self.numbers) // 2
        return [Squares(self.numbers[:middle]), Squares(self.numbers[middle:])] if middle else []

    def joined(self, results: Sequence[list[Any]]) -> list[Any]:
        return [one for part in results for one in part]

    def given_up(self, reason: str) -> list[Any]:
        return [reason] * len(self.numbers)


def ledger(*sizes: int) -> Ledger:
    """Errands of so many numbers each."""
    return Ledger(Squares(tuple(range(10 * place, 10 * place + size))) for place, size in enumerate(sizes))


def taken(book: Ledger, place: str = "a", others: Sequence[str] = ()) -> Ticket:
    found = book.take(place, others)
    assert found is not None
    return found


def squares(ticket: Ticket) -> Any:
    return ticket.errand.do(None)  # type: ignore[arg-type]


def test_errands_are_taken_in_order_and_numbered() -> None:
    book = ledger(1, 1)
    first, second = taken(book), taken(book)
    assert book.take("a") is None and not book.finished
    assert book.done(second, squares(second)) == (1, [100])
    assert book.done(first, squares(first)) == (0, [0])
    assert book.finished


def test_no_errands_are_finished_at_once() -> None:
    assert ledger().finished


def test_one_death_is_tried_again_whole_on_another_machine() -> None:
    book = ledger(4, 1)
    first = taken(book, "a")
    assert book.failed(first, "a", memory=False) is None
    assert taken(book, "a", others=("a", "b")).number == 1  # b will do it
    assert taken(book, "b", others=("a", "b")) is first


def test_where_there_is_no_other_machine_it_is_tried_again_on_this_one() -> None:
    book = ledger(4)
    first = taken(book, "a")
    book.failed(first, "a", memory=False)
    assert taken(book, "a", others=("a",)) is first


def test_a_second_death_cuts_it_and_the_parts_are_put_together_in_order() -> None:
    book = ledger(4)
    first = taken(book, "a")
    book.failed(first, "a", memory=False)
    book.failed(taken(book, "b", others=("a", "b")), "b", memory=False)
    left, right = taken(book, "a"), taken(book, "a")
    assert left.errand == Squares((0, 1)) and right.errand == Squares((2, 3))
    assert book.done(right, squares(right)) is None
    assert book.done(left, squares(left)) == (0, [0, 1, 4, 9])
    assert book.finished


def test_deaths_with_their_machine_do_not_count() -> None:
    book = ledger(4)
    first = taken(book, "a")
    for place in ("a", "b", "c"):
        assert book.failed(first, place, memory=False, gone={"a", "b", "c"}) is None
        assert taken(book, "d") is first


def test_memory_cuts_at_once_and_gives_up_what_cannot_be_cut() -> None:
    book = ledger(2)
    assert book.failed(taken(book), "a", memory=True) is None
    left = taken(book)
    assert left.errand == Squares((0,))
    assert book.failed(left, "a", memory=True) is None
    right = taken(book)
    assert book.done(right, squares(right)) == (0, [MEMORY, 1])


def test_what_kills_two_workers_and_cannot_be_cut_is_given_up() -> None:
    book = ledger(1)
    one = taken(book, "a")
    assert book.failed(one, "a", memory=False) is None
    assert book.failed(taken(book, "b"), "b", memory=False) == (0, [DIED])
    assert book.finished


@given(
    sizes=st.lists(st.integers(1, 9), max_size=6),
    luck=st.lists(st.sampled_from(["done", "done", "lost", "died", "memory"]), max_size=60),
    poison=st.sets(st.integers(0, 60), max_size=3),
)
def test_whatever_happens_every_errand_comes_out_once(
    sizes: list[int], luck: list[str], poison: set[int]
) -> None:
    """Numbers that kill every worker end with a reason; all others that are ever done come out right."""
    book, found, turns = ledger(*sizes), {}, iter(luck)
    for turn in range(1000):
        if book.finished:
            break
        place = "ab"[turn % 2]
        ticket = book.take(place, others=("a", "b"))
        if ticket is None:
            continue  # what is left waits for the other machine
        numbers = ticket.errand.numbers  # type: ignore[attr-defined]
        fate = "died" if poison & set(numbers) else next(turns, "done")
        gone = {place} if fate == "lost" else set()
        came = (
            book.done(ticket, squares(ticket))
            if fate == "done"
            else book.failed(ticket, place, memory=fate == "memory", gone=gone)
        )
        if came is not None:
            assert came[0] not in found
            found[came[0]] = came[1]
    assert book.finished and sorted(found) == list(range(len(sizes)))
    for place, size in enumerate(sizes):
        numbers = range(10 * place, 10 * place + size)
        for number, value in zip(numbers, found[place], strict=True):
            assert value in (number**2, DIED, MEMORY)
            assert not (number in poison and value == number**2)
