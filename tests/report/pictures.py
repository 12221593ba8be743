"""Pictures of a page as people see it: `python -m tests.report.pictures PAGE.html FOLDER [WIDTH ...]`."""

import shutil
import sys
from pathlib import Path

from tests.chromium import FLAGS

HEIGHTS = {390: 1700}
"""Pixels of the picture by width; 1400 otherwise."""


def take(page: Path, folder: Path, widths: list[int]) -> None:
    """One picture of the top of the page for each width."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for width in widths:
            tab = browser.new_page(viewport={"width": width, "height": HEIGHTS.get(width, 1400)})
            tab.goto(page.resolve().as_uri())
            tab.screenshot(path=str(folder / f"report-{width}.png"))
            tab.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]), [int(width) for width in sys.argv[3:]] or [1280, 390])
