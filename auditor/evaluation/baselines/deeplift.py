"""DeepLIFT (Shrikumar et al. 2017): differences from the baseline passed back through the layers.

Captum rescales the activations it knows; attention and GELU, which it does not, pass on their gradient.
"""

from auditor.evaluation.captum_library import attributed
from auditor.evaluation.embedded import Embedded, WordScores

NAME = "deeplift"
MEANING = "DeepLIFT (Captum)"
SEEDED = False
NEEDS_CAPTUM = True


def score(text: Embedded, *, seed: int) -> WordScores:
    """DeepLIFT of each word."""
    del seed
    return WordScores(attributed(text, "DeepLift"), gradients=2)
