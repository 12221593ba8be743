"""Work inside a shard is not lost: a stopped run goes on from its last batch, to the same bytes."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from auditor.config import SweepConfig
from auditor.model.classifier import Classifier
from auditor.model.journal import FOLDER
from auditor.sweep.store import RunStore
from tests.sweep.support import explanations, run, shard_bytes, tampered
from tests.sweep.test_launch import wait_for

WHOLE = SweepConfig(shard_size=100)
"""The run is one shard."""
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def undisturbed(model: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    return run(model, data, tmp_path_factory.mktemp("undisturbed"), settings=WHOLE)


def counting(model: Path, calls: list[int], *, stop: int | None = None) -> Callable[[str], Classifier]:
    """A loader whose network counts the batches that it computes, and is interrupted after so many."""

    def change(classifier: Classifier) -> None:
        for name in ("_logits", "_gradients"):
            plain = getattr(classifier, name)

            def counted(*arguments: object, plain: Callable[..., object] = plain) -> object:
                if stop is not None and calls[0] >= stop:
                    raise KeyboardInterrupt
                calls[0] += 1
                return plain(*arguments)

            setattr(classifier, name, counted)

    return tampered(model, change)


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 (faults, not secrets)


def journals(out: Path) -> list[Path]:
    return sorted((out / FOLDER).glob("*"))


def test_an_interrupted_shard_goes_on_from_the_last_batch(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path
) -> None:
    needed = [0]
    run(model, data, tmp_path / "whole", load=counting(model, needed), settings=WHOLE)
    for stop in (1, 2, needed[0] // 2, needed[0] - 1):
        out, first, second = tmp_path / str(stop), [0], [0]
        with pytest.raises(KeyboardInterrupt):
            run(model, data, out, load=counting(model, first, stop=stop), settings=WHOLE)
        assert not shard_bytes(out) and journals(out)
        run(model, data, out, load=counting(model, second), settings=WHOLE)
        assert first[0] == stop and second[0] == needed[0] - stop
        assert shard_bytes(out) == shard_bytes(undisturbed.path)
        assert not journals(out)


def test_a_run_that_is_stopped_again_and_again_arrives(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path
) -> None:
    calls, random = [0], seeded(5)
    for session in range(200):  # noqa: B007
        before = calls[0]
        stop = before + random.randint(1, 4)
        try:
            run(model, data, tmp_path, load=counting(model, calls, stop=stop), settings=WHOLE)
            break
        except KeyboardInterrupt:
            assert calls[0] == stop
    assert session > 5
    assert shard_bytes(tmp_path) == shard_bytes(undisturbed.path)


@pytest.mark.parametrize("harm", ["cut", "flip", "empty"])
def test_a_damaged_journal_costs_time_and_nothing_else(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path, harm: str
) -> None:
    for seed in range(4):
        out, random = tmp_path / str(seed), seeded(seed)
        with pytest.raises(KeyboardInterrupt):
            run(model, data, out, load=counting(model, [0], stop=15), settings=WHOLE)
        [file] = journals(out)
        content = bytearray(file.read_bytes())
        if harm == "flip":
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        file.write_bytes(content[: {"cut": random.randrange(len(content)), "empty": 0}.get(harm)])
        run(model, data, out, settings=WHOLE)
        assert shard_bytes(out) == shard_bytes(undisturbed.path)


def test_journals_of_another_run_are_not_believed(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path
) -> None:
    """What a folder of another model's run holds must not answer for this one."""
    other = SweepConfig(shard_size=100, mixed_precision="bf16")
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=counting(model, [0], stop=9), settings=other)
    (tmp_path / "run.json").unlink()
    assert journals(tmp_path)
    run(model, data, tmp_path, settings=WHOLE)
    assert shard_bytes(tmp_path) == shard_bytes(undisturbed.path)


def test_shards_without_a_manifest_are_not_believed(model: Path, data: Path, tmp_path: Path) -> None:
    """Nothing says what run they are of."""
    run(model, data, tmp_path / "bf16", settings=SweepConfig(shard_size=4, mixed_precision="bf16"))
    plain = shard_bytes(run(model, data, tmp_path / "plain").path)
    assert shard_bytes(tmp_path / "bf16") != plain
    (tmp_path / "bf16" / "run.json").unlink()
    run(model, data, tmp_path / "bf16")
    assert shard_bytes(tmp_path / "bf16") == plain


def test_fresh_forgets_the_journals(model: Path, data: Path, tmp_path: Path) -> None:
    needed, again = [0], [0]
    run(model, data, tmp_path / "whole", load=counting(model, needed), settings=WHOLE)
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=counting(model, [0], stop=9), settings=WHOLE)
    run(model, data, tmp_path, load=counting(model, again), settings=WHOLE, fresh=True)
    assert again == needed


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_process_loses_its_last_batch_at_most(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path, number: int
) -> None:
    """Killed at random, in a shard that holds the whole run."""
    needed, rest, random = [0], [0], seeded(number)
    run(model, data, tmp_path / "whole", load=counting(model, needed), settings=WHOLE)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tests.sweep.support"]
    command += [str(model), str(data), str(out), "100", "0.2"]
    with subprocess.Popen(command, cwd=ROOT) as process:
        wait_for(lambda: journals(out) or process.poll() is not None)
        time.sleep(random.uniform(0.2, 2.0))
        process.send_signal(number)
    assert process.returncode == -number
    assert not shard_bytes(out)
    run(model, data, out, load=counting(model, rest), settings=WHOLE)
    assert 0 < rest[0] < needed[0]
    assert shard_bytes(out) == shard_bytes(undisturbed.path)


def test_smaller_batches_on_a_resume_change_no_set(
    model: Path, data: Path, undisturbed: RunStore, tmp_path: Path
) -> None:
    """They are other batches, which the journal does not know."""
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=counting(model, [0], stop=9), settings=WHOLE)
    small = SweepConfig(shard_size=100, forward_tokens=40, gradient_tokens=20)
    found = explanations(run(model, data, tmp_path, settings=small))
    assert [one.set for one in found] == [one.set for one in explanations(undisturbed)]
