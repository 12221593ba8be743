"""What a user may say about a file that the file does not say itself."""

import codecs
from dataclasses import dataclass

from auditor.errors import AuditError, among

HEADERS = ("auto", "yes", "no")
QUOTINGS = ("auto", "double", "none")
AUTO = "auto"


@dataclass(frozen=True)
class FileOptions:
    """How to read a file; `auto` is worked out from its content."""

    header: str = AUTO
    """Whether the first row of a CSV or TSV file names the columns: auto, yes or no."""
    quoting: str = AUTO
    """Whether `"` encloses cells of a CSV or TSV file: auto, double or none."""
    encoding: str = AUTO
    """Encoding of a text file: auto, or a name that Python knows, such as cp1252."""
    columns: tuple[str, ...] = ()
    """Column names that the user gave, which tell a header from data."""

    def __post_init__(self) -> None:
        among("header", self.header, HEADERS)
        among("quoting", self.quoting, QUOTINGS)
        if self.encoding != AUTO and not _is_text_encoding(self.encoding):
            raise AuditError(
                f"encoding is {self.encoding!r}, which is unknown",
                "Allowed: auto, utf-8, cp1252, latin-1, utf-16 and every other name that Python knows.",
            )


def _is_text_encoding(name: str) -> bool:
    try:
        codecs.lookup(name)
        return bool("a".encode(name))  # `hex` and its like are known too, and are no text
    except (LookupError, ValueError, TypeError):
        return False
