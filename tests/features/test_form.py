"""The form of a text: figures by hand, features where it varies, interventions that do what they say."""

import numpy as np
import pytest

from auditor.features.form import INTERVENTIONS, append_neutral, form_features, measure, measures_of


def test_figures_by_hand() -> None:
    """Eight words with punctuation: `He said "NO 12!"` and a line."""
    found = measure('He said "NO 12!"\nFine.')
    assert found["words"] == 9
    assert found["sentences"] == 2
    assert found["punctuation"] == pytest.approx(4 / 9)
    assert found["words in capitals"] == pytest.approx(1 / 9)
    assert found["capital letters"] == pytest.approx(4 / 12)
    assert found["function words"] == pytest.approx(2 / 9)
    assert found["digits"] == pytest.approx(2 / 22)
    assert found["line breaks"] == 1
    assert found["quotes"] == 2
    assert found["word length"] == pytest.approx((2 + 4 + 2 + 2 + 4) / 5)


@pytest.mark.parametrize("text", ["", "   ", "...", "12345", "😀", "x" * 10_000, "שלום עולם", "\ud800"])
def test_any_text_can_be_measured(text: str) -> None:
    assert all(np.isfinite(value) for value in measure(text).values())


def test_measures_become_features_above_and_below_quantiles() -> None:
    texts = ["word " * count for count in range(1, 101)]
    found = {one.feature.name: one for one in form_features(measures_of(texts))}
    assert found["words: many"].docs.tolist() == list(range(80, 100))
    assert found["words: few"].docs.tolist() == list(range(20))
    assert found["words: many"].feature.kind == "form"
    assert not any(name.startswith(("line breaks", "quotes", "capital letters")) for name in found)


def test_a_measure_that_does_not_vary_makes_no_feature() -> None:
    assert form_features(measures_of(["the same text"] * 50)) == ()
    assert form_features(measures_of([])) == ()


def test_ties_at_the_quantile_are_not_above_it() -> None:
    values = np.array([0.0] * 90 + [1.0] * 10)
    (only,) = form_features({"quotes": values})
    assert (only.feature.name, len(only.docs), only.bound) == ("quotes: many", 10, 0.0)


def test_interventions_take_the_form_away() -> None:
    text = 'It is "GREAT", I say!\nOK.'
    for name, change in INTERVENTIONS.items():
        measured, side = name.split(": ")
        before, after = measure(text)[measured], measure(change(text))[measured]
        assert after > before if side == "few" else after < before, name
    assert append_neutral("One. ").startswith("One. This")
