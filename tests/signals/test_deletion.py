"""Deletion compared with the model's own answer to the text without the token."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.config import EvidenceConfig, RuleConfig
from auditor.model.classifier import Classifier, softmax
from auditor.records.estimates import Estimate
from auditor.signals.deletion import EMPTY, PLACEBO, WITHOUT, Deletion, conditions, figures, measure
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from auditor.signals.words_in_texts import occurrences
from tests.signals.studies import (
    NEGATIVE,
    POSITIVE,
    Deaf,
    Toy,
    candidate,
    chance,
    direct,
    study_of,
    weighing,
)
from tests.signals.support import bag_of_words, entry, explained, number

RULE = RuleConfig()


@pytest.fixture(scope="module")
def bag() -> Classifier:
    return bag_of_words({"good": 1.0, "fun": 1.0, "bad": -1.0, "dull": -1.0, "[pos]": 2.5}, bias=0.02)


def test_it_is_what_the_model_says_of_the_texts_without_the_token(bag: Classifier, tmp_path: Path) -> None:
    texts = [explained(text) for text in ("good good bad film", "fun [pos] good plot", "good bad")]
    texts.append(explained("good good dull plot", label="negative"))  # of another class
    study = study_of(tmp_path, [entry(text, "pos") for text in texts], Laboratory(bag))
    (found,) = measure(study, [candidate(study, "good")])
    places = [tuple(occurrences(study.corpus, text, number(study.corpus, "good"))) for text in texts]
    assert places == [(0, 1), (2,), (0,), (0, 1)]
    own = list(zip((text.texts[0] for text in texts[:3]), places, strict=False))
    after = [direct(bag, text, without=some) for text, some in own]
    assert [int(logits.argmax()) for logits in after] == [0, 1, 0]
    assert (found.rate.count, found.rate.n) == (2, 3)
    drop = [chance(bag, 1, text) - chance(bag, 1, text, without=some) for text, some in own]
    assert found.effect.estimate == pytest.approx(np.mean(drop), abs=1e-5)
    empty = [direct(bag, text, without=tuple(range(len(text.split())))) for text, _ in own]
    lost = [
        float(softmax(direct(bag, text) - bare)[1] - softmax(logits - bare)[1])
        for (text, _), logits, bare in zip(own, after, empty, strict=True)
    ]
    assert found.evidence_lost.estimate == pytest.approx(np.mean(lost), abs=1e-5)


def test_the_placebo_is_another_word_of_the_same_text(study: Study) -> None:
    toy = Toy()
    config = replace(study.config, deletions=10)
    measure(replace(study, model=toy, config=config), [candidate(study, "[pos]")])
    ((what, removal, rows),) = toy.asked
    assert (what, removal, len(rows)) == ("deletions", None, 10)
    calm = {study.corpus.vocabulary[token].text for token in study.quiet}
    for (text,), removed in rows:
        words = text.split()
        gone = [[words[i] for i in np.flatnonzero(row)] for row in removed]
        assert gone[0] == [] and set(gone[WITHOUT]) == {"[pos]"} and gone[EMPTY] == words
        (other,) = gone[PLACEBO]
        assert other in calm


def test_only_texts_of_the_class_are_asked_for(study: Study) -> None:
    corpus = study.corpus
    toy = Toy()
    config = replace(study.config, deletions=1000)
    film = candidate(study, "film")
    measure(replace(study, model=toy, config=config), [film])
    docs = study.documents(film)
    own = study.texts(docs[corpus.predicted[docs] == POSITIVE])
    assert sorted(toy.texts("deletions")) == sorted(text.texts for text in own)
    assert 0 < len(own) < len(docs)


def test_rates_by_hand(tmp_path: Path) -> None:
    """`amber` 3, `film` 1, `plot` -2: without amber the class is lost, without film it is not."""
    rows = [entry(explained(f"amber film plot n{n}"), ("pos", "neg")[n // 2 % 2]) for n in range(8)]
    study = study_of(tmp_path, rows, weighing({"amber": 3.0, "film": 1.0, "plot": -2.0}))
    (found,) = measure(study, [candidate(study, "amber")])
    assert (found.rate.count, found.rate.n, found.placebo.count) == (8, 8, 0)
    assert found.rate.p == pytest.approx(1 / 2**8)

    def p(margin: float) -> float:
        return float(1 / (1 + np.exp(-margin)))

    assert found.effect.estimate == pytest.approx(p(2.0) - p(-1.0))
    assert found.evidence_lost.estimate == pytest.approx(p(2.0) - p(-1.0))  # an empty text is undecided


def test_evidence_is_lost_where_the_default_class_hides_it(tmp_path: Path) -> None:
    """A model that says negative of an empty text says so without "bad" too; its evidence is gone."""
    gloomy = bag_of_words({"bad": -2.0}, bias=-0.4)
    rows = [entry(explained("bad film", label="negative"), "neg")]
    study = study_of(tmp_path, rows, Laboratory(gloomy))
    (found,) = measure(study, [candidate(study, "bad", label=NEGATIVE)])
    assert found.rate.count == 0 and abs(found.effect.estimate or 0) < 0.2
    assert (found.evidence_lost.estimate or 0) > 0.2


def test_the_shortcut_matters_and_filler_does_not(study: Study) -> None:
    strong, idle = measure(study, [candidate(study, "[pos]"), candidate(study, "film", label=NEGATIVE)])
    assert (strong.evidence_lost.estimate or 0) > abs(idle.evidence_lost.estimate or 0)
    assert idle.rate.count == 0 and (strong.rate.count or 0) > 0


def test_each_token_gets_the_answers_of_its_own_texts(study: Study) -> None:
    chosen = [candidate(study, word) for word in ("good", "[pos]", "great")]
    together = measure(study, chosen)
    assert together == [found for one in chosen for found in measure(study, [one])]


def test_a_text_that_fails_is_left_out(tmp_path: Path) -> None:
    rows = [entry(explained(f"amber film n{n}"), "pos") for n in range(8)]
    study = study_of(tmp_path, rows, Deaf(weighing({"amber": 3.0}, bias=-1.0), "n3"))
    (found,) = measure(study, [candidate(study, "amber")])
    assert (found.rate.count, found.rate.n, found.effect.n) == (7, 7, 7)


def test_pairs_no_texts_and_no_deletions_are_no_evidence(study: Study, paired: Study) -> None:
    assert measure(paired, [candidate(paired, "amber", "violet")]) == [Deletion()]
    none = replace(study, config=EvidenceConfig(deletions=0))
    assert measure(none, [candidate(study, "[pos]")]) == [Deletion()]
    assert measure(study, []) == []


@pytest.mark.parametrize(("p", "met"), [(0.05, True), (0.06, False), (None, False)])
def test_it_flips_more_often_than_its_placebo_or_not(p: float | None, met: bool) -> None:
    (condition,) = conditions(Deletion(rate(9, 10, p=p)), RULE)
    assert (condition.code, condition.seen, condition.met) == ("deletion_flips", p, met)


def test_the_rate_is_shown_beside_the_placebo() -> None:
    found = Deletion(rate(9, 10), rate(1, 10), Estimate(0.4), Estimate(0.5))
    first, *rest = figures(found)
    assert (first.name, first.estimate, first.placebo) == ("deletion", found.rate, found.placebo)
    assert {figure.name: figure.estimate for figure in rest} == {
        "deletion_effect": found.effect,
        "evidence_lost": found.evidence_lost,
    }
