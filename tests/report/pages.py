"""A look at a page the way a parser does: is it whole, and is everything in it the page's own?"""

import re
from html.parser import HTMLParser
from typing import Any

_UNPAIRED = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_UNPAIRED |= {"li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "p", "option"}
"""Elements that need no end tag."""
_FOREIGN = {"img", "iframe", "object", "embed", "base", "form"}
"""Elements that no page of ours has."""


class Page(HTMLParser):
    """Looks for what does not belong into a page, and for elements that are never closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problems: list[str] = []
        self.text: list[str] = []
        """What a reader sees."""
        self.scripts: list[str] = []
        self.feed(html)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _UNPAIRED:
            self.open.append(tag)
        handlers = [name for name, _ in attrs if name.startswith("on")]
        links = [value for name, value in attrs if name == "href" and not re.match("#|https://", value or "")]
        if tag in _FOREIGN or handlers or links:
            self.problems.append(f"a foreign <{tag}> {handlers} {links}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _UNPAIRED:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in _UNPAIRED and (not self.open or self.open.pop() != tag):
            self.problems.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside == "script":
            self.scripts.append(data)
        elif inside != "style":
            self.text.append(data)


def violations(tab: Any, scheme: str) -> list[str]:
    """Serious accessibility violations of an opened page, everything in it unfolded."""
    from axe_playwright_python.sync_playwright import Axe

    tab.emulate_media(color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = Axe().run(tab).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]
