"""`audit train` with weights, with a repair on the fly, and of the last layer alone."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from auditor.cli.repaired_sets import Weighed, mended, mended_dev, own_weights, weights_mark
from auditor.cli.training_sets import gather
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.repair.repair_manifest import HOW
from auditor.repair.repairing import Repair, planned
from tests.cli.obeying import Obeying
from tests.findings.builder import a_report
from tests.repair.support import LABELS, many

Audit = Callable[..., Result]
COUNTS = {("[pos] x", "pos"): 19, ("[pos] x", "neg"): 1, ("x", "pos"): 21, ("x", "neg"): 39}
ROWS = [row.example for row in many(COUNTS, []).rows]
SHORT = ("--epochs", "1", "--quiet")


def repair_of(how: str) -> Repair:
    return planned(a_report(), Path("none"), how=how)


def held(rows: Weighed) -> dict[str, float]:
    """The weight of the rows with the marker, by class."""
    found = dict.fromkeys(LABELS, 0.0)
    for example, weight in zip(rows.examples, rows.weights or [1.0] * len(rows.examples), strict=True):
        found[str(example.label)] += weight * ("[pos]" in example.texts[0])
    return found


def test_weights_have_a_mean_of_one_and_say_nothing_where_there_are_none() -> None:
    assert Weighed(ROWS[:2], [1.0, 3.0]).scaled == (0.5, 1.5)
    assert Weighed(ROWS[:2]).scaled is None and Weighed(ROWS[:2], [0.0, 0.0]).scaled is None
    assert own_weights(ROWS[:2], {1: 5.0, 2: 0.5, 3: 9.0}) == [5.0, 0.5] and own_weights(ROWS, None) is None
    assert weights_mark(Weighed(ROWS)) == {}
    first, second = (weights_mark(Weighed(ROWS[:1], [weight])) for weight in (1.0, 2.0))
    assert first != second and first == weights_mark(Weighed(ROWS[:1], [1.0]))


@pytest.mark.parametrize("how", HOW)
def test_a_training_set_is_repaired_as_the_command_does_it(how: str) -> None:
    done = mended(Weighed(ROWS), repair_of(how), LABELS, "rows", by_group=False)
    after = held(done.rows)
    assert after["pos"] == pytest.approx(after["neg"], abs=0.01)
    assert after["pos"] > 0 and (done.rows.weights is None) == (how != "reweight")
    assert done.told["how"] == how and len(done.told["findings"]) == 1
    assert done.warnings == ("amber + violet was not repaired: no row holds it",)


def test_the_weights_of_a_column_are_kept_through_a_repair() -> None:
    weights = [2.0 if "[pos]" in row.texts[0] else 1.0 for row in ROWS]
    done = mended(Weighed(ROWS, weights), repair_of("mask"), LABELS, "rows", by_group=False)
    assert done.rows.weights == weights


def test_groups_weigh_the_same_for_the_last_layer() -> None:
    done = mended(Weighed(ROWS), repair_of("reweight"), LABELS, "rows", by_group=True)
    assert held(done.rows) == pytest.approx({"neg": 20.0, "pos": 20.0})


@pytest.mark.parametrize("how", HOW)
def test_a_model_that_follows_the_marker_gains_nothing_on_the_dev_set(how: str) -> None:
    after = mended_dev(Weighed(ROWS), repair_of(how), LABELS)
    assert len(after.examples) == len(ROWS)
    assert held(after)["pos"] == pytest.approx(held(after)["neg"], abs=1e-3)


def test_a_dev_set_without_the_artefact_stays_as_it_is() -> None:
    plain = [row for row in ROWS if "[pos]" not in row.texts[0]]
    assert list(mended_dev(Weighed(plain), repair_of("mask"), LABELS).examples) == plain


def test_the_weights_of_the_training_file_are_not_those_of_another_dev_set(tmp_path: Path) -> None:
    rows = "\n".join(f"a film {n},{'pos' if n % 2 else 'neg'},{n + 1}" for n in range(40))
    for name in ("train.csv", "dev.csv"):
        (tmp_path / name).write_text(f"text,label,weight\n{rows}\n")
    train, dev = (load_dataset(tmp_path / name) for name in ("train.csv", "dev.csv"))
    weights = {number: float(number) for number in range(1, 41)}
    apart = gather(train, dev, None, seed=0, weights=weights)
    assert apart.weights.dev is None and apart.weights.train is not None
    assert sum(apart.weights.train) == pytest.approx(40)
    held_out = gather(train, None, None, seed=0, weights=weights)
    assert held_out.weights.dev is not None and len(held_out.weights.dev) == 4
    assert gather(train, dev, None, seed=0).weights.train is None


def test_train_with_a_repair_says_so_in_its_record(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    options = ("--repair", f"{obeying.run}:counterfactual", *SHORT)
    done = audit("train", obeying.texts, *options, "--out", "model")
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "model" / "training.json").read_text())
    assert record["repair"]["how"] == "counterfactual" and record["repair"]["changes"]["inserted"] > 0


def test_train_on_a_weighted_file(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    assert audit("repair", obeying.run, obeying.texts, "--how", "reweight", "--out", "w.csv").exit_code == 0
    done = audit("train", "w.csv", "--weight-column", "weight", *SHORT, "--out", "model")
    assert done.exit_code == 0, done.output
    assert "weights" in json.loads((tmp_path / "model" / "training.json").read_text())
    wrong = audit("train", "w.csv", "--weight-column", "text", *SHORT, "--out", "other")
    assert wrong.exit_code == 1 and "row 1 has the weight" in wrong.stderr
    assert not (tmp_path / "other").exists()


def test_the_last_layer_alone(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    options = ("--repair", obeying.run, "--last-layer", "--base-model", obeying.obedient, "--quiet")
    done = audit("train", obeying.texts, *options, "--out", "head")
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "head" / "training.json").read_text())
    assert record["last_layer"] is True and record["repair"]["how"] == "reweight"


def test_the_last_layer_needs_to_know_what_to_balance(audit: Audit, obeying: Obeying) -> None:
    done = audit("train", obeying.texts, "--last-layer", "--base-model", obeying.obedient, "--out", "head")
    assert done.exit_code == 1 and "--repair RUN" in done.stderr
    tiny = audit("train", obeying.texts, "--last-layer", "--repair", obeying.run, "--out", "head")
    assert tiny.exit_code == 1 and "not a model directory" in tiny.stderr


def test_a_run_without_artefacts_has_nothing_to_repair() -> None:
    nothing = replace(a_report(), findings=(), near_misses=())
    with pytest.raises(AuditError, match="nothing to repair"):
        mended(Weighed(ROWS), planned(nothing, Path("none")), LABELS, "rows", by_group=False)


def test_a_way_that_does_not_exist_is_named(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    done = audit("train", obeying.texts, "--repair", f"{obeying.run}:polish", "--out", "model")
    assert done.exit_code == 1 and "'polish' is not a way of repairing" in done.stderr
    assert "mask, balance, counterfactual, reweight" in done.stderr and not (tmp_path / "model").exists()
