"""The last layer alone: logistic regression against an independent solution, and what it leaves as it was."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.last_layer import fitted, inputs_of, last_layer, train_last_layer
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, Weights
from tests.support import KINDS, make_model, make_tokenizer

TEXTS = [("good fun film",), ("a dull story and a bad plot",), ("well made",), ("awful",), ("a the film",)]
LABELS = ("LABEL_0", "LABEL_1")


@pytest.mark.parametrize("kind", KINDS)
def test_what_enters_the_layer_gives_the_logits(kind: str) -> None:
    """For encoders and decoders alike, in batches of texts of unequal length."""
    model, tokenizer = make_model(kind, seed=1), make_tokenizer(kind)
    if tokenizer.pad_token is None:
        tokenizer.pad_token, model.config.pad_token_id = tokenizer.eos_token, tokenizer.eos_token_id
    layer = last_layer(model)
    seen = inputs_of(layer, model, tokenizer, TEXTS, max_length=32, batch=2)
    with torch.no_grad():
        answers = layer(torch.as_tensor(seen, dtype=model.dtype))
        wanted = [model(**tokenizer(*text, return_tensors="pt")).logits[0] for text in TEXTS]
    assert torch.allclose(answers, torch.stack(wanted), atol=1e-4)


def test_a_model_without_a_linear_head_is_refused() -> None:
    class Headless(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.base_model = torch.nn.Linear(3, 2)
            self.config = type("Config", (), {"num_labels": 2})()

    with pytest.raises(AuditError, match="no linear layer that gives the classes"):
        last_layer(Headless())


def gradient(table: tuple[Any, Any], features: Any, labels: Any, weights: Any, penalty: float) -> Any:
    """Of the weighted loss with its penalty on standardised coefficients, worked out by torch."""
    middle, scale = features.mean(axis=0), features.std(axis=0)
    scaled = torch.as_tensor((features - middle) / scale)
    coefficients = torch.tensor(table[0] * scale, requires_grad=True)
    constants = torch.tensor(table[1] + table[0] @ middle, requires_grad=True)
    losses = torch.nn.functional.cross_entropy(
        scaled @ coefficients.T + constants, torch.as_tensor(labels), reduction="none"
    )
    share = torch.as_tensor(weights / weights.sum())
    loss = (losses * share).sum() + penalty / 2 * (coefficients**2).sum()
    return torch.autograd.grad(loss, [coefficients, constants])


@pytest.mark.parametrize("classes", [2, 3])
def test_the_solution_is_where_the_gradient_is_nothing(classes: int) -> None:
    generator = np.random.default_rng(0)
    features = generator.normal(size=(80, 4)) * [1, 10, 0.1, 3] + 5
    labels = generator.integers(0, classes, 80)
    weights = generator.uniform(0.1, 5, 80)
    table = fitted(features, labels, weights, classes, 0.01)
    for slope in gradient(table, features, labels, weights, 0.01):
        assert float(slope.abs().max()) < 1e-4


def test_a_weight_is_as_many_rows() -> None:
    generator = np.random.default_rng(1)
    features, labels = generator.normal(size=(30, 3)), generator.integers(0, 2, 30)
    weights = generator.integers(1, 4, 30).astype(float)
    often = np.repeat(np.arange(30), weights.astype(int))
    # Standardised alike: rows that are there more often would move the mean.
    features -= features[often].mean(axis=0) - features.mean(axis=0)
    first = fitted(features, labels, weights, 2, 1e-8)
    second = fitted(features[often], labels[often], np.ones(len(often)), 2, 1e-8)
    for one, other in zip(first, second, strict=True):
        assert np.allclose(one, other, atol=0.05)


def test_a_feature_that_is_always_the_same_is_left_alone() -> None:
    features = np.column_stack([np.array([0.0, 1.0, 0.2, 0.9]), np.full(4, 3.0)])
    coefficients, constants = fitted(features, np.array([0, 1, 0, 1]), np.ones(4), 2, 0.01)
    assert np.array_equal(coefficients[:, 1], [0.0, 0.0]) and np.isfinite(constants).all()


def test_without_a_constant_there_is_none() -> None:
    features = np.array([[1.0], [2.0], [-1.0], [-2.0]])
    coefficients, constants = fitted(features, np.array([1, 1, 0, 0]), np.ones(4), 2, 0.1, constant=False)
    assert np.array_equal(constants, [0.0, 0.0]) and coefficients[1, 0] > 0 > coefficients[0, 0]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has learned nothing, and whose features still tell texts apart."""
    path = tmp_path_factory.mktemp("base") / "model"
    make_model("bert", seed=3).save_pretrained(path)
    make_tokenizer("bert").save_pretrained(path)
    return path


GOOD, BAD = ("good", "fun", "great"), ("bad", "dull", "awful")
ROWS = [((f"{word} film",), int(word in GOOD)) for word in (*GOOD, *BAD)]


def parameters(path: Path) -> dict[str, torch.Tensor]:
    return dict(load_classifier(path).model.state_dict())


def test_only_the_last_layer_changes_and_it_has_learned(base: Path, tmp_path: Path) -> None:
    config = TrainingConfig(base_model=str(base))
    done = train_last_layer(ROWS, {"dev": ROWS, "other": ROWS[:2]}, LABELS, tmp_path / "head", config)
    assert done.accuracy == {"dev": 1.0, "other": 1.0}
    before, after = parameters(base), parameters(tmp_path / "head")
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed == {"classifier.weight", "classifier.bias"}
    classifier = load_classifier(tmp_path / "head")
    logits = classifier.logits([classifier.row(classifier.encode(*texts)) for texts, _ in ROWS])
    assert logits.argmax(axis=1).tolist() == [label for _, label in ROWS]


def test_weights_say_what_is_learned(base: Path, tmp_path: Path) -> None:
    """The same text with both labels: the heavier one wins, on the dev set as well."""
    rows = [(("good film",), 0), (("good film",), 1)]
    config = TrainingConfig(base_model=str(base))
    for heavy in (0, 1):
        weights = Weights((1.9, 0.1) if heavy == 0 else (0.1, 1.9), (2.0, 0.0) if heavy == 0 else (0.0, 2.0))
        done = train_last_layer(rows, {"dev": rows}, LABELS, tmp_path / str(heavy), config, weights=weights)
        assert done.accuracy == {"dev": 1.0}


def test_it_starts_from_a_model_directory_and_overwrites_nothing(base: Path, tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="'builtin:tiny' cannot be trained alone"):
        train_last_layer(ROWS, {"dev": ROWS}, LABELS, tmp_path / "head", TrainingConfig())
    config = TrainingConfig(base_model=str(base))
    train_last_layer(ROWS, {"dev": ROWS}, LABELS, tmp_path / "head", config)
    with pytest.raises(AuditError, match="already holds a trained model"):
        train_last_layer(ROWS, {"dev": ROWS}, LABELS, tmp_path / "head", config)


def test_the_batch_does_not_matter(tiny_bert: Classifier) -> None:
    layer = last_layer(tiny_bert.model)
    found = [
        inputs_of(layer, tiny_bert.model, tiny_bert.tokenizer, TEXTS, max_length=32, batch=batch)
        for batch in (1, 3, 99)
    ]
    assert np.allclose(found[0], found[1], atol=1e-5) and np.allclose(found[0], found[2], atol=1e-5)
