"""From the figures of single texts to the table: means, intervals, paired tests, failures."""

from collections.abc import Sequence

import numpy as np

from auditor.cidr.questions import FloatArray
from auditor.evaluation.resampling import holm, mean_interval, paired
from auditor.evaluation.subjects import Subject
from auditor.records.evaluation import (
    APART,
    METRICS,
    TESTED,
    Comparison,
    Evaluation,
    MeanInterval,
    MethodFailure,
    MethodRow,
)

Values = dict[str, FloatArray]
"""(seeds, texts) of each metric."""


def summarise(subjects: Sequence[Subject], methods: Sequence[str], seeds: int) -> Evaluation:
    """Intervals, tests and failures from the figures of single texts."""
    values = {method: values_of(subjects, method, seeds) for method in methods}
    short = np.array([subject.too_short for subject in subjects], dtype=bool)
    failures = [
        MethodFailure(method, subject.example.id, " / ".join(subject.example.texts)[:80], failed.message)
        for method in methods
        for subject in subjects
        if (failed := subject.failure(method)) is not None
    ]
    rows = tuple(
        MethodRow(
            method,
            {one.name: mean_interval(values[method][one.name]) for one in METRICS},
            k_positive=_part(values[method], ~short),
            k_zero=_part(values[method], short),
            texts=sum(subject.failure(method) is None for subject in subjects),
            failures=sum(failure.method == method for failure in failures),
        )
        for method in methods
    )
    lengths = [subject.units for subject in subjects if subject.units]
    return Evaluation(
        model="",
        dataset="",
        convention="",
        settings={},
        texts=len(subjects),
        short_texts=int(short.sum()),
        words=float(np.mean(lengths)) if lengths else 0.0,
        seeds=seeds,
        methods=rows,
        comparisons=_comparisons(values, methods),
        failures=tuple(failures),
        seconds=0.0,
    )


def values_of(subjects: Sequence[Subject], method: str, seeds: int) -> Values:
    """(seeds, texts) of each metric; a method without seeds has the same values for all of them."""
    shape = (seeds, len(subjects))
    table = {one.name: np.full(shape, np.nan) for one in METRICS}
    for place, subject in enumerate(subjects):
        if subject.failure(method) is not None:
            continue
        for seed in range(seeds):
            measured = subject.figures.get((method, seed)) or subject.figures.get((method, 0))
            if measured is None:
                continue
            for name, value in measured.items():
                table[name][seed, place] = value
            table["reachable"][seed, place] = subject.reachable
            if subject.reachable:
                table["fms_reachable"][seed, place] = measured["fms_pairs"]
    return table


def _part(values: Values, texts: np.ndarray) -> dict[str, MeanInterval]:
    """The metrics that are shown apart, over some of the texts."""
    return {name: mean_interval(values[name][:, texts]) for name in APART}


def _comparisons(values: dict[str, Values], methods: Sequence[str]) -> tuple[Comparison, ...]:
    first, others = methods[0], methods[1:]
    result = []
    for name in TESTED:
        tests = [paired(values[first][name], values[other][name]) for other in others]
        adjusted = holm([p for _, p in tests])
        for other, (difference, p), corrected in zip(others, tests, adjusted, strict=True):
            result.append(Comparison(name, first, other, difference, p, corrected))
    return tuple(result)
