"""Sweeps of a model that is asked: kept answers, limits of calls, what a model that changes ends in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.errors import AuditError, HaltError
from auditor.model.asked.kept_answers import Answers
from auditor.model.asked.text_model import Asking, TextModel
from auditor.records.text import LEFT_OUT
from auditor.sweep.estimate import estimate
from auditor.sweep.store import ANSWERS, RunStore
from tests.model.asked.support import Recorder, bag
from tests.sweep.support import run, shard_bytes, write_data

SMALL = SweepConfig(shard_size=4)
QUICK = CidrConfig.quick()


def asked(
    ask: Callable[[list[Any]], Any], out: Path | None = None, **options: Any
) -> Callable[[str], TextModel]:
    """A loader of a model that is asked, with the answers that a run holds."""
    asking = Asking(**{"name": "bag", "labels": ("negative", "positive")} | options)
    return lambda _: TextModel(ask, asking, Answers(None if out is None else out / ANSWERS))


def go(out: Path, data: Path, load: Callable[[str], TextModel], **options: Any) -> RunStore:
    return run(Path(), data, out, load=load, config=QUICK, settings=SMALL, **options)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_data(tmp_path / "texts.tsv", 14, extra=("a good film", "a good film"))


def test_a_session_that_was_cut_asks_nothing_twice_and_ends_in_the_same_bytes(
    data: Path, tmp_path: Path
) -> None:
    whole = go(tmp_path / "whole", data, asked(bag))
    out, first = tmp_path / "cut", Recorder()

    def dies(texts: list[Any]) -> np.ndarray:
        if len(first.asked) > 150:
            raise HaltError("the server is gone")
        return first(texts)

    with pytest.raises(HaltError, match="the server is gone"):
        go(out, data, asked(dies, out))
    second = Recorder()
    store = go(out, data, asked(second, out))
    assert first.asked and second.asked
    assert not set(first.asked) & set(second.asked)
    assert len(second.asked) == len(set(second.asked))
    assert shard_bytes(out) == shard_bytes(whole.path)
    third = Recorder()
    go(out, data, asked(third, out))
    assert third.asked == [] and store.manifest()["complete"]


def test_the_manifest_says_how_the_model_was_asked(data: Path, tmp_path: Path) -> None:
    manifest = go(tmp_path / "out", data, asked(bag, mask="_")).manifest()
    assert manifest["model"] == {
        "labels": ["negative", "positive"],
        "removal": "mask",
        "mask": "_",
        "scores": "probabilities",
        "empty": "",
    }
    assert manifest["method"]["removal"] == "mask" and manifest["costs"]["gradients"] == 0


def test_another_mask_or_another_function_is_another_run(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    go(out, data, asked(bag))
    for options in ({"mask": "_"}, {"identity": "another"}, {"labels": ("no", "yes")}):
        with pytest.raises(AuditError, match="holds another run"):
            go(out, data, asked(bag, **options))
    recorder = Recorder()
    go(out, data, asked(recorder, identity="another"), fresh=True)
    assert len(recorder.asked) > 100
    assert len(list((out / ANSWERS).iterdir())) == 1  # the answers of the other model are gone


def test_the_limit_leaves_texts_out_and_a_later_session_takes_them_up(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = Recorder()
    store = go(out, data, asked(first, out, max_calls=150))
    assert len(first.asked) <= 150
    assert store.manifest()["complete"] and 0 < store.manifest()["skips"][LEFT_OUT] < 14
    second = Recorder()
    store = go(out, data, asked(second, out))
    assert LEFT_OUT not in store.manifest()["skips"]
    assert not set(first.asked) & set(second.asked)
    assert shard_bytes(out) == shard_bytes(go(tmp_path / "whole", data, asked(bag)).path)


def test_texts_on_which_the_function_fails_are_skips_with_the_reason(data: Path, tmp_path: Path) -> None:
    def failing(texts: list[Any]) -> np.ndarray:
        if any(text.startswith("3 ") or text == "3" for text in texts):
            raise ValueError("three is too many")
        return bag(texts)

    store = go(tmp_path / "out", data, asked(failing))
    [skip] = [outcome for outcome in store.outcomes() if outcome.explanation is None]
    assert skip.row == 4 and skip.reason == "the model failed: ValueError: three is too many"


def test_a_function_that_fails_everywhere_stops_with_the_most_frequent_reason(
    data: Path, tmp_path: Path
) -> None:
    def failing(texts: list[Any]) -> np.ndarray:
        if any(text[:1].isdigit() for text in texts):
            raise ValueError("no digits, please")
        return bag(texts)

    with pytest.raises(AuditError, match=r"examples failed.*no digits, please"):
        go(tmp_path / "out", data, asked(failing))


def test_the_estimate_counts_calls_and_makes_none_but_the_first_three(data: Path, tmp_path: Path) -> None:
    out, recorder = tmp_path / "out", Recorder()
    expected = estimate(
        asked(recorder, out), load_dataset(data), QUICK, out=out, settings=SMALL, device="cpu"
    )
    assert len(recorder.asked) == 3 and not expected.timed and expected.gradients == 0
    store = go(out, data, asked(recorder, out))
    assert 0.5 < expected.forwards / store.manifest()["costs"]["forwards"] < 2
    again = estimate(asked(recorder, out), load_dataset(data), QUICK, out=out, settings=SMALL, device="cpu")
    assert again.forwards == 0 and again.known == len(set(recorder.asked))
