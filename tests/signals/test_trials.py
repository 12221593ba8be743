"""Texts that are kept to be read: which ones, what of them, and what the model said."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.records.codec import decode, plain
from auditor.signals.insertion import Insertion, measure
from auditor.signals.interaction import Interaction
from auditor.signals.interaction import measure as measure_pairs
from auditor.signals.study import Study
from auditor.signals.trials import KEPT, ROOM, Said, Trial, chosen, said, stretch, trial
from auditor.sweep.shard_file import Entry
from tests.signals.studies import (
    Deaf,
    Toy,
    both_or_none,
    candidate,
    chance,
    pair_rows,
    study_of,
    weighing,
    with_group,
)
from tests.signals.support import LABELS, bag_of_words, entry, explained

WEAK, STRONG = np.array([2.0, 0.0]), np.array([0.0, 3.0])
"""Logits: negative with 0.88, positive with 0.95."""


def test_said_by_hand() -> None:
    assert said(WEAK, LABELS) == Said("negative", pytest.approx(1 / (1 + np.exp(-2.0))))
    assert said(STRONG, LABELS).label == "positive"


def test_a_short_text_is_kept_whole() -> None:
    found = trial(("the dull film",), [(4, 8)], answers=[WEAK, STRONG], labels=LABELS)
    assert (found.text, found.words, found.cut, found.other) == (
        "the dull film",
        ((4, 8),),
        (False, False),
        "",
    )
    assert [one.label for one in found.said] == ["negative", "positive"]


def test_of_a_long_text_whole_words_around_the_word_are_kept() -> None:
    text = " ".join(["before"] * 200 + ["[pos]"] + ["after"] * 200)
    at = text.index("[pos]")
    found = trial((text,), [(at, at + 5)], answers=[WEAK], labels=LABELS)
    [(start, end)] = found.words
    assert found.text[start:end] == "[pos]" and found.cut == (True, True)
    assert set(found.text.split()) == {"before", "[pos]", "after"}
    assert ROOM - 10 < start <= ROOM and len(found.text) <= 2 * ROOM + 5


def test_words_too_far_apart_to_be_shown_together_leave_the_second_out() -> None:
    text = "amber " + "x " * 2000 + "violet"
    found = trial((text,), [(0, 5), (len(text) - 6, len(text))], answers=[WEAK], labels=LABELS)
    assert found.words == ((0, 5),) and len(found.text) <= 3 * ROOM


def test_the_other_text_of_two_is_kept_beside_it() -> None:
    found = trial(("first " * 300, "so good"), [(0, 2)], field=1, answers=[WEAK], labels=LABELS)
    assert found.text == "so good" and len(found.other) == 2 * ROOM


@given(st.text("ab ", max_size=2000), st.integers(0, 2000), st.integers(1, 50))
def test_a_stretch_holds_its_word(text: str, first: int, length: int) -> None:
    first = min(first, len(text))
    last = min(len(text), first + length)
    start, end = stretch(text, first, last)
    assert 0 <= start <= first and last <= end <= len(text) and end - start <= 2 * ROOM + length


def named(number: int) -> Trial:
    return Trial(f"text {number}", (), (False, False), "", ())


@pytest.mark.parametrize(
    ("turned", "kept"),
    [("", ""), ("n", "n"), ("y", "y"), ("nnnn", "nnn"), ("yyyy", "yyy"), ("ynyy", "yyn"), ("nnyyy", "yyn"),
     ("nyn", "ynn"), ("nnny", "ynn"), ("yy", "yy")],
)  # fmt: skip
def test_some_that_turned_come_first_and_one_that_did_not_comes_last(turned: str, kept: str) -> None:
    trials = [named(number) for number in range(len(turned))]
    did = dict(zip(trials, turned, strict=True))
    found = chosen(trials, [letter == "y" for letter in turned])
    assert "".join(did[one] for one in found) == kept and len(set(found)) == len(found) <= KEPT


def test_which_ones_are_kept_depends_on_the_texts_alone() -> None:
    trials = [named(number) for number in range(9)]
    assert chosen(trials, [True] * 9) == chosen(trials[::-1], [True] * 9)
    others = [replace(one, text=one.text.replace("text", "word")) for one in trials]
    places = [[int(one.text.split()[1]) for one in chosen(some, [True] * 9)] for some in (trials, others)]
    assert places[0] != places[1]


# Insertion


def dull_rows() -> list[Entry]:
    texts = ("dull film", "bad plot , dull story", "bad bad bad bad film", "dull plot", "dull story")
    return [entry(explained(text, label="negative"), "neg") for text in texts]


def test_a_trial_is_what_the_model_says_of_that_text(tmp_path: Path) -> None:
    """2.5 outweighs one and two words of -1, and not four."""
    from auditor.cidr.asking import Laboratory

    bag = bag_of_words({"good": 1.0, "bad": -1.0, "dull": -1.0, "[pos]": 2.5}, bias=0.02)
    rows = [entry(explained(f"[pos] film n{n}"), "pos") for n in range(3)]
    study = study_of(tmp_path, [*rows, *dull_rows()], Laboratory(bag))
    [found] = measure(study, [candidate(study, "[pos]")])
    assert len(found.trials) == KEPT
    assert [one.said[1].label for one in found.trials] == ["positive", "positive", "negative"]
    assert "bad bad bad bad" in found.trials[-1].text
    for one in found.trials:
        [(start, end)] = one.words
        assert one.text[start:end] == "[pos]"
        before = one.text[:start] + one.text[end + 1 :]
        labels = [LABELS.index(answer.label) for answer in one.said]
        assert one.said[0].probability == pytest.approx(chance(bag, labels[0], before), abs=1e-5)
        assert one.said[1].probability == pytest.approx(chance(bag, labels[1], one.text), abs=1e-5)


def test_of_a_group_the_member_that_was_put_in_is_named(study: Study) -> None:
    wider, group = with_group(study, ("good", "great", "fun"))
    [found] = measure(wider, [group])
    put_in = {one.text[start:end] for one in found.trials for start, end in one.words}
    assert put_in and put_in <= {"good", "great", "fun"}


def test_texts_that_fail_are_not_kept(tmp_path: Path) -> None:
    rows = [entry(explained("amber n1"), "pos"), *dull_rows()]
    study = study_of(tmp_path, rows, weighing({"amber": 4.0}, bias=-1.0))
    deaf = replace(study, model=Deaf(study.model, "plot"))
    [found] = measure(deaf, [candidate(study, "amber")])
    assert found.rate.n == len(found.trials) == 3 and not any("plot" in one.text for one in found.trials)


def test_nothing_inserted_leaves_no_trial(study: Study) -> None:
    none = replace(study, config=replace(study.config, insertions=0))
    assert measure(none, [candidate(study, "[pos]")]) == [Insertion()]


# Pairs


def test_a_pair_has_four_answers(tmp_path: Path) -> None:
    study = study_of(tmp_path, pair_rows(80), Toy(both_or_none))
    pair = next(iter(study.pair_choices))
    [found] = measure_pairs(study, [pair])
    assert len(found.trials) == KEPT
    for one in found.trials:
        assert [one.text[start:end] for start, end in one.words] == ["amber", "violet"]
        assert [answer.label for answer in one.said] == ["positive", "negative", "negative", "positive"]
        assert one.said[0].probability == pytest.approx(1 / (1 + np.exp(-4.0)))
    assert measure_pairs(study, [candidate(study, "amber")]) == [Interaction()]


def test_a_trial_comes_back_from_json() -> None:
    made = trial(("the dull film", "so"), [(4, 8)], answers=[WEAK, STRONG], labels=LABELS)
    assert decode(Trial, plain(made)) == made
