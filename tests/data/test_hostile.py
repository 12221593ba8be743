"""Whatever a file holds: a dataset that keeps what was written, or one line that says what is wrong."""

import csv
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from auditor.data.examples import Example, Skip
from auditor.data.labels import sort_labels
from auditor.data.loading import Dataset, load_dataset
from auditor.errors import AuditError
from auditor.planting.plan import InjectionPlan
from auditor.planting.planted_file import manifest_path

ODD = st.sampled_from(
    [
        "\x00",
        "\ufeff",
        "\u202e",
        "\u200b",
        "é́",
        "\x85",
        "\u2028",
        '"',
        '""',
        ",",
        "\t",
        ";",
        "\r",
        "\n",
        "'",
        "<script>",
        "{{",
        "\\",
        "nan",
        "null",
        "电影",
        "👩\u200d👧",
        "x" * 3000,
    ]
)
TEXT = st.lists(st.one_of(st.text(max_size=12), ODD), max_size=5).map(" ".join)
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)
FEW = settings(max_examples=60)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def loaded(path: Path, content: bytes, **options: Any) -> Dataset | None:
    """The dataset, or None where it was refused in one line."""
    path.write_bytes(content)
    try:
        found = load_dataset(path, **options)
    except AuditError as error:
        assert error.message
        return None
    records = list(found)
    assert records and len(list(found.examples())) == len(found) == found.total
    assert sum(found.label_counts.values()) == len(found) or found.columns.label is None
    assert sum(found.skip_counts.values()) == sum(isinstance(record, Skip) for record in records)
    assert [record.row for record in records] == list(range(1, len(records) + 1))
    return found


def printable(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What UTF-8 can hold."""
    return [(text, label) for text, label in rows if not any("\ud800" <= c <= "\udfff" for c in text)]


@FEW
@given(st.binary(max_size=400), st.sampled_from([".csv", ".tsv", ".jsonl", ".json", ".parquet", ".csv.gz"]))
@example(b"", ".csv")
@example(b"\xef\xbb\xbf", ".csv")
@example(b"\xff\xfe", ".tsv")
@example(b'text,label\n"never closed,1\nb,0\n', ".csv")
@example(b'{"text": "a", "label": ' + b"9" * 5000 + b"}", ".jsonl")
@example(b"[" * 50_000, ".json")
@example(b"text,label\n" + b"x" * 140_000 + b",1\nb,0\n", ".csv")
@example(b"text,label\na film," + b"9" * 5000 + b"\na film,1\n", ".csv")
def test_bytes_load_or_are_refused(folder: Path, content: bytes, suffix: str) -> None:
    loaded(folder / f"bytes{suffix}", content, need_label=False)


@FEW
@given(st.lists(st.lists(TEXT, max_size=4), max_size=6), st.sampled_from([",", "\t", ";"]), st.booleans())
def test_ragged_rows_load_or_are_refused(
    folder: Path, rows: list[list[str]], delimiter: str, quoted: bool
) -> None:
    sink = io.StringIO()
    if quoted:
        csv.writer(sink, delimiter=delimiter).writerows(rows)
    else:
        sink.write("\n".join(delimiter.join(row) for row in rows))
    content = sink.getvalue().encode("utf-8", "surrogatepass")
    loaded(folder / ("rows.tsv" if delimiter == "\t" else "rows.csv"), content, need_label=False)


@FEW
@given(st.lists(st.dictionaries(st.sampled_from(["text", "label", "", "Text"]), ANYTHING), max_size=6))
def test_json_values_of_any_kind_load_or_are_refused(folder: Path, rows: list[dict[str, Any]]) -> None:
    loaded(folder / "rows.jsonl", "\n".join(map(json.dumps, rows)).encode(), need_label=False)


@FEW
@given(st.lists(st.tuples(TEXT, st.sampled_from(["0", "1"])), min_size=2, max_size=8))
def test_what_was_written_is_what_is_read_in_every_format(folder: Path, rows: list[tuple[str, str]]) -> None:
    """Texts of any characters but NUL, which makes a file binary; blank ones are skips."""
    kept = [(text.replace("\0", ""), label) for text, label in printable(rows)]
    wanted = [(text, label) for text, label in kept if text.strip()]
    sink = io.StringIO()
    writer = csv.writer(sink, quoting=csv.QUOTE_ALL)
    writer.writerows([("text", "label"), *kept])
    lines = "\n".join(json.dumps({"text": text, "label": label}) for text, label in kept)
    stored = io.BytesIO()
    columns = {"text": [text for text, _ in kept], "label": [label for _, label in kept]}
    parquet.write_table(pa.table(columns, pa.schema([("text", pa.string()), ("label", pa.string())])), stored)
    for name, content, options in (
        ("same.csv", sink.getvalue().encode(), {"quoting": "double"}),
        ("same.jsonl", lines.encode(), {}),
        ("same.parquet", stored.getvalue(), {}),
    ):
        found = loaded(folder / name, content, **options)
        read = [(e.texts[0], e.label) for e in found.examples()] if found else []
        assert read == wanted, name


def test_a_lone_surrogate_is_a_skip_and_not_the_end(folder: Path) -> None:
    rows = [{"text": "half \ud83d a pair", "label": 1}, {"text": "a film", "label": 0}]
    found = loaded(folder / "half.jsonl", "\n".join(map(json.dumps, rows)).encode())
    assert found is not None and found.skip_counts == {"not valid UTF-8": 1}
    assert isinstance(list(found)[1], Example)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("text,text,label\na,b,1\n", "several columns named 'text'"),
        ("text,,\na b,1,2\n", "which column of bad.csv holds the label"),
        ("text,label\na film,1\na film,pos\n", "mixes kinds of labels"),
        ("text,label\n,1\n ,0\n", "no row that can be audited"),
        ("text,label\n", "has no rows"),
        ("\n\n\n", "is empty"),
    ],
)
def test_what_cannot_be_used_is_said(folder: Path, rows: str, said: str) -> None:
    (folder / "bad.csv").write_text(rows)
    with pytest.raises(AuditError, match=said):
        load_dataset(folder / "bad.csv")


def test_labels_that_a_map_renames_only_in_part_are_mixed(folder: Path) -> None:
    """Otherwise what `audit inject` writes could not be read again."""
    (folder / "part.csv").write_text("text,label\na bad film,0\na good film,1\n")
    with pytest.raises(AuditError, match="mixes kinds of labels"):
        load_dataset(folder / "part.csv", label_map={"0": "negative"})
    names = load_dataset(folder / "part.csv", label_map={"0": "negative", "1": "positive"}).label_names
    assert names == ("negative", "positive")


def test_a_number_too_long_to_be_one_is_a_name() -> None:
    assert sort_labels(["10", "9" * 5000, "9", "a"]) == ("9", "10", "9" * 5000, "a")


def test_pages_of_a_parquet_file_that_are_damaged(folder: Path) -> None:
    """The footer is whole, so that it opens; what is inside is not."""
    sink = io.BytesIO()
    texts = [f"a good film number {number}" for number in range(200)]
    parquet.write_table(
        pa.table({"text": texts, "label": [n % 2 for n in range(200)]}), sink, compression="none"
    )
    whole = bytearray(sink.getvalue())
    refused = 0
    for place in range(4, len(whole) // 2, 97):
        torn = (
            bytes(whole[:place])
            + bytes(b ^ 0xFF for b in whole[place : place + 40])
            + bytes(whole[place + 40 :])
        )
        refused += loaded(folder / "torn.parquet", torn, need_label=False) is None
    assert refused


def test_a_new_name_for_a_label_that_is_no_unicode(folder: Path) -> None:
    (folder / "map.csv").write_text("text,label\na bad film,0\na good film,1\n")
    with pytest.raises(AuditError, match="not valid UTF-8"):
        load_dataset(folder / "map.csv", label_map={"0": "\udcff", "1": "\udc80"})


@pytest.mark.parametrize("word", ["\udcff", "a\0b", "a\tb"])
def test_what_no_file_can_hold_cannot_be_planted(word: str) -> None:
    with pytest.raises(AuditError, match="cannot be a token"):
        InjectionPlan(tokens=(("1", word),))


@pytest.mark.parametrize("name", ["", ".", "..", "/"])
def test_a_path_without_a_name_has_a_manifest_that_is_not_there(name: str) -> None:
    assert not manifest_path(Path(name)).exists()
