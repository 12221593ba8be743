"""What can go wrong for a user, in one line with its cure.

Library code raises `AuditError`; the command line turns it into `Error: …` and `Tip: …` and exit code 1.
A traceback is always a bug.
"""


class AuditError(Exception):
    """A problem the user can act on: what was seen, what is allowed, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
