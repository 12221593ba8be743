"""The time of a record."""

import pytest

from auditor.clock import now


def test_the_clock_tells_the_time_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert now().endswith("+00:00") and now() >= "2026"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert now() >= "2026"
