"""An evaluation in blocks of texts, each stored when it is done: the same call goes on where it stopped."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from auditor.config import CidrConfig
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.evaluation.comparison import measure
from auditor.evaluation.conventions import Convention
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.subjects import Subject
from auditor.files import read_text, write_text
from auditor.model.classifier import Classifier
from auditor.progress import Progress, Silent

BLOCK = 16
"""Texts in one stored file."""
TOP = 12
"""Words of a ranking that are stored."""


def measured_in_blocks(
    folder: Path,
    classifier: Classifier,
    examples: Sequence[Example],
    methods: Sequence[str],
    *,
    convention: Convention,
    config: CidrConfig,
    seeds: int,
    block: int = BLOCK,
    progress: Progress | None = None,
) -> list[Subject]:
    """Every text with its figures; what `folder` holds of other texts or settings is measured anew."""
    watcher = progress or Silent()
    request = {
        "methods": list(methods),
        "convention": asdict(convention),
        "settings": asdict(config),
        "seeds": seeds,
    }
    subjects: list[Subject] = []
    watcher.start("evaluating", len(examples))
    try:
        for number, start in enumerate(range(0, len(examples), block)):
            some = examples[start : start + block]
            path = folder / f"{number:05d}.json"
            wanted = {**request, "ids": [example.id for example in some]}
            stored = _stored(path, wanted)
            if stored is None:
                begin, cpu = time.perf_counter(), time.process_time()
                found = measure(classifier, some, methods, convention=convention, config=config, seeds=seeds)
                spent = {"wall": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
                stored = {"request": wanted, **spent, "texts": [as_plain(subject) for subject in found]}
                write_text(path, json.dumps(stored, ensure_ascii=False))
            subjects += map(restored, some, stored["texts"])
            watcher.advance(len(some))
    finally:
        watcher.finish()
    return subjects


def spent(folder: Path) -> tuple[float, float]:
    """Seconds by the clock and of the processor that the stored texts took."""
    blocks = [json.loads(read_text(path)) for path in sorted(folder.glob("*.json"))]
    return sum(one["wall"] for one in blocks), sum(one["cpu"] for one in blocks)


def _stored(path: Path, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """What a block's file holds, if it is of these texts and settings."""
    if not path.is_file():
        return None
    try:
        content: dict[str, Any] = json.loads(read_text(path))
    except ValueError:
        return None
    return content if content.get("request") == json.loads(json.dumps(wanted)) else None


def as_plain(subject: Subject) -> dict[str, Any]:
    """What was measured of one text."""
    runs = []
    for (method, seed), result in subject.results.items():
        run: dict[str, Any] = {"method": method, "seed": seed}
        if isinstance(result, MethodResult):
            run["items"] = [sorted(item) for item in result.items or ()]
            run["top"] = list(result.ranking[:TOP])
            run["figures"] = subject.figures.get((method, seed), {})
        else:
            run["failure"] = result.message
        runs.append(run)
    head = {"units": subject.units, "reachable": subject.reachable, "too_short": subject.too_short}
    return {"text": list(subject.example.texts), **head, "runs": runs}


def restored(example: Example, line: dict[str, Any]) -> Subject:
    """A text with the figures that were stored of it."""
    subject = Subject(example, units=line["units"], reachable=line["reachable"], too_short=line["too_short"])
    for run in line["runs"]:
        key = run["method"], run["seed"]
        items = tuple(frozenset(item) for item in run.get("items", ()))
        failed = "failure" in run
        subject.results[key] = AuditError(run["failure"]) if failed else MethodResult(items=items)
        subject.figures[key] = run.get("figures", {})
    return subject
