"""The smallest shortcut that is hardly missed, and the texts that are missing, against counting by hand."""

import math
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.power.canary import CanaryKind
from auditor.power.odds import Shortcut
from auditor.power.resolution import EFFECT, SMALL, SURE, WIDEST, _rounded_up, more_texts, resolution


@dataclass
class Steps:
    """Odds that are sure from a share of the texts on, less with more texts; they remember what was asked."""

    enough: float
    audited: int = 1000
    labelled: tuple[int, ...] = (0, 0)
    asked: list[Shortcut] = field(default_factory=list)

    @property
    def grounds(self) -> Any:
        return {0: SimpleNamespace(audited=self.audited, labelled=self.labelled)}

    def middle(self, shortcut: Shortcut, *, times: float = 1.0) -> float:
        self.asked.append(shortcut)
        return SURE if shortcut.reach * times >= self.enough else 0.0


def resolved(odds: Any, kind: CanaryKind = CanaryKind.MADE_UP) -> float | None:
    return resolution(odds, kind)


def missing(odds: Any) -> int | None:
    return more_texts(odds)


@given(st.floats(0.001, WIDEST))
def test_the_resolution_is_found_to_a_fifth_of_a_percent(enough: float) -> None:
    found = resolved(Steps(enough))
    assert found is not None and enough <= found <= enough * 1.002


def test_nothing_below_one_text_and_nothing_above_half_of_them() -> None:
    assert resolved(Steps(0.0)) == 1 / 1000  # even one text would do
    assert resolved(Steps(WIDEST * 1.01)) is None
    assert resolved(Steps(0.25, audited=2)) == 0.5  # one of two texts


def test_it_asks_for_the_kind_and_for_half_of_the_other_texts() -> None:
    odds = Steps(0.1)
    resolved(odds, CanaryKind.DATES)
    assert {(one.kind, one.effect) for one in odds.asked} == {(CanaryKind.DATES, EFFECT)}
    assert len(odds.asked) < 30  # each costs a chance for every class


@given(st.floats(SMALL, 9.0))
def test_with_so_many_more_texts_it_is_enough(enough: float) -> None:
    """A hundredth of the texts is enough where there are `enough / SMALL` times as many."""
    found = missing(Steps(enough))
    assert found is not None
    exact = (enough / SMALL - 1) * 1000
    assert exact <= found * (1 + 1e-9) and found <= max(1.2 * exact, exact + 0.002 * (exact + 1000) + 10)


def test_no_number_is_named_where_none_is_enough() -> None:
    assert missing(Steps(SMALL)) == 0 and missing(Steps(10.1)) is None


def test_labels_count_where_there_are_more_of_them_than_audited_texts() -> None:
    few, many = Steps(2 * SMALL), Steps(2 * SMALL, labelled=(3000, 6000))
    assert missing(few) == 1100 and missing(many) == 9100


@pytest.mark.parametrize(
    ("count", "rounded"),
    [(0, 0), (0.2, 1), (7, 7), (99, 99), (99.5, 100), (101, 110), (1137, 1200), (1200, 1200)],
)
def test_numbers_are_rounded_up_to_two_digits(count: float, rounded: int) -> None:
    assert _rounded_up(count) == rounded


@given(st.floats(0, 1e9))
def test_rounding_up_never_takes_away_and_adds_a_tenth_at_most(count: float) -> None:
    found = _rounded_up(count)
    assert math.ceil(count) <= found <= math.ceil(count) * 1.1 + 1
