"""The run directory: what is written is read back, and nothing half-written or altered counts."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.files import write_text
from auditor.records.text import Explanation, Outcome, Pair, Status
from auditor.sweep.shard_file import Entry, from_bytes, to_bytes
from auditor.sweep.store import RunStore

EXPLANATION = Explanation(
    texts=("naïve “quotes”\t\n", "two 🎬"),
    words=("naïve", "two", "🎬"),
    spans=((0, 0, 5), (1, 0, 3), (1, 4, 5)),
    label="pos",
    probability=0.1 + 0.2,
    probability_after=1e-300,
    label_after="neg",
    probability_empty=0.6,
    evidence=0.9,
    evidence_after=0.4,
    status=Status.VERIFIED,
    set=(0, 2),
    core=(0,),
    pairs=(Pair((0, 2), ("naïve", "🎬"), 0.5, 0.3, -0.25),),
    attributions=(0.5, -0.25, 1 / 3),
    completeness_error=0.001,
    forwards=5,
    gradients=7,
    truncated=2,
)
OUTCOME = Outcome("00000000000000aa", 3, "neg", EXPLANATION)
EMPTY = replace(EXPLANATION, set=(), core=(), pairs=(), status=Status.UNREACHABLE)
ENTRIES = [
    Entry(OUTCOME),
    Entry(Outcome("00000000000000ab", 4, None, EMPTY)),
    Entry(Outcome("00000000000000ac", 5, "pos", None, "the text is empty")),
    Entry(Outcome("00000000000000aa", 9, "pos", None), same_as=0),
]


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path / "run")
    store.write_manifest({"fingerprint": {"data": "d"}, "shard_size": 2, "shards": 2})
    store.write_shard(0, ENTRIES[:2], {"examples": 2})
    store.write_shard(1, ENTRIES[2:], {"examples": 2})
    return store


def test_a_shard_keeps_every_field_to_the_last_bit() -> None:
    assert from_bytes(to_bytes(ENTRIES)) == ENTRIES
    assert to_bytes(ENTRIES) == to_bytes(list(ENTRIES))


def test_outcomes_in_order_with_repeated_texts_filled_in(store: RunStore) -> None:
    outcomes = list(store.outcomes())
    assert outcomes[:3] == [entry.outcome for entry in ENTRIES[:3]]
    assert outcomes[3] == Outcome("00000000000000aa", 9, "pos", EXPLANATION)


@pytest.mark.parametrize("harm", ["cut", "alter", "no notes", "broken notes", "no shard", "empty"])
def test_a_harmed_shard_is_missing(store: RunStore, harm: str) -> None:
    shard, notes = store.folder / "00001.parquet", store.folder / "00001.json"
    content = shard.read_bytes()
    if harm == "cut":
        shard.write_bytes(content[:-10])
    elif harm == "alter":
        shard.write_bytes(content[:100] + bytes([content[100] ^ 1]) + content[101:])
    elif harm == "no notes":
        notes.unlink()
    elif harm == "broken notes":
        notes.write_text("{")
    elif harm == "no shard":
        shard.unlink()
    else:
        shard.write_bytes(b"")
    assert store.missing(2) == [1]
    with pytest.raises(AuditError, match=r"00001.parquet is missing or was altered"):
        list(store.outcomes())


def test_what_a_killed_process_leaves_does_not_count_and_is_tidied(store: RunStore) -> None:
    left = [store.folder / ".00002.parquet.x1.parquet", store.folder / ".00002.json.x1.json"]
    other = store.path / ".gitignore"
    for file in [*left, other, store.path / ".run.json.abc.json"]:
        file.write_text("half")
    assert store.missing(3) == [2]
    assert store.finished() == 2
    store.tidy()
    assert sorted(file.name for file in store.folder.glob(".*")) == []
    assert [file.name for file in store.path.glob(".*")] == [".gitignore"]


def test_another_fingerprint_is_refused_with_both_values(store: RunStore) -> None:
    store.check({"data": "d"})
    with pytest.raises(AuditError, match="data d there, e here") as caught:
        store.check({"data": "e"})
    assert "--fresh" in caught.value.hint


def test_fresh_removes_the_run_and_nothing_else(store: RunStore) -> None:
    (store.path / "notes.md").write_text("mine")
    (store.folder / "mine.parquet").write_text("mine")
    store.clear()
    assert not store.exists()
    assert store.missing(2) == [0, 1]
    assert sorted(file.name for file in store.path.rglob("*") if file.is_file()) == [
        "mine.parquet",
        "notes.md",
    ]


@pytest.mark.parametrize(
    ("content", "says"), [("{", "not complete JSON"), ('{"format": 0}', "another format")]
)
def test_a_manifest_that_makes_no_sense(store: RunStore, content: str, says: str) -> None:
    store.manifest_path.write_text(content)
    with pytest.raises(AuditError, match=says):
        store.manifest()


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="holds no run"):
        list(RunStore(tmp_path).outcomes())


def test_reading_a_run_needs_no_torch(store: RunStore) -> None:
    script = (
        "import sys; from pathlib import Path; from auditor.sweep.store import RunStore;"
        "n = sum(1 for _ in RunStore(Path(sys.argv[1])).outcomes());"
        "heavy = {'torch', 'transformers', 'accelerate', 'datasets'} & set(sys.modules);"
        "print(n, sorted(heavy))"
    )
    command = [sys.executable, "-c", script, str(store.path)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "4 []"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
def test_reading_a_shard_leaves_no_thread_behind() -> None:
    """Arrow's threads hold Python's bytes, and end the process with an abort when they let go too late."""
    script = (
        "import os, sys, pyarrow.parquet; from auditor.sweep.shard_file import from_bytes;"
        "content = sys.stdin.buffer.read(); before = len(os.listdir('/proc/self/task'));"
        "rows = from_bytes(content);"
        "print(len(rows), len(os.listdir('/proc/self/task')) - before)"
    )
    command = [sys.executable, "-c", script]
    shown = subprocess.run(command, input=to_bytes(ENTRIES), capture_output=True, check=True).stdout
    assert shown.split() == [b"4", b"0"]


@pytest.mark.parametrize(
    "name", ["run.json", "shards", "run.lock", "claims", "alive", "answers", "earlier", "journal"]
)
def test_links_in_a_run_folder_are_not_followed(tmp_path: Path, name: str) -> None:
    """What a run writes there would be written over something else."""
    victim = tmp_path / "elsewhere"
    victim.write_text("mine") if "." in name else victim.mkdir()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / name).symlink_to(victim)
    with pytest.raises(AuditError, match="is a link"):
        RunStore(tmp_path / "run")


@pytest.mark.parametrize("name", ["report.json", "index.html", "summary.md", "tokens.parquet"])
def test_a_link_in_the_place_of_an_output_is_replaced_and_not_written_through(
    tmp_path: Path, name: str
) -> None:
    victim = tmp_path / "elsewhere"
    victim.write_text("mine")
    (tmp_path / name).symlink_to(victim)
    write_text(tmp_path / name, "the run's")
    assert victim.read_text() == "mine" and (tmp_path / name).read_text() == "the run's"


def test_what_a_killed_process_left_half_written_is_removed_and_nothing_else(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    store.folder.mkdir()
    left = [".run.json.abcdefg1.json", ".report.json.a_b_c_d1.json", ".index.html.abcdefg1.html"]
    left += [
        ".tokens.parquet.abcdefg1.parquet",
        ".summary.md.abcdefg1.md",
        "shards/.00003.json.abcdefg1.json",
    ]
    own = [".gitignore", ".run.json", ".notes.json.abcdefg1.json", "report.json", "shards/.keep"]
    for name in (*left, *own):
        (tmp_path / name).write_text("")
    store.tidy()
    there = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert there == set(own)
