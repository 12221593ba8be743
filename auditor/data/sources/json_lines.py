"""JSON lines: one object with named values per line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.data.sources.decoding import find_encoding, open_text
from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.source import SAMPLE, Row, Source
from auditor.errors import AuditError


def json_source(path: Path, options: FileOptions) -> Source:
    """One JSON object per line; blank lines do not count."""
    encoding, notices = find_encoding(path, options.encoding)

    def rows(_: Sequence[str]) -> Iterator[Row]:
        with open_text(path, encoding) as text:
            for number, line in enumerate(text, start=1):
                if line.strip():
                    yield Row(_parse(path, number, line))

    columns = tuple(dict.fromkeys(name for row in islice(rows(()), SAMPLE) for name in row.values))
    if not columns:
        raise AuditError(f"{path.name} is empty", "A JSON object for each text is needed, one per line.")
    return Source(path.name, columns, rows, notices=notices)


def _parse(path: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else getattr(error, "msg", "a number with too many digits")
        raise AuditError(
            f"{path.name} line {number} is not valid JSON: {reason}",
            "Each line must be one JSON object; repair or remove that line.",
        ) from error
    if not isinstance(value, dict):
        raise AuditError(
            f"{path.name} line {number} is a JSON {type(value).__name__}, not an object",
            'Each line must be one object such as {"text": "...", "label": "..."}.',
        )
    return value
