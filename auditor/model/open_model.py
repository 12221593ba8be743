"""Opening a model of any kind: loaded, in memory, or only to be asked.

What is opened can be loaded on a device, once for each process. A network whose embeddings cannot be reached
is asked with texts instead, and says so in a notice.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from auditor.errors import AuditError, NoGradientsError
from auditor.model.answering import Answering
from auditor.model.asked.askable import askable, is_pipeline
from auditor.model.asked.asked_network import network_asker
from auditor.model.asked.endpoint import REQUEST, Endpoint, name_of
from auditor.model.asked.kept_answers import Answers
from auditor.model.asked.text_model import PROBES, Asking, TextModel
from auditor.model.classifier import Classifier, softmax
from auditor.model.heads import head_of
from auditor.model.pretrained import load_parts, wrapped
from auditor.model.weights import hash_weights


@dataclass(frozen=True)
class Wish:
    """How a model should be asked, whatever it is."""

    asking: Asking = field(default_factory=lambda: Asking(""))
    """For a model that can only be asked."""
    replacement: str = "pad"
    """For a network: what stands in the place of a removed word."""
    answers: Path | None = None
    """A folder that may hold answers of an earlier session."""
    loading: tuple[tuple[str, Any], ...] = ()
    """For a directory or hub id: how it is loaded."""


@dataclass(frozen=True, eq=False)
class Opened:
    """A model to be loaded in this process or in another."""

    name: str
    """What the report calls it."""
    load: Callable[[str], Answering]
    """What makes it on a device."""
    restore: Callable[[], None] = lambda: None
    """What gives a model of the user's back as it was."""

    @contextmanager
    def loaded(self, device: str = "auto") -> Iterator[Answering]:
        """The model, for as long as it is needed."""
        try:
            yield self.load(device)
        finally:
            self.restore()


@dataclass(frozen=True)
class FromPath:
    """Loads a directory or hub id."""

    path: str
    wish: Wish

    def __call__(self, device: str) -> Answering:
        model, tokenizer = load_parts(self.path, device=device, **dict(self.wish.loading))
        return network(self.path, model, tokenizer, self.wish)


@dataclass(frozen=True)
class FromMemory:
    """Asks a function or an object."""

    model: Any
    wish: Wish
    identity: str

    def __call__(self, device: str) -> Answering:  # noqa: ARG002 (it computes where it likes)
        asking = replace(self.wish.asking, identity=self.identity)
        return TextModel(askable(self.model).ask, asking, Answers(self.wish.answers))


@dataclass(frozen=True)
class FromNetwork:
    """Wraps a network of the user's, where it is."""

    name: str
    model: Any
    tokenizer: Any
    wish: Wish

    def __call__(self, device: str) -> Answering:  # noqa: ARG002
        return network(self.name, self.model, self.tokenizer, self.wish)


def network(name: str, model: Any, tokenizer: Any, wish: Wish) -> Answering:
    """A network, asked through its embeddings or, where they are out of reach, with texts."""
    target = wish.asking.target
    try:
        return wrapped(name, model, tokenizer, replacement=wish.replacement, target_label=target)
    except NoGradientsError as error:
        head = head_of(model.config, target)
        mask = wish.asking.mask or (tokenizer.mask_token if wish.replacement == "mask" else None)
        asking = replace(
            wish.asking,
            name=name,
            labels=head.labels,
            target=None,
            mask=mask,
            identity=hash_weights(model).hexdigest(),
        )
        found = TextModel(network_asker(model, tokenizer, head), asking, Answers(wish.answers))
        found.notices.insert(0, f"{error.message}; it is asked with texts instead, without gradients")
        return found


def open_model(model: Any, wish: Wish, *, tokenizer: Any = None) -> Opened:
    """Anything that can be audited; the rest is an error that says what can be passed."""
    if isinstance(model, str | Path):
        return Opened(str(model), FromPath(str(model), wish))
    if isinstance(model, Classifier | TextModel):
        return Opened(_name(model), lambda _: model)
    if isinstance(model, tuple) and len(model) == 2:
        model, tokenizer = model
    if hasattr(model, "get_input_embeddings") and hasattr(model, "config"):
        if tokenizer is None:
            raise AuditError(
                f"{type(model).__name__} was passed without its tokenizer", "Pass it as tokenizer=…."
            )
        name = str(getattr(model, "name_or_path", "") or type(model).__name__)
        return Opened(name, FromNetwork(name, model, tokenizer, wish), _as_it_was(model))
    if is_pipeline(model):
        opened = _taken_apart(model, wish)
        if opened is not None:
            return opened
    if isinstance(model, Endpoint):
        size = wish.asking.batch or REQUEST
        wish = replace(wish, asking=replace(wish.asking, name=name_of(model.url), batch=size))
    found = askable(model)
    name = wish.asking.name or found.name
    asking = replace(wish.asking, name=name, labels=wish.asking.labels or found.labels)
    return Opened(name, FromMemory(model, replace(wish, asking=asking), found.identity))


def _taken_apart(pipeline: Any, wish: Wish) -> Opened | None:
    """A pipeline's network and tokenizer, if together they answer as the pipeline does."""
    opened = open_model(pipeline.model, wish, tokenizer=pipeline.tokenizer)
    try:
        with opened.loaded() as answering:
            if not answering.differentiable:
                return None
            rows = [answering.encode(probe) for probe in PROBES]
            every = [np.zeros(len(row.words), dtype=bool) for row in rows]
            inputs = [
                answering.without(r, e, alpha=1.0, removal="") for r, e in zip(rows, every, strict=True)
            ]
            own = softmax(answering.logits(inputs))
    except NoGradientsError:
        return None
    said = [{one["label"]: one["score"] for one in row} for row in pipeline(list(PROBES), top_k=None)]
    if any(set(row) != set(answering.labels) for row in said):
        return None
    theirs = np.array([[row[label] for label in answering.labels] for row in said])
    return opened if np.allclose(own, theirs, atol=1e-3) else None


def _as_it_was(model: Any) -> Callable[[], None]:
    """What restores a network that an audit borrows: its mode, and which of its weights learn."""
    training, learns = model.training, [parameter.requires_grad for parameter in model.parameters()]
    pad = model.config.pad_token_id

    def restore() -> None:
        model.train(training)
        model.config.pad_token_id = pad
        for parameter, before in zip(model.parameters(), learns, strict=True):
            parameter.requires_grad_(before)

    return restore


def _name(model: Classifier | TextModel) -> str:
    if isinstance(model, TextModel):
        return model.asking.name
    return str(model.model.name_or_path or type(model.model).__name__)
