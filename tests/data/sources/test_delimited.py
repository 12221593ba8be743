"""CSV and TSV files as other people write them: what is not used does not matter, what is used is right."""

import csv
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.data.sources.delimited import delimited_source
from auditor.data.sources.file_options import FileOptions
from auditor.errors import AuditError


def columns_and_rows(path: Path, content: str, **options: str) -> tuple[tuple[str, ...], list[object]]:
    path.write_text(content, encoding="utf-8", newline="")
    source = delimited_source(path, FileOptions(**options))  # type: ignore[arg-type]
    rows = list(source.rows(source.columns))
    assert rows == list(source.rows(source.columns)), "it can be read again"
    return source.columns, [row.problem or dict(row.values) for row in rows]


def test_trailing_empty_columns_are_left_out(tmp_path: Path) -> None:
    found = columns_and_rows(tmp_path / "a.csv", "label,text,,\nham,see you,,\nspam,win now,,\n")
    wanted = [{"label": "ham", "text": "see you"}, {"label": "spam", "text": "win now"}]
    assert found == (("label", "text"), wanted)


def test_columns_without_a_name_are_numbered_where_they_hold_something(tmp_path: Path) -> None:
    """The index that pandas writes has no name; a stray value far to the right is not a column."""
    content = ",text,label,\n0,a b,x,\n1,c d,y,\n2,e f,x,overflow\n"
    names, rows = columns_and_rows(tmp_path / "a.csv", content)
    assert names == ("column1", "text", "label")
    assert rows[2] == {"column1": "2", "text": "e f", "label": "x"}


def test_blank_cells_beyond_the_header_are_no_problem_and_others_are(tmp_path: Path) -> None:
    _, rows = columns_and_rows(tmp_path / "a.csv", "text,label\na b,x,, \nc d,y,z\ne f,x\n")
    assert rows == [
        {"text": "a b", "label": "x"},
        "3 cells where there are 2 columns",
        {"text": "e f", "label": "x"},
    ]


def test_a_file_without_header_has_numbered_columns(tmp_path: Path) -> None:
    names, rows = columns_and_rows(tmp_path / "a.csv", "1,good one,,\n0,bad one,,\n1,fine one,,\n")
    assert names == ("column1", "column2") and len(rows) == 3


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("Comment Text,what\na b,1\nc d,0\n", True),  # a usual name in another spelling
        ("opinion,verdict,,\na long one,good,,\nb long one,bad,,\nc long,good,,\n", True),
        ("ham,see you\nspam,win now\nham,call me\n", False),  # a label that recurs
        ("spam,win now\nham,see you\nham,call me\n", True),  # one that does not: said by --header no
        ("1,2\n3,4\n", False),
    ],
)
def test_whether_the_first_row_is_a_header(tmp_path: Path, content: str, header: bool) -> None:
    names, rows = columns_and_rows(tmp_path / "a.csv", content)
    assert len(rows) == content.count("\n") - header
    assert (names[0] == "column1") != header
    assert columns_and_rows(tmp_path / "a.csv", content, header="no")[0][0] == "column1"


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    content = f"text{delimiter}label\n" + f"one two three{delimiter}x\n" * 3
    names, rows = columns_and_rows(tmp_path / "a.csv", content)
    assert names == ("text", "label") and rows == [{"text": "one two three", "label": "x"}] * 3


def test_quotes_enclose_cells_or_are_characters(tmp_path: Path) -> None:
    _, rows = columns_and_rows(tmp_path / "a.csv", 'text,label\n"a, ""b""\nc",x\n"d, e",y\n')
    assert rows[0] == {"text": 'a, "b"\nc', "label": "x"}
    _, rows = columns_and_rows(tmp_path / "a.tsv", 'text\tlabel\n"a b\tx\nc" d\ty\n')
    assert rows[0] == {"text": '"a b', "label": "x"}


def test_names_that_occur_twice_are_kept_for_the_choice_of_columns(tmp_path: Path) -> None:
    assert columns_and_rows(tmp_path / "a.csv", "x,text,x,label\n1,a b,2,y\n")[0] == (
        *("x", "text"),
        *("x", "label"),
    )


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="is empty"):
        columns_and_rows(tmp_path / "a.csv", "\n\n")
    with pytest.raises(AuditError, match=r"header is 'maybe'; allowed: auto, yes, no"):
        FileOptions(header="maybe")
    with pytest.raises(AuditError, match=r"quoting is 'single'; allowed: auto, double, none"):
        FileOptions(quoting="single")
    for name in ("latin-99", "hex", "rot13"):
        with pytest.raises(AuditError, match="which is unknown"):
            FileOptions(encoding=name)


cells = st.text(st.sampled_from("ab é\"'\n,;|\t."), max_size=8)
tables = st.lists(st.tuples(cells, st.sampled_from(["x", "y"])), min_size=1, max_size=6)


@settings(max_examples=12)
@given(tables, st.sampled_from([",", ";", "|", "\t"]), st.sampled_from(["\n", "\r\n"]))
def test_what_the_standard_library_writes_is_read_to_the_letter(
    tmp_path_factory: pytest.TempPathFactory, table: list[tuple[str, str]], delimiter: str, end: str
) -> None:
    """Quotes, delimiters and line breaks inside a cell; more delimiters in cells than between them."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("text", "label"), *table, *[("one more text", "x")] * 9])
    suffix = "tsv" if delimiter == "\t" else "csv"
    path = tmp_path_factory.mktemp("csv") / f"a.{suffix}"
    names, rows = columns_and_rows(path, written.getvalue(), quoting="double", header="yes")
    assert names == ("text", "label")
    assert rows[: len(table)] == [{"text": text, "label": label} for text, label in table]


@settings(max_examples=8)
@given(tables)
def test_what_pandas_writes_is_read_to_the_letter(
    tmp_path_factory: pytest.TempPathFactory, table: list[tuple[str, str]]
) -> None:
    frame = pd.DataFrame(table, columns=["text", "label"])
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    _, rows = columns_and_rows(path, frame.to_csv(), quoting="double", header="yes")
    assert rows == [
        {"column1": str(n), "text": text, "label": label} for n, (text, label) in enumerate(table)
    ]


@settings(max_examples=8)
@given(tables)
def test_without_quoting_every_character_stays(
    tmp_path_factory: pytest.TempPathFactory, table: list[tuple[str, str]]
) -> None:
    """A tab-separated file of lines in which a quote is a quote."""
    plain = [(text.replace("\t", "").replace("\n", ""), label) for text, label in table]
    content = "".join(f"{text}\t{label}\n" for text, label in [("text", "label"), *plain])
    path = tmp_path_factory.mktemp("tsv") / "a.tsv"
    _, rows = columns_and_rows(path, content, quoting="none", header="yes")
    assert rows == [{"text": text, "label": label} for text, label in plain]
