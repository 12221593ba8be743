"""Captum is imported on first use and named where it is missing."""

import sys
import warnings

import pytest
import torch

from auditor.errors import AuditError
from auditor.evaluation.captum_library import _quiet, attributed, captum, word_scores
from tests.evaluation.support import linear_text


def test_missing_is_one_line_with_a_tip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "captum", None)
    monkeypatch.setitem(sys.modules, "captum.attr", None)
    with pytest.raises(AuditError, match="need Captum") as error:
        captum()
    assert "pip install captum" in error.value.hint


def test_there() -> None:
    pytest.importorskip("captum")
    assert captum().IntegratedGradients


def test_scores_are_summed_over_the_width_and_up_to_words() -> None:
    text, _ = linear_text()
    pieces = torch.arange(6.0)[None, :, None].expand(1, 6, 3)
    assert word_scores(text, pieces).tolist() == [3, 15, 12]


def test_a_method_by_name_with_and_without_a_path() -> None:
    """On a linear F: IG is exact, and a gradient times its input is the weight times the embedding."""
    pytest.importorskip("captum")
    text, right = linear_text()
    assert attributed(text, "IntegratedGradients", n_steps=2) == pytest.approx(right)
    own = (text.module.weights * text.written).sum(dim=1)
    assert attributed(text, "InputXGradient", path=False) == pytest.approx(text.by_word(own))


def test_only_its_own_warnings_are_silenced() -> None:
    with _quiet():
        warnings.warn("hooks", UserWarning, stacklevel=1)
    with _quiet(), pytest.raises(DeprecationWarning):
        warnings.warn("old", DeprecationWarning, stacklevel=1)
