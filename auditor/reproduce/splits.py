"""Train, dev and test of a dataset, without a text in common.

The paper's datasets come from the hub, at pinned commits; others from `builtin:` or from a folder with the
files train, dev and test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.data.examples import Example, draw
from auditor.data.labels import parse_label_map
from auditor.data.loading import Dataset, load_dataset, require_classes
from auditor.data.sources.opening import FILES
from auditor.errors import AuditError
from auditor.reproduce.printed_figures import SPLITS


@dataclass(frozen=True)
class Splits:
    """The three parts."""

    source: str
    """Where they come from."""
    labels: tuple[str, ...]
    """The classes, as the training set has them."""
    parts: Mapping[str, tuple[Example, ...]]
    """`train`, `dev` and `test`, no text of one in another."""
    sizes: Mapping[str, int]
    """Texts as they were loaded."""
    fingerprints: Mapping[str, str]
    """Hash of each part as it was loaded."""

    @property
    def dropped(self) -> int:
        """Texts that were left out because a later part has them too."""
        return sum(self.sizes.values()) - sum(map(len, self.parts.values()))


def load_splits(dataset: str, *, label_map: Sequence[str] = ()) -> Splits:
    """The three parts; a text in two of them stays in the later one."""
    names = parse_label_map(label_map)
    loaded: dict[str, Dataset] = {
        split: load_dataset(path or dataset, split=None if path else split, label_map=names)
        for split, path in _files(dataset).items()
    }
    require_classes(loaded["train"])
    labels = loaded["train"].label_names
    later: set[str] = set()
    parts = {}
    for split in reversed(SPLITS):
        examples = tuple(loaded[split].examples())
        unknown = sorted({str(example.label) for example in examples} - set(labels))
        if unknown:
            raise AuditError(
                f"{split} has labels that train lacks: {', '.join(unknown)}", "Give all splits the same ones."
            )
        parts[split] = tuple(example for example in examples if example.id not in later)
        later |= {example.id for example in examples}
    return Splits(
        source=loaded["train"].source,
        labels=labels,
        parts={split: parts[split] for split in SPLITS},
        sizes={split: len(loaded[split]) for split in SPLITS},
        fingerprints={split: loaded[split].fingerprint for split in SPLITS},
    )


def sampled(examples: Sequence[Example], count: int, purpose: str) -> list[Example]:
    """So many texts (0 for all), the same ones whatever else is run: the first in a drawn order."""
    if not 0 < count < len(examples):
        return list(examples)
    return sorted(examples, key=lambda example: (draw(0, purpose, example.id), example.row))[:count]


def _files(dataset: str) -> dict[str, Path | None]:
    """The file of each split where the dataset is a folder of files; None where it has splits by name."""
    folder = Path(dataset)
    found = {
        split: next((path for end in FILES if (path := folder / f"{split}{end}").is_file()), None)
        for split in SPLITS
    }
    missing = [split for split, path in found.items() if path is None]
    if missing and len(missing) < len(SPLITS):
        raise AuditError(
            f"{dataset} has no file {', '.join(missing)}",
            f"Give it train, dev and test, each ending in one of {', '.join(FILES)}.",
        )
    if missing and folder.is_file():
        raise AuditError(
            f"{dataset} is one file, and train, dev and test are needed", "Name a folder with the three."
        )
    return found
