"""Leave-one-out, where a model has no gradients: what the class's probability loses without each word.

The search asks for every word alone anyway, so these scores cost nothing more. They stand where integrated
gradients stand, and only decide what is tried first: every set is verified on the model as before.
"""

import numpy as np

from auditor.cidr.integrated import BasePath
from auditor.cidr.questions import Asking
from auditor.cidr.removals import Removals


def left_out(removals: Removals, *, change: float) -> Asking[BasePath]:
    """The scores as if they came from a path; `change` is what all words together explain."""
    alone = [frozenset([word]) for word in range(removals.words)]
    yield from removals.ask(alone)
    written = removals.probability(frozenset())
    lost = np.array([written - removals.probability(word) for word in alone])
    nowhere = np.zeros(0)
    return BasePath(lost, nowhere, nowhere, float(lost.sum()) - change)
