"""Models to ask whose answers are known: a bag of words, and one that can be made to misbehave."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from auditor.data.words import split_words
from auditor.model.asked.text_model import Asking, TextModel

WEIGHTS = {"good": 2.0, "great": 3.0, "fun": 1.0, "bad": -2.0, "awful": -3.0, "dull": -1.0}


def margin(text: str) -> float:
    """How positive a text is: the sum of its words' weights."""
    return sum(WEIGHTS.get(word.text, 0.0) for word in split_words(text)) + 0.5


def bag(texts: Sequence[Any]) -> np.ndarray:
    """Probabilities of negative and positive."""
    joined = [text if isinstance(text, str) else " ".join(text) for text in texts]
    positive = 1 / (1 + np.exp(-np.array([margin(text) for text in joined])))
    return np.stack([1 - positive, positive], axis=1)


class Recorder:
    """A function that remembers what it was asked."""

    def __init__(self, function: Callable[[list[Any]], Any] = bag) -> None:
        self.function = function
        self.asked: list[Any] = []

    def __call__(self, texts: list[Any]) -> Any:
        self.asked += texts
        return self.function(texts)


def text_model(ask: Callable[[list[Any]], Any] = bag, **options: Any) -> TextModel:
    """A model that is asked with a function."""
    return TextModel(ask, Asking(**{"name": "bag", "labels": ("negative", "positive")} | options))
