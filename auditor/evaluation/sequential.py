"""Sequential integrated gradients, SIG (Enguehard 2023): one piece at a time, the others as written.

The path of a piece goes straight from the text with that piece replaced to the text. Only that piece moves,
so the integral of its gradient is exactly F(text) - F(text with the piece replaced): up to quadrature, SIG
summed over a piece's dimensions *is* leave-one-out, with SIG's baseline, piece by piece. That is why the two
stand so close together in the tables. A word of several pieces gets the sum over its pieces, each moved with
the others in place; leave-one-out removes them together.
"""

from auditor.cidr.quadrature import midpoint
from auditor.cidr.questions import FloatArray
from auditor.evaluation.embedded import TOKENS, Embedded

STEPS = 5
"""Midpoint nodes of each path: one moving piece changes little, so that few are enough."""


def sequential_gradients(text: Embedded, *, steps: int = STEPS) -> FloatArray:
    """(words,) SIG of each word."""
    import torch

    nodes, weights = midpoint(steps)
    alphas = torch.as_tensor(nodes, dtype=text.written.dtype, device=text.written.device)
    share = torch.as_tensor(weights, dtype=text.written.dtype, device=text.written.device)
    scores = torch.zeros(len(text.ids), dtype=text.written.dtype, device=text.written.device)
    places = text.places
    together = max(1, TOKENS // (steps * len(text.ids)))  # paths that fill a batch
    for start in range(0, len(places), together):
        group = places[start : start + together]
        points = text.written.repeat(len(group), steps, 1, 1)  # (group, steps, pieces, width)
        for row, place in enumerate(group):
            difference = text.written[place] - text.baseline[place]  # (width,)
            points[row, :, place] = text.baseline[place] + alphas[:, None] * difference
        slopes = text.gradients(points.flatten(0, 1)).view_as(points)
        for row, place in enumerate(group):
            difference = text.written[place] - text.baseline[place]
            scores[place] = share @ (slopes[row, :, place] @ difference)
    return text.by_word(scores)
