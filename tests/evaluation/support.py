"""A linear probability over embeddings, where every attribution is known, and a table made by hand."""

import numpy as np
import torch

from auditor.evaluation.embedded import Embedded
from auditor.records.evaluation import (
    APART,
    METRICS,
    Comparison,
    Evaluation,
    MeanInterval,
    MethodFailure,
    MethodRow,
    Tuning,
)

PIECES, WIDTH = 6, 3


class Linear(torch.nn.Module):
    """F = 0.5 + Σ weights · embeddings, and what is left for the other class."""

    def __init__(self, weights: torch.Tensor) -> None:
        super().__init__()
        self.weights = weights
        """(pieces, width)"""

    def forward(self, embeddings: torch.Tensor) -> torch.Tensor:
        own = 0.5 + (embeddings * self.weights).sum(dim=(1, 2))
        return torch.stack([1 - own, own], dim=1)


def linear_text(seed: int = 0, *, module: torch.nn.Module | None = None) -> tuple[Embedded, np.ndarray]:
    """A text of six pieces, two special, two of one word, and the right score of each of its three words."""
    generator = torch.Generator().manual_seed(seed)
    table = torch.randn(40, WIDTH, generator=generator, dtype=torch.float64)
    weights = 0.01 * torch.randn(PIECES, WIDTH, generator=generator, dtype=torch.float64)
    ids = (1, 7, 8, 9, 10, 2)
    word_of = np.array([-1, 0, 1, 1, 2, -1])
    written = table[list(ids)]
    baseline = written.clone()
    baseline[1:5] = table[0]
    by_piece = (weights * (written - baseline)).sum(dim=1).numpy()
    full = float(0.5 + (weights * written).sum())

    def without(pieces: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return np.array([full - pieces[np.isin(word_of, np.flatnonzero(row))].sum() for row in rows])

    text = Embedded(
        module=module or Linear(weights),
        written=written,
        baseline=baseline,
        table=lambda: table,
        ids=ids,
        replacement=0,
        word_of=word_of,
        words=3,
        target=1,
        without=lambda rows: without(by_piece, rows),
        kept={},
    )
    return text, np.array([by_piece[1], by_piece[2] + by_piece[3], by_piece[4]])


def made_up(
    *, failures: tuple[MethodFailure, ...] = (), short: int = 0, tuning: Tuning | None = None
) -> Evaluation:
    """Two methods with round numbers."""
    nothing = MeanInterval(float("nan"), float("nan"), float("nan"))
    half, quarter = MeanInterval(0.5, 0.4, 0.6), MeanInterval(0.25, 0.2, 0.3)
    first = {one.name: half for one in METRICS} | {"lo": MeanInterval(-1.0, -1.5, -0.5)}
    second = {one.name: quarter for one in METRICS} | {"fms": nothing}
    return Evaluation(
        model="some-model",
        dataset="some-data",
        convention="paper: removal is pad",
        settings={"beta": 0.5, "epsilon": 0.4},
        texts=4,
        short_texts=short,
        words=12.5,
        seeds=5,
        methods=(
            MethodRow("cidr-verified", first, _apart(half), _apart(quarter), 4, 0),
            MethodRow("ig", second, _apart(quarter), _apart(nothing), 3, len(failures)),
        ),
        comparisons=(
            Comparison("lo", "cidr-verified", "ig", MeanInterval(-1.25, -1.5, -1.0), 0.001, 0.002),
            Comparison("comp", "cidr-verified", "ig", MeanInterval(-0.25, -0.3, -0.2), 0.001, 0.002),
            Comparison("fms", "cidr-verified", "ig", nothing, float("nan"), float("nan")),
            Comparison("fms_pairs", "cidr-verified", "ig", MeanInterval(0.25, -0.1, 0.6), 0.4, 0.4),
            Comparison("fms_same_size", "cidr-verified", "ig", MeanInterval(0.25, 0.1, 0.4), 0.01, 0.01),
        ),
        failures=failures,
        seconds=90.0,
        tuning=tuning,
    )


def _apart(value: MeanInterval) -> dict[str, MeanInterval]:
    return dict.fromkeys(APART, value)
