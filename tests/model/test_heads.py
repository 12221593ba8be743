"""Heads: a softmax for one class of several, a sigmoid for one label, clear words where one is needed."""

import warnings

import numpy as np
import pytest
import torch
from transformers import BertConfig

from auditor.cidr.explain import explain
from auditor.errors import AuditError
from auditor.model.classifier import Classifier, softmax
from auditor.model.heads import MULTI_LABEL, Head, head_of
from auditor.records.text import Explanation
from tests.support import make_model, make_tokenizer
from tests.sweep.support import CONFIG


def config(labels: int, kind: str | None = None) -> BertConfig:
    return BertConfig(num_labels=labels, problem_type=kind)


def test_one_class_of_several_is_read_as_it_is() -> None:
    head = head_of(config(3))
    logits = torch.randn(4, 3)
    assert head == Head(("LABEL_0", "LABEL_1", "LABEL_2")) and head.read(logits) is logits
    assert head_of(config(2, "single_label_classification")).output is None


def test_one_label_is_read_by_its_sigmoid() -> None:
    head = head_of(config(3, MULTI_LABEL), "LABEL_1")
    logits = torch.tensor([[5.0, 0.5, -2.0], [-1.0, -3.0, 9.0]], dtype=torch.float64)
    assert head.labels == ("not LABEL_1", "LABEL_1")
    read = torch.softmax(head.read(logits), dim=-1)[:, 1]
    torch.testing.assert_close(read, torch.sigmoid(logits[:, 1]))
    single = head_of(config(1), "LABEL_0")
    torch.testing.assert_close(
        torch.softmax(single.read(logits[:, :1]), dim=-1)[:, 1], torch.sigmoid(logits[:, 0])
    )


@pytest.mark.parametrize(
    ("labels", "kind", "target", "message", "hint"),
    [
        (2, MULTI_LABEL, None, "is a multi-label model; its labels are LABEL_0, LABEL_1", "'LABEL_0'"),
        (1, None, None, "has one output, which is read by its sigmoid; its labels are LABEL_0", "'LABEL_0'"),
        (1, "regression", None, "has one output", "--target-label"),
        (2, MULTI_LABEL, "rude", "has no label 'rude'", "LABEL_0, LABEL_1"),
        (2, None, "LABEL_1", "gives each text one of its classes", "Leave --target-label out"),
        (0, None, None, "has no outputs", "a class or more"),
    ],
)
def test_what_the_configuration_cannot_say_is_asked_for(
    labels: int, kind: str | None, target: str | None, message: str, hint: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = config(labels, kind)
    with pytest.raises(AuditError, match=message) as caught:
        head_of(settings, target)
    assert hint in caught.value.hint


def multi_label(target: str | None) -> Classifier:
    model = make_model("bert", seed=3, labels=3, double=True)
    model.config.problem_type = MULTI_LABEL
    return Classifier(model, make_tokenizer("bert"), target_label=target)


def test_logits_and_gradients_are_those_of_the_one_label() -> None:
    classifier = multi_label("LABEL_2")
    row = classifier.row(classifier.encode("a good film"))
    inputs = {
        "input_ids": torch.as_tensor(row.ids[None]),
        "token_type_ids": torch.as_tensor(row.types[None]),  # type: ignore[index]
    }
    with torch.inference_mode():
        own = torch.sigmoid(classifier.model(**inputs).logits[0, 2]).item()
    assert softmax(classifier.logits([row]))[0, 1] == pytest.approx(own)
    half = classifier.row(classifier.encode("a good film"), np.full(len(row), 0.5))
    values, slopes = classifier.gradients([half], np.array([1]), np.zeros((1, 2)))
    step = 1e-5
    for piece in (1, 2, 3):
        moved = half.presence.copy()
        moved[piece] += step
        after = softmax(classifier.logits([classifier.row(classifier.encode("a good film"), moved)]))[0, 1]
        assert slopes[0][piece] == pytest.approx((after - values[0]) / step, abs=1e-4)


def test_sets_are_of_the_one_label_and_the_others_do_not_compete() -> None:
    texts = ["a good film", "a dull and awful plot"]
    for label in ("LABEL_0", "LABEL_2"):
        for found in explain(multi_label(label), texts, CONFIG):
            assert isinstance(found, Explanation) and found.label in (label, f"not {label}")
    with pytest.raises(AuditError, match="is a multi-label model"):
        multi_label(None)
