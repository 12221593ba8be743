"""One wrapper, many architectures: the same logits however a row is fed, and exact gradients."""

import numpy as np
import pytest
import torch

from auditor.errors import AuditError
from auditor.model.classifier import Classifier, Row, check_finite, softmax
from tests.support import KINDS, make_classifier, make_model, make_tokenizer

TEXTS = ("good film", "a very dull and slow plot that is not well made", "great", "the [pos] scene !")


@pytest.fixture(scope="module", params=KINDS)
def exact(request: pytest.FixtureRequest) -> Classifier:
    """Each architecture in double precision with three classes."""
    return make_classifier(request.param, labels=3, double=True, seed=1)


def from_ids(classifier: Classifier, row: Row) -> np.ndarray:
    """The logits as any user of the model would get them."""
    inputs = {
        "input_ids": torch.as_tensor(row.ids[None]),
        "attention_mask": torch.ones(1, len(row), dtype=torch.long),
    }
    if row.types is not None:
        inputs["token_type_ids"] = torch.as_tensor(row.types[None])
    with torch.inference_mode():
        return classifier.model(**inputs).logits.numpy()[0]


def test_embeddings_and_ids_agree(exact: Classifier) -> None:
    for texts in (*((text,) for text in TEXTS), ("good film", "bad plot")):
        row = exact.row(exact.encode(*texts))
        np.testing.assert_allclose(exact.logits([row])[0], from_ids(exact, row), atol=1e-9)


def test_a_row_alone_equals_the_row_in_a_mixed_batch(exact: Classifier) -> None:
    rows = [exact.row(exact.encode(text)) for text in TEXTS]
    rows.append(exact.row(exact.encode("good film", "a longer plot")))
    rows.append(exact.row(exact.encode(TEXTS[1]), np.linspace(0, 1, len(rows[1]))))
    together = exact.logits(rows)
    assert together.shape == (6, 3)
    for row, logits in zip(rows, together, strict=True):
        np.testing.assert_allclose(exact.logits([row])[0], logits, atol=1e-9)
    assert np.ptp(together, axis=0).min() > 0.01  # the rows really differ


def test_gradients_equal_finite_differences(exact: Classifier) -> None:
    added = np.array([[0.3, -0.2, 0.1], [0.0, 0.0, 0.0]])
    targets = np.array([2, 0])
    rows = [
        exact.row(exact.encode("good dull film"), np.full(len(exact.encode("good dull film")), 0.6)),
        exact.row(exact.encode("a great plot and a sad scene")),
    ]

    def value(row: Row, k: int) -> float:
        return float(softmax(exact.logits([row])[0] + added[k])[targets[k]])

    values, gradients = exact.gradients(rows, targets, added)
    plain, without = exact.gradients(rows, targets)
    assert plain[1] == values[1] and plain[0] != values[0]
    assert (without[1] == gradients[1]).all() and (without[0] != gradients[0]).any()
    # ModernBERT turns its positions in single precision, whatever the model's own: a coarser comparison.
    step, tolerance = (1e-3, 1e-3) if exact.model.config.model_type == "modernbert" else (1e-5, 1e-6)
    for k, row in enumerate(rows):
        assert values[k] == pytest.approx(value(row, k), abs=1e-9)
        assert gradients[k].shape == (len(row),)
        for i in range(len(row)):
            nudge = step * np.eye(len(row))[i]
            up, down = (Row(row.ids, row.presence + s * nudge, row.types) for s in (1, -1))
            slope = (value(up, k) - value(down, k)) / (2 * step)
            assert gradients[k][i] == pytest.approx(slope, rel=tolerance, abs=1e-7 + tolerance / 10)
        assert np.abs(gradients[k]).max() > 1e-4


def test_filler_goes_where_it_changes_nothing(exact: Classifier) -> None:
    decoder = exact.model.config.model_type == "gpt2"
    assert exact.filler_side == ("left" if decoder else "right")


def test_padding_a_word_out_changes_its_embedding_and_nothing_else(exact: Classifier) -> None:
    encoded = exact.encode("good film")
    presence = np.where(encoded.word_of == 0, 0.0, 1.0)
    full, _ = exact._inputs([exact.row(encoded)])
    padded, _ = exact._inputs([exact.row(encoded, presence)])
    assert set(full) == set(padded)
    for name in set(full) - {"inputs_embeds"}:
        assert torch.equal(full[name], padded[name])
    assert full["attention_mask"].all()
    gone = torch.as_tensor(presence == 0)
    absent = exact.model.get_input_embeddings().weight[exact.replacement_id]
    assert torch.equal(full["inputs_embeds"][0, ~gone], padded["inputs_embeds"][0, ~gone])
    assert torch.allclose(padded["inputs_embeds"][0, gone], absent.expand(int(gone.sum()), -1))
    assert not torch.allclose(full["inputs_embeds"][0, gone], padded["inputs_embeds"][0, gone])


def test_the_limit_is_what_the_position_table_can_take() -> None:
    for kind in KINDS:
        classifier = make_classifier(kind, limit=10**9)
        assert classifier.limit == {"roberta": 94, "xlm-roberta": 94, "mpnet": 94, "gpt2": 256}.get(kind, 96)
        encoded = classifier.encode("good " * 300)
        assert len(encoded) == classifier.limit
        assert encoded.truncated > 0
        assert np.isfinite(classifier.logits([classifier.row(encoded)])).all()


def test_a_generic_tokenizer_does_not_force_token_types_on_a_model_without_them() -> None:
    for kind in ("distilbert", "roberta", "modernbert"):
        tokenizer = make_tokenizer(kind)
        tokenizer.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]
        classifier = Classifier(make_model(kind), tokenizer)
        row = classifier.row(classifier.encode("good film", "bad plot"))
        assert np.isfinite(classifier.logits([row])).all()


def test_token_types_reach_the_model() -> None:
    classifier = make_classifier("bert", double=True)
    pair = classifier.row(classifier.encode("good film", "bad plot"))
    assert pair.types is not None
    flat = Row(pair.ids, pair.presence, np.zeros_like(pair.types))
    assert np.abs(classifier.logits([pair]) - classifier.logits([flat])).max() > 1e-3


def test_replacement_embeddings() -> None:
    assert make_classifier("bert").replacement_id == make_tokenizer("bert").pad_token_id
    assert make_classifier("bert", replacement="mask").replacement_id == make_tokenizer("bert").mask_token_id
    assert make_classifier("roberta").replacement_id == 1
    assert make_classifier("gpt2").replacement_id == make_tokenizer("gpt2").eos_token_id
    with pytest.raises(AuditError, match="no mask token") as caught:
        make_classifier("gpt2", replacement="mask")
    assert "--removal" in caught.value.hint


def test_broken_weights_are_refused() -> None:
    model = make_model("bert")
    with torch.no_grad():
        model.classifier.bias.fill_(float("nan"))
    with pytest.raises(AuditError, match="not finite") as caught:
        Classifier(model, make_tokenizer("bert"))
    assert caught.value.hint


def test_one_class_is_refused() -> None:
    with pytest.raises(AuditError, match="one output") as caught:
        make_classifier("bert", labels=1)
    assert "--target-label 'LABEL_0'" in caught.value.hint


def test_a_model_that_treats_embeddings_otherwise_is_refused() -> None:
    model = make_model("bert")
    plain = model.forward

    def forward(**inputs: object) -> object:
        output = plain(**inputs)
        return type(output)(logits=output.logits + 1.0) if "inputs_embeds" in inputs else output

    model.forward = forward
    with pytest.raises(AuditError, match="other logits for embeddings"):
        Classifier(model, make_tokenizer("bert"))


def test_a_model_that_no_filler_suits_is_run_without_any() -> None:
    """Negative control of the probe: a model that looks at the width of its batch."""
    model = make_model("bert")
    plain = model.forward

    def forward(**inputs: torch.Tensor) -> object:
        output = plain(**inputs)
        width = next(iter(inputs.values())).shape[1]
        return type(output)(logits=output.logits + width * torch.tensor([1.0, 0.0]))

    model.forward = forward
    classifier = Classifier(model, make_tokenizer("bert"))
    assert classifier.filler_side == "none"
    rows = [classifier.row(classifier.encode(text)) for text in TEXTS[:2]]
    assert np.isfinite(classifier.logits(rows[:1])).all()
    with pytest.raises(AuditError, match="unequal length"):
        classifier.logits(rows)


def test_softmax_and_finiteness_by_hand() -> None:
    np.testing.assert_allclose(softmax(np.array([0.0, np.log(3.0)])), [0.25, 0.75])
    np.testing.assert_allclose(softmax(np.array([[1e4, 1e4 + np.log(4.0)]])), [[0.2, 0.8]])
    check_finite(np.array([1.0, -1.0]))
    for bad in (np.nan, np.inf, -np.inf):
        with pytest.raises(AuditError):
            check_finite(np.array([0.0, bad]))
