"""DeepLIFT (Shrikumar et al. 2017): differences from the baseline passed back through the layers.

Captum rescales the activations it knows; attention and GELU, which it does not, pass on their gradient.
"""

from auditor.evaluation.captum_library import captum, quiet, word_scores
from auditor.evaluation.embedded import Embedded, WordScores

NAME = "deeplift"
MEANING = "DeepLIFT (Captum)"
SEEDED = False
NEEDS_CAPTUM = True


def score(text: Embedded, *, seed: int) -> WordScores:
    """DeepLIFT of each word."""
    del seed
    with quiet():
        inputs = text.written[None].clone().requires_grad_(True)
        method = captum().DeepLift(text.module)
        found = method.attribute(inputs, text.baseline[None].clone(), target=text.target)
    return WordScores(word_scores(text, found), gradients=2)
