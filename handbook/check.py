"""`python -m handbook.check build/site`: the built site asks nothing of any other place.

Links that a reader may follow are free; what a browser fetches by itself must be a file of the site.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

_FETCHED = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "object": ("data",),
    "form": ("action",),
}
"""Attributes whose address a browser fetches; of `link` every one but a name of the page itself."""
_IN_CSS = re.compile(r"url\(\s*['\"]?(?:https?:)?//[^)]*\)|@import\s+['\"](?:https?:)?//[^'\"]*")
_ELSEWHERE = re.compile(r"\s*(?:https?:)?//")


class _Page(HTMLParser):
    """Collects addresses elsewhere, and lists that Markdown took for text."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._paragraph = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "p":
            self._paragraph = True
        names = ("href",) if tag == "link" and values.get("rel") != "canonical" else _FETCHED.get(tag, ())
        for name in names:
            if _ELSEWHERE.match(values.get(name, "")):
                self.faults.append(f"<{tag}> fetches {values[name]}")
        if "mermaid" in values.get("class", "").split():
            self.faults.append("a Mermaid diagram fetches its program")

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._paragraph = False

    def handle_data(self, data: str) -> None:
        self.faults += [f"address in CSS: {found}" for found in _IN_CSS.findall(data)]
        if self._paragraph and re.search(r"\n(?:- |\d+\. |\| )", data):
            self.faults.append(f"a list or a table was taken for text: {data.strip()[:60]!r}")


def faults(site: Path) -> Iterator[str]:
    """What is wrong with a built site, a line each."""
    for path in sorted(site.rglob("*")):
        if path.suffix == ".html":
            page = _Page()
            page.feed(path.read_text(encoding="utf-8"))
            found = page.faults
        elif path.suffix == ".css":
            found = [f"address in CSS: {one}" for one in _IN_CSS.findall(path.read_text(encoding="utf-8"))]
        else:
            continue
        yield from (f"{path.relative_to(site)}: {fault}" for fault in found)


def main() -> None:
    """Print what is wrong; the exit code says whether anything is."""
    site = Path(sys.argv[1])
    if not (site / "index.html").exists():
        sys.exit(f"{site} has no index.html")
    found = list(faults(site))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
