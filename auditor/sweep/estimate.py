"""What a run would take, from the lengths of some texts and one timed batch of each kind.

The numbers of evaluations follow from the settings and from what was measured on reviews; see the benchmarks.
They are right within a factor of two for texts of one kind, which is what a decision to start needs.
"""

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from auditor.cidr.engine import Budget
from auditor.cidr.explain import suited
from auditor.cidr.minimal import path_nodes
from auditor.cidr.search import SHORTLIST
from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.model.asked.text_model import TextModel
from auditor.model.classifier import Classifier
from auditor.model.encoding import Encoded
from auditor.model.packing import pack
from auditor.model.threads import one_thread
from auditor.sweep.device import first_budget, packs
from auditor.sweep.store import RunStore
from auditor.sweep.workload import first_places, shard_count, sized

SAMPLE = 64
"""Texts whose lengths are looked at."""
POSITIVE_SHARE = 0.6
"""Words with positive attribution, of all."""
REFINED_SHARE = 0.2
"""Texts whose base path needs three times the nodes."""
SEARCH = 35
"""Forward evaluations of the search beyond one for each word."""


@dataclass(frozen=True)
class Estimate:
    """What is known before a run begins."""

    examples: int
    """Examples of the dataset."""
    repeated: int
    """Examples whose text occurred before: they cost nothing."""
    shards: int
    """Shards of the run."""
    missing: int
    """Shards that are still to be computed."""
    forwards: int
    """Forward evaluations, roughly."""
    gradients: int
    """Gradient evaluations, roughly."""
    seconds: float
    """Time on this device for one process, roughly."""
    forward: float
    """Seconds of one forward evaluation of a text of middling length."""
    memory: int
    """Bytes in use at the peak of the timed batches."""
    timed: bool = True
    """Whether evaluations were timed; those of a model that is asked with texts are only counted."""
    known: int = 0
    """Answers of such a model that are kept from an earlier session."""


def estimate(
    load: Callable[[str], Answering],
    dataset: Dataset,
    config: CidrConfig | None = None,
    *,
    out: Path | None = None,
    settings: SweepConfig | None = None,
    device: str = "auto",
) -> Estimate:
    """What `sweep` with the same arguments would take; nothing is written."""
    options = sized(settings or SweepConfig(), len(dataset))
    with one_thread(device):
        classifier = load(device)
        method = suited(classifier, config or CidrConfig.quick())
        if isinstance(classifier, Classifier) and packs(options, classifier):
            pack(classifier.model)
        texts = _sample(classifier, dataset)
        forward, gradient = _per_piece(classifier, texts, first_budget(options, classifier))
    shards = shard_count(len(dataset), options.shard_size)
    store = RunStore(out) if out is not None else None
    missing = sum(not store.verifies(i) for i in range(shards)) if store and store.exists() else shards
    first = first_places(dataset.examples())
    repeated = int((first != np.arange(len(first))).sum())
    scale = (len(dataset) - repeated) * (missing / max(1, shards)) / len(texts)
    costs = _evaluations if classifier.differentiable else _calls
    counts = [(len(text), *costs(len(text.words), method)) for text in texts]
    return Estimate(
        examples=len(dataset),
        repeated=repeated,
        shards=shards,
        missing=missing,
        forwards=round(scale * sum(forwards for _, forwards, _ in counts)),
        gradients=round(scale * sum(gradients for _, _, gradients in counts)),
        seconds=scale * sum(pieces * (f * forward + g * gradient) for pieces, f, g in counts),
        forward=forward * float(np.mean([len(text) for text in texts])),
        memory=_memory(classifier),
        timed=classifier.differentiable,
        known=len(classifier.answers) - classifier.calls if isinstance(classifier, TextModel) else 0,
    )


def _evaluations(words: int, config: CidrConfig) -> tuple[float, float]:
    """Forward and gradient evaluations for a text of so many words."""
    if config.method == "paper":
        return 3.0, float((words + 1) * config.steps)
    positive = POSITIVE_SHARE * words
    removed = min(positive, config.leading) if config.leading else positive
    nodes = path_nodes(round(removed), config) if config.cooperate else 0
    gradients = config.steps * (1 + 2 * REFINED_SHARE) + removed * nodes
    searched = min(words, SHORTLIST)
    pairs = SEARCH if config.leading else searched * (searched - 1) / 2
    forwards = 3 + (min(config.forward_budget, searched + pairs) if config.verify else 0)
    return forwards, gradients


def _calls(words: int, config: CidrConfig) -> tuple[float, float]:
    """Forward evaluations for a text of so many words where the model has no gradients."""
    searched = min(words, SHORTLIST)
    every = searched * (searched - 1) / 2
    pairs = min(SEARCH, every) if config.leading else every
    return 2 + (min(config.forward_budget, words + pairs) if config.verify else words), 0.0


def _sample(classifier: Answering, dataset: Dataset) -> list[Encoded]:
    """Texts spread evenly over the dataset."""
    stride = max(1, len(dataset) // SAMPLE)
    found = []
    for place, example in enumerate(dataset.examples()):
        if place % stride == 0:
            try:
                found.append(classifier.encode(*example.texts))
            except AuditError:
                continue
    if not found:
        raise AuditError("no text of the sample can be explained", "Look at the texts and the model.")
    return found


def _per_piece(classifier: Answering, texts: list[Encoded], budget: Budget) -> tuple[float, float]:
    """Seconds for a piece in a forward and in a gradient batch, each timed on a second go."""
    middle = sorted(texts, key=len)[len(texts) // 2]
    if not classifier.differentiable:  # its calls are what counts, and are not made to be timed
        return 0.0, 0.0
    row = classifier.without(middle, np.zeros(len(middle.words), dtype=bool), alpha=1.0, removal="pad")
    times = []
    for tokens, gradient in ((budget.forward, False), (budget.gradient, True)):
        rows = [row] * max(1, tokens // len(row))
        for _ in range(2):
            begin = time.perf_counter()
            if gradient:
                classifier.gradients(rows, np.zeros(len(rows), dtype=np.int64))
            else:
                classifier.logits(rows)
            seconds = time.perf_counter() - begin
        times.append(seconds / (len(rows) * len(row)))
    return times[0], times[1]


def _memory(classifier: Answering) -> int:
    if classifier.device.type == "cuda":
        return int(torch.cuda.max_memory_allocated(classifier.device))
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
