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

from auditor.data.columns import KNOWN_NAMES, plain
from auditor.data.sources.decoding import data_suffix, find_encoding, open_text
from auditor.data.sources.file_options import AUTO, FileOptions
from auditor.data.sources.source import SAMPLE, Row, Source
from auditor.errors import AuditError

_DELIMITERS = (",", "\t", ";", "|")
_LARGEST_CELL = 1 << 24
_FEW = 50
"""A column with more different values than this in the sample holds no labels."""


@dataclass(frozen=True)
class Dialect:
    """How a delimited file is to be read."""

    encoding: str
    """Of its characters."""
    delimiter: str
    """Between cells."""
    quoted: bool
    """Whether `"` may enclose a cell."""


def delimited_source(path: Path, options: FileOptions) -> Source:
    """A CSV or TSV file."""
    encoding, notices = find_encoding(path, options.encoding)
    delimiter = "\t" if data_suffix(path) == ".tsv" else _sniff_delimiter(path, encoding)
    quoted = options.quoting == "double" or (
        options.quoting == AUTO and _sniff_quoted(path, encoding, delimiter)
    )
    dialect = Dialect(encoding, delimiter, quoted)
    first = list(islice(_lines(path, dialect), SAMPLE))
    if not first:
        raise AuditError(f"{path.name} is empty", "A row for each text is needed.")
    named = options.header == "yes" or (options.header == AUTO and _has_header(first, options.columns))
    names = _names(first, named=named)

    def rows(_: Sequence[str]) -> Iterator[Row]:
        return (_row(names, cells) for cells in islice(_lines(path, dialect), int(named), None))

    return Source(path.name, tuple(name for name in names if name), rows, notices=notices)


def _names(rows: list[list[str]], *, named: bool) -> tuple[str, ...]:
    """A name for each column; empty for one that has none and is blank in most rows."""
    below = rows[1:] if named else rows
    ((width, _),) = Counter(map(len, rows)).most_common(1)
    given = [name.strip() for name in rows[0]] if named else [""] * width
    numbered = [f"column{place + 1}" if _is_filled(below, place) else "" for place in range(len(given))]
    return tuple(name or number for name, number in zip(given, numbered, strict=True))


def _is_filled(rows: list[list[str]], place: int) -> bool:
    """Whether at least half of the rows have something in a column."""
    return 2 * sum(len(cells) > place and bool(cells[place].strip()) for cells in rows) >= max(len(rows), 1)


def _row(names: tuple[str, ...], cells: list[str]) -> Row:
    if any(cell.strip() for cell in cells[len(names) :]):
        return Row({}, f"{len(cells)} cells where there are {len(names)} columns")
    return Row({name: cell for name, cell in zip(names, cells, strict=False) if name})


def _lines(path: Path, dialect: Dialect) -> Iterator[list[str]]:
    with open_text(path, dialect.encoding) as text:
        yield from _cells(path, text, dialect)


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


def _sniff_delimiter(path: Path, encoding: str) -> str:
    """The delimiter that gives most rows the same number of cells, and more than one."""
    with open_text(path, encoding) as text:
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


def _sniff_quoted(path: Path, encoding: str, delimiter: str) -> bool:
    """Whether quotes enclose cells; where they never could, the answer makes no difference."""
    width, uneven_plain, uneven, broken = -1, False, False, False
    with open_text(path, encoding) as text:
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
    if any(name in first for name in wanted) or any(plain(name) in KNOWN_NAMES for name in first):
        return True
    if len(rows) == 1:
        return False
    for place, cell in enumerate(first):
        below = Counter(row[place].strip() for row in rows[1:] if len(row) > place)
        if cell and cell in below and len(below) <= min(_FEW, max(2, len(rows) // 2)):
            return False  # a label that recurs
    names = [cell for cell in first if cell]
    unnamed = [place for place, cell in enumerate(first) if not cell and place]  # the first may be an index
    if not names or any(_is_filled(rows[1:], place) for place in unnamed):
        return False
    return all(not _is_number(name) and len(name) < 40 for name in names)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
