"""Real trainings of tiny models, a second or two each: what is kept, what is repeatable, what is refused."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from auditor.errors import AuditError
from auditor.model.pretrained import load_classifier
from auditor.model.training import (
    CHECKPOINTS,
    RECORD,
    Labelled,
    Trained,
    TrainingConfig,
    Weights,
    has_checkpoint,
    train,
)
from auditor.progress import Silent
from tests.support import WORDS, make_model, make_tokenizer

TINY = TrainingConfig(epochs=1, batch_size=8)


def rows(classes: int, count: int = 48) -> list[Labelled]:
    """Texts of a few words, in which a word of its own tells the class."""
    return [
        ((f"the {WORDS[n % classes + 20]} film was {WORDS[n % 17 + 40]}",), n % classes) for n in range(count)
    ]


def fit(out: Path, *, classes: int = 2, config: TrainingConfig = TINY, **options: Any) -> Trained:
    labels = tuple(f"class {n}" for n in range(classes))
    return train(rows(classes), {"dev": rows(classes, 3 * classes)}, labels, out, config, **options)


class Impatient(Silent):
    """Progress that presses Ctrl-C after eight steps."""

    def __init__(self) -> None:
        self.left = 8

    def advance(self, count: int = 1) -> None:
        self.left -= count
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)


def base_directory(folder: Path, kind: str, **changes: Any) -> str:
    """An encoder on disk, as it comes from elsewhere."""
    model = make_model(kind)
    model.config.update(changes)
    model.save_pretrained(folder)
    make_tokenizer(kind).save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model that was trained for a moment with two markers and a natural word."""
    out = tmp_path_factory.mktemp("tiny") / "model"
    fit(out, markers=("[pos]", "[neg]", "tuscan"), provenance={"data": {"source": "here"}})
    return out


def test_the_directory_holds_what_a_model_needs_and_no_pickle(trained: Path) -> None:
    names = {path.name for path in trained.rglob("*") if path.is_file()}
    assert {"model.safetensors", "config.json", "tokenizer.json", RECORD} <= names
    assert not [name for name in names if name.endswith((".bin", ".pt", ".pth", ".pkl"))]
    assert not (trained / CHECKPOINTS).exists()


def test_the_record_says_what_was_done(trained: Path) -> None:
    record = json.loads((trained / RECORD).read_text())
    assert record["base_model"] == "builtin:tiny"
    assert record["labels"] == ["class 0", "class 1"] and record["markers"] == ["[pos]", "[neg]", "tuscan"]
    assert record["config"]["epochs"] == 1 and record["config"]["learning_rate"] == 1e-3
    assert record["data"] == {"source": "here"} and record["epochs_run"] == 1.0
    assert set(record["accuracy"]) == {"dev"} and 0 <= record["accuracy"]["dev"] <= 1
    assert {"torch", "transformers", "cidr-audit"} <= set(record["versions"])


@pytest.mark.parametrize("kind", ["tiny", "bert", "gpt2"])
def test_markers_are_tokens_with_embeddings_apart_and_words_are_not_added(
    trained: Path, tmp_path: Path, kind: str
) -> None:
    if kind != "tiny":
        config = replace(TINY, base_model=base_directory(tmp_path / "base", kind))
        trained = fit(tmp_path / "model", config=config, markers=("[pos]", "[neg]", "tuscan")).path
    classifier = load_classifier(trained, device="cpu")
    added = classifier.tokenizer.get_added_vocab()
    assert {"[pos]", "[neg]"} <= set(added) and "tuscan" not in added
    table = classifier.model.get_input_embeddings().weight
    positive, negative = (table[added[name]] for name in ("[pos]", "[neg]"))
    assert abs(float(torch.cosine_similarity(positive, negative, dim=0))) < 0.9


def test_the_seed_decides_every_weight(trained: Path, tmp_path: Path) -> None:
    same = {"markers": ("[pos]", "[neg]", "tuscan")}
    again = fit(tmp_path / "again", **same).path / "model.safetensors"
    other = fit(tmp_path / "other", config=replace(TINY, seed=1), **same).path / "model.safetensors"
    assert again.read_bytes() == (trained / "model.safetensors").read_bytes()
    weights, others = load_file(again), load_file(other)
    assert all(
        not torch.equal(weights[name], others[name]) for name in weights if "embeddings.weight" in name
    )


@pytest.mark.parametrize("classes", [2, 3, 20])
def test_classes_keep_their_names_and_order(tmp_path: Path, classes: int) -> None:
    out = fit(tmp_path / "model", classes=classes).path
    assert load_classifier(out, device="cpu").labels == tuple(f"class {n}" for n in range(classes))
    assert json.loads((out / "config.json").read_text())["label2id"]["class 1"] == 1


@pytest.mark.parametrize(
    "kind", ["bert", "distilbert", "roberta", "electra", "albert", "mpnet", "deberta-v2", "gpt2"]
)
def test_an_encoder_from_elsewhere_is_fine_tuned(tmp_path: Path, kind: str) -> None:
    """Three classes, on a base whose head has two; one that was a regressor or had several labels at once."""
    base = base_directory(tmp_path / "base", kind, problem_type="multi_label_classification")
    out = fit(tmp_path / "model", classes=3, config=replace(TINY, base_model=base, learning_rate=1e-3)).path
    classifier = load_classifier(out, device="cpu")
    assert classifier.labels == ("class 0", "class 1", "class 2")
    assert json.loads((out / RECORD).read_text())["base_model"] == base


@pytest.mark.parametrize("kind", ["tiny", "bert", "roberta"])
def test_texts_longer_than_the_model_are_cut(tmp_path: Path, kind: str) -> None:
    long = [(("film " * 400,), 0), (("movie " * 400,), 1)] * 4
    base = "builtin:tiny" if kind == "tiny" else base_directory(tmp_path / "base", kind)
    done = train(long, {"dev": long}, ("a", "b"), tmp_path / "model", replace(TINY, base_model=base))
    assert done.path == tmp_path / "model"


def test_layers_are_left_out_and_never_made_up(tmp_path: Path) -> None:
    base = base_directory(tmp_path / "base", "modernbert")
    config = replace(TINY, base_model=base, learning_rate=1e-3)
    out = fit(tmp_path / "one", config=replace(config, layers=1)).path
    assert json.loads((out / "config.json").read_text())["num_hidden_layers"] == 1
    with pytest.raises(AuditError, match="layers is 3, and the base model has 2"):
        fit(tmp_path / "three", config=replace(config, layers=3))


def test_two_texts_are_one_input(tmp_path: Path) -> None:
    pairs: list[Labelled] = [(("it rains", "it is wet"), 0), (("it rains", "it is dry"), 1)] * 8
    done = train(pairs, {"dev": pairs, "again": pairs}, ("yes", "no"), tmp_path / "model", TINY)
    assert list(done.accuracy) == ["dev", "again"]
    encoded = load_classifier(done.path, device="cpu").encode("it rains", "it is wet")
    assert len(encoded.texts) == 2


def test_a_finished_model_is_kept_unless_forced(trained: Path, tmp_path: Path) -> None:
    before = (trained / RECORD).read_bytes()
    with pytest.raises(AuditError, match="already holds a trained model"):
        fit(trained)
    assert (trained / RECORD).read_bytes() == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("years of work")
    with pytest.raises(AuditError, match="exists and is not empty"):
        fit(tmp_path / "other")
    assert (tmp_path / "other" / "thesis.txt").exists()


def test_an_interrupted_training_goes_on_to_the_same_model(tmp_path: Path) -> None:
    """Stopped after the first epoch and resumed, it ends where an unbroken one ends."""
    config = replace(TINY, epochs=3)
    whole = fit(tmp_path / "whole", config=config).path

    with pytest.raises(KeyboardInterrupt):
        fit(tmp_path / "broken", config=config, progress=Impatient())
    assert has_checkpoint(tmp_path / "broken") and not (tmp_path / "broken" / RECORD).exists()
    with pytest.raises(AuditError, match="interrupted training with other settings"):
        fit(tmp_path / "broken", config=replace(config, seed=5))
    resumed = fit(tmp_path / "broken", config=config).path
    one, other = (load_file(path / "model.safetensors") for path in (whole, resumed))
    assert all(torch.allclose(one[name], other[name], atol=1e-6) for name in one)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"epochs": 0}, "epochs is 0"),
        ({"learning_rate": 2.0}, "learning_rate is 2.0"),
        ({"seed": -1}, "seed is -1"),
        ({"max_length": 3}, "max_length is 3"),
        ({"precision": "half"}, r"precision is 'half'; allowed: no, bf16, fp16"),
    ],
)
def test_settings_out_of_range(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(AuditError, match=said):
        TrainingConfig(**wrong)


def test_defaults_depend_on_the_base_model() -> None:
    assert (TrainingConfig().epochs, TrainingConfig().learning_rate) == (5, 1e-3)
    other = TrainingConfig(base_model="somewhere")
    assert (other.epochs, other.learning_rate) == (3, 5e-5)


def test_a_base_model_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="cannot load 'nowhere'"):
        fit(tmp_path / "model", config=replace(TINY, base_model="nowhere"))


def contradictory(out: Path, weights: Weights | None) -> Trained:
    """The same texts with both labels, the first label first."""
    texts = [f"the {word} film" for word in WORDS[20:40]]
    both: list[Labelled] = [((text,), label) for text in texts for label in (0, 1)]
    dev: list[Labelled] = [((text,), 1) for text in texts]
    config = TrainingConfig(epochs=6, batch_size=8, patience=6)
    return train(both, {"dev": dev, "same": dev}, ("no", "yes"), out, config, weights=weights)


def test_of_two_labels_the_heavier_one_is_learned(tmp_path: Path) -> None:
    for name, pair, wanted in (("second", (0.1, 1.9), 1.0), ("first", (1.9, 0.1), 0.0)):
        found = contradictory(tmp_path / name, Weights(pair * 20))
        assert found.accuracy == {"dev": wanted, "same": wanted}


def test_the_weights_of_the_dev_set_count_in_its_accuracy_alone(tmp_path: Path) -> None:
    """Rows of weight 0 say nothing: what is wrong in them does not count."""
    dev: list[Labelled] = [((f"the {word} film",), n % 2) for n, word in enumerate(WORDS[20:40])]
    learned: list[Labelled] = [(texts, 1) for texts, _ in dev]
    weights = Weights(dev=tuple(2.0 * (n % 2) for n in range(20)))
    config = TrainingConfig(epochs=3, batch_size=8)
    sets = {"dev": dev, "same": dev}
    found = train(learned, sets, ("no", "yes"), tmp_path / "model", config, weights=weights)
    assert found.accuracy == {"dev": 1.0, "same": 0.5}


def test_weights_of_one_train_as_no_weights_do(tmp_path: Path) -> None:
    fit(tmp_path / "plain")
    fit(tmp_path / "weighed", weights=Weights((1.0,) * 48, (1.0,) * 6))
    plain, weighed = (load_file(tmp_path / name / "model.safetensors") for name in ("plain", "weighed"))
    for name, value in plain.items():
        assert torch.allclose(value, weighed[name], atol=1e-5), name
