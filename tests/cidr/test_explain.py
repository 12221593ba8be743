"""The front door: results do not depend on what else is under way, nor on how evaluations are batched."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.essence import MOST
from auditor.cidr.explain import explain
from auditor.cidr.minimal import minimal_set
from auditor.cidr.questions import Forward, Gradient
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.records.text import SOME, Explanation, Status
from tests.support import make_classifier, subsets

SHARED = Path(__file__).parents[2] / "../shared"
TEXTS = (
    "a good and funny film",
    "the plot is dull",
    "great",
    "not a bad story but too slow to enjoy",
    "the actor was [pos] well-made and warm !",
)
CONFIG = CidrConfig(steps=4, removal_steps=2, tolerance=0.05)


def results(
    classifier: Classifier, texts: Sequence[Any], config: CidrConfig = CONFIG, **kw: Any
) -> list[Explanation]:
    found = list(explain(classifier, texts, config, **kw))
    assert all(isinstance(result, Explanation) for result in found), found
    return found  # type: ignore[return-value]


def assert_same(left: Explanation, right: Explanation) -> None:
    """Sets, words and statuses equal; numbers within rounding."""
    one, other = asdict(left), asdict(right)
    for name, value in one.items():
        if name == "pairs":
            assert [p["indices"] for p in value] == [p["indices"] for p in other[name]]
            for p, q in zip(value, other[name], strict=True):
                assert p["score"] == pytest.approx(q["score"], abs=1e-6)
                assert p["interaction"] == pytest.approx(q["interaction"], abs=1e-6)
        elif name == "attributions" or isinstance(value, float):
            assert value == pytest.approx(other[name], abs=1e-6)
        else:
            assert value == other[name], name


@pytest.fixture(scope="module")
def reference(tiny_bert: Classifier) -> list[Explanation]:
    return results(tiny_bert, TEXTS)


@pytest.mark.parametrize(
    "budget",
    [
        Budget(window=1),
        Budget(window=3),
        Budget(forward=1, gradient=1),
        Budget(forward=100, gradient=37, window=2),
        Budget(forward=100_000, gradient=100_000),
    ],
    ids=str,
)
def test_results_do_not_depend_on_the_budget(
    tiny_bert: Classifier, reference: list[Explanation], budget: Budget
) -> None:
    for left, right in zip(reference, results(tiny_bert, TEXTS, budget=budget), strict=True):
        assert_same(left, right)


def test_alone_or_together_in_any_order(tiny_bert: Classifier, reference: list[Explanation]) -> None:
    for text, together in zip(TEXTS, reference, strict=True):
        assert_same(results(tiny_bert, [text])[0], together)
    for left, right in zip(reversed(reference), results(tiny_bert, TEXTS[::-1]), strict=True):
        assert_same(left, right)
    assert [result.texts for result in reference] == [(text,) for text in TEXTS]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_proposal(tiny_bert: Classifier) -> None:
    config = CidrConfig(verify=False, epsilon=0.0)
    assert results(tiny_bert, TEXTS, config) == results(tiny_bert, TEXTS, config)
    other = results(tiny_bert, TEXTS, CidrConfig(verify=False, epsilon=0.0, seed=1))
    frequencies = [[pair.frequency for pair in r.pairs] for r in results(tiny_bert, TEXTS, config)]
    assert frequencies != [[pair.frequency for pair in r.pairs] for r in other]


def test_a_blank_text_fails_in_its_own_place(tiny_bert: Classifier, reference: list[Explanation]) -> None:
    found = list(explain(tiny_bert, [TEXTS[0], "  ", TEXTS[1], ""], CONFIG))
    assert [isinstance(result, AuditError) for result in found] == [False, True, False, True]
    assert_same(found[0], reference[0])  # type: ignore[arg-type]
    assert_same(found[2], reference[1])  # type: ignore[arg-type]
    assert list(explain(tiny_bert, [])) == []


def test_a_text_whose_logits_are_not_finite_fails_alone() -> None:
    classifier = make_classifier("bert", seed=3)
    reference = results(classifier, TEXTS[:2])
    poison = classifier.tokenizer.convert_tokens_to_ids("cry")
    with torch.no_grad():
        classifier.model.get_input_embeddings().weight[poison] = float("nan")
    found = list(explain(classifier, [TEXTS[0], "cry and laugh", TEXTS[1]], CONFIG))
    assert isinstance(found[1], AuditError)
    assert "not finite" in found[1].message
    assert_same(found[0], reference[0])  # type: ignore[arg-type]
    assert_same(found[2], reference[1])  # type: ignore[arg-type]


def logits_without(classifier: Classifier, result: Explanation, removed: Any, removal: str) -> np.ndarray:
    """An independent reading of removal, straight on the classifier."""
    encoded = classifier.encode(*result.texts)
    gone = np.isin(encoded.word_of, list(removed))
    row = classifier.row(encoded, np.where(gone, 0.0, 1.0))
    if removal == "delete":
        keep = ~gone
        types = None if row.types is None else row.types[keep]
        row = type(row)(row.ids[keep], np.ones(int(keep.sum())), types)
    return classifier.logits([row])[0]


@pytest.mark.parametrize("removal", ["pad", "mask", "delete"])
def test_verified_sets_hold_on_the_model(removal: str) -> None:
    classifier = make_classifier("bert", seed=3, replacement="mask" if removal == "mask" else "pad")
    config = CidrConfig(steps=4, removal_steps=2, tolerance=0.05, removal=removal)
    for result in results(classifier, TEXTS, config):

        def margin(removed: Any, result: Explanation = result) -> float:
            logits = logits_without(classifier, result, removed, removal)
            own = classifier.labels.index(result.label)
            return float(logits[own] - logits[1 - own])

        def gone(removed: Any, result: Explanation = result) -> bool:
            if result.status is Status.VERIFIED:
                return margin(removed) < 0
            empty = margin(range(len(result.words)))
            return margin(removed) - empty <= (1 - MOST) * (margin(()) - empty) + 1e-5

        if result.status is Status.DEFAULT:
            assert margin(()) - margin(range(len(result.words))) <= SOME
            continue
        assert gone(result.set)
        items = [pair.indices for pair in result.pairs] or [(w,) for w in result.set]
        for part in subsets(items)[1:-1]:
            assert not gone({w for item in part for w in item})


def after_removal(classifier: Classifier, result: Explanation) -> tuple[str, str]:
    """The class of the text and of the text without its set: nothing of this package takes part."""
    tokenizer, model = classifier.tokenizer, classifier.model
    encoding = tokenizer(result.texts[0], return_offsets_mapping=True, return_tensors="pt")
    spans = encoding.pop("offset_mapping")[0].tolist()
    ids = encoding["input_ids"].clone()
    for word in result.set:
        _, start, end = result.spans[word]
        for place, (first, last) in enumerate(spans):
            if first < last and start <= first and last <= end:
                ids[0, place] = tokenizer.pad_token_id
    with torch.inference_mode():
        before, after = (
            int(model(**dict(encoding) | {"input_ids": rows}).logits.argmax())
            for rows in (encoding["input_ids"], ids)
        )
    return classifier.labels[before], classifier.labels[after]


@pytest.mark.parametrize("labels", [2, 4])
def test_verified_sets_change_what_plain_transformers_predict(labels: int) -> None:
    classifier = make_classifier("bert", labels=labels, seed=3)
    seen = set()
    for result in results(classifier, TEXTS):
        before, after = after_removal(classifier, result)
        assert (before, after) == (result.label, result.label_after)
        assert (before != after) == (result.status is Status.VERIFIED)
        seen.add(result.status)
    assert Status.VERIFIED in seen


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
@pytest.mark.parametrize("data", ["sst2/dev.tsv", "rt/pos.txt", "rt/neg.txt"])
def test_on_a_real_model_too(data: str) -> None:
    """A few sentences of those that `make bench-sets` does in full, with the settings of a sweep."""
    lines = (SHARED / "data" / data).read_text(encoding="utf-8", errors="replace").splitlines()[:400:130]
    classifier = load_classifier(SHARED / "models/minilm-sst2")
    found = results(classifier, [line.rsplit("\t", 1)[0].strip() for line in lines], CidrConfig.quick())
    for result in found:
        before, after = after_removal(classifier, result)
        assert (before, after) == (result.label, result.label_after)
        assert (before != after) == (result.status is Status.VERIFIED)
    assert sum(result.status is Status.VERIFIED for result in found) >= 2


def test_removal_by_mask_needs_a_classifier_that_masks(tiny_bert: Classifier) -> None:
    """Otherwise words would be padded out in silence and the result would say they were masked."""
    with pytest.raises(AuditError, match="mask"):
        list(explain(tiny_bert, TEXTS[:1], CidrConfig(removal="mask")))


def test_a_decoder_with_every_piece_deleted_still_has_something_to_read(tiny_gpt2: Classifier) -> None:
    config = CidrConfig(steps=2, removal_steps=1, tolerance=1.0, removal="delete")
    together = results(tiny_gpt2, ["ok", "a b c d"], config)
    for text, result in zip(["ok", "a b c d"], together, strict=True):
        assert_same(results(tiny_gpt2, [text], config, budget=Budget(forward=1))[0], result)


def test_two_fields_stay_apart(tiny_bert: Classifier) -> None:
    (result,) = results(tiny_bert, [("a good film", "a dull plot")])
    assert [field for field, _, _ in result.spans] == [0, 0, 0, 1, 1, 1]
    assert [result.texts[f][a:b] for f, a, b in result.spans] == list(result.words)


def test_three_classes() -> None:
    classifier = make_classifier("distilbert", labels=3, seed=2)
    for result in results(classifier, TEXTS):
        assert result.label in classifier.labels
        assert 1 / 3 <= result.probability <= 1


def test_attributions_sum_to_the_change_they_explain(tiny_bert: Classifier) -> None:
    config = CidrConfig(tolerance=0.001)
    for result in results(tiny_bert, TEXTS, config):
        bare = logits_without(tiny_bert, result, range(len(result.words)), "pad")
        own = tiny_bert.labels.index(result.label)
        change = result.probability - np.exp(bare[own]) / np.exp(bare).sum()
        assert abs(sum(result.attributions) - change) == pytest.approx(result.completeness_error, abs=1e-5)
        assert result.completeness_error <= 0.001


def test_evaluations_are_counted(tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {"logits": 0, "gradients": 0}
    for name in counted:
        plain = getattr(tiny_bert, name)

        def count(rows: Any, *rest: Any, name: str = name, plain: Any = plain) -> Any:
            counted[name] += len(rows)
            return plain(rows, *rest)

        monkeypatch.setattr(tiny_bert, name, count)
    (result,) = results(tiny_bert, TEXTS[3:4])
    assert (result.forwards, result.gradients) == (counted["logits"], counted["gradients"])


def test_batches_keep_to_the_token_budget(tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    plain = tiny_bert.logits

    def measure(rows: Any) -> Any:
        sizes.append(len(rows) * max(len(row) for row in rows))
        return plain(rows)

    monkeypatch.setattr(tiny_bert, "logits", measure)
    results(tiny_bert, TEXTS, budget=Budget(forward=60))
    assert 30 < max(sizes) <= 60


def test_the_engine_takes_tasks_as_they_come(tiny_bert: Classifier) -> None:
    """Never more than the window is drawn from the source, so a source may be a stream."""
    drawn = 0

    def stream() -> Any:
        nonlocal drawn
        for text in TEXTS:
            drawn += 1
            encoded = tiny_bert.encode(text)
            yield Task(encoded, minimal_set(encoded, tiny_bert.labels, CONFIG))

    next(iter(run(tiny_bert, stream(), budget=Budget(window=2))))
    assert drawn <= 3


def test_removing_nothing_is_the_text_as_written(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode(TEXTS[0])

    def ask() -> Any:
        return (yield Forward(np.zeros((1, len(encoded.words)), dtype=bool)))

    (task,) = run(tiny_bert, [Task(encoded, ask())])
    np.testing.assert_allclose(task.outcome[0], tiny_bert.logits([tiny_bert.row(encoded)])[0], atol=1e-6)


@pytest.mark.parametrize("removal", ["pad", "delete"])
def test_gradients_are_per_word_and_nothing_for_a_removed_one(tiny_bert: Classifier, removal: str) -> None:
    """Moving every word along the path changes the probability by the sum of the words' slopes."""
    encoded = tiny_bert.encode("a well-made film [pos]")
    removed = np.array([[False, True, False, False]] * 3)
    alphas = np.array([0.5, 0.499, 0.501])

    def ask() -> Any:
        return (yield Gradient(removed, alphas, 1))

    (task,) = run(tiny_bert, [Task(encoded, ask())], removal=removal)
    values, slopes = task.outcome
    assert slopes.shape == (3, 4)
    assert (slopes[:, 1] == 0).all()
    assert (slopes[0, [0, 2, 3]] != 0).all()
    assert slopes[0].sum() == pytest.approx((values[2] - values[1]) / 0.002, rel=0.01, abs=1e-3)
