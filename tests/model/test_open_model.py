"""Opening any model: what can be differentiated is, what can only be asked is asked and says so."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import (
    CanineConfig,
    CanineForSequenceClassification,
    CanineTokenizer,
    TextClassificationPipeline,
)

from auditor.cidr.explain import explain
from auditor.errors import AuditError, NoGradientsError
from auditor.model.asked.text_model import Asking, TextModel
from auditor.model.classifier import Classifier, softmax
from auditor.model.open_model import FromPath, Wish, open_model
from auditor.model.pretrained import load_classifier
from auditor.records.text import Explanation
from tests.model.asked.support import bag
from tests.support import make_model, make_tokenizer
from tests.sweep.support import CONFIG


@pytest.fixture(scope="module")
def canine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of characters: its tokenizer is slow, and it has no table of embeddings."""
    torch.manual_seed(0)
    config = CanineConfig(
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=128,
        num_hash_functions=2,
        num_hash_buckets=64,
        local_transformer_stride=32,
        upsampling_kernel_size=4,
        downsampling_rate=4,
    )
    model = CanineForSequenceClassification(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.copy_(0.4 * torch.randn(parameter.shape))
    path = tmp_path_factory.mktemp("canine")
    model.save_pretrained(path)
    CanineTokenizer(model_max_length=128).save_pretrained(path)
    return path


def test_a_network_without_reachable_embeddings_is_asked_and_says_so(canine: Path) -> None:
    found = open_model(canine, Wish(Asking(str(canine)))).load("cpu")
    assert isinstance(found, TextModel) and found.labels == ("LABEL_0", "LABEL_1")
    assert "asked with texts instead" in found.notices[0] and "slow tokenizer" in found.notices[0]
    [one] = explain(found, ["good dull film"], CONFIG)
    assert isinstance(one, Explanation) and one.gradients == 0
    tokenizer, network = (
        CanineTokenizer.from_pretrained(canine),
        CanineForSequenceClassification.from_pretrained(canine),
    )
    with torch.inference_mode():
        logits = network.eval()(**tokenizer("good dull film", return_tensors="pt")).logits[0]
    own = dict(zip(found.labels, torch.softmax(logits, -1).tolist(), strict=True))
    assert one.probability == pytest.approx(own[one.label], abs=1e-6)
    with pytest.raises(NoGradientsError, match="slow tokenizer"):
        load_classifier(canine, device="cpu")


def test_a_network_that_reads_embeddings_otherwise_is_asked() -> None:
    model = make_model("bert", seed=3)
    plain = model.forward

    def odd(*args: Any, inputs_embeds: Any = None, **options: Any) -> Any:
        if inputs_embeds is not None:
            raise TypeError("got an unexpected keyword argument 'inputs_embeds'")
        return plain(*args, **options)

    model.forward = odd
    found = open_model((model, make_tokenizer("bert")), Wish()).load("cpu")
    assert isinstance(found, TextModel) and "takes no input embeddings" in found.notices[0]


def test_weights_tell_asked_networks_apart(canine: Path) -> None:
    wish = Wish(Asking(str(canine)))
    first, second = (open_model(canine, wish).load("cpu") for _ in range(2))
    assert isinstance(first, TextModel) and isinstance(second, TextModel)
    assert first.identity == second.identity
    model = CanineForSequenceClassification.from_pretrained(canine)
    with torch.no_grad():
        model.classifier.bias += 1.0
    other = open_model((model, CanineTokenizer.from_pretrained(canine)), wish).load("cpu")
    assert isinstance(other, TextModel) and other.identity != first.identity


def pipeline(seed: int = 3) -> TextClassificationPipeline:
    model = make_model("bert", seed=seed)
    return TextClassificationPipeline(model=model, tokenizer=make_tokenizer("bert"), device=-1)


def test_a_pipeline_is_taken_apart_where_that_answers_the_same() -> None:
    whole = pipeline()
    found = open_model(whole, Wish())
    with found.loaded() as classifier:
        assert isinstance(classifier, Classifier)
        row = classifier.row(classifier.encode("a good film"))
        said = {one["label"]: one["score"] for one in whole("a good film", top_k=None)}
        np.testing.assert_allclose(
            softmax(classifier.logits([row]))[0], [said[k] for k in classifier.labels], atol=1e-6
        )


def test_a_pipeline_that_does_more_is_asked_as_it_is() -> None:
    class Shouting(TextClassificationPipeline):
        def preprocess(self, inputs: Any, **options: Any) -> Any:
            return super().preprocess("good " + inputs if isinstance(inputs, str) else inputs, **options)

    whole = Shouting(model=make_model("bert", seed=3), tokenizer=make_tokenizer("bert"), device=-1)
    found = open_model(whole, Wish()).load("cpu")
    assert isinstance(found, TextModel) and found.labels == ("LABEL_0", "LABEL_1")
    encoded = found.encode("a film")
    [probabilities] = softmax(found.logits([found.without(encoded, np.zeros(2, dtype=bool))]))
    said = {one["label"]: one["score"] for one in whole("a film", top_k=None)}
    np.testing.assert_allclose(probabilities, [said[label] for label in found.labels], atol=1e-6)


def test_what_is_loaded_in_another_process_can_be_sent_there(canine: Path) -> None:
    opened = open_model(str(canine), Wish(Asking("x")))
    assert pickle.loads(pickle.dumps(opened.load)) == FromPath(str(canine), Wish(Asking("x")))  # noqa: S301
    asked = open_model(bag, Wish(Asking("", labels=("a", "b"))))
    again = pickle.loads(pickle.dumps(asked.load))  # noqa: S301
    assert again.identity == asked.load.identity and again("cpu").labels == ("a", "b")  # type: ignore[attr-defined]


def test_anything_else_is_refused() -> None:
    for model in (3, None, {"a": 1}):
        with pytest.raises(AuditError, match="cannot be asked") as caught:
            open_model(model, Wish())
        assert "a pipeline" in caught.value.hint
