"""A small run: a saved tiny model, a table of texts, and a script that sweeps it in a process of its own.

    python -m tests.sweep.support MODEL DATA OUT [SHARD_SIZE] [PAUSE]

PAUSE seconds are spent in every call of the model, so that there is time to kill a process in the middle.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import Dataset, load_dataset
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.records.text import Explanation, Outcome
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep

CONFIG = CidrConfig(steps=4, removal_steps=2, tolerance=0.2, forward_budget=60)
SETTINGS = SweepConfig(shard_size=4)
WORDS = """
    good bad great awful fine dull fun boring bright dark warm cold funny sad clever slow quick film movie
    story plot actor script scene
""".split()  # noqa: SIM905 (a list of words reads best as text)


def write_data(path: Path, count: int, *, seed: int = 0, extra: tuple[str, ...] = ()) -> Path:
    """A table of made-up texts of two to nine words, with `extra` texts at the end."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    texts = [f"{n} " + " ".join(random.choices(WORDS, k=random.randint(1, 8))) for n in range(count)]
    lines = [f"{text}\t{'pos' if n % 2 else 'neg'}" for n, text in enumerate([*texts, *extra])]
    path.write_text("text\tlabel\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def loader(model: Path) -> Callable[[str], Classifier]:
    """What a sweep needs to have the saved model on its device."""
    return lambda device: load_classifier(model, device=device)


def run(model: Path, data: Path | Dataset, out: Path, **options: Any) -> RunStore:
    """A sweep in this process."""
    load = options.pop("load", None) or loader(model)
    dataset = data if isinstance(data, Dataset) else load_dataset(data)
    arguments = {"settings": SETTINGS, "device": "cpu"} | options
    store = sweep(load, dataset, arguments.pop("config", CONFIG), out=out, **arguments)
    assert store is not None
    return store


def shard_bytes(out: Path) -> dict[str, bytes]:
    """The shards' contents by name."""
    return {file.name: file.read_bytes() for file in sorted((out / "shards").glob("*.parquet"))}


def assert_whole(store: RunStore, data: Path) -> list[Outcome]:
    """Every example is there once and in order."""
    outcomes = list(store.outcomes())
    assert [o.row for o in outcomes] == [e.row for e in load_dataset(data).examples()]
    assert [o.id for o in outcomes] == [e.id for e in load_dataset(data).examples()]
    assert store.manifest()["complete"]
    assert store.manifest()["done"] == len(outcomes)
    return outcomes


def explanations(store: RunStore) -> list[Explanation]:
    """The explanations of a run in which nothing was skipped."""
    found = [outcome.explanation for outcome in store.outcomes()]
    assert all(found)
    return found  # type: ignore[return-value]


def slowed(load: Callable[[str], Classifier], pause: float) -> Callable[[str], Classifier]:
    """A loader whose classifier takes its time."""

    def load_slowly(device: str) -> Classifier:
        classifier = load(device)
        plain = classifier.logits

        def logits(rows: Any) -> Any:
            time.sleep(pause)
            return plain(rows)

        classifier.logits = logits  # type: ignore[method-assign]
        return classifier

    return load_slowly


def tampered(model: Path, change: Callable[[Classifier], None]) -> Callable[[str], Classifier]:
    """A loader that does something to the classifier; its hash stays that of the weights."""

    def load(device: str) -> Classifier:
        classifier = loader(model)(device)
        change(classifier)
        return classifier

    return load


def interrupted_after(calls: int, error: BaseException) -> Callable[[Classifier], None]:
    """A classifier that raises after so many forward batches."""

    def change(classifier: Classifier) -> None:
        plain, left = classifier.logits, [calls]

        def logits(rows: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise error
            return plain(rows)

        classifier.logits = logits  # type: ignore[method-assign]

    return change


def main() -> None:
    model, data, out = map(Path, sys.argv[1:4])
    size, pause = int(sys.argv[4]), float(sys.argv[5])
    try:
        run(model, data, out, load=slowed(loader(model), pause), settings=SweepConfig(shard_size=size))
    except AuditError as error:
        sys.exit(f"Error: {error.message}\nTip: {error.hint}")
    except AssertionError:
        pass  # not the main process
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
