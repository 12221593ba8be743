"""A token as the whole text: its margin beside that of quiet words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.config import RuleConfig
from auditor.model.classifier import Classifier
from auditor.signals.alone import Alone, conditions, figures, measure
from auditor.signals.placebos import frequent
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, Deaf, candidate, direct, study_of, weighing
from tests.signals.support import entry, explained


def test_it_is_the_models_answer_to_the_word_beside_quiet_words(study: Study, obedient: Classifier) -> None:
    quiet = [study.corpus.forms[token][0] for token in frequent(study, 32)]
    usual = np.mean([np.diff(direct(obedient, word))[0] for word in quiet])
    words = ["[pos]", "bad", "film"]
    strong, contrary, idle = measure(study, [candidate(study, word) for word in words])
    for word, found in zip(words, (strong, contrary, idle), strict=True):
        assert found.margin == pytest.approx(np.diff(direct(obedient, word))[0] - usual, abs=1e-5)
    assert (strong.margin or 0) > 1 > abs(idle.margin or 0) > (contrary.margin or 0)


def test_the_other_class_has_the_other_sign(study: Study) -> None:
    chosen = [candidate(study, "[pos]"), candidate(study, "[pos]", label=NEGATIVE)]
    there, back = measure(study, chosen)
    assert there.margin == pytest.approx(-(back.margin or 0))


def test_each_word_is_asked_for_once_as_it_is_written(tmp_path: Path) -> None:
    rows = [entry(explained(f"Amber film n{n}"), ("pos", "neg")[n // 2 % 2]) for n in range(12)]
    toy = weighing({"Amber": 3.0, "film": 1.0}, bias=0.5)
    study = study_of(tmp_path, rows, toy)
    chosen = [candidate(study, "amber"), candidate(study, "amber", label=NEGATIVE), candidate(study, "film")]
    found = measure(study, chosen)
    assert sorted(toy.texts("single words")) == [("Amber",), ("film",)]
    # Quiet are both, with margins of 3.5 and 1.5: 2.5 on average.
    assert [one.margin for one in found] == pytest.approx([1.0, -1.0, -1.0])


def test_pairs_and_inputs_of_two_texts_have_none(paired: Study, tmp_path: Path) -> None:
    assert measure(paired, [candidate(paired, "amber", "violet")]) == [Alone()]
    rows = [entry(explained(f"film was n{n}", f"film so n{n}"), "pos") for n in range(8)]
    two = study_of(tmp_path, rows, paired=True)
    assert measure(two, [candidate(two, "film")]) == [Alone()]


def test_without_an_answer_or_a_quiet_word_there_is_no_evidence(study: Study, tmp_path: Path) -> None:
    deaf = replace(study, model=Deaf(study.model, "[pos]"))
    silent, answered = measure(deaf, [candidate(study, "[pos]"), candidate(study, "bad")])
    assert silent == Alone() and answered.margin is not None
    lonely = study_of(tmp_path, [entry(explained("amber film"), "pos")], weighing({"amber": 1.0}))
    assert measure(lonely, [candidate(lonely, "amber")]) == [Alone()]


def test_it_is_shown_and_decides_nothing() -> None:
    assert conditions(Alone(3.0), RuleConfig()) == ()
    (figure,) = figures(Alone(3.0))
    assert (figure.name, figure.estimate.estimate, figure.unit) == ("alone", 3.0, "logits")
