"""The form of a text: figures by hand, features where it varies, interventions that do what they say."""

import numpy as np
import pytest

from auditor.features.feature import Feature
from auditor.features.form import PUT, TAKE, Form, form_features, measure
from auditor.features.outlines import outline_of
from tests.features.support import read

TEXTS = [
    'He said "NO 12!"\nFine.',
    "It was a good day. We went home, and that was it.",
    "one two three four five six seven eight nine ten",
    'It is "GREAT", I say!\nOK.',
]


def test_figures_by_hand() -> None:
    """Nine words, four of them marks: `He said "NO 12!"` and a line."""
    found = measure(TEXTS[0])
    assert found["words"] == 9
    assert found["sentences"] == 2
    assert found["punctuation"] == pytest.approx(4 / 9)
    assert found["capital letters"] == pytest.approx(4 / 12)
    assert found["function words"] == pytest.approx(2 / 9)
    assert found["digits"] == pytest.approx(2 / 18)
    assert found["line breaks"] == 1
    assert found["quotes"] == 2
    length = (2 + 4 + 2 + 2 + 4) / 5
    assert found["word length"] == pytest.approx(length)
    assert found["reading level"] == pytest.approx(4.71 * length + 0.5 * 5 / 2 - 21.43)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "...", "12345", "😀", "x" * 10_000, "שלום עולם", "中文没有空格", "Привет 中 x1", "\ud800"],
)
def test_any_text_can_be_measured(text: str) -> None:
    assert all(np.isfinite(value) for value in measure(text).values())


def test_measures_become_features_above_and_below_quantiles() -> None:
    texts, _ = read(["word " * count for count in range(1, 101)])
    found = {one.feature.name: one for one in form_features(texts)}
    assert np.flatnonzero(found["words: many"].held(texts)).tolist() == list(range(80, 100))
    assert np.flatnonzero(found["words: few"].held(texts)).tolist() == list(range(20))
    assert found["words: many"].feature.kind == "form"
    assert found["words: many"].feature.source == "above 80.2"
    assert not any(name.startswith(("line breaks", "quotes", "capital letters")) for name in found)


def test_a_measure_that_does_not_vary_makes_no_feature() -> None:
    assert form_features(read(["the same text"] * 50)[0]) == ()
    assert form_features(read([])[0]) == ()


def test_ties_at_the_quantile_are_not_above_it_and_few_texts_are_too_few() -> None:
    plain, quoted = ["a word here"] * 99, ['a "word" here']
    for count, names in ((1, set()), (3, {"quotes: many"})):
        texts, _ = read([*plain[count:], *quoted * count])
        found = {one.feature.name: one for one in form_features(texts)}
        assert {name for name in found if name.startswith("quotes")} == names
        assert all(found[name].bound == 0.0 for name in names)


def test_no_set_needs_a_form() -> None:
    texts, _ = read(TEXTS, [[0], [1], [2], [3]])
    form = Form(Feature("words: many", "form"), 5.0)
    assert not form.words_of(texts).any() and not form.needed(texts).any()
    assert form.places([1, 2], ["a", "b"]) == []


@pytest.mark.parametrize("name", sorted(PUT))
def test_what_gives_a_form_gives_it_or_says_that_it_cannot(name: str) -> None:
    form = Form(Feature(name, "form"), middle(name))
    for turn, text in enumerate(TEXTS):
        changed = form.put(text, turn)
        assert changed is None or form.held(outline_of(changed))[0]
    assert any(form.put(text, 0) is not None for text in TEXTS)


@pytest.mark.parametrize("name", sorted(TAKE))
def test_what_takes_a_form_away_does_or_says_that_it_cannot(name: str) -> None:
    form = Form(Feature(name, "form"), middle(name))
    held = [text for text in TEXTS if form.held(outline_of(text))[0]]
    assert held
    changed = [form.take(text, turn) for turn, text in enumerate(held)]
    assert all(text is None or not form.held(outline_of(text))[0] for text in changed)
    assert any(text is not None for text in changed)


def middle(name: str) -> float:
    """A bound that some of the texts are beyond, and others not."""
    measured, side = name.split(": ")
    values = sorted({measure(text)[measured] for text in TEXTS})
    return values[-2] if side == "many" else (3 * values[0] + values[1]) / 4


def test_where_nothing_changes_a_form_there_is_no_intervention() -> None:
    form = Form(Feature("digits: many", "form"), 0.0)
    assert form.put("a word", 0) is None and form.take("word 12", 0) is None


def test_neutral_sentences_are_added_until_a_text_is_long() -> None:
    form = Form(Feature("words: many", "form"), 30.0)
    longer = form.put("A short text", 2)
    assert longer is not None and measure(longer)["words"] > 30 and longer.startswith("A short text. ")
    assert Form(Feature("words: many", "form"), 1e6).put("A short text", 0) is None
