"""Insertion compared with the model's own answer to the edited text."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.config import EvidenceConfig, RuleConfig
from auditor.model.classifier import Classifier
from auditor.records.estimates import Estimate
from auditor.signals.insertion import (
    FREE,
    Insertion,
    conditions,
    drawn_members,
    figures,
    measure,
    targets,
)
from auditor.signals.placebos import alike
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from tests.signals.studies import (
    NEGATIVE,
    POSITIVE,
    Deaf,
    Toy,
    candidate,
    direct,
    study_of,
    weighing,
    with_group,
)
from tests.signals.support import TASK, bag_of_words, entry, explained, number

RULE = RuleConfig()


@pytest.fixture(scope="module")
def bag() -> Classifier:
    return bag_of_words({"good": 1.0, "fun": 1.0, "bad": -1.0, "dull": -1.0, "[pos]": 2.5}, bias=0.02)


def asked(study: Study, word: str) -> list[tuple[str, ...]]:
    """The texts that the model is asked for when a word is inserted."""
    toy = Toy()
    measure(replace(study, model=toy), [candidate(study, word)])
    return toy.texts("insertions")


def test_it_is_what_the_model_says_of_the_edited_texts(study: Study, obedient: Classifier) -> None:
    """In threes: the text as it is, with the token, with a placebo at the same place."""
    texts = [text for (text,) in asked(study, "good")]
    plain, own, placebo = texts[::3], texts[1::3], texts[2::3]
    assert len(plain) == len(own) == len(placebo) == study.config.insertions
    for before, after, other in zip(plain, own, placebo, strict=True):
        words = before.split()
        place = next(i for i in range(len(words) + 1) if after.split() == [*words[:i], "good", *words[i:]])
        assert [*words[:place], *words[place:]] == [w for i, w in enumerate(other.split()) if i != place]
    (found,) = measure(study, [candidate(study, "good")])
    logits = [[direct(obedient, text) for text in some] for some in (plain, own, placebo)]
    turned = [[int(one.argmax()) == POSITIVE for one in some] for some in logits]
    assert found.rate.count == sum(turned[1]) and found.placebo == rate(sum(turned[2]), len(placebo))
    margins = [np.array([one[1] - one[0] for one in some]) for some in logits]
    assert found.pull == pytest.approx((margins[1] - margins[0]).mean(), abs=1e-5)
    before, after = (1 / (1 + np.exp(-some)) for some in margins[:2])
    assert found.effect.estimate == pytest.approx((after - before).mean(), abs=1e-5)


def test_by_hand(bag: Classifier, tmp_path: Path) -> None:
    """2.5 outweighs one and two words of -1, and not four."""
    rows = [entry(explained(f"[pos] film n{n}"), "pos") for n in range(3)]
    texts = ("dull film", "bad plot , dull story", "bad bad bad bad film")
    rows += [entry(explained(text, label="negative"), "neg") for text in texts]
    study = study_of(tmp_path, rows, Laboratory(bag))
    (found,) = measure(study, [candidate(study, "[pos]")])
    assert [direct(bag, f"[pos] {text}").argmax() for text in texts] == [1, 1, 0]
    assert (found.rate.count, found.rate.n) == (2, 3)
    assert found.placebo == rate(0, 3)  # "film", the one quiet word
    assert found.rate.p == pytest.approx(1 / 4)  # two discordant texts, both for the token


def test_without_placebos_there_is_no_comparison(tmp_path: Path) -> None:
    rows = [entry(explained("amber"), "pos"), entry(explained("film", label="negative"), "neg")]
    study = study_of(tmp_path, rows, weighing({"amber": 4.0}, bias=-1.0))
    (found,) = measure(study, [candidate(study, "amber")])
    assert (found.rate.count, found.rate.n, found.rate.p) == (1, 1, None)
    assert found.placebo == Estimate() and found.pull == pytest.approx(4.0)


def test_targets_are_rightly_predicted_texts_of_another_class(study: Study) -> None:
    found = targets(study, candidate(study, "[pos]"))
    assert len(found) == study.config.insertions
    for text in found:
        assert text.label == "negative" and "[pos]" not in text.words
        assert set(text.words) & {*TASK["neg"]}  # the texts that the model gets right


def test_without_labels_any_text_of_another_class_will_do(tmp_path: Path) -> None:
    rows = [entry(explained(f"film n{n}", label="negative"), ("neg", "pos", None)[n % 3]) for n in range(9)]
    rows += [entry(explained(f"amber n{n}"), "pos") for n in range(3)]
    study = study_of(tmp_path, rows)
    assert len(targets(study, candidate(study, "amber"))) == 6  # the wrongly predicted are left out
    bare = study_of(tmp_path / "bare", [replace(r, outcome=replace(r.outcome, gold=None)) for r in rows])
    assert len(targets(bare, candidate(bare, "amber"))) == 9


@pytest.mark.parametrize("free", [FREE, FREE - 1])
def test_texts_without_a_rival_are_preferred_where_there_are_enough(tmp_path: Path, free: int) -> None:
    rows = [
        entry(explained(f"[neg] film n{n}", label="negative", needed=["[neg]"]), "neg") for n in range(14)
    ]
    rows += [entry(explained(f"dull w{n}", label="negative", needed=[f"w{n}"]), "neg") for n in range(free)]
    rows += [entry(explained(f"amber v{n}", needed=[f"v{n}"]), "pos") for n in range(20)]
    rows += [entry(explained(f"dull v{n}", needed=[f"v{n}"]), "pos") for n in range(free)]
    study = study_of(tmp_path, rows)
    assert study.rivals.sum() >= 14
    found = targets(study, candidate(study, "amber"))
    held = ["[neg]" in text.words for text in found]
    assert (len(found), any(held)) == ((free, False) if free >= FREE else (14 + free, True))


def test_a_token_is_written_where_it_stands_in_its_own_texts(tmp_path: Path) -> None:
    rows = [entry(explained(f"n{n} film was amber"), "pos") for n in range(8)]
    rows += [entry(explained(f"m{n} film was", label="negative"), "neg") for n in range(4)]
    toy = weighing({"amber": 9.0}, bias=-1.0)
    study = study_of(tmp_path, rows, toy, config=EvidenceConfig(deletions=0))  # none are deleted
    (found,) = measure(study, [candidate(study, "amber")])
    written = [text for (text,) in toy.texts("insertions") if "amber" in text]
    assert len(written) == 4 and all(text.endswith(" was amber") for text in written)
    assert found.rate == rate(4, 4, p=found.rate.p) and found.pull == pytest.approx(9.0)


def test_a_token_that_no_own_text_shows_is_written_anywhere(tmp_path: Path) -> None:
    """Leaks are counted over all labelled data: the run may hold no text with the token."""
    rows = [entry(explained(f"m{n} film", label="negative"), "neg") for n in range(3)]
    rows += [entry(explained("amber", label="negative"), "neg")]
    toy = Toy()
    study = study_of(tmp_path, rows, toy)
    (found,) = measure(study, [candidate(study, "amber")])
    written = [text.split().index("amber") for (text,) in toy.texts("insertions") if "amber" in text]
    assert sorted(written) == [0, 1, 2] and found.rate.n == 3


def test_placebos_take_turns(study: Study) -> None:
    texts = [text.split() for (text,) in asked(study, "[pos]")]
    words = alike(study, number(study.corpus, "[pos]"))
    expected = [study.corpus.forms[words[n % len(words)]][0] for n in range(len(texts) // 3)]
    for before, other, form in zip(texts[::3], texts[2::3], expected, strict=True):
        assert sorted(other) == sorted([*before, form])


def test_the_shortcut_turns_every_text_and_filler_none(study: Study) -> None:
    strong, idle = measure(study, [candidate(study, "[pos]"), candidate(study, "film", label=NEGATIVE)])
    assert (strong.rate.count, strong.rate.n) == (study.config.insertions, study.config.insertions)
    assert strong.placebo.count == 0 and (strong.rate.p or 1) < 0.001
    assert (strong.pull or 0) > 1 and abs(idle.pull or 0) < 0.3 and idle.rate.count == 0


def test_a_text_that_fails_is_left_out_with_its_placebo(study: Study) -> None:
    whole = targets(study, candidate(study, "[pos]"))
    last = whole[0].words[-1]  # the number of a text
    deaf = replace(study, model=Deaf(study.model, f" {last}"))
    (found,) = measure(deaf, [candidate(study, "[pos]")])
    left = sum(f" {last}" not in text.texts[0] for text in whole)
    assert found.rate.n == found.placebo.n == found.effect.n == left < len(whole)


def test_pairs_and_no_insertions_are_no_evidence(study: Study, paired: Study) -> None:
    assert measure(paired, [candidate(paired, "amber", "violet")]) == [Insertion()]
    none = replace(study, config=replace(study.config, insertions=0))
    assert measure(none, [candidate(study, "[pos]")]) == [Insertion()]


# Groups


def test_of_a_group_its_members_are_inserted_in_turn(study: Study) -> None:
    wider, group = with_group(study, ("good", "great", "fun"))
    toy = Toy()
    measure(replace(wider, model=toy), [group])
    texts = [text.split() for (text,) in toy.texts("insertions")]
    inserted = [set(own) - set(before) for before, own in zip(texts[::3], texts[1::3], strict=True)]
    assert {word for some in inserted for word in some} == {"good", "great", "fun"}
    assert not any({"good", "great", "fun"} & set(before) for before in texts[::3])  # targets hold none


def test_the_members_of_a_group_are_drawn_alike_in_every_run(study: Study) -> None:
    few = replace(study.config, group_insertions=2)
    draws = []
    for words in (("good", "great", "fun"), ("fun", "good", "great")):
        wider, group = with_group(study, words)
        draws.append(drawn_members(replace(wider, config=few), group.tokens[0]))
    assert len(draws[0]) == 2 and draws[0] == draws[1]


def test_a_placebo_of_a_group_is_none_of_its_members(study: Study) -> None:
    filler = tuple(study.corpus.vocabulary[token].text for token in study.quiet[:3])
    wider, group = with_group(study, filler)
    members = set(wider.corpus.members(group.tokens[0]).tolist())
    for _, placebos in drawn_members(wider, group.tokens[0]):
        assert placebos and not members & set(placebos)


# The rule


@pytest.mark.parametrize(
    ("low", "p", "met"),
    [(0.5, 0.05, (True, True, True)), (0.49, 0.05, (True, True, False)), (0.15, 0.05, (True, True, False)),
     (0.14, 0.05, (True, False, False)), (0.9, 0.06, (False, False, False)),
     (0.9, None, (False, False, False)), (None, 0.01, (True, False, False))],
)  # fmt: skip
def test_what_the_rule_asks(low: float | None, p: float | None, met: tuple[bool, bool, bool]) -> None:
    found = conditions(Insertion(Estimate(0.9, low, 1.0, 40, p=p)), RULE)
    assert [condition.code for condition in found] == ["turns", "obeyed", "decides"]
    assert tuple(condition.met for condition in found) == met


def test_pull_is_a_figure_in_logits() -> None:
    found = Insertion(rate(9, 10), rate(1, 10), Estimate(0.4), 2.5)
    first, effect, pull = figures(found)
    assert (first.name, first.estimate, first.placebo) == ("insertion", found.rate, found.placebo)
    assert effect.estimate == found.effect and (pull.estimate.estimate, pull.unit) == (2.5, "logits")
