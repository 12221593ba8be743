"""The page of `audit evaluate` in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.evaluation.evaluation_page import page
from auditor.records.evaluation import MethodFailure
from tests.evaluation.support import made_up
from tests.evaluation.test_rendering import TUNING
from tests.report.pages import violations

pytestmark = pytest.mark.browser


@pytest.fixture
def opened(on_phone: Callable[[str], Any]) -> Any:
    """The page with a failure on a hostile text."""
    hostile = MethodFailure("ig", "00", "<img src=x onerror=document.title='owned'>", "broke")
    return on_phone(page(made_up(failures=(hostile,), short=1, tuning=TUNING)))


def test_quiet_safe_and_fits_a_phone(opened: Any) -> None:
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    assert opened.complaints == []
    assert opened.title() == "Evaluation: some-model on some-data"
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_violation(opened: Any, scheme: str) -> None:
    assert violations(opened, scheme) == []
