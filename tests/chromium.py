"""Chromium for the tests that look at a page the way a person does."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless browser; without one the test skips, except in CI, where it must run."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must run the browser tests, and there is no chromium")
        pytest.skip("no chromium on this machine (make browser installs it from Debian)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def on_phone(browser: Any, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """Opens a page from disk at a phone's width, and keeps what it asks for and complains of."""
    tab = browser.new_page(viewport={"width": 390, "height": 800})
    tab.requests, tab.complaints = [], []
    tab.on("request", lambda request: tab.requests.append(request.url))
    tab.on("console", lambda message: tab.complaints.append(message.text))

    def open_page(html: str) -> Any:
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        tab.goto(file.as_uri())
        return tab

    yield open_page
    tab.close()
