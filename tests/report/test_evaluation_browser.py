"""The page of `audit evaluate` in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from auditor.metrics import Failure
from auditor.report.evaluation_page import page
from tests.evaluation.support import made_up

pytestmark = pytest.mark.browser


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Any:
    """The page on a phone, with what it asked for or complained about."""
    hostile = Failure("ig", "00", "<img src=x onerror=document.title='owned'>", "broke")
    file = tmp_path / "page.html"
    file.write_text(page(made_up(failures=(hostile,))), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 390, "height": 800})
    tab.requests, tab.complaints = [], []
    tab.on("request", lambda request: tab.requests.append(request.url))
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.goto(file.as_uri())
    yield tab
    tab.close()


def test_quiet_safe_and_fits_a_phone(opened: Any) -> None:
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    assert opened.complaints == []
    assert opened.title() == "Evaluation: some-model on some-data"
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_violation(opened: Any, scheme: str) -> None:
    opened.emulate_media(color_scheme=scheme)
    opened.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = Axe().run(opened).response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
