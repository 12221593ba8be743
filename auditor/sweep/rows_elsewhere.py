"""The rows of interventions and canaries, answered by a fleet.

A chunk is answered by one worker as one process answers it. What has been answered is written into the
journal of the step as it comes, so that an audit that is begun again asks for the rest alone.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np
import torch

from auditor.cidr.asking import Answers, Chunk, Laboratory, Worker
from auditor.model.classifier import Classifier, FloatArray
from auditor.sweep.device import precision
from auditor.sweep.errands import Desk, Fleet


@dataclass(frozen=True)
class RowsErrand:
    """A chunk of rows, or a part of one, for a worker."""

    chunk: Chunk
    mixed: bool = False
    """Whether the step that asks runs in the precision of the sweep."""

    def do(self, desk: Desk) -> Answers:
        """Logits for each text; None where the model failed."""
        laboratory = Laboratory(desk.classifier, self.chunk.removal)
        with precision(desk.settings, desk.classifier) if self.mixed else nullcontext():
            return laboratory.work(self.chunk)

    def parts(self) -> "list[RowsErrand]":
        """Half of the texts, and the others."""
        masks = self.chunk.masks
        middle = len(masks) // 2
        halves = (masks[:middle], masks[middle:]) if middle else ()
        return [replace(self, chunk=replace(self.chunk, masks=half)) for half in halves]

    def joined(self, results: Sequence[Answers]) -> Answers:
        """The answers of both halves."""
        return [answer for part in results for answer in part]

    def given_up(self, reason: str) -> Answers:  # noqa: ARG002 (a text without an answer has no reason)
        """As where the model failed."""
        return [None] * len(self.chunk.masks)


def rows_elsewhere(
    fleet: Fleet, classifier: Classifier, chunks: Sequence[Chunk], work: Worker
) -> Iterator[tuple[int, Answers]]:
    """The number of each chunk with its answers: those that the classifier's journal knows, then the rest."""
    del work  # this process answers none
    mixed, journal, new = torch.is_autocast_enabled(classifier.device.type), classifier.journal, []
    for number, chunk in enumerate(chunks):
        known = None if journal is None else journal.recall(_name(chunk, mixed=mixed))
        if known is None:
            new.append(number)
        else:
            yield number, _apart(chunk, known)
    for place, answers in fleet.work(RowsErrand(chunks[number], mixed) for number in new):
        number = new[place]
        found = [answer.ravel() for answer in answers if answer is not None]
        if journal is not None and len(found) == len(answers):
            journal.keep(_name(chunks[number], mixed=mixed), np.concatenate(found))
        yield number, answers


def _name(chunk: Chunk, *, mixed: bool) -> bytes:
    """What a chunk asks, in full."""
    return repr((chunk, mixed)).encode("utf-8", "surrogatepass")


def _apart(chunk: Chunk, numbers: FloatArray) -> Answers:
    """Logits (masks, classes) for each text, from all of them in a row."""
    counts = [len(masks) for _, masks in chunk.masks]
    lines = numbers.reshape(sum(counts), -1)
    return list(np.split(lines, np.cumsum(counts)[:-1]))
