"""Writers that stand in for the real ones, so that what is written around them can be looked at."""

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from auditor.findings.report import Report


def stand_in(
    monkeypatch: pytest.MonkeyPatch,
    page: Callable[[Report], str] = lambda report: f"<p>{report.summary.name}</p>",
    summary: Callable[[Report], str] = lambda report: f"# {report.summary.name}\n",
) -> None:
    """Put these in the place of `report_page` and `summary`."""
    for name, function, value in (("page", "report_page", page), ("markdown", "summary", summary)):
        module = ModuleType(f"auditor.report.{name}")
        setattr(module, function, value)
        monkeypatch.setitem(sys.modules, module.__name__, module)
