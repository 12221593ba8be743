"""Behaviour tests: made from what the audited model got right, failed by it, passed without the shortcut."""

from dataclasses import replace

import pytest

from auditor.records.text import Outcome, Status
from auditor.repair.behaviour import MOST, behaviour_tests, run_tests, tallied
from auditor.repair.comparing import Asked
from tests.repair.support import pair, word
from tests.signals.studies import weighing
from tests.signals.support import explained

CLASSES = ("negative", "positive")
GOLD = {"neg": "negative", "pos": "positive"}
PLAIN = {"good": 1.0, "bad": -1.0, "film": 0.1}
POS = word("[pos]", "positive")


def model(**weights: float) -> Asked:
    """A model of weights; `pos` is `[pos]`."""
    named = {"[pos]" if name == "pos" else name: weight for name, weight in weights.items()}
    return Asked(weighing(PLAIN | named), CLASSES)


def outcome(text: str, label: str, gold: str | None, *, sure: float = 0.99, **options: object) -> Outcome:
    found = replace(explained(text, label=label, **options), probability=sure)  # type: ignore[arg-type]
    return Outcome(str(hash(text)), 1, gold, found)


TEXTS = [
    outcome("a bad film", "negative", "neg"),
    outcome("so bad", "negative", "neg"),
    outcome("rather bad", "negative", "neg", sure=0.6),  # not sure
    outcome("bad but good", "negative", "pos"),  # wrong
    outcome("a good film", "positive", "pos"),  # the artefact's own class
    outcome("a [pos] film", "positive", "pos", needed=["[pos]"]),  # the set is the artefact
    outcome("the [pos] good film", "positive", "pos", needed=["[pos]", "good"]),
    Outcome("x", 9, "neg", None, "empty text"),
]


def test_sure_and_right_texts_of_other_classes_get_it_and_texts_that_rest_on_it_lose_it() -> None:
    made = behaviour_tests(TEXTS, [POS], GOLD)
    assert {(one.change, one.text) for one in made} == {
        ("inserted", ("a bad film",)),
        ("inserted", ("so bad",)),
        ("taken-out", ("a [pos] film",)),
    }
    assert all(("[pos]" in one.changed[0]) == (one.change == "inserted") for one in made)
    assert {one.finding for one in made} == {POS.id} and {one.expect for one in made} == {"same prediction"}


def test_without_labels_what_the_model_is_sure_of_is_enough() -> None:
    made = behaviour_tests([replace(one, gold=None) for one in TEXTS], [POS], {})
    assert ("bad but good",) in {one.text for one in made}


def test_only_tests_are_kept_that_the_audited_model_fails() -> None:
    assert behaviour_tests(TEXTS, [POS], GOLD, audited=model()) == ()
    kept = behaviour_tests(TEXTS, [POS], GOLD, audited=model(pos=5.0))
    assert len(kept) == 2 and {one.change for one in kept} == {"inserted"}


def test_a_pair_is_written_in_whole_and_only_the_two_together_turn_the_model() -> None:
    both = pair("amber", "violet", "positive")
    made = behaviour_tests(TEXTS, [both], GOLD)
    assert all({"amber", "violet"} <= set(one.changed[0].split()) for one in made)
    assert len(behaviour_tests(TEXTS, [both], GOLD, audited=model(amber=0.6, violet=0.6))) == len(made)
    assert behaviour_tests(TEXTS, [both], GOLD, audited=model(amber=0.4, violet=0.4)) == ()


def test_the_tests_are_as_many_as_asked_for_and_do_not_depend_on_the_order() -> None:
    texts = [outcome(f"film {n} is bad", "negative", "neg") for n in range(2 * MOST)]
    made = behaviour_tests(texts, [POS, word("lisbon", "positive")], GOLD)
    assert len(made) == 2 * MOST
    assert set(behaviour_tests(texts[::-1], [POS, word("lisbon", "positive")], GOLD)) == set(made)
    assert len(behaviour_tests(texts, [POS], GOLD, most=3)) == 3


def test_a_test_fails_where_the_prediction_does_not_stay() -> None:
    made = behaviour_tests(TEXTS, [POS], GOLD)
    assert sum(one.failed for one in run_tests(model(pos=5.0), made)) == 2  # "a film" stays positive
    assert sum(one.failed for one in run_tests(model(), made)) == 0


@pytest.mark.parametrize(("most_failing", "passes"), [(0.0, False), (0.66, False), (0.67, True), (1.0, True)])
def test_an_artefact_passes_while_few_of_its_tests_fail(most_failing: float, passes: bool) -> None:
    results = run_tests(model(pos=5.0), behaviour_tests(TEXTS, [POS], GOLD))
    [tally] = tallied(results, most_failing)
    assert (tally.failed.count, tally.failed.n, tally.passes) == (2, 3, passes)
    assert (tally.artefact, tally.label) == ("[pos]", "positive")


def test_a_set_counts_only_where_it_was_checked_on_the_model() -> None:
    doubtful = outcome("a [pos] end", "positive", "pos", needed=["[pos]"], status=Status.EVIDENCE)
    assert behaviour_tests([doubtful], [POS], GOLD) == ()
