"""The page of `audit explain` in a real browser: quiet, accessible, and deaf to hostile text."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from auditor.report.explanation import page as explain_page
from tests.report.support import EXPLANATION

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script> good film"


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Any:
    """The page, opened from disk, with everything it asked for or complained about."""
    hostile = replace(EXPLANATION, texts=(HOSTILE,), spans=((0, 0, 4), (0, 82, 86), (0, 87, 91)))
    file = tmp_path / "page.html"
    file.write_text(explain_page([EXPLANATION, hostile], "model"), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 390, "height": 800})
    tab.requests, tab.complaints = [], []
    tab.on("request", lambda request: tab.requests.append(request.url))
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.goto(file.as_uri())
    yield tab
    tab.close()


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
    opened.emulate_media(color_scheme=scheme)
    opened.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = Axe().run(opened).response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
