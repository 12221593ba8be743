"""Pages: Jinja2 with autoescape everywhere, style inlined under a strict Content-Security-Policy.

The policy allows nothing but the page's own style, named by its hash: whatever a dataset's text tries, no
script runs and no request leaves.
"""

import base64
import hashlib
from importlib import resources
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup


def render(template: str, **view: Any) -> str:
    """A template of the package with its view."""
    folder = str(resources.files("auditor.templates"))
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = resources.files("auditor.templates").joinpath("style.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    # The style is the package's own file, not data; escaping would break it.
    return environment.get_template(template).render(style=Markup(style), policy=policy, **view)  # noqa: S704
