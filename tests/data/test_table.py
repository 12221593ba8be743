"""A table on disk gives back what was written, and leaves nothing behind."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import Example, Skip, make_example
from auditor.data.table import _BATCH, Table
from auditor.errors import AuditError

WORDS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8)
RECORDS = st.one_of(
    st.builds(make_example, st.tuples(WORDS), st.one_of(st.none(), WORDS), st.integers(1, 99)),
    st.builds(make_example, st.tuples(WORDS, WORDS), WORDS, st.integers(1, 99)),
    st.builds(make_example, st.tuples(WORDS), WORDS, st.integers(1, 99), WORDS),
    st.builds(Skip, st.integers(1, 99), WORDS, st.one_of(st.none(), WORDS)),
)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@given(st.lists(RECORDS, max_size=8))
def test_what_was_written_is_what_is_read(records: list[Example | Skip]) -> None:
    table = Table(records)
    assert len(table) == len(records)
    assert list(table) == list(table) == records
    assert [table[place] for place in range(len(records))] == records
    assert list(table.keys()) == [
        (r.id, None, False) if isinstance(r, Skip) else (r.id, r.label, True) for r in records
    ]


def test_places_across_batches() -> None:
    count = 2 * _BATCH + 3
    table = Table(make_example((f"t{n}",), "x", n) for n in range(count))
    assert len(table) == count
    assert [table[n].row for n in (0, _BATCH - 1, _BATCH, count - 1)] == [0, _BATCH - 1, _BATCH, count - 1]
    assert [record.row for record in table] == list(range(count))


def test_no_file_stays_while_the_table_is_used(temporary: Path) -> None:
    """So that a process that is killed leaves nothing behind either."""
    table = Table([make_example(("a",), "x", 1)])
    assert list(temporary.iterdir()) == []
    assert [record.row for record in table] == [1]


def test_what_a_process_left_that_was_killed_while_writing_goes_with_the_next_table(temporary: Path) -> None:
    gone, new, own = (temporary / name for name in ("audit-data-1234567-x", "audit-data-1234567-y", "notes"))
    alive = temporary / f"audit-data-{os.getpid()}-z"
    for folder in (gone, new, own, alive):
        folder.mkdir()
    for folder in (gone, alive, own):
        os.utime(folder, (0, 0))
    Table([make_example(("a",), "x", 1)])
    assert sorted(temporary.iterdir()) == sorted([new, own, alive])


def test_nothing_stays_where_the_source_fails(temporary: Path) -> None:
    def torn() -> Iterator[Example]:
        yield make_example(("a",), "x", 1)
        raise AuditError("torn")

    with pytest.raises(AuditError, match="torn"):
        Table(torn())
    assert list(temporary.iterdir()) == []


def test_a_disk_that_cannot_be_written_is_said(temporary: Path) -> None:
    def full() -> Iterator[Example]:
        raise OSError(28, "No space left on device")
        yield

    with pytest.raises(AuditError, match="No space left on device") as caught:
        Table(full())
    assert "TMPDIR" in caught.value.hint and list(temporary.iterdir()) == []
