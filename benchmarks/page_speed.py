"""How long does a page of many findings take? (docs/benchmarks.md)

    python -m benchmarks.page_speed --findings 69 200 1000

Processor seconds to render the page from a report in memory, and what a headless Chromium then needs until it
has painted and until the script is done. The findings are made up (`tests.report.many`).
"""

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from auditor.report.page import report_page
from tests.chromium import FLAGS
from tests.report.many import make_report


def opened(page: Path) -> tuple[float, float, int, int]:
    """Milliseconds to the first paint and to the end of the script, nodes, and pixels of height."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.goto(page.resolve().as_uri())
        tab.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        painted, done, nodes, height = tab.evaluate(
            "[performance.getEntriesByName('first-contentful-paint')[0].startTime,"
            " performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,"
            " document.querySelectorAll('*').length, document.documentElement.scrollHeight]"
        )
        browser.close()
    return painted, done, nodes, height


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--findings", type=int, nargs="+", default=[69, 200, 1000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for findings in options.findings:
            report = make_report(findings)
            began = time.process_time()
            html = report_page(report)
            rendered = time.process_time() - began
            page = Path(folder) / "index.html"
            page.write_text(html, encoding="utf-8")
            painted, done, nodes, height = opened(page)
            print(f"{findings} findings: {len(html.encode()) / 1000:.0f} kB, {nodes} nodes, {height} px")
            print(f"  rendered in {rendered:.2f} s of processor time")
            print(f"  painted after {painted:.0f} ms, ready after {done:.0f} ms")


if __name__ == "__main__":
    main()
