"""Errors for people: a message, a hint, and one short line of what others say."""

import pytest

from auditor.errors import LONGEST, AuditError, first_line


def test_an_error_has_a_message_and_a_hint() -> None:
    error = AuditError("coverage is 2", "It must lie between 0 and 1.")
    assert (str(error), error.message, error.hint) == (
        "coverage is 2",
        "coverage is 2",
        "It must lie between 0 and 1.",
    )
    assert AuditError("alone").hint == ""


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("first\nsecond", "first"),
        ("\n\n  first  \nsecond", "first  "),
        ("", "ValueError"),
        ("  \n ", "ValueError"),
        ("x" * 500, "x" * LONGEST),
    ],
)
def test_the_first_line_of_somebody_elses_error(said: str, line: str) -> None:
    assert first_line(ValueError(said)) == line
