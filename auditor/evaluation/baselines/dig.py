"""Discretized integrated gradients, DIG (Sanyal and Ren 2021): a path through other words' embeddings.

The straight path crosses regions where no word is. DIG goes from a word to the baseline by way of *anchors*,
real words near by, bent so that every coordinate moves towards the baseline and never back (*monotone*). The
greedy heuristic takes, among the nearest neighbours of the current word, the one that has to be bent least.
The gradients at the points are summed up against the steps between them (a Riemann sum).

A word's anchors depend on the word alone, so they are found once for a model and kept.
"""

from typing import TYPE_CHECKING

from auditor.cidr.questions import FloatArray
from auditor.evaluation.embedded import Embedded, WordScores

if TYPE_CHECKING:
    import torch

NAME = "dig"
MEANING = "discretized integrated gradients: the path goes from word to word of the vocabulary"
SEEDED = False
NEEDS_CAPTUM = False
STEPS = 30
"""Anchors of a path (m of the paper)."""
NEIGHBOURS = 500
"""Nearest neighbours that may be the next anchor."""


class Anchors:
    """The anchors of every word that was asked for, in one embedding table."""

    def __init__(
        self, table: "torch.Tensor", reference: int, *, steps: int = STEPS, neighbours: int = NEIGHBOURS
    ) -> None:
        self.table = table
        """(vocabulary, width)"""
        self.reference = reference
        """Id of the baseline's piece."""
        self.steps = steps
        self.neighbours = min(neighbours, len(table) - 1)
        self._squares = (table * table).sum(dim=-1)
        self._ranked: dict[int, list[int]] = {}
        self._paths: dict[int, list[int]] = {}

    def path(self, word: int) -> list[int]:
        """Ids from the word by its anchors, `steps` of them; the reference where no anchor is left."""
        if word not in self._paths:
            path = [word]
            while len(path) <= self.steps:
                here = path[-1]
                free = () if here == self.reference else self._near(here)
                path.append(next((anchor for anchor in free if anchor not in path), self.reference))
            self._paths[word] = path
        return self._paths[word]

    def points(self, word: int) -> "torch.Tensor":
        """(steps + 2, width) from the baseline to the word, monotone in every coordinate."""
        import torch

        end = self.table[self.reference]
        points = [self.table[word]]
        for anchor in self.path(word)[1:]:
            points.append(bent(self.table[anchor], points[-1], end, self.steps))
        return torch.stack([end, *reversed(points)])

    def _near(self, word: int) -> list[int]:
        """Neighbours of a word, the one that has to be bent least first."""
        if word not in self._ranked:
            here = self.table[word]
            distances = self._squares - 2 * (self.table @ here)  # but for a constant
            distances[word] = distances[self.reference] = float("inf")
            near = distances.topk(self.neighbours, largest=False).indices
            near = near[distances[near].isfinite()]
            anchors = self.table[near]  # (neighbours, width)
            moved = bent(anchors, here, self.table[self.reference], self.steps)
            order = (anchors - moved).square().sum(dim=-1).argsort(stable=True)
            self._ranked[word] = [int(i) for i in near[order]]
        return self._ranked[word]


def bent(anchor: "torch.Tensor", here: "torch.Tensor", end: "torch.Tensor", steps: int) -> "torch.Tensor":
    """The anchor; a coordinate that is not between `here` and `end` goes one step from here to there."""
    import torch

    between = (anchor - here) * (anchor - end) <= 0
    return torch.where(between, anchor, here + (end - here) / steps)


def score(text: Embedded, *, seed: int) -> WordScores:
    """DIG of each word."""
    del seed
    if NAME not in text.kept:
        text.kept[NAME] = Anchors(text.table(), text.replacement)
    anchors: Anchors = text.kept[NAME]
    return WordScores(discretized_gradients(text, anchors), gradients=anchors.steps + 1)


def discretized_gradients(text: Embedded, anchors: Anchors) -> FloatArray:
    """(words,) DIG of each word; all pieces walk their paths at the same time."""
    import torch

    count = anchors.steps + 2
    moving = set(text.places)
    paths = [
        anchors.points(piece) if place in moving else text.written[place].repeat(count, 1)
        for place, piece in enumerate(text.ids)
    ]
    points = torch.stack(paths, dim=1)  # (points, pieces, width)
    slopes = text.gradients(points[:-1])
    return text.by_word((slopes * points.diff(dim=0)).sum(dim=(0, 2)))
