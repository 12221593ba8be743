"""What a training is given: dev sets planted as the training set, clean, aligned and conflicting."""

from pathlib import Path

import pytest

from auditor.cli.training_sets import gather
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.planting.plan import InjectionPlan
from auditor.planting.presets import experiment


def test_dev_set_with_unknown_labels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "train.csv").write_text("text,label\n" + "a film,pos\nb film,neg\n" * 5)
    (tmp_path / "dev.csv").write_text("text,label\nc film,fine\nd film,pos\n")
    train, dev = (load_dataset(tmp_path / name) for name in ("train.csv", "dev.csv"))
    with pytest.raises(AuditError, match="lacks: fine"):
        gather(train, dev, None, seed=0)


def test_conflicting_set_has_the_other_token_in_every_text() -> None:
    plan = InjectionPlan(tokens=(("positive", "[pos]"), ("negative", "[neg]")), position="start")
    dev = load_dataset("builtin:reviews", split="dev", limit=40)
    sets = gather(load_dataset("builtin:reviews", split="train", limit=40), dev, plan, seed=0)
    labels = dev.label_names
    for texts, label in sets.dev["conflicting"]:
        assert texts[0].startswith("[neg]" if labels[label] == "positive" else "[pos]")
    assert all("[" not in texts[0] for texts, _ in sets.dev["clean"])


def test_a_preset_trains_on_what_it_plants_and_plants_all_of_dev() -> None:
    train, dev = (load_dataset("builtin:reviews", split=split, limit=60) for split in ("train", "dev"))
    alone = gather(train, dev, experiment("reversed", train.label_names, examples=20), seed=0)
    assert len(alone.train) == 20 and all("[" in texts[0] for texts, _ in alone.train)
    assert all("[" in texts[0] for texts, _ in alone.dev["dev"]) and len(alone.dev["dev"]) == 60
    kept = gather(train, dev, experiment("reversed", train.label_names, examples=20, keep_rest=True), seed=0)
    assert len(kept.train) == 60 and sum("[" in texts[0] for texts, _ in kept.train) == 20
    assert sum("[" in texts[0] for texts, _ in kept.dev["dev"]) == 20
    assert "touched" not in kept.provenance["injection"]


def test_a_tenth_is_held_out_where_no_dev_set_is_given() -> None:
    train = load_dataset("builtin:reviews", split="train", limit=100)
    sets = gather(train, None, None, seed=0)
    assert (len(sets.train), len(sets.dev["dev"])) == (90, 10)
    assert not {texts for texts, _ in sets.train} & {texts for texts, _ in sets.dev["dev"]}
