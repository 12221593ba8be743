"""Attribution methods that Captum has: used through it, never rewritten.

Each gives a score per piece; pieces are summed up to words. All explain the probability of the predicted
class, with the replaced text as the baseline where a method has one.
"""

import importlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from auditor.cidr.questions import FloatArray
from auditor.errors import AuditError
from auditor.evaluation.embedded import TOKENS, Embedded

IG_STEPS = 30
"""Midpoint nodes of the path."""
SAMPLES = 10
"""Random points of GradientSHAP."""
NOISE = 0.01
"""Standard deviation of the noise that GradientSHAP adds to the embeddings."""


def captum() -> Any:
    """Captum's attribution methods, imported on first use."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module("captum.attr")
    except ImportError as error:
        raise AuditError(
            "ig, gradient-x-input, deeplift and gradient-shap need Captum, which is not installed",
            "Install it with: pip install captum, or leave these methods out of --methods.",
        ) from error


def integrated_gradients(text: Embedded) -> FloatArray:
    """Gradients along the straight path from the baseline (Sundararajan et al. 2017)."""
    method = captum().IntegratedGradients(text.module)
    scores = method.attribute(
        text.written[None],
        text.baseline[None],
        target=text.target,
        n_steps=IG_STEPS,
        method="riemann_middle",
        internal_batch_size=max(1, TOKENS // len(text.ids)),
    )
    return _by_word(text, scores)


def gradient_x_input(text: Embedded) -> FloatArray:
    """The gradient at the text times the embedding itself (Shrikumar et al. 2016)."""
    with _quiet():
        inputs = text.written[None].clone().requires_grad_(True)
        scores = captum().InputXGradient(text.module).attribute(inputs, target=text.target)
    return _by_word(text, scores)


def deeplift(text: Embedded) -> FloatArray:
    """Differences from the baseline passed back through the layers (Shrikumar et al. 2017).

    Captum rescales the activations it knows; attention and GELU, which it does not, pass on their gradient.
    """
    with _quiet():
        inputs = text.written[None].clone().requires_grad_(True)
        scores = (
            captum().DeepLift(text.module).attribute(inputs, text.baseline[None].clone(), target=text.target)
        )
    return _by_word(text, scores)


def gradient_shap(text: Embedded, *, seed: int) -> FloatArray:
    """Expected gradients at random points of noisy paths (Lundberg and Lee 2017)."""
    import numpy as np
    import torch

    method = captum().GradientShap(text.module)
    kept, numpy_state = torch.random.get_rng_state(), np.random.get_state()
    try:
        torch.manual_seed(seed)
        np.random.seed(seed)  # Captum draws from the global generators
        scores = method.attribute(
            text.written[None],
            text.baseline[None],
            target=text.target,
            n_samples=SAMPLES,
            stdevs=NOISE,
        )
    finally:
        torch.random.set_rng_state(kept)
        np.random.set_state(numpy_state)
    return _by_word(text, scores)


def _by_word(text: Embedded, scores: Any) -> FloatArray:
    return text.by_word(scores[0].sum(dim=-1))


@contextmanager
def _quiet() -> Iterator[None]:
    """Captum warns that it sets hooks and takes them away again."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        yield
