"""Rows of a `datasets` object, which the hub and saved folders share."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

_BATCH = 1_000


def dataset_source(
    description: str,
    loaded: Any,
    *,
    suggested: Mapping[str, str] | None = None,
    keep: Callable[[int], bool] | None = None,
) -> Source:
    """Rows of a `datasets` object, memory-mapped or streamed; with `keep`, those at the places it names."""
    import datasets

    if loaded.features is None:
        loaded = loaded._resolve_features()
    features = dict(loaded.features)

    def rows(columns: Sequence[str]) -> Iterator[Row]:
        chosen = loaded.select_columns(list(columns))
        batches = chosen.with_format("arrow").iter(batch_size=_BATCH)
        every = (row for batch in batches for row in batch.to_pylist())
        yield from (Row(row) for place, row in enumerate(every) if keep is None or keep(place))

    names = {
        name: tuple(feature.names)
        for name, feature in features.items()
        if isinstance(feature, datasets.ClassLabel) and feature.names
    }
    return Source(description, tuple(features), rows, class_names=names, suggested=suggested or {})


def pick_split(name: str, loaded: Any, split: str | None) -> tuple[Any, str]:
    """One of the splits by name, or the only one."""
    known = {"dev": "validation"} if split == "dev" and "dev" not in loaded else {}
    wanted = known.get(split or "", split) or (next(iter(loaded)) if len(loaded) == 1 else None)
    if wanted is None or wanted not in loaded:
        seen = f"no split {split!r}" if split else "several splits"
        raise AuditError(f"{name} has {seen}", f"Choose one of {', '.join(loaded)} with --split.")
    return loaded[wanted], wanted


@contextmanager
def quiet() -> Iterator[None]:
    """No progress bars and retry messages of the libraries inside; afterwards they are as they were."""
    import datasets

    shown, logger = datasets.is_progress_bar_enabled(), logging.getLogger("huggingface_hub")
    level = logger.level
    datasets.disable_progress_bars()
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
        if shown:
            datasets.enable_progress_bars()
