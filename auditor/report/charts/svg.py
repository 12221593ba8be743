"""Elements of SVG as safe markup."""

import unicodedata

from markupsafe import Markup, escape

CHARACTER = 7.4
"""Pixels of a narrow character in labels of 12 pixels; wide enough for the widest of the usual fonts."""


def element(name: str, *children: str | Markup, **attributes: str | float | None) -> Markup:
    """An element; `text_anchor` is written text-anchor, `class_` class, and None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(plain(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return Markup(f"<{name}{written}/>")  # noqa: S704 (every value is escaped above)
    return Markup(f"<{name}{written}>") + Markup("").join(children) + Markup(f"</{name}>")  # noqa: S704


def plain(value: str | float) -> str:
    """A coordinate with one digit, and none where it is whole."""
    if isinstance(value, str):
        return value
    return f"{round(value, 1):g}"


def text_width(text: str) -> float:
    """Pixels that a label takes at most."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return (len(text) + wide * 0.8) * CHARACTER


def clipped(text: str, longest: int = 18) -> str:
    """A label short enough for a chart."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
