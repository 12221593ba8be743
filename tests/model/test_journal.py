"""A journal gives back what was answered, to the last bit, and nothing that is damaged or of another run."""

import errno
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.errors import HaltError
from auditor.model.classifier import Classifier, Row, keeping
from auditor.model.journal import Journal
from tests.support import make_classifier

TEXTS = ("a good film", "a dull and slow film", "funny", "not bad")


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return make_classifier("bert", seed=3)


@pytest.fixture
def rows(classifier: Classifier) -> list[Row]:
    return [classifier.row(classifier.encode(text)) for text in TEXTS]


@pytest.fixture
def computed(classifier: Classifier, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many batches the model has answered itself."""
    count = [0]
    for name in ("_logits", "_gradients"):
        plain = getattr(classifier, name)

        def counted(*arguments: object, plain: Callable[..., object] = plain) -> object:
            count[0] += 1
            return plain(*arguments)

        monkeypatch.setattr(classifier, name, counted)
    return lambda: count[0]


def written(classifier: Classifier, rows: list[Row], folder: Path) -> list[np.ndarray]:
    """Logits of single rows and gradients of all, through a journal."""
    found = []
    with keeping(classifier, Journal(folder, "00000", "a run")):
        found += [classifier.logits([row]) for row in rows]
        values, slopes = classifier.gradients(rows, np.array([0, 1, 1, 0]))
        found += [values, *slopes]
        pushed, more = classifier.gradients(rows, np.array([0, 1, 1, 0]), np.eye(4, len(classifier.labels)))
        return [*found, pushed, *more]


def assert_identical(left: list[np.ndarray], right: list[np.ndarray]) -> None:
    assert [one.tobytes() for one in left] == [one.tobytes() for one in right]
    assert [one.shape for one in left] == [one.shape for one in right]


def test_what_was_answered_is_not_computed_again(
    classifier: Classifier, rows: list[Row], tmp_path: Path, computed: Callable[[], int]
) -> None:
    before = written(classifier, rows, tmp_path)
    assert computed() == 6
    assert_identical(written(classifier, rows, tmp_path), before)
    assert computed() == 6 and classifier.journal is None
    assert len(list(tmp_path.iterdir())) == 1  # a session that answers nothing new writes nothing


def test_another_question_is_another_answer(
    classifier: Classifier, rows: list[Row], tmp_path: Path, computed: Callable[[], int]
) -> None:
    absent = Row(rows[0].ids, np.zeros(len(rows[0])), rows[0].types)
    with keeping(classifier, Journal(tmp_path, "00000", "a run")):
        classifier.gradients(rows[:1], np.array([0]))
    with keeping(classifier, Journal(tmp_path, "00000", "a run")):
        classifier.gradients(rows[:1], np.array([1]))
        classifier.gradients(rows[:1], np.array([0]), np.array([[1.0, 0.0]]))
        classifier.logits(rows[:1])
        classifier.logits([absent])
        classifier.logits(rows[:2])
    assert computed() == 6


@pytest.mark.parametrize(("name", "mark"), [("00001", "a run"), ("00000", "another run")])
def test_other_work_and_other_runs_are_not_read(
    classifier: Classifier, rows: list[Row], tmp_path: Path, computed: Callable[[], int], name: str, mark: str
) -> None:
    written(classifier, rows, tmp_path)
    with keeping(classifier, Journal(tmp_path, name, mark)):
        classifier.logits(rows[:1])
    assert computed() == 7


def cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content))]


def flip(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]


def insert(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content))
    return content[:place] + random.randbytes(random.randrange(1, 50)) + content[place:]


def replace(content: bytes, random: Random) -> bytes:
    return random.randbytes(len(content))


@pytest.mark.parametrize("harm", [cut, flip, insert, replace])
def test_a_damaged_journal_changes_no_answer(
    classifier: Classifier, rows: list[Row], tmp_path: Path, harm: Callable[[bytes, Random], bytes]
) -> None:
    whole = written(classifier, rows, tmp_path)
    [file] = tmp_path.iterdir()
    content = file.read_bytes()
    for seed in range(40):
        folder = tmp_path / str(seed)
        folder.mkdir()
        random = Random(seed)  # noqa: S311 (damage, not secrets)
        (folder / file.name).write_bytes(harm(content, random))
        assert_identical(written(classifier, rows, folder), whole)


def test_what_comes_before_the_damage_counts(
    classifier: Classifier, rows: list[Row], tmp_path: Path, computed: Callable[[], int]
) -> None:
    written(classifier, rows, tmp_path)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    written(classifier, rows, tmp_path)
    assert computed() == 7
    written(classifier, rows, tmp_path)
    assert computed() == 7


def test_numbers_that_are_not_finite_come_back_as_they_were(tmp_path: Path) -> None:
    table = np.array([[np.nan, np.inf], [-0.0, 1e-320]])
    row = Row(np.array([1, 2]), np.ones(2))
    for _ in range(2):
        journal = Journal(tmp_path, "x", "m")
        found = journal.logits([row, row], lambda: table)
        assert found.tobytes() == table.tobytes()
        journal.close()
    again = Journal(tmp_path, "x", "m").logits([row, row], lambda: pytest.fail("asked again"))
    again[0] = 0.0  # an answer is the caller's own, not a window on the file


def test_work_that_is_done_leaves_nothing(classifier: Classifier, rows: list[Row], tmp_path: Path) -> None:
    written(classifier, rows, tmp_path)
    Journal(tmp_path, "00000", "a run").remove()
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def _small_files() -> Iterator[None]:
    """No file may grow past 600 bytes: the nearest to a full disk without being root."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, before)


@pytest.mark.usefixtures("_small_files")
def test_a_full_disk_ends_the_audit_and_keeps_what_was_written(
    classifier: Classifier, rows: list[Row], tmp_path: Path
) -> None:
    with pytest.raises(HaltError, match=r"cannot write .*: ") as caught:
        written(classifier, rows, tmp_path)
    assert "What was finished is kept" in caught.value.hint
    [file] = tmp_path.iterdir()
    assert 0 < file.stat().st_size <= 600
    known = Journal(tmp_path, "00000", "a run")
    assert known.logits(rows[:1], lambda: pytest.fail("lost")).shape == (1, len(classifier.labels))


def test_a_killed_process_loses_no_answer_that_was_given(tmp_path: Path) -> None:
    text = (
        "import os, signal, sys; import numpy as np; from pathlib import Path\n"
        "from auditor.model.classifier import Row; from auditor.model.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1]), 'x', 'm')\n"
        "for n in range(5): journal.logits([Row(np.array([n]), np.ones(1))], lambda: np.full((1, 2), n))\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", text, str(tmp_path)])
    assert done.returncode == -signal.SIGKILL
    journal = Journal(tmp_path, "x", "m")
    for number in range(5):
        row = Row(np.array([number]), np.ones(1))
        assert (journal.logits([row], lambda: pytest.fail("lost")) == number).all()


@pytest.mark.usefixtures("_small_files")
def test_a_disk_that_takes_a_part_of_a_record_says_so(rows: list[Row], tmp_path: Path) -> None:
    """The record that crosses the limit is written short; it must not pass for a whole one."""
    journal = Journal(tmp_path, "x", "m")
    with pytest.raises(HaltError) as caught:
        journal.logits(rows[:1], lambda: np.zeros((1, 1000)))
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno in (errno.ENOSPC, errno.EFBIG)
    journal.close()
    again = Journal(tmp_path, "x", "m")
    assert again.logits(rows[:1], lambda: np.ones((1, 2))).tolist() == [[1.0, 1.0]]
    again.close()
