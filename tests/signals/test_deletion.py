"""Deletion compared with the model's own answer to the text without the token."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.config import EvidenceConfig, RuleConfig
from auditor.model.classifier import Classifier, softmax
from auditor.records.estimates import Estimate
from auditor.signals.deletion import (
    EMPTY,
    LAST,
    OTHERS,
    PLACEBO,
    WITHOUT,
    Deletion,
    conditions,
    figures,
    measure,
)
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from auditor.signals.words_in_texts import occurrences
from auditor.sweep.shard_file import Entry
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
        gone = [[words[i] for i in np.flatnonzero(row)] for row in removed[:OTHERS]]
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
    found = Deletion(rate(9, 10), rate(1, 10), Estimate(0.4), Estimate(0.5), rate(3, 4))
    first, *rest = figures(found)
    assert (first.name, first.estimate, first.placebo) == ("deletion", found.rate, found.placebo)
    assert {figure.name: figure.estimate for figure in rest} == {
        "deletion_effect": found.effect,
        "evidence_lost": found.evidence_lost,
        "deleted_last": found.as_last,
    }


INSULTS = {"amber": 3.0, "violet": 3.0, "film": -1.0}
"""A model to which either of two words is enough; `film` speaks for the other class."""


def leaning_rows(*texts: str) -> list[Entry]:
    """The texts, all positive, among others from which `amber` and `violet` are seen to lean that way."""
    around = [("amber plot", "pos"), ("violet plot", "pos"), ("film was", "neg"), ("film was", "neg")]
    rows = [(f"{text} m{n}", gold) for n in range(12) for text, gold in around]
    rows += [(text, "pos") for text in texts]
    full = {"pos": "positive", "neg": "negative"}
    return [entry(explained(text, label=full[gold]), gold) for text, gold in rows]


def only(study: Study, *texts: str) -> Study:
    """The study with a candidate's own texts cut down to these."""
    kept = [n for n in range(len(study.corpus)) if study.texts([n])[0].texts[0] in texts]
    corpus = study.corpus
    predicted = np.where(np.isin(np.arange(len(corpus)), kept), corpus.predicted, NEGATIVE)
    return replace(study, corpus=replace(corpus, predicted=predicted))


def test_a_word_is_removed_after_the_others_that_lean_its_way(tmp_path: Path) -> None:
    """Any one of the two keeps the class, so that plain deletion sees nothing of `amber`."""
    texts = ("amber violet film one", "amber violet film two")
    study = study_of(tmp_path, leaning_rows(*texts), weighing(INSULTS))
    assert {study.corpus.vocabulary[n].text for n in np.flatnonzero(study.leaning[:, POSITIVE])} == {
        "amber",
        "violet",
        "plot",
    }
    (found,) = measure(only(study, *texts), [candidate(study, "amber")])
    assert (found.rate.count, found.rate.n) == (0, 2)
    assert (found.as_last.count, found.as_last.n) == (2, 2)


def test_what_falls_without_the_others_is_not_counted_and_what_has_none_is_not_asked(tmp_path: Path) -> None:
    texts = ("amber violet film one", "amber film two", "violet film film film film three amber")
    toy = weighing({"violet": 3.0, "amber": 0.5, "film": -1.0})
    study = study_of(tmp_path, leaning_rows(*texts), toy)
    (found,) = measure(only(study, *texts), [candidate(study, "amber")])
    assert (found.rate.n, found.as_last.n) == (3, 0)  # without violet the class is lost already
    rows = {text: removed for (text,), removed in toy.asked[-1][2]}
    assert [len(rows[text]) for text in texts] == [6, 4, 6]
    gone = [[texts[0].split()[i] for i in np.flatnonzero(row)] for row in rows[texts[0]]]
    assert gone[OTHERS] == ["violet"] and gone[LAST] == ["amber", "violet"]


def test_only_clear_leaks_are_the_others(tmp_path: Path) -> None:
    study = study_of(tmp_path, leaning_rows("amber violet one"), weighing(INSULTS))
    rule = replace(study.rule, clear=0.6)  # more than is left above the label's share: half of that is asked
    assert replace(study, rule=rule).leaning[:, POSITIVE].sum() == study.leaning[:, POSITIVE].sum()
    none = replace(study, labelled=np.array([1, 99]))
    assert not none.leaning[:, POSITIVE].any()
