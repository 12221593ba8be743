"""The whole evaluation on a tiny model."""

from typing import Any

import numpy as np
import pytest

from auditor.cidr.explain import explain
from auditor.config import CidrConfig
from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.evaluation import explaining
from auditor.evaluation.baselines import sig
from auditor.evaluation.comparison import evaluate
from auditor.evaluation.conventions import convention
from auditor.evaluation.set_methods import SETS
from auditor.model.classifier import Classifier
from auditor.records.evaluation import Evaluation
from auditor.records.text import Status
from tests.support import make_classifier

TEXTS = (
    "the film is a good one and very funny too",
    "a dull plot with a bad script and no fun at all",
    "this was not so bad but too slow for the story it is",
    "love it",
)
METHODS = (
    "cidr-verified",
    "cidr-verified-no-refine",
    "cidr-unverified-no-refine",
    "sig",
    "dig",
    "random",
    "leave-one-out",
)


def examples(texts: Any = TEXTS) -> list[Any]:
    return [make_example((text,), None, row) for row, text in enumerate(texts, start=1)]


@pytest.fixture(scope="module")
def found(tiny_bert: Classifier) -> Evaluation:
    return evaluate(tiny_bert, examples(), METHODS, seeds=2, model="m", dataset="d")


def figure(found: Evaluation, method: str, name: str) -> float:
    return next(row for row in found.methods if row.method == method).figures[name].value


def test_every_method_has_every_figure(found: Evaluation) -> None:
    assert [row.method for row in found.methods] == list(METHODS)
    for row in found.methods:
        assert (row.texts, row.failures) == (4, 0)
        for name, value in row.figures.items():
            assert np.isfinite(value.value) or name == "fms_reachable", (row.method, name)
            assert value.low <= value.value <= value.high or np.isnan(value.value)
    assert (found.texts, found.seeds, found.model, found.dataset) == (4, 2, "m", "d")
    assert found.failures == ()


def test_fms_of_cidr_is_the_share_of_verified_sets(found: Evaluation, tiny_bert: Classifier) -> None:
    results = explain(tiny_bert, TEXTS, SETS["cidr-verified"].config(CidrConfig(), removal="pad", seed=0))
    verified = [not isinstance(r, AuditError) and r.status is Status.VERIFIED for r in results]
    assert any(verified)
    assert figure(found, "cidr-verified", "fms") == np.mean(verified)
    assert figure(found, "cidr-verified", "fms_pairs") == np.mean(verified)
    assert figure(found, "cidr-verified", "fms_same_size") == np.mean(verified)
    assert figure(found, "cidr-verified", "essence") == np.mean(verified)
    assert figure(found, "cidr-verified", "fms_reachable") == 1
    assert figure(found, "cidr-verified", "reachable") >= np.mean(verified)


def test_a_text_of_two_words_has_no_k(found: Evaluation) -> None:
    """0.1 n is below one for it, and for no other text."""
    assert figure(found, "random", "zero_k") >= 0.25


def test_costs_are_those_of_the_method_alone(found: Evaluation) -> None:
    units = [len(text.split()) for text in TEXTS]
    assert figure(found, "leave-one-out", "forwards") == np.mean(units) + 1
    assert figure(found, "leave-one-out", "gradients") == 0
    assert figure(found, "dig", "gradients") == 31
    assert figure(found, "cidr-verified", "gradients") > 14
    assert figure(found, "cidr-verified", "seconds") > 0
    assert figure(found, "random", "forwards") == 0


def test_the_first_method_is_compared_with_each_other_one(found: Evaluation) -> None:
    assert len(found.comparisons) == 5 * (len(METHODS) - 1)
    assert {test.method for test in found.comparisons} == {"cidr-verified"}
    for test in found.comparisons:
        difference = figure(found, "cidr-verified", test.metric) - figure(found, test.against, test.metric)
        assert test.difference.value == pytest.approx(difference)
        assert test.p <= test.adjusted


def test_it_is_repeatable(found: Evaluation, tiny_bert: Classifier) -> None:
    again = evaluate(tiny_bert, examples(), METHODS, seeds=2)
    for one, other in zip(found.methods, again.methods, strict=True):
        for name in ("lo", "comp", "fms", "sufficiency"):
            assert one.figures[name] == pytest.approx(other.figures[name], abs=1e-6)


def test_k_does_not_depend_on_which_methods_are_listed(found: Evaluation, tiny_bert: Classifier) -> None:
    alone = evaluate(tiny_bert, examples(), ["leave-one-out"], seeds=2)
    assert [row.method for row in alone.methods] == ["leave-one-out"]
    assert figure(alone, "leave-one-out", "comp") == pytest.approx(figure(found, "leave-one-out", "comp"))
    assert alone.comparisons == ()


def test_sets_alone_need_no_reference(tiny_bert: Classifier) -> None:
    found = evaluate(tiny_bert, examples(TEXTS[:1]), ["cidr-unverified-no-refine"], seeds=1)
    assert figure(found, "cidr-unverified-no-refine", "forwards") < 40
    assert found.failures == ()


def test_a_method_that_fails_on_one_text_is_reported(
    tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch, found: Evaluation
) -> None:
    plain = sig.score

    def sometimes(text: Any, *, seed: int) -> Any:
        if text.words == len(TEXTS[1].split()):
            raise RuntimeError("no such luck")
        return plain(text, seed=seed)

    monkeypatch.setattr(sig, "score", sometimes)
    broken = evaluate(tiny_bert, examples(), ["cidr-verified", "sig", "leave-one-out"], seeds=1)
    row = next(row for row in broken.methods if row.method == "sig")
    assert (row.texts, row.failures) == (3, 1)
    (failure,) = broken.failures
    assert (failure.method, failure.reason) == ("sig", "RuntimeError: no such luck")
    assert TEXTS[1].startswith(failure.text)
    assert figure(broken, "leave-one-out", "comp") == pytest.approx(figure(found, "leave-one-out", "comp"))


def test_a_set_method_that_fails_leaves_the_others_alone(
    tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = explaining.minimal_set

    def sometimes(encoded: Any, labels: Any, config: Any) -> Any:
        if not config.verify and len(encoded.words) == 2:
            raise ValueError("too short")
        return plain(encoded, labels, config)

    monkeypatch.setattr(explaining, "minimal_set", sometimes)
    broken = evaluate(tiny_bert, examples(), ["cidr-verified", "cidr-no-refine"], seeds=1)
    assert [(f.method, f.text) for f in broken.failures] == [("cidr-no-refine", "love it")]


def test_a_text_that_cannot_be_read_fails_for_every_method(tiny_bert: Classifier) -> None:
    broken = evaluate(tiny_bert, examples(("love it", "  ")), ["cidr-verified", "random"], seeds=1)
    assert [(f.method, f.reason) for f in broken.failures] == [
        ("cidr-verified", "the text is empty or blank"),
        ("random", "the text is empty or blank"),
    ]
    assert [row.texts for row in broken.methods] == [1, 1]
    with pytest.raises(AuditError, match="no texts"):
        evaluate(tiny_bert, [], ["cidr-verified"])


def test_published_counting(tiny_bert: Classifier) -> None:
    """LO pads and Comp deletes, pieces and special tokens count: the top fifth, here by hand."""
    text = "a well-made film is good"  # seven pieces and two special tokens: one piece is removed
    found = evaluate(
        tiny_bert, examples((text,)), ["leave-one-out"], seeds=1, convention=convention("published")
    )
    encoded = tiny_bert.encode(text)

    def own(presence: Any, keep: Any = None) -> float:
        row = tiny_bert.row(encoded, presence)
        if keep is not None:
            types = None if row.types is None else row.types[keep]
            row = type(row)(row.ids[keep], row.presence[keep], types)
        logits = tiny_bert.logits([tiny_bert.row(encoded), row])
        shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        return float(shares[1, logits[0].argmax()])

    every = np.arange(len(encoded))
    full = own(np.ones(9))
    best = min(range(1, 8), key=lambda place: own(np.where(every == place, 0.0, 1.0)))
    padded, deleted = own(np.where(every == best, 0.0, 1.0)), own(np.ones(9), every != best)
    assert figure(found, "leave-one-out", "lo") == pytest.approx(np.log(padded / full), abs=1e-5)
    assert figure(found, "leave-one-out", "comp") == pytest.approx(full - deleted, abs=1e-5)
    assert found.words == 7


@pytest.mark.parametrize("removal", ["mask", "delete"])
@pytest.mark.parametrize("unit", ["words", "pieces"])
def test_other_conventions(removal: str, unit: str) -> None:
    classifier = make_classifier("bert", seed=3, replacement="mask" if removal == "mask" else "pad")
    rules = convention("paper", removal=removal, unit=unit, rounding="ceil")
    found = evaluate(classifier, examples(TEXTS[:2]), ["cidr-verified", "random"], seeds=1, convention=rules)
    assert found.failures == ()
    assert f"removal is {removal}" in found.convention


def test_a_decoder_and_two_fields(tiny_gpt2: Classifier, tiny_bert: Classifier) -> None:
    methods = ["cidr-no-refine", "sig", "leave-one-out"]
    assert evaluate(tiny_gpt2, examples(("a good one",)), methods, seeds=1).failures == ()
    two = [make_example(("a good film", "a dull plot"), None, 1)]
    assert evaluate(tiny_bert, two, methods, seeds=1).failures == ()


def test_captum_methods_run_on_a_transformer(tiny_bert: Classifier) -> None:
    pytest.importorskip("captum")
    methods = ["ig", "gradient-x-input", "deeplift", "gradient-shap"]
    found = evaluate(tiny_bert, examples(TEXTS[:2]), methods, seeds=2)
    assert found.failures == ()
    assert figure(found, "ig", "gradients") == 30


def test_short_texts_are_counted_and_shown_apart(found: Evaluation) -> None:
    """Only "love it" has fewer than ten words."""
    assert found.short_texts == 1
    for row in found.methods:
        assert row.k_zero["lo"].value == row.k_zero["comp"].value == 0
        whole = (3 * row.k_positive["comp"].value + row.k_zero["comp"].value) / 4
        assert row.figures["comp"].value == pytest.approx(whole)
    rows = {row.method: row for row in found.methods}
    assert rows["random"].k_zero["fms"].value == 0  # a ranking has no set there


def test_the_settings_reach_the_methods_and_the_outputs(tiny_bert: Classifier) -> None:
    """At β = 0 and with every pair recurring, the unverified set is another one."""
    methods = ["cidr-unverified"]
    plain = evaluate(tiny_bert, examples(), methods, seeds=1)
    other = evaluate(tiny_bert, examples(), methods, seeds=1, config=CidrConfig(beta=0.0, epsilon=0.0))
    assert figure(plain, "cidr-unverified", "set_size") < figure(other, "cidr-unverified", "set_size")
    assert (plain.settings["beta"], other.settings["beta"], other.settings["epsilon"]) == (0.5, 0.0, 0.0)


def test_another_reference_fixes_k_and_the_size(tiny_bert: Classifier) -> None:
    rules = convention("paper", reference="cidr-no-refine")
    found = evaluate(tiny_bert, examples(), ["leave-one-out"], seeds=2, convention=rules)
    assert "pairs in the set of cidr-no-refine" in found.convention
    assert found.failures == ()
