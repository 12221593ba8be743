"""What can go wrong for a user, in one line with its cure.

Library code raises `AuditError`; the command line turns it into `Error: …` and `Tip: …` and exit code 1.
A traceback is always a bug.
"""

from collections.abc import Iterable

LONGEST = 200
"""Characters that are quoted from the message of another library."""


class AuditError(Exception):
    """A problem the user can act on: what was seen, what is allowed, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class HaltError(AuditError):
    """A problem that ends the audit, where another `AuditError` would only cost a text its result."""


class NoGradientsError(AuditError):
    """A model whose input embeddings cannot be reached: it can only be asked with texts."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "`audit run` and `audit explain` ask it with texts instead.")


def among(name: str, value: str, allowed: Iterable[str]) -> None:
    """An error unless a value is one of those that are allowed."""
    choices = tuple(allowed)
    if value not in choices:
        raise AuditError(f"{name} is {value!r}; allowed: {', '.join(choices)}")


def first_line(error: BaseException) -> str:
    """What somebody else's exception says, in one short line; its type where it says nothing."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:LONGEST]
