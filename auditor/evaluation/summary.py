"""From the figures of single texts to the table: means, intervals, paired tests, failures."""

from collections.abc import Sequence

import numpy as np

from auditor.cidr.questions import FloatArray
from auditor.evaluation.statistics import estimate, holm, paired
from auditor.evaluation.subjects import Subject
from auditor.records.evaluation import FIGURES, TESTED, Comparison, Evaluation, Failure, MethodFigures


def summarise(subjects: Sequence[Subject], methods: Sequence[str], seeds: int) -> Evaluation:
    """Intervals, tests and failures from the figures of single texts."""
    values = {method: _table(subjects, method, seeds) for method in methods}
    failures = [
        Failure(method, subject.example.id, " / ".join(subject.example.texts)[:80], failed.message)
        for method in methods
        for subject in subjects
        if (failed := subject.failure(method)) is not None
    ]
    rows = tuple(
        MethodFigures(
            method,
            {figure.name: estimate(values[method][figure.name]) for figure in FIGURES},
            texts=sum(subject.failure(method) is None for subject in subjects),
            failures=sum(failure.method == method for failure in failures),
        )
        for method in methods
    )
    lengths = [len(subject.encoded.words) for subject in subjects if subject.encoded is not None]
    return Evaluation(
        model="",
        dataset="",
        convention="",
        texts=len(subjects),
        words=float(np.mean(lengths)) if lengths else 0.0,
        seeds=seeds,
        methods=rows,
        comparisons=_comparisons(values, methods),
        failures=tuple(failures),
        seconds=0.0,
    )


def _table(subjects: Sequence[Subject], method: str, seeds: int) -> dict[str, FloatArray]:
    """(seeds, texts) of each figure; a method without seeds has the same values for all of them."""
    shape = (seeds, len(subjects))
    table = {figure.name: np.full(shape, np.nan) for figure in FIGURES}
    for place, subject in enumerate(subjects):
        if subject.failure(method) is not None:
            continue
        for seed in range(seeds):
            figures = subject.figures.get((method, seed)) or subject.figures.get((method, 0))
            if figures is None:
                continue
            for name, value in figures.items():
                table[name][seed, place] = value
            table["reachable"][seed, place] = subject.reachable
            table["fms_reachable"][seed, place] = figures["fms"] if subject.reachable else np.nan
    return table


def _comparisons(values: dict[str, dict[str, FloatArray]], methods: Sequence[str]) -> tuple[Comparison, ...]:
    first, others = methods[0], methods[1:]
    result = []
    for figure in TESTED:
        tests = [paired(values[first][figure], values[other][figure]) for other in others]
        adjusted = holm([p for _, p in tests])
        for other, (difference, p), corrected in zip(others, tests, adjusted, strict=True):
            result.append(Comparison(figure, first, other, difference, p, corrected))
    return tuple(result)
