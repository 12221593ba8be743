"""Sequential integrated gradients, SIG (Enguehard 2023): one piece at a time, the others as written.

The path of a piece goes straight from the text with that piece replaced to the text. Only that piece moves,
so by the fundamental theorem of calculus the gradient along its path, summed over its dimensions, integrates
to F(text) - F(text with the piece replaced). That difference is computed here: two forward passes in place of
a quadrature, and no quadrature error.

So SIG *is* leave-one-out, piece by piece, which is why the two are so close together in the tables. A word
of several pieces gets the sum over its pieces, each replaced with the others in place; leave-one-out removes
them together.
"""

from auditor.evaluation.embedded import Embedded, WordScores

NAME = "sig"
MEANING = "sequential integrated gradients: one piece moves, the others stay"
SEEDED = False
NEEDS_CAPTUM = False


def score(text: Embedded, *, seed: int) -> WordScores:
    """SIG of each word."""
    del seed
    import torch

    places = text.places
    points = text.written.repeat(len(places) + 1, 1, 1)  # (text, then without each piece; pieces; width)
    points[range(1, len(points)), places] = text.baseline[places]
    left = text.probabilities(points)
    scores = torch.zeros(len(text.ids), dtype=left.dtype, device=left.device)
    scores[places] = left[0] - left[1:]
    return WordScores(text.by_word(scores), forwards=len(points))
