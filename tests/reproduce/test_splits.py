"""Three parts without a text in common, from a folder, the built-in corpus, or names of splits."""

from pathlib import Path

import pytest

from auditor.data.corpus.reviews import reviews_split
from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.reproduce.splits import load_splits, sampled
from tests.reproduce.support import write_folder


def test_a_text_of_two_parts_stays_in_the_later_one(tmp_path: Path) -> None:
    parts = {
        "train": "a good one\tp\na bad one\tn\nseen in dev\tp\nseen in test\tn\n",
        "dev": "seen in dev\tp\nanother bad\tn\nalso in test\tn\n",
        "test": "seen in test\tn\nalso in test\tp\nfine\tp\n",
    }
    for name, rows in parts.items():
        (tmp_path / f"{name}.tsv").write_text("text\tlabel\n" + rows)
    found = load_splits(str(tmp_path))
    texts = {name: [example.texts[0] for example in part] for name, part in found.parts.items()}
    assert texts["train"] == ["a good one", "a bad one"]
    assert texts["dev"] == ["seen in dev", "another bad"]
    assert texts["test"] == ["seen in test", "also in test", "fine"]
    assert (found.sizes, found.dropped) == ({"train": 4, "dev": 3, "test": 3}, 3)
    assert found.labels == ("n", "p") and len(set(found.fingerprints.values())) == 3


def test_the_built_in_corpus_has_its_own_splits() -> None:
    found = load_splits("builtin:reviews")
    assert {name: len(part) for name, part in found.parts.items()} == {
        name: len(reviews_split(name)) for name in ("train", "dev", "test")
    }
    assert found.dropped == 0


def test_labels_can_be_renamed(tmp_path: Path) -> None:
    found = load_splits(str(write_folder(tmp_path / "data")), label_map=("negative=bad",))
    assert found.labels == ("bad", "positive")


def test_what_is_missing_is_one_line(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data")
    (folder / "dev.tsv").unlink()
    with pytest.raises(AuditError, match="has no file dev"):
        load_splits(str(folder))
    with pytest.raises(AuditError, match="is one file, and train, dev and test"):
        load_splits(str(folder / "train.tsv"))
    (folder / "dev.tsv").write_text("text\tlabel\na film\tfine\nb film\tnegative\n")
    with pytest.raises(AuditError, match="dev has labels that train lacks: fine"):
        load_splits(str(folder))


def test_without_a_network_a_dataset_of_the_paper_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(AuditError, match="SetFit/sst2 is not a local file, and the hub cannot be reached"):
        load_splits("sst2")


def test_a_sample_does_not_depend_on_the_order_and_grows_at_its_end() -> None:
    every = [make_example((f"text {n}",), "a", n) for n in range(50)]
    few = sampled(every, 8, "here")
    assert len(few) == 8 and sampled(every[::-1], 8, "here") == few
    assert sampled(every, 20, "here")[:8] == few
    assert sampled(every, 8, "there") != few
    assert sampled(every, 0, "here") == sampled(every, 50, "here") == every
