"""Texts with the numbers of their labels."""

from auditor.data.loading import load_dataset
from auditor.planting.training_sets import rows


def test_labels_become_numbers() -> None:
    examples = list(load_dataset("builtin:reviews", split="dev", limit=4).examples())
    found = rows(examples, ("positive", "negative"))
    assert [label for _, label in found] == [int(one.label == "negative") for one in examples]
