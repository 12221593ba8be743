"""Before a run, the labels' test is made and the rest is assumed: more texts see smaller shortcuts."""

from pathlib import Path

import pytest

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.loading import load_dataset
from auditor.power.canary import CanaryKind
from auditor.power.forecast import expected_odds, forecast
from auditor.signals.labelled import count_labelled
from auditor.signals.recurrence import label_tests
from auditor.signals.statistics import adjust
from tests.signals.support import write_texts

CONFIG, RULE = EvidenceConfig(), RuleConfig()


def test_more_texts_see_smaller_shortcuts(tmp_path: Path) -> None:
    found = [
        forecast(load_dataset(write_texts(tmp_path / f"{n}.tsv", n)), CONFIG, RULE) for n in (200, 800, 3000)
    ]
    reaches = [reach or 1.0 for _, reach in found]
    assert reaches == sorted(reaches, reverse=True) and reaches[-1] < 0.02
    assert found[0][0].middle == 0.0 < found[-1][0].middle
    assert all(one.low <= one.middle <= one.high for one, _ in found)


def test_the_labels_of_the_whole_file_count_whatever_sample_is_audited(tmp_path: Path) -> None:
    path = write_texts(tmp_path / "texts.tsv", 1500)
    whole, sample = (load_dataset(path, limit=limit) for limit in (None, 200))
    assert forecast(sample, CONFIG, RULE)[0].middle > 0.1
    assert expected_odds(sample, CONFIG, RULE).grounds[0].audited == 200
    assert expected_odds(sample, CONFIG, RULE).grounds[0].labelled == (750, 750)
    assert forecast(whole, CONFIG, RULE)[0].middle >= forecast(sample, CONFIG, RULE)[0].middle


def test_the_threshold_is_that_of_the_labels_own_family(tmp_path: Path) -> None:
    data = load_dataset(write_texts(tmp_path / "texts.tsv", 300))
    ground = expected_odds(data, CONFIG, RULE).grounds[1]
    names = tuple(data.label_names)
    counts = count_labelled(data.examples(), {name: name for name in names}, names)
    tests = label_tests(counts.holding, counts.documents, halves=False)
    family = tests.p[tests.tested].tolist()
    inside, outside = (adjust([*family, ground.leak * f])[-1] for f in (0.999, 1.001))
    assert inside <= 0.05 < outside


def test_without_labels_only_what_decides_is_seen(tmp_path: Path) -> None:
    rows = [f"the film number {n} is {'good' if n % 3 else 'bad'}" for n in range(400)]
    path = tmp_path / "bare.csv"
    path.write_text("text\n" + "\n".join(rows) + "\n", encoding="utf-8")
    data = load_dataset(path, need_label=False)
    chance, reach = forecast(data, CONFIG, RULE)
    assert chance.middle == pytest.approx(0.0, abs=0.01) and reach is None  # half is not enough to decide
    assert list(expected_odds(data, CONFIG, RULE).known) == [CanaryKind.MADE_UP]
