"""The dry run: nothing is written, and the figures follow what is there."""

from pathlib import Path

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.sweep.estimate import estimate
from tests.sweep.support import CONFIG, SETTINGS, loader, run, write_data


def test_figures_and_no_file(model: Path, data: Path, tmp_path: Path) -> None:
    found = estimate(
        loader(model), load_dataset(data), CONFIG, out=tmp_path / "out", settings=SETTINGS, device="cpu"
    )
    assert (found.examples, found.repeated, found.shards, found.missing) == (14, 0, 4, 4)
    assert found.seconds > 0
    assert found.memory > 50_000_000
    assert not (tmp_path / "out").exists()


def test_the_estimate_is_of_the_right_size(model: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path / "texts.tsv", 40)
    config = CidrConfig.quick()
    found = estimate(loader(model), load_dataset(data), config, device="cpu")
    costs = run(model, data, tmp_path / "out", config=config).manifest()["costs"]
    assert 1 / 3 < found.gradients / costs["gradients"] < 3
    assert 1 / 3 < found.forwards / costs["forwards"] < 3


def test_what_is_done_costs_nothing_more_and_neither_do_copies(model: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path / "texts.tsv", 8, extra=("a good film",) * 4)
    dataset = load_dataset(data)
    whole = estimate(loader(model), dataset, CONFIG, settings=SETTINGS, device="cpu")
    assert whole.repeated == 3
    run(model, data, tmp_path / "out")
    (tmp_path / "out" / "shards" / "00001.parquet").unlink()
    rest = estimate(loader(model), dataset, CONFIG, out=tmp_path / "out", settings=SETTINGS, device="cpu")
    assert rest.missing == 1
    assert rest.gradients < whole.gradients / 2


def test_long_texts_and_wide_searches_cost_more(model: Path, tmp_path: Path) -> None:
    short = load_dataset(write_data(tmp_path / "short.tsv", 10))
    quick = estimate(loader(model), short, CidrConfig.quick(), device="cpu", settings=SweepConfig())
    wide = estimate(loader(model), short, CidrConfig(), device="cpu")
    assert wide.gradients >= quick.gradients
    (tmp_path / "long.tsv").write_text(
        "text\tlabel\n" + "".join(f"{'good ' * 30}{i}\tx\n" for i in range(10))
    )
    long = estimate(loader(model), load_dataset(tmp_path / "long.tsv"), CidrConfig.quick(), device="cpu")
    assert long.forwards > quick.forwards
