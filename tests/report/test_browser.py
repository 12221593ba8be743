"""The page of `audit explain` in a real browser: quiet, accessible, and deaf to hostile text."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from auditor.report.explanation import page as explain_page
from tests.report.pages import violations
from tests.report.support import EXPLANATION

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script> good film"


@pytest.fixture
def opened(on_phone: Callable[[str], Any]) -> Any:
    """The page with a plain and a hostile text."""
    hostile = replace(EXPLANATION, texts=(HOSTILE,), spans=((0, 0, 4), (0, 82, 86), (0, 87, 91)))
    return on_phone(explain_page([EXPLANATION, hostile], "model"))


def test_asks_for_nothing_and_complains_of_nothing(opened: Any) -> None:
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    assert opened.complaints == []


def test_hostile_text_is_only_text(opened: Any) -> None:
    assert opened.title() == "Minimal feature sets: model"
    assert "onerror" in opened.inner_text("main")
    assert opened.locator("main img, main script").count() == 0


def test_fits_a_phone(opened: Any) -> None:
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_violation(opened: Any, scheme: str) -> None:
    assert violations(opened, scheme) == []
