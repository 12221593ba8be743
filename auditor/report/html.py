"""Pages: Jinja2 with autoescape everywhere, style and script inlined under a strict Content-Security-Policy.

The policy allows nothing but the page's own style and script, named by their hashes: whatever a dataset's
text tries, no other script runs and no request leaves.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from importlib import resources
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]{0,30}(?![\w-])")
"""An option of a command; none is longer, and what is longer may break."""


def render(template: str, *, styles: Sequence[str] = ("style.css",), script: str = "", **view: Any) -> str:
    """A template of the package with its view; styles and script are files beside it."""
    folder = resources.files("auditor.templates")
    style = "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in styles)
    code = folder.joinpath(script).read_text(encoding="utf-8") if script else ""
    policy = f"default-src 'none'; style-src '{digest(style)}'"
    policy += f"; script-src '{digest(code)}'" if code else ""
    policy += "; base-uri 'none'; form-action 'none'"
    # Style and script are the package's own files, not data; escaping would break them.
    page = (
        _environment()
        .get_template(template)
        .render(
            style=Markup(style),  # noqa: S704
            script=Markup(code),  # noqa: S704
            policy=policy,
            **view,
        )
    )
    return page.encode("utf-8", "replace").decode()


def fragment(template: str, **view: Any) -> str:
    """A template that is a part of somebody else's page: escaped as pages are, without style and script."""
    return _environment().get_template(template).render(**view).encode("utf-8", "replace").decode()


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(str(resources.files("auditor.templates"))),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["options"] = options
    return made


def options(text: str) -> Markup:
    """A text, escaped, in which no line breaks inside of an option such as `--seeds`."""
    whole = r'<span class="option">\g<0></span>'
    return Markup(_OPTION.sub(whole, str(escape(text))))  # noqa: S704 (escaped; only our own span is added)


def digest(text: str) -> str:
    """How a policy names an inlined style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def embedded(value: Any) -> Markup:
    """A value as JSON for a `<script type="application/json">`: no character of it can end the element."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 (every character that means anything in HTML is escaped)
