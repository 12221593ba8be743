"""What can be asked for class scores: a function, an object with `predict_proba`, a pipeline, or its name."""

import hashlib
import importlib
import inspect
import pickle
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from auditor.errors import AuditError, first_line
from auditor.model.asked.text_model import Ask, Text

KINDS = (
    "Pass a directory or hub id, a loaded classifier, a transformers model with its tokenizer, a pipeline, "
    "an object with predict_proba, or a function from a list of texts to an array of class scores."
)


@dataclass(frozen=True)
class Askable:
    """A model as something to ask."""

    ask: Ask
    name: str
    """What it is called."""
    labels: tuple[str, ...]
    """Its classes, where it says so."""
    identity: str
    """Its name with a hash of what it is made of, where that can be seen."""


def askable(model: Any) -> Askable:
    """What is asked of a model in memory; anything else is an error that says what can be passed."""
    found = _asked_of(model)
    if found is None:
        raise AuditError(f"a model of the type {type(model).__name__} cannot be asked", KINDS)
    ask, name = found
    identity = getattr(model, "identity", None)  # an endpoint is what its address is
    return Askable(ask, name, _labels(model), f"{name} {identity if identity else _content(model)}")


def named(spec: str) -> Any:
    """The object called `package.module:name`, also looked for where the command is run."""
    module, colon, name = spec.partition(":")
    if not (module and colon and name):
        raise AuditError(f"{spec!r} is not of the form package.module:function", "Say models:predict.")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:  # whatever the user's module raises
        raise AuditError(
            f"{module} cannot be imported: {type(error).__name__}: {first_line(error)}",
            "Run the command in the folder that holds it, or install it.",
        ) from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise AuditError(f"{module} has no {name}", f"It must be a function or a model in {module}.")
        found = getattr(found, part)
    return found


def check_picklable(model: Any) -> None:
    """Refuse what cannot be handed to other processes."""
    home = getattr(model, "__module__", type(model).__module__)
    try:
        pickle.dumps(model)
    except Exception as error:
        raise _not_picklable(model, first_line(error)) from error
    if home == "__main__":
        raise _not_picklable(model, "other processes cannot import what a script or notebook defines")


def _not_picklable(model: Any, why: str) -> AuditError:
    name = getattr(model, "__qualname__", type(model).__name__)
    return AuditError(
        f"{name} cannot be handed to several processes: {why}",
        "Define it in a module of its own, or leave processes at 1.",
    )


def is_pipeline(model: Any) -> bool:
    """Whether it is a text-classification pipeline of transformers."""
    return any(kind.__name__ == "TextClassificationPipeline" for kind in type(model).__mro__)


def _asked_of(model: Any) -> tuple[Ask, str] | None:
    kind = type(model).__name__
    if isinstance(model, type):
        return None
    if is_pipeline(model):
        return _pipeline(model), str(getattr(model.model, "name_or_path", "") or kind)
    if callable(getattr(model, "predict_proba", None)):
        return model.predict_proba, kind
    if callable(getattr(model, "decision_function", None)):
        return _margins(model.decision_function), kind
    if callable(model):
        return model, getattr(model, "__qualname__", kind)
    return None


def _pipeline(model: Any) -> Ask:
    def ask(texts: list[Text]) -> Any:
        inputs = [t if isinstance(t, str) else {"text": t[0], "text_pair": t[1]} for t in texts]
        return model(inputs, top_k=None, truncation=True)

    return ask


def _margins(decide: Callable[[Any], Any]) -> Ask:
    """Scores from a decision function, which has one column for two classes."""

    def ask(texts: list[Text]) -> Any:
        margins = np.asarray(decide(texts), dtype=np.float64)
        return np.stack([-margins / 2, margins / 2], axis=1) if margins.ndim == 1 else margins

    return ask


def _labels(model: Any) -> tuple[str, ...]:
    """The classes that an object names: scikit-learn's `classes_`, SetFit's `labels`."""
    if is_pipeline(model):  # its answers name them
        return ()
    for name in ("classes_", "labels", "classes"):
        found = getattr(model, name, None)
        if found is not None and not callable(found) and not isinstance(found, str):
            return tuple(str(label) for label in found)
    return ()


def _content(model: Any) -> str:
    """A hash of a function's module, or of an object; where neither can be seen, never the same twice."""
    try:
        if inspect.isfunction(model):
            content = Path(inspect.getfile(model)).read_bytes()
        else:
            content = pickle.dumps(model)
    except Exception:  # defined in a notebook, in C, or holding what has no content
        return secrets.token_hex(8)
    return hashlib.sha256(content).hexdigest()[:16]
