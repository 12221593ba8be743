"""CSV and TSV as they are found: with or without a header, quotes, a byte order mark.

Nothing about them is declared, so it is sniffed from the file and can be overruled. Quotes: a file in which
every line has the same number of delimiters and some cell opens a quote without closing it does not use
quoting at all. Header: the first row is one if it holds a usual column name, and is none if its label is a
value that recurs below.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from auditor.config import among
from auditor.data.columns import KNOWN_NAMES
from auditor.data.sources.opening import data_suffix, open_text
from auditor.data.sources.source import SAMPLE, Row, Source
from auditor.errors import AuditError

HEADERS = ("auto", "yes", "no")
QUOTINGS = ("auto", "double", "none")
_DELIMITERS = (",", "\t", ";", "|")
_LARGEST_CELL = 1 << 24
_FEW = 50
"""A column with more different values than this in the sample holds no labels."""


@dataclass(frozen=True)
class Dialect:
    """How a delimited file is to be read."""

    delimiter: str
    """Between cells."""
    quoted: bool
    """Whether `"` may enclose a cell."""


def delimited_source(path: Path, *, header: str, quoting: str, wanted: Sequence[str]) -> Source:
    """A CSV or TSV file; `wanted` are column names that the user gave."""
    among("header", header, HEADERS)
    among("quoting", quoting, QUOTINGS)
    delimiter = "\t" if data_suffix(path) == ".tsv" else _sniff_delimiter(path)
    quoted = quoting == "double" or (quoting == "auto" and _sniff_quoted(path, delimiter))
    dialect = Dialect(delimiter, quoted)
    with open_text(path) as text:
        first = list(islice(_cells(path, text, dialect), SAMPLE))
    if not first:
        raise AuditError(f"{path.name} is empty", "A row for each text is needed.")
    named = header == "yes" or (header == "auto" and _has_header(first, wanted))
    columns = tuple(name.strip() for name in first[0]) if named else _numbered(first)
    repeated = [name for name, count in Counter(columns).items() if count > 1]
    if repeated:
        raise AuditError(
            f"{path.name} has several columns named {repeated[0]!r}", "Rename them, or set --header no."
        )

    def rows(_: Sequence[str]) -> Iterator[Row]:
        with open_text(path) as text:
            for number, cells in enumerate(_cells(path, text, dialect)):
                if number or not named:
                    yield _row(columns, cells)

    return Source(path.name, columns, rows)


def _row(columns: tuple[str, ...], cells: list[str]) -> Row:
    if len(cells) > len(columns):
        return Row({}, f"{len(cells)} cells where there are {len(columns)} columns")
    return Row(dict(zip(columns, cells, strict=False)))


def _numbered(rows: list[list[str]]) -> tuple[str, ...]:
    """Names for columns that have none, as many as most rows have."""
    ((width, _),) = Counter(map(len, rows)).most_common(1)
    return tuple(f"column{number}" for number in range(1, width + 1))


def _cells(path: Path, text: TextIO, dialect: Dialect) -> Iterator[list[str]]:
    """The cells of each line that is not blank."""
    if dialect.quoted:
        reader = csv.reader(text, delimiter=dialect.delimiter)
    else:
        reader = csv.reader(text, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE)
    with _large_cells():
        try:
            yield from (cells for cells in reader if cells and cells != [""])
        except csv.Error as error:
            raise AuditError(
                f"{path.name} cannot be read near line {reader.line_num}: {error}",
                "A quote may be opened and never closed: try --quoting none.",
            ) from error


@contextmanager
def _large_cells() -> Iterator[None]:
    """Cells may be as long as a book inside."""
    limit = csv.field_size_limit(_LARGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def _sniff_delimiter(path: Path) -> str:
    """The delimiter that gives most rows the same number of cells, and more than one."""
    with open_text(path) as text:
        lines = list(islice(text, SAMPLE))
    best, best_share = ",", 0.0
    for delimiter in _DELIMITERS:
        rows: list[list[str]] = []
        with _large_cells(), suppress(csv.Error):
            rows = list(csv.reader(lines, delimiter=delimiter))
        widths = Counter(len(cells) for cells in rows if cells)
        share = max((count for width, count in widths.items() if width > 1), default=0) / max(len(lines), 1)
        if share > best_share + 0.05:
            best, best_share = delimiter, share
    return best


def _sniff_quoted(path: Path, delimiter: str) -> bool:
    """Whether quotes enclose cells; where they never could, the answer makes no difference."""
    width, uneven_plain, uneven, broken = -1, False, False, False
    with open_text(path) as text:
        for line in text:
            if not line.strip():
                continue
            count = line.count(delimiter)
            width = count if width < 0 else width
            uneven |= count != width
            uneven_plain |= count != width and '"' not in line
            if '"' in line and not broken:
                broken = not all(map(_is_whole, line.rstrip("\r\n").split(delimiter)))
    if delimiter == "\t" and uneven_plain:
        return False
    return uneven or not broken


def _is_whole(cell: str) -> bool:
    """A cell that opens no quote, or closes the one it opens and doubles those inside."""
    if not cell.startswith('"'):
        return True
    return len(cell) > 1 and cell.endswith('"') and '"' not in cell[1:-1].replace('""', "")


def _has_header(rows: list[list[str]], wanted: Sequence[str]) -> bool:
    first = [cell.strip() for cell in rows[0]]
    if any(name in first for name in wanted) or any(name.lower() in KNOWN_NAMES for name in first):
        return True
    if len(rows) == 1:
        return False
    for place, cell in enumerate(first):
        below = Counter(row[place].strip() for row in rows[1:] if len(row) > place)
        if cell in below and len(below) <= min(_FEW, max(2, len(rows) // 2)):
            return False  # a label that recurs
    return all(cell and not _is_number(cell) and len(cell) < 40 for cell in first)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
