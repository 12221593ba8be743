"""What became of the texts of a canary, counted by hand: classes, sets, and sets picked at random."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.power.canary import Canary, CanaryKind
from auditor.power.canary_search import NOTHING_SEEN, Seen, seen
from auditor.records.text import Explanation, Status
from auditor.signals.counts import Token
from auditor.signals.study import Study
from tests.signals.studies import study_of
from tests.signals.support import entry, explained

WORD = Canary(CanaryKind.MADE_UP, ("zorvex",), 1, 0.5, 4, 4)
ROWS = [
    *[entry(explained(f"zorvex film n{n}", label="positive"), "pos") for n in range(3)],
    *[entry(explained(f"violet plot n{n}", label="negative"), "neg") for n in range(3)],
]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Three positive texts and three negative ones; `zorvex` is in the vocabulary."""
    study = study_of(tmp_path_factory.mktemp("run"), ROWS)
    assert study.corpus.gold.tolist() == [1, 1, 1, 0, 0, 0] and Token("zorvex") in study.corpus.vocabulary
    return study


def searched(*needed: str, label: str = "positive", status: Status = Status.VERIFIED) -> Explanation:
    return explained("zorvex film n1 violet", label=label, needed=needed, status=status)


def test_texts_by_hand(base: Study) -> None:
    """Of four sets of the class three need the word; of random ones of their sizes 1 or 2 in 4 would."""
    found = {
        0: searched("zorvex"),
        1: searched("zorvex", "film"),
        2: searched("film"),
        3: searched("zorvex"),  # a text of the other class that was turned
        4: searched("zorvex", label="negative"),  # one that was not
    }
    assert seen(base, WORD, found) == Seen(3, 3, 2, 1, 3, pytest.approx(0.25 + 0.5 + 0.25 + 0.25))
    assert seen(base, WORD, found).sets == 4
    assert seen(base, WORD, {}) == NOTHING_SEEN


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (searched("zorvex", status=Status.EVIDENCE), True),
        (searched("zorvex", status=Status.UNVERIFIED), False),
        (searched(status=Status.DEFAULT), False),
        (searched(status=Status.UNREACHABLE), False),
        (searched(), False),  # verified, and empty
    ],
)
def test_only_sets_that_were_checked_count(base: Study, text: Explanation, counts: bool) -> None:
    found = seen(base, WORD, {0: text})
    assert (found.agreeing, found.sets, found.needed) == (1, int(counts), int(counts))
    assert (found.random > 0) == counts


def test_of_several_words_any_counts(base: Study) -> None:
    pair = replace(WORD, kind=CanaryKind.PAIR, forms=("zorvex", "film"))
    found = {0: searched("zorvex"), 1: searched("film"), 2: searched("violet")}
    assert seen(base, pair, found).needed == 2 and seen(base, WORD, found).needed == 1


def test_without_labels_the_prediction_says_which_texts_agree(tmp_path: Path) -> None:
    rows = [replace(row, outcome=replace(row.outcome, gold=None)) for row in ROWS]
    bare = study_of(tmp_path, rows)
    found = seen(bare, WORD, {0: searched("zorvex"), 3: searched("zorvex")})
    assert (found.agreeing, found.others) == (1, 1)


counts = st.builds(Seen, *[st.integers(0, 99)] * 5, st.integers(0, 9).map(float))


@given(counts, counts, counts)
def test_what_was_seen_adds_up_in_any_order(one: Seen, other: Seen, third: Seen) -> None:
    assert one + NOTHING_SEEN == one and one + other == other + one
    assert (one + other) + third == one + (other + third)
    assert (one + other).sets == one.sets + other.sets
