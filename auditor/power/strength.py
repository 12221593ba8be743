"""How strong a push must be to turn a given share of the texts of other classes.

The canary is written into them, the model is asked, and each text says by how much the canary's class is
behind. The push that turns half of them is the median of these distances.
"""

import numpy as np

from auditor.power.canary import Canary
from auditor.power.into_texts import with_forms
from auditor.signals.candidates import Candidate
from auditor.signals.insertion import targets
from auditor.signals.statistics import FloatArray
from auditor.signals.study import AS_IS, Study, margin

FEWEST = 8
"""Texts of other classes that it takes."""


def distances(base: Study, canary: Canary, number: int, *, seed: int) -> FloatArray:
    """(texts,) by how many logits the class is behind in texts of other classes with the canary, ascending.

    `number` is that of the canary's first word in the vocabulary; `base` asks the model without any push.
    """
    texts = targets(base, Candidate((number,), canary.label))
    rows = [(with_forms(text, canary.forms_in(place), seed=seed), AS_IS) for place, text in enumerate(texts)]
    answers = base.model.ask(rows, what="canaries")
    behind = [-margin(answer[0], canary.label) for answer in answers if answer is not None]
    return np.sort(np.array(behind, dtype=np.float64))


def push(behind: FloatArray, effect: float) -> float | None:
    """The push that turns this share of the texts: halfway between the last that turns and the next.

    None where there are too few texts to say; a canary that the model obeys by itself needs no push.
    """
    if len(behind) < FEWEST:
        return None
    turned = round(effect * len(behind))
    if turned == 0 or turned == len(behind):
        edge = behind[0] - 1.0 if turned == 0 else behind[-1] + 1.0
    else:
        edge = (behind[turned - 1] + behind[turned]) / 2
    return max(0.0, float(edge))
