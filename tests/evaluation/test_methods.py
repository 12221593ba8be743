"""Every method on a linear model, where the right attribution is known; SIG and DIG by what defines them."""

import sys
from collections.abc import Callable

import numpy as np
import pytest
import torch

from auditor.cidr.quadrature import midpoint
from auditor.cidr.questions import FloatArray
from auditor.errors import AuditError
from auditor.evaluation import captum_methods
from auditor.evaluation.conventions import Convention
from auditor.evaluation.discretized import Anchors, bent, discretized_gradients
from auditor.evaluation.embedded import Embedded, embed
from auditor.evaluation.explaining import Baselines, asked_methods, by_effect, ranked, runs
from auditor.evaluation.memo import Memo
from auditor.evaluation.methods import METHODS, SET_METHODS, Found, config_of, parse_methods
from auditor.evaluation.sequential import sequential_gradients
from auditor.model.classifier import Classifier, softmax
from tests.evaluation.support import PIECES, WIDTH, linear_text
from tests.support import drive, probability, toy_encoded

WEIGHTS = torch.tensor([0.02, 0.25, -0.05, 0.1, 0.08], dtype=torch.float64)


def dig(text: Embedded) -> FloatArray:
    return discretized_gradients(text, Anchors(text.table(), text.replacement, steps=7, neighbours=10))


@pytest.mark.parametrize("method", [sequential_gradients, dig])
def test_own_methods_are_exact_on_a_linear_model(method: Callable[[Embedded], FloatArray]) -> None:
    text, right = linear_text()
    np.testing.assert_allclose(method(text), right, atol=1e-12)


@pytest.mark.parametrize("name", ["integrated_gradients", "deeplift"])
def test_captum_methods_are_exact_on_a_linear_model(name: str) -> None:
    pytest.importorskip("captum")
    text, right = linear_text()
    np.testing.assert_allclose(getattr(captum_methods, name)(text), right, atol=1e-9)


def test_gradient_x_input_has_no_baseline() -> None:
    pytest.importorskip("captum")
    text, _ = linear_text()
    pieces = (text.module.weights * text.written).sum(dim=1).numpy()
    right = [pieces[1], pieces[2] + pieces[3], pieces[4]]
    np.testing.assert_allclose(captum_methods.gradient_x_input(text), right, atol=1e-12)


def test_gradient_shap_is_near_on_a_linear_model_and_repeatable() -> None:
    pytest.importorskip("captum")
    text, right = linear_text()
    before = torch.random.get_rng_state()
    once, again, other = (captum_methods.gradient_shap(text, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_allclose(once, right, atol=1e-3)  # its noise has a standard deviation of 0.01
    np.testing.assert_array_equal(once, again)
    assert not np.array_equal(once, other)
    assert torch.equal(before, torch.random.get_rng_state())


def test_asking_methods_on_a_linear_model() -> None:
    """F = 0.45 + w·x is 0.85: leave-one-out gives each word its weight; without word 1 it is 0.6, without
    words 1 and 3 it is 0.5, and no other pair reaches that."""
    logits = probability(lambda x: 0.449 + WEIGHTS @ x)
    wanted = runs([*SET_METHODS, "leave-one-out"], 2)
    asking = asked_methods(toy_encoded(5), ("a", "b"), wanted, Convention(), Memo())
    target, found, asked = drive(asking, logits)
    assert target == 0
    one_out = found["leave-one-out", 0]
    assert isinstance(one_out, Found) and one_out.ranking == (1, 3, 4, 0, 2)
    for seed in (0, 1):
        cidr = found["cidr", seed]
        assert isinstance(cidr, Found) and cidr.items == (frozenset({1, 3}),)
        plain = found["cidr-no-cooperation", seed]
        assert isinstance(plain, Found) and plain.items == (frozenset({1, 3}),)
    literal = found["cidr-paper", 0]
    assert isinstance(literal, Found) and literal.items == ()  # everything fits the paper's capacity
    assert asked["leave-one-out", 0].forwards == 6
    assert asked["cidr-no-cooperation", 0].gradients < asked["cidr", 0].gradients
    assert asked["cidr", 1].gradients == asked["cidr", 0].gradients  # known, and counted all the same


def test_pairs_of_a_verified_set_come_by_their_effect() -> None:
    """Only all four words together lose the class; the pair that takes most comes first."""
    weights = torch.tensor([0.1, 0.15, 0.12, 0.08], dtype=torch.float64)
    logits = probability(lambda x: 0.45 + weights @ x)
    asking = asked_methods(toy_encoded(4), ("a", "b"), [("cidr", 0)], Convention(rounding="ceil"), Memo())
    found = drive(asking, logits)[1]["cidr", 0]
    assert isinstance(found, Found) and found.items == (frozenset({1, 2}), frozenset({0, 3}))


def test_each_pair_of_the_top_is_the_best_beside_those_before_it() -> None:
    """Word 0 is in two pairs: after (0, 1) the pair with two new words takes more than (0, 2)."""
    weights = torch.tensor([0.3, 0.2, 0.15, 0.1, 0.1], dtype=torch.float64)
    logits = probability(lambda x: 0.1 + weights @ x)
    items = (frozenset({3, 4}), frozenset({0, 2}), frozenset({0, 1}))
    ordered = (frozenset({0, 1}), frozenset({3, 4}), frozenset({0, 2}))
    assert drive(by_effect(5, items, 3), logits) == ordered
    assert drive(by_effect(5, items, 1), logits) == (frozenset({0, 1}), *items[:2])
    assert drive(by_effect(5, items, 0), logits) == items


def test_sequential_gradients_of_a_product_by_hand() -> None:
    """F = x y with both at 1: each path holds the other at 1, so both get the whole product, not half."""

    class Product(torch.nn.Module):
        def forward(self, points: torch.Tensor) -> torch.Tensor:
            own = 0.1 + 0.8 * points[:, 1, 0] * points[:, 4, 0]
            return torch.stack([1 - own, own], dim=1)

    text, _ = linear_text(module=Product())
    x, y, zero = text.written[1, 0], text.written[4, 0], text.baseline[1, 0]
    right = [0.8 * (x - zero) * y, 0.0, 0.8 * x * (y - zero)]
    np.testing.assert_allclose(sequential_gradients(text), right, atol=1e-12)


def test_sequential_gradients_are_the_integral_over_each_path(tiny_bert: Classifier) -> None:
    """Against the definition: the gradient of the moving piece, by a fine midpoint rule on its path."""
    encoded = tiny_bert.encode("a well-made film, unforgettably funny")
    assert len(encoded) > len(encoded.words) + 2  # some words have several pieces
    text = embed(tiny_bert, encoded, 1)
    nodes, weights = midpoint(200)
    scores = torch.zeros(len(text.ids), dtype=torch.float64)
    for place in text.places:
        step = text.written[place] - text.baseline[place]
        points = text.written.repeat(len(nodes), 1, 1)
        points[:, place] = text.baseline[place] + torch.as_tensor(nodes, dtype=step.dtype)[:, None] * step
        slopes = (text.gradients(points)[:, place] @ step).double()
        scores[place] = torch.as_tensor(weights) @ slopes
    np.testing.assert_allclose(sequential_gradients(text), text.by_word(scores), atol=2e-6)


def test_sequential_gradients_are_leave_one_out_of_pieces(tiny_bert: Classifier) -> None:
    """Exactly so for words of one piece."""
    encoded = tiny_bert.encode("the film was not good but very funny")
    assert len(encoded) == len(encoded.words) + 2
    rows = [tiny_bert.row(encoded)]
    rows += [tiny_bert.row(encoded, np.where(encoded.word_of == w, 0.0, 1.0)) for w in range(8)]
    probabilities = softmax(tiny_bert.logits(rows))
    target = int(probabilities[0].argmax())
    right = probabilities[0, target] - probabilities[1:, target]
    np.testing.assert_allclose(sequential_gradients(embed(tiny_bert, encoded, target)), right, atol=1e-6)


def test_the_text_in_embedding_space_is_the_text(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode("a well-made film", "it is fun")
    text = embed(tiny_bert, encoded, 1)
    ends = torch.stack([text.written, text.baseline])
    empty = np.where(encoded.word_of < 0, 1.0, 0.0)
    rows = [tiny_bert.row(encoded), tiny_bert.row(encoded, empty)]
    with torch.no_grad():
        np.testing.assert_allclose(text.module(ends).numpy(), softmax(tiny_bert.logits(rows)), atol=1e-5)


def test_bent_anchors_lie_between() -> None:
    here, end = torch.tensor([0.0, 0.0, 1.0, 2.0]), torch.tensor([1.0, 1.0, 0.0, 2.0])
    anchor = torch.tensor([0.5, 2.0, 1.5, 3.0])
    assert bent(anchor, here, end, 10).tolist() == pytest.approx([0.5, 0.1, 0.9, 2.0])


def test_discretized_paths_are_monotone_and_go_by_real_words() -> None:
    table = torch.randn(60, 5, generator=torch.Generator().manual_seed(4), dtype=torch.float64)
    anchors = Anchors(table, reference=0, steps=12, neighbours=20)
    for word in (5, 17, 33):
        path = anchors.path(word)
        assert len(path) == 13 and path[0] == word
        between = [step for step in path[1:] if step != 0]
        assert len(set(between)) == len(between) and word not in between
        points = anchors.points(word)
        assert points.shape == (14, 5)
        torch.testing.assert_close(points[0], table[0])
        torch.testing.assert_close(points[-1], table[word])
        steps = points.diff(dim=0) * (table[word] - table[0]).sign()
        assert (steps >= -1e-12).all()


def test_the_next_anchor_is_the_neighbour_that_is_bent_least() -> None:
    """Against a plain loop over the nearest neighbours."""
    table = torch.randn(50, 4, generator=torch.Generator().manual_seed(9), dtype=torch.float64)
    anchors = Anchors(table, reference=3, steps=6, neighbours=9)
    for word in (0, 11, 42):
        others = [i for i in range(50) if i not in (word, 3)]
        near = sorted(others, key=lambda i: (table[i] - table[word]).norm().item())[:9]
        cost = {i: (table[i] - bent(table[i], table[word], table[3], 6)).norm().item() for i in near}
        assert anchors.path(word)[1] == min(cost, key=lambda i: cost[i])


def test_discretized_gradients_sum_to_the_change(tiny_bert: Classifier) -> None:
    """Completeness, as far as a Riemann sum of 200 steps goes."""
    encoded = tiny_bert.encode("the film was not good")
    text = embed(tiny_bert, encoded, 0)
    anchors = Anchors(text.table(), text.replacement, steps=200, neighbours=30)
    with torch.no_grad():
        first, last = text.module(torch.stack([text.baseline, text.written]))[:, 0]
    found = discretized_gradients(text, anchors)
    assert found.sum() == pytest.approx(float(last - first), abs=0.05)


def test_baselines_of_a_text_with_seeds(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode("the film was not good")
    found = Baselines(tiny_bert).explain(encoded, 0, runs(["sig", "random", "cidr"], 3))
    assert sorted(found) == [("random", 0), ("random", 1), ("random", 2), ("sig", 0)]
    orders = {result.ranking for result in found.values() if isinstance(result, Found)}
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)
    assert len(orders) >= 3
    sig = found["sig", 0]
    assert isinstance(sig, Found) and (sig.forwards, sig.gradients) == (6, 0)  # the text, and five pieces


def test_captum_missing_is_one_line_with_a_tip(
    monkeypatch: pytest.MonkeyPatch, tiny_bert: Classifier
) -> None:
    monkeypatch.setitem(sys.modules, "captum", None)
    monkeypatch.setitem(sys.modules, "captum.attr", None)
    with pytest.raises(AuditError, match="need Captum") as error:
        Baselines(tiny_bert).check(["cidr", "ig"])
    assert "pip install captum" in error.value.hint
    Baselines(tiny_bert).check(["cidr", "sig", "dig", "random"])


def test_names_of_methods() -> None:
    assert parse_methods(" cidr, ig ,cidr") == ("cidr", "ig")
    assert parse_methods("all") == METHODS
    with pytest.raises(AuditError, match="'igg'") as error:
        parse_methods("cidr,igg")
    assert "leave-one-out" in error.value.hint
    with pytest.raises(AuditError, match="no method"):
        parse_methods(" , ")


def test_the_metrics_are_about_the_plain_probability() -> None:
    configs = [config_of(name, Convention(removal="delete"), seed=3) for name in SET_METHODS]
    assert all(not c.fallback and c.removal == "delete" and c.seed == 3 for c in configs)
    assert [c.verify for c in configs] == [True, False, False, True, False, False, False]


def test_equal_scores_keep_the_order_of_the_text() -> None:
    assert ranked(np.array([0.1, 0.5, 0.1, 0.5])) == (1, 3, 0, 2)
    with pytest.raises(AuditError, match="not finite"):
        ranked(np.array([0.1, np.nan]))


def test_pieces_and_width_of_the_linear_text() -> None:
    text, right = linear_text()
    assert text.written.shape == (PIECES, WIDTH) and right.shape == (3,)
    assert text.places == [1, 2, 3, 4]
