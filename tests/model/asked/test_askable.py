"""What can be asked: functions, objects, names; what cannot, and what cannot be handed to other processes."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.model.asked.askable import askable, check_picklable, named
from tests.model.asked.support import Recorder, bag


class Fitted:
    """As scikit-learn and SetFit have it."""

    def __init__(self) -> None:
        self.classes_ = np.array(["neg", "pos"])

    def predict_proba(self, texts: list[Any]) -> np.ndarray:
        return bag(texts)


class Margins:
    """As a linear support vector machine has it."""

    labels = ("neg", "pos")

    def decision_function(self, texts: list[str]) -> np.ndarray:
        return np.array([len(text) - 3.0 for text in texts])


def test_a_function_is_asked_as_it_is() -> None:
    found = askable(bag)
    assert found.ask is bag and found.name == "bag" and found.labels == ()
    assert found.identity == askable(bag).identity != "bag"
    assert askable(Recorder()).name == "Recorder"


def test_objects_say_their_classes() -> None:
    found = askable(Fitted())
    assert found.labels == ("neg", "pos") and found.name == "Fitted"
    np.testing.assert_array_equal(found.ask(["good"]), bag(["good"]))
    margins = askable(Margins())
    assert margins.labels == ("neg", "pos")
    np.testing.assert_allclose(margins.ask(["a", "abcd"]), [[1.0, -1.0], [-0.5, 0.5]])


def test_another_content_is_another_model() -> None:
    one, other = Fitted(), Fitted()
    assert askable(one).identity == askable(other).identity
    other.weights = [1.0]  # type: ignore[attr-defined]
    assert askable(one).identity != askable(other).identity
    hidden = Fitted()
    hidden.hook = lambda: None  # type: ignore[attr-defined]
    assert askable(hidden).identity != askable(hidden).identity  # nothing can be said: never the same


@pytest.mark.parametrize("model", [3, None, [bag], Fitted, {"a": 1}], ids=lambda one: type(one).__name__)
def test_anything_else_is_refused_with_what_can_be_passed(model: Any) -> None:
    with pytest.raises(AuditError, match="cannot be asked") as caught:
        askable(model)
    assert "a function from a list of texts" in caught.value.hint


def test_a_name_is_looked_up_where_the_command_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_audited.py").write_text(
        "import types\ndef predict(texts):\n    return [[0.5, 0.5] for _ in texts]\n"
        "space = types.SimpleNamespace(inner=predict)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert named("my_audited:predict")(["a"]) == [[0.5, 0.5]]
    assert named("my_audited:space.inner") is named("my_audited:predict")
    sys.modules.pop("my_audited")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("predict", "not of the form package.module:function"),
        (":predict", "not of the form"),
        ("no_such_module_here:predict", "cannot be imported: ModuleNotFoundError"),
        ("tests.model.asked.support:nothing", "has no nothing"),
        ("tests.model.asked.broken_module:predict", "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_a_name_that_leads_nowhere_is_one_line_with_a_cure(spec: str, message: str) -> None:
    with pytest.raises(AuditError, match=message) as caught:
        named(spec)
    assert caught.value.hint


def test_what_other_processes_cannot_get_is_refused() -> None:
    check_picklable(bag)
    check_picklable(Fitted())
    with pytest.raises(AuditError, match="cannot be handed to several processes") as caught:
        check_picklable(lambda texts: bag(texts))
    assert "leave processes at 1" in caught.value.hint
    scripted = Recorder(bag)
    scripted.__module__ = "__main__"
    with pytest.raises(AuditError, match="what a script or notebook defines"):
        check_picklable(scripted)
