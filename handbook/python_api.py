"""The page of the Python interface, from signatures and docstrings."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cached_property
from typing import Any

import auditor
from auditor.config import EvidenceConfig, RuleConfig
from auditor.findings.schema import field_docs
from auditor.review.difference import Difference
from auditor.runs import Run

BESIDE = (Run, Difference, EvidenceConfig, RuleConfig)
"""What functions give back or take, beside what the package names itself."""
_MODULES = re.compile(r"\b(?:collections\.abc|typing|pathlib|auditor(?:\.[a-z_]+)+)\.")
INTRODUCTION = """\
# Python

What `from auditor import …` has. Names are loaded on first use, so that importing the package costs nothing.
"""


def api_page() -> str:
    """Every public name with its signature and docstrings: functions first, then what they take and give."""
    things = [getattr(auditor, name) for name in auditor.__all__]
    functions = [thing for thing in things if not inspect.isclass(thing)]
    classes = [thing for thing in things if inspect.isclass(thing)]
    parts = [INTRODUCTION]
    for function in functions:
        parts.extend(_function(function, "##"))
    for kind in [*BESIDE, *classes]:
        parts.extend(_class(kind))
    return "\n".join(parts)


def _function(function: Callable[..., Any], level: str, owner: str = "") -> Iterator[str]:
    name = function.__name__
    yield f"{level} {owner}{name}\n"
    yield f"```python\n{name}{_MODULES.sub('', _signature(function))}\n```\n"
    yield _said(function)


def _signature(function: Callable[..., Any]) -> str:
    """A signature, with a line for each parameter where it is long."""
    signature = inspect.signature(function)
    short = str(signature).replace("(self, ", "(").replace("(self)", "()")
    return short if len(short) <= 90 else _long(signature)


def _long(signature: inspect.Signature) -> str:
    lines, starred = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        if parameter.name != "self":
            lines.append(f"    {parameter},")
    whole = str(signature)
    arrow = whole.rfind(") -> ")
    return "\n".join(["(", *lines, f"){whole[arrow + 1 :] if arrow >= 0 else ''}"])


def _class(kind: type[Any]) -> Iterator[str]:
    yield f"## {kind.__name__}\n"
    yield _said(kind)
    if is_dataclass(kind):
        said = field_docs(kind)
        rows = [f"| `{name}` | {_cell(text)} |" for name, text in said.items()]
        if rows:
            yield "\n".join(["| field | meaning |", "|---|---|", *rows, ""])
    members = [(name, member) for name, member in vars(kind).items() if not name.startswith("_")]
    values = [(name, _getter(member)) for name, member in members]
    rows = [f"| `{name}` | {_cell(_said(getter))} |" for name, getter in values if getter is not None]
    if rows:
        yield "\n".join(["| property | what it is |", "|---|---|", *rows, ""])
    for _, member in members:
        method = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if inspect.isfunction(method):
            yield from _function(method, "###", f"{kind.__name__}.")


def _getter(member: Any) -> Callable[..., Any] | None:
    if isinstance(member, cached_property):
        return member.func
    return member.fget if isinstance(member, property) else None


def _said(thing: Any) -> str:
    """A docstring as Markdown, which docstrings here are."""
    return inspect.cleandoc(thing.__doc__ or "") + "\n"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
