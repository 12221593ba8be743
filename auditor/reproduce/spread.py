"""A figure over models, draws and texts, with the two kinds of chance kept apart.

Values come as (models, draws, texts). Training with another seed gives another model; drawing anew gives
another set from the same model. The interval resamples all three: models, texts, and for every text a draw.
"""

import numpy as np

from auditor.cidr.questions import FloatArray
from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_PRINTED,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
    Compared,
)
from auditor.reproduce.printed_figures import Printed

RESAMPLES = 2000
WIDEST = {"lo": 0.4, "comp": 0.1, "fms": 0.15}
"""Width of an interval beyond which a printed figure inside it says nothing: there are too few texts."""


def compared(
    method: str, metric: str, values: FloatArray, printed: Printed | None, *, exact: bool
) -> Compared:
    """The figure of (models, draws, texts) beside the printed one; `exact` for a setting of the paper."""
    values = values[:, :, np.isfinite(values).all(axis=(0, 1))]  # a text that failed has no value
    value = float(values.mean())
    low, high = _interval(values)
    difference = printed.distance(value) if printed else np.nan
    return Compared(
        method,
        metric,
        value=value,
        low=low,
        high=high,
        training_sd=_deviation(values.mean(axis=(1, 2))),
        draws_sd=float(np.mean([_deviation(model.mean(axis=1), one=0.0) for model in values])),
        printed_low=printed.low if printed else np.nan,
        printed_high=printed.high if printed else np.nan,
        difference=difference,
        verdict=_verdict(metric, low, high, printed, exact=exact),
    )


def _verdict(metric: str, low: float, high: float, printed: Printed | None, *, exact: bool) -> str:
    if printed is None:
        return NOT_PRINTED
    if not exact:
        return ANOTHER_SETTING
    if not low <= printed.low <= high:
        return NOT_REPRODUCED
    return REPRODUCED if high - low <= WIDEST[metric] else TOO_FEW


def _deviation(values: FloatArray, *, one: float = np.nan) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else one


def _interval(values: FloatArray, *, seed: int = 0) -> tuple[float, float]:
    """95 % percentile interval of the mean; the same texts are drawn for every model."""
    models, draws, texts = values.shape
    generator = np.random.default_rng(seed)
    model = generator.integers(models, size=(RESAMPLES, models, 1))
    text = generator.integers(texts, size=(RESAMPLES, 1, texts))
    draw = generator.integers(draws, size=(RESAMPLES, models, texts))
    means = values[model, draw, text].mean(axis=(1, 2))
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)
