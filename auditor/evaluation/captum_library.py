"""Captum, imported on first use: the methods that it has are used through it and never rewritten.

Each gives a score per piece; pieces are summed up to words. All explain the probability of the predicted
class, with the replaced text as the baseline where a method has one.
"""

import importlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from auditor.cidr.questions import FloatArray
from auditor.errors import AuditError
from auditor.evaluation.embedded import Embedded

LIBRARY = "captum.attr"
"""The module that Captum's baselines need."""


def captum() -> Any:
    """Captum's attribution methods."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(LIBRARY)
    except ImportError as error:
        raise AuditError(
            "ig, gradient-x-input, deeplift and gradient-shap need Captum, which is not installed",
            "Install it with: pip install captum, or leave these methods out of --methods.",
        ) from error


def attributed(text: Embedded, method: str, /, *, path: bool = True, **settings: Any) -> FloatArray:
    """(words,) what one of Captum's methods gives; with `path`, from the replaced text to the written one."""
    begin = {"baselines": text.baseline[None].clone()} if path else {}
    inputs = text.written[None].clone().requires_grad_(True)
    with _quiet():
        found = getattr(captum(), method)(text.module).attribute(
            inputs, **begin, target=text.target, **settings
        )
    return word_scores(text, found)


def word_scores(text: Embedded, scores: Any) -> FloatArray:
    """(words,) from Captum's (1, pieces, width)."""
    return text.by_word(scores[0].sum(dim=-1))


@contextmanager
def _quiet() -> Iterator[None]:
    """Captum warns that it sets hooks and removes them again."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        yield
