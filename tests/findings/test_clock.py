"""The time of a report."""

import pytest

from auditor.findings.clock import now


def test_the_clock_is_the_time_of_the_report_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert now().endswith("+00:00") and now() >= "2026"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert now() >= "2026"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert now() == "1970-01-02T00:00:00+00:00"
