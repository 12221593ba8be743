"""How a record looks to a person: for the last stage to say, which is found by name when it is asked."""

from importlib import import_module
from typing import Any


def shown(how: str, record: Any) -> str:
    """A record as a function of `auditor.report.notebook` writes it."""
    said: str = getattr(import_module("auditor.report.notebook"), how)(record)
    return said
