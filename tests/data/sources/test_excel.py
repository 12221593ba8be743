"""Excel workbooks: cells with their types, one sheet, and a tip where the extra is missing."""

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from auditor.data.loading import load_dataset
from auditor.data.sources.excel import excel_source
from auditor.data.sources.file_options import FileOptions
from auditor.errors import AuditError


def book(path: Path, **sheets: Sequence[Sequence[Any]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    workbook.save(path)
    return path


def test_a_sheet_is_a_dataset(tmp_path: Path) -> None:
    rows = [("text", "label", None), ("a good film", 1.0), (None, None), ("a bad film", 0), ("dull", None)]
    data = load_dataset(book(tmp_path / "d.xlsx", one=rows))
    assert [(e.texts[0], e.label, e.row) for e in data.examples()] == [
        ("a good film", "1", 1),
        ("a bad film", "0", 2),
    ]
    assert dict(data.skip_counts) == {"missing label": 1}


def test_types_of_cells(tmp_path: Path) -> None:
    rows = [("text", "when", "flag", 5), ("=1+1", date(2026, 1, 2), True, "x")]
    source = excel_source(book(tmp_path / "d.xlsx", one=rows), FileOptions())
    assert source.columns == ("text", "when", "flag", "5")
    [row] = source.rows(source.columns)
    assert dict(row.values)["when"] == "2026-01-02T00:00:00" and row.values["flag"] is True
    assert row.values["text"] is None  # a formula that nobody has computed


def test_the_first_sheet_that_holds_anything_is_read_and_said(tmp_path: Path) -> None:
    rows = [("text", "label"), ("a film", "pos")]
    path = book(tmp_path / "d.xlsx", empty=[], first=rows, second=[("x",), ("y",)])
    source = excel_source(path, FileOptions())
    assert source.notices == ("d.xlsx: read the sheet 'first', the first of 2",)
    assert [dict(row.values) for row in source.rows(())] == [{"text": "a film", "label": "pos"}]


def test_without_a_header(tmp_path: Path) -> None:
    path = book(tmp_path / "d.xlsx", one=[("a film", "pos"), ("a plot", "neg")])
    source = excel_source(path, FileOptions(header="no"))
    assert source.columns == ("column1", "column2")
    assert len(list(source.rows(()))) == 2


def test_an_empty_workbook_and_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="is empty"):
        excel_source(book(tmp_path / "d.xlsx", one=[]), FileOptions())
    good = book(tmp_path / "good.xlsx", one=[("text",), ("a film",)]).read_bytes()
    for content in (b"", b"text,label\n", good[: len(good) // 2], good[:-40]):
        (tmp_path / "bad.xlsx").write_bytes(content)
        with pytest.raises(AuditError, match=r"bad\.xlsx is not an Excel workbook") as caught:
            excel_source(tmp_path / "bad.xlsx", FileOptions())
        assert caught.value.hint


def test_without_the_extra_the_tip_is_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (tmp_path / "d.xlsx").write_bytes(b"")
    with pytest.raises(AuditError, match="needs openpyxl") as caught:
        load_dataset(tmp_path / "d.xlsx")
    assert "cidr-audit[excel]" in caught.value.hint
