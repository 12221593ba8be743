"""The shard file: what is written is read back to the last bit, and a file of another kind is refused."""

import io

import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.records.text import Explanation, Outcome, Pair, Status
from auditor.sweep.shard_file import FORMAT, Entry, from_bytes, read_table, skipped, to_bytes

numbers = st.floats(allow_nan=False, allow_infinity=False, width=64)
written = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
places = st.integers(0, 2**31 - 1)
pairs = st.builds(Pair, st.tuples(places, places), st.tuples(written, written), numbers, numbers, numbers)
explanations = st.builds(
    Explanation,
    texts=st.lists(written, min_size=1, max_size=2).map(tuple),
    words=st.lists(written, max_size=4).map(tuple),
    spans=st.lists(st.tuples(st.integers(0, 1), places, places), max_size=4).map(tuple),
    label=written,
    probability=numbers,
    probability_after=numbers,
    label_after=written,
    probability_empty=numbers,
    evidence=numbers,
    evidence_after=numbers,
    status=st.sampled_from(Status),
    set=st.lists(places, max_size=4).map(tuple),
    core=st.lists(places, max_size=4).map(tuple),
    pairs=st.lists(pairs, max_size=2).map(tuple),
    attributions=st.lists(numbers, max_size=4).map(tuple),
    completeness_error=numbers,
    forwards=st.integers(0, 2**40),
    gradients=st.integers(0, 2**40),
    truncated=places,
)
outcomes = st.builds(
    Outcome, written, places, st.none() | written, st.none() | explanations, st.just("") | written
)
entries = st.builds(Entry, outcomes, st.none() | places)


@settings(max_examples=20)
@given(st.lists(entries, max_size=4))
def test_every_row_comes_back_as_it_was(rows: list[Entry]) -> None:
    content = to_bytes(rows)
    assert from_bytes(content) == rows and to_bytes(list(rows)) == content


@pytest.mark.parametrize("chosen", [[], [1], [2, 0, 2], [0, 1, 2]])
def test_some_rows_come_back_in_the_order_in_which_they_are_asked_for(chosen: list[int]) -> None:
    rows = [Entry(Outcome(f"{n:016x}", n, None, None, "empty")) for n in range(3)]
    assert from_bytes(to_bytes(rows), chosen) == [rows[place] for place in chosen]


def test_some_columns_alone() -> None:
    rows = [Entry(Outcome(f"{n:016x}", n, None, None, "empty")) for n in range(3)]
    table = read_table(to_bytes(rows), ["row", "id"])
    assert sorted(table.column_names) == ["id", "row"] and table["row"].to_pylist() == [0, 1, 2]


def test_an_example_that_came_to_nothing_keeps_its_place_and_label() -> None:
    example = make_example(("good film",), "pos", 7)
    found = skipped(example, "out of memory")
    assert (found.id, found.row, found.gold, found.explanation) == (example.id, 7, "pos", None)
    assert found.reason == "out of memory"


@pytest.mark.parametrize("content", [b"", b"PAR1", b"not parquet at all" * 9])
def test_what_is_no_parquet_file_is_refused(content: bytes) -> None:
    with pytest.raises(AuditError, match="not a Parquet file") as caught:
        from_bytes(content)
    assert "--fresh" in caught.value.hint


@pytest.mark.parametrize("metadata", [None, {"auditor.format": "1"}, {"other": FORMAT}])
def test_a_parquet_file_of_another_format_is_refused(metadata: dict[str, str] | None) -> None:
    table = pyarrow.table({"id": ["a"]}).replace_schema_metadata(metadata)
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    named = "1" if metadata and "auditor.format" in metadata else "none"
    with pytest.raises(AuditError, match=f"has format {named}; this version reads format {FORMAT}"):
        from_bytes(sink.getvalue())
