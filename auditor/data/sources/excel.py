"""Excel workbooks: the first sheet that holds anything, its first row the names of the columns.

Needs openpyxl (the extra `excel`). Cells come with their types; a formula comes as the value that was last
computed for it. A workbook is unpacked as it is read, so that memory does not grow with its rows.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.data.sources.decoding import open_bytes
from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError, first_line


def excel_source(path: Path, options: FileOptions) -> Source:
    """The first sheet with a row; the other sheets are told of."""
    with _book(path) as book:
        held = [sheet.title for sheet in book.worksheets if next(_cells(sheet), None) is not None]
        if not held:
            raise AuditError(f"{path.name} is empty", "A header row and a row for each text are needed.")
        sheet = held[0]
        first = next(_cells(book[sheet]))
    named = options.header != "no"
    columns = tuple(
        str(value) if named and value is not None else ("" if named else f"column{place}")
        for place, value in enumerate(first, 1)
    )
    others = len(held) - 1
    notices = (f"{path.name}: read the sheet {sheet!r}, the first of {len(held)}",) if others else ()

    def rows(_: Sequence[str]) -> Iterator[Row]:
        with _book(path) as opened:
            for cells in islice(_cells(opened[sheet]), int(named), None):
                yield Row(dict(zip(columns, map(_plain, cells), strict=False)))

    return Source(path.name, columns, rows, notices=notices)


@contextmanager
def _book(path: Path) -> Iterator[Any]:
    """The workbook, read a row at a time; what openpyxl finds wrong with it is an `AuditError`."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise AuditError(
            f"reading {path.name} needs openpyxl", "Install it with: pip install 'cidr-audit[excel]'"
        ) from error
    book = None
    try:
        with open_bytes(path) as raw:
            content = BytesIO(raw.read()) if path.suffix == ".gz" else raw
            book = load_workbook(content, read_only=True, data_only=True)
            yield book
    except (AuditError, GeneratorExit):
        raise
    except Exception as error:  # a damaged archive can make it raise anything
        raise AuditError(
            f"{path.name} is not an Excel workbook (.xlsx), or is damaged: {first_line(error)}",
            "Check the file, or save it as CSV.",
        ) from error
    finally:
        if book is not None:
            book.close()


def _cells(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a sheet that hold anything."""
    return (row for row in sheet.iter_rows(values_only=True) if any(cell is not None for cell in row))


def _plain(value: Any) -> Any:
    """A cell's value; dates and times as they are written in ISO 8601."""
    return value.isoformat() if isinstance(value, date | time) else value
