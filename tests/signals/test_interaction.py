"""The second difference of a pair compared with four forward passes; placebo pairs; and a second try."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.config import RuleConfig
from auditor.model.classifier import Classifier
from auditor.records.estimates import Estimate
from auditor.signals.interaction import Interaction, conditions, figures, measure
from auditor.signals.statistics import adjust, larger, mean, rate
from auditor.signals.study import Study
from tests.signals.studies import (
    Deaf,
    Kept,
    Toy,
    both_or_none,
    candidate,
    chance,
    direct,
    pair_rows,
    study_of,
    weighing,
)
from tests.signals.support import bag_of_words, entry, explained

RULE = RuleConfig()
ONE = 1 / (1 + np.exp(-4.0))
"""Probability of the class at a margin of 4."""
SURE = larger(np.ones(16), np.zeros(16))
"""p where each of sixteen texts shows the same."""


def second_difference(classifier: Classifier, text: str, first: int, second: int) -> float:
    """Four forward passes."""
    label = int(direct(classifier, text).argmax())
    f = [chance(classifier, label, text, without=s) for s in ((), (first,), (second,), (first, second))]
    return f[0] - f[1] - f[2] + f[3]


def asked(study: Study, *words: str) -> Toy:
    """What a model is asked for about a pair."""
    toy = Toy()
    measure(replace(study, model=toy), [candidate(study, *words)])
    return toy


def test_it_is_that_of_four_forward_passes(tiny_bert: Classifier, paired: Study) -> None:
    pair = candidate(paired, "amber", "violet")
    config = replace(paired.config, together=6)
    study = replace(paired, model=Laboratory(tiny_bert), config=config)
    (found,) = measure(study, [pair])
    rows = [row for what, removal, rows in asked(study, "amber", "violet").asked[:1] for row in rows]
    assert len(rows) == 6
    own, other = [], []
    for (text,), removed in rows:
        gone = [tuple(np.flatnonzero(row).tolist()) for row in removed]
        assert gone[:4] == [(), (0,), (1,), (0, 1)]  # "amber violet …"
        assert gone[6] == (*gone[4], *gone[5])
        own.append(second_difference(tiny_bert, text, 0, 1))
        other.append(abs(second_difference(tiny_bert, text, *gone[6])))
    expected = mean(own)
    assert found.second_difference.estimate == pytest.approx(expected.estimate, abs=1e-5)
    assert found.second_difference.low == pytest.approx(expected.low, abs=1e-4)
    assert found.placebo.estimate == pytest.approx(np.mean(other), abs=1e-5)
    assert found.second_difference.p == pytest.approx(larger(np.abs(own), other))
    assert found.removal == "pad"


def test_by_hand(paired: Study) -> None:
    """Both or none: without one word the class is lost, without both it is back."""
    pair, token = candidate(paired, "amber", "violet"), candidate(paired, "amber")
    found, none = measure(replace(paired, model=Toy(both_or_none)), [pair, token])
    assert found.second_difference.estimate == pytest.approx(2 * ONE - 2 * (1 - ONE))
    assert found.second_difference.n == paired.config.together == 16
    assert found.placebo.estimate == pytest.approx(0.0) and found.removal == "pad"
    assert found.second_difference.p == pytest.approx(SURE) and SURE < 1e-4
    assert none == Interaction()


def test_labels_of_each_word_without_the_other(paired: Study) -> None:
    (found,) = measure(paired, [candidate(paired, "amber", "violet")])
    assert found.share_apart == rate(4, 40)
    assert (found.first_alone, found.second_alone) == (rate(0, 20), rate(4, 20))


def test_pairs_are_corrected_as_one_family(paired: Study) -> None:
    pairs = list(paired.pair_choices)[:3]
    found = measure(replace(paired, model=Toy(both_or_none)), pairs)
    p = [one.second_difference.p or 1.0 for one in found]
    assert [one.second_difference.adjusted_p for one in found] == pytest.approx(adjust(p))


def test_words_that_add_up_hardly_interact_where_the_model_is_far_from_sure(paired: Study) -> None:
    faint = Laboratory(bag_of_words({"amber": 0.02, "violet": 0.02}, bias=0.01))
    (found,) = measure(replace(paired, model=faint), [candidate(paired, "amber", "violet")])
    assert found.second_difference.estimate == pytest.approx(0.0, abs=1e-3)
    (found,) = measure(
        replace(paired, model=weighing({"amber": 0.1, "violet": 0.1})), [candidate(paired, "amber", "violet")]
    )
    assert found.second_difference.estimate == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(("rest", "expected"), [(0, None), (1, None), (2, (2, 3)), (3, (2, 4)), (4, (3, 4))])
def test_a_placebo_pair_is_two_other_words_of_the_text(
    tmp_path: Path, rest: int, expected: tuple[int, int] | None
) -> None:
    """`loud` is significant, and therefore part of no placebo."""
    others = ("the", "film", "was", "long")[:rest]
    text = " ".join(["amber", "violet", *others, "loud"])
    rows = [entry(explained(f"{text} {'loud ' * n}".strip(), needed=["amber", "violet"])) for n in range(10)]
    rows += [entry(explained(f"x{n} loud w{n} y{n} z{n}", needed=["loud"]), "pos") for n in range(30)]
    study = study_of(tmp_path, rows)
    assert candidate(study, "loud") in study.significant
    toy = asked(study, "amber", "violet")
    seen = {
        tuple(tuple(np.flatnonzero(row).tolist()) for row in removed[4:]) for _, removed in toy.asked[0][2]
    }
    assert seen == ({((expected[0],), (expected[1],), expected)} if expected else {()})


def test_texts_without_a_placebo_pair_are_no_comparison(tmp_path: Path) -> None:
    rows = [entry(explained(f"amber violet{' !' * n}", needed=["amber", "violet"]), "pos") for n in range(9)]
    study = study_of(tmp_path, rows, Toy(both_or_none))
    (found,) = measure(study, [candidate(study, "amber", "violet")])
    with_placebo = 7  # texts with at least two words more
    assert (found.second_difference.n, found.placebo.n) == (9, with_placebo)
    lonely = study_of(tmp_path / "b", [entry(explained(f"amber violet{' amber' * n}",
        needed=["amber", "violet"]), "pos") for n in range(9)], Toy(both_or_none))  # fmt: skip
    (found,) = measure(lonely, [candidate(lonely, "amber", "violet")])
    assert found.second_difference.p is None and found.placebo == Estimate()
    assert found.second_difference.adjusted_p == 1.0


def deaf_to_padding(kept: Kept) -> float:
    """The margin of a model that looks at neighbours: a padded word between them hides all."""
    return 4.0 if None in kept else both_or_none(kept)


def test_a_pair_that_labels_follow_is_deleted_where_padding_shows_nothing(paired: Study) -> None:
    toy = Toy(deaf_to_padding)
    pair = candidate(paired, "amber", "violet")
    other = next(one for one, choice in paired.pair_choices.items() if choice.adjusted_p > RULE.level)
    found, unfollowed = measure(replace(paired, model=toy), [pair, other])
    assert [(removal, len(rows)) for _, removal, rows in toy.asked] == [("pad", 32), ("delete", 16)]
    assert (found.removal, unfollowed.removal) == ("delete", "pad")
    assert found.second_difference.estimate == pytest.approx(4 * ONE - 2)
    assert found.second_difference.p == pytest.approx(2 * SURE)  # a second try
    assert found.share_apart == rate(4, 40)


def test_what_padding_shows_is_not_tried_again(paired: Study) -> None:
    toy = Toy(both_or_none)
    measure(replace(paired, model=toy), [candidate(paired, "amber", "violet")])
    assert [len(rows) for _, _, rows in toy.asked] == [16, 0]
    deleting = Toy(deaf_to_padding, removal="delete")
    (found,) = measure(replace(paired, model=deleting), [candidate(paired, "amber", "violet")])
    assert [len(rows) for _, _, rows in deleting.asked] == [16, 0] and found.removal == "delete"
    assert found.second_difference.p == pytest.approx(SURE)  # a first try


def test_where_deleting_shows_nothing_either_the_first_try_stands(paired: Study) -> None:
    (found,) = measure(paired, [candidate(paired, "amber", "violet")])  # a model without an opinion
    assert found.removal == "pad" and found.second_difference.estimate == 0.0


def test_a_text_that_fails_is_left_out(tmp_path: Path) -> None:
    study = study_of(tmp_path, pair_rows(80), Deaf(Toy(both_or_none), "n8"))
    config = replace(study.config, together=100)
    (found,) = measure(replace(study, config=config), [candidate(study, "amber", "violet")])
    assert found.second_difference.n == found.placebo.n == 19


@pytest.mark.parametrize(
    ("low", "adjusted", "met"),
    [(0.2, 0.05, True), (0.19, 0.05, False), (0.2, 0.06, False), (None, 0.01, False), (0.2, None, False)],
)
def test_two_words_do_more_than_their_sum_or_not(
    low: float | None, adjusted: float | None, met: bool
) -> None:
    (condition,) = conditions(Interaction(Estimate(0.5, low, 0.8, 16, adjusted_p=adjusted)), RULE)
    assert (condition.code, condition.seen, condition.asked, condition.met) == ("interacts", low, 0.2, met)


def test_its_figures_are_for_pairs_only() -> None:
    found = Interaction(Estimate(0.5), Estimate(0.1), rate(4, 40))
    second, apart = figures(found)
    assert (second.name, second.estimate, second.placebo) == (
        "second_difference",
        Estimate(0.5),
        Estimate(0.1),
    )
    assert apart.estimate == rate(4, 40) and second.pairs_only and apart.pairs_only
