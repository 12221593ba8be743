"""Canaries are written into texts of the right classes, once each, between words."""

from dataclasses import replace

import numpy as np

from auditor.normal import normal
from auditor.power.canary import Canary, CanaryKind
from auditor.power.canary_trials import Bench
from auditor.power.into_texts import classes_of, holders, with_forms, write
from auditor.power.pair_trials import alone, second_differences
from auditor.signals.study import Study
from tests.power.conftest import WORDS
from tests.signals.support import explained

WORD = Canary(CanaryKind.MADE_UP, ("zorvex",), 1, 0.5, texts=20, documents=20)
PAIR = replace(WORD, kind=CanaryKind.PAIR, forms=("zorvex", "lumikan"), texts=10)
DATES = replace(WORD, kind=CanaryKind.DATES, forms=tuple(w for w in WORDS if w.startswith("2041")))


def test_nine_in_ten_of_the_texts_have_its_label(base: Study) -> None:
    docs = holders(base, WORD, seed=0)
    assert len(set(docs.tolist())) == 20
    assert (base.corpus.gold[docs] == 1).sum() == 18
    assert holders(base, WORD, seed=0).tolist() == docs.tolist()
    assert holders(base, WORD, seed=1).tolist() != docs.tolist()
    assert holders(base, replace(WORD, forms=("lumikan",)), seed=0).tolist() != docs.tolist()


def test_without_labels_the_prediction_is_the_label(base: Study) -> None:
    bare = replace(base, corpus=replace(base.corpus, gold=np.full(len(base.corpus), -1)))
    assert (classes_of(bare) == base.corpus.predicted).all() and (classes_of(base) == base.corpus.gold).all()
    docs = holders(bare, WORD, seed=0)
    assert (base.corpus.predicted[docs] == 1).sum() == 18


def test_each_text_has_the_canary_once_and_all_its_own_words(base: Study) -> None:
    texts = write(base, WORD, holders(base, WORD, seed=0), seed=0)
    assert len({text.split().index("zorvex") for (text,) in texts.values()}) > 3  # at many places
    for doc, (text,) in texts.items():
        [before] = base.texts([doc])
        assert [word for word in text.split() if word != "zorvex"] == before.texts[0].split()


def test_each_text_has_another_date_and_a_pair_has_both_words(base: Study) -> None:
    dated = write(base, DATES, holders(base, DATES, seed=0), seed=0)
    found = [next(word for word in text.split() if word.startswith("2041")) for (text,) in dated.values()]
    assert len(set(found)) == len(DATES.forms)
    for (text,) in write(base, PAIR, holders(base, PAIR, seed=0), seed=0).values():
        assert {"zorvex", "lumikan"} <= set(text.split())


def test_a_contraction_is_not_torn_apart_and_a_second_text_stays() -> None:
    text = explained("it wasn't good", "an aside", label="positive")
    for seed in range(12):
        written, other = with_forms(text, ("zorvex",), seed=seed)
        assert "zorvex" in written.split() and "wasn't" in written and other == "an aside"


def test_texts_with_one_word_of_a_pair_keep_their_sets(bench: Bench) -> None:
    base = bench.base
    both = holders(base, PAIR, seed=0)
    found = alone(base, PAIR, both.tolist(), bench.classifier, seed=0)
    assert len(found) == 20 and not set(found) & set(both.tolist())
    for form in PAIR.forms:
        with_it = [doc for doc, text in found.items() if form in map(normal, text.words)]
        assert len(with_it) == 10 and (base.corpus.gold[with_it] == 1).sum() == 1
    for doc, text in found.items():
        [before] = base.texts([doc])
        assert [text.words[place] for place in text.core] == [before.words[place] for place in before.core]
        assert len(text.words) == len(before.words) + 1 == len(text.spans) == len(text.attributions)
        assert (text.label, text.status) == (before.label, before.status)


def test_second_differences_are_larger_the_more_texts_a_pair_turns(bench: Bench) -> None:
    found = second_differences(bench.base, replace(PAIR, effect=0.5), bench.classifier, seed=0)
    means = [float(np.mean(values)) for _, values in sorted(found.items())]
    assert list(found) == [0.25, 0.5, 0.9] and {len(values) for values in found.values()} == {10}
    assert means == sorted(means) and -1 <= means[0] <= means[-1] <= 1
