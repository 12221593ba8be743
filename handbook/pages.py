"""Pages of the site that stand elsewhere in the project, with links that hold on the site."""

import json
import re
from pathlib import Path

from handbook.commands import commands_page
from handbook.python_api import api_page

ROOT = Path(__file__).parents[1]
_HOMES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md",
}
"""Where a page of the project is on the site; pages in `docs/` keep their names."""
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
_LANGUAGES = {".py": "python", ".sh": "sh", ".yml": "yaml", ".yaml": "yaml", ".sbatch": "sh"}


def generated_pages() -> dict[str, str]:
    """Every page that is not in `docs/`, by its name on the site."""
    pages = {home: moved(ROOT / name) for name, home in _HOMES.items()}
    pages["examples.md"] += "".join(_listings())
    return pages | {"commands.md": commands_page(), "python.md": api_page()}


def moved(page: Path) -> str:
    """A page of the project with its links as they are on the site; what is not there is named only."""

    def link(match: re.Match[str]) -> str:
        label, target, anchor = match.groups()
        if "://" in target:
            return match[0]
        address = _address((page.parent / target).resolve().relative_to(ROOT).as_posix())
        return label if address is None else f"[{label}]({address}{anchor or ''})"

    return _LINK.sub(link, page.read_text(encoding="utf-8"))


def _address(named: str) -> str | None:
    """Where a file of the project is on the site, if it is."""
    if named in _HOMES:
        return _HOMES[named]
    if named == "examples":
        return _HOMES["examples/README.md"]
    if named == "action.yml" or named.startswith("examples/"):
        return f"{_HOMES['examples/README.md']}#{slug(named.removeprefix('examples/'))}"
    return named.removeprefix("docs/") if named.startswith("docs/") else None


def _listings() -> list[str]:
    """The text of every example, under a heading that the table of examples links to."""
    found = [ROOT / "action.yml", *(ROOT / "examples").rglob("*")]
    named = {path.relative_to(ROOT).as_posix().removeprefix("examples/"): path for path in found}
    shown = {name: listing(path) for name, path in sorted(named.items())}
    return [f"\n## {name}\n\n{text}\n" for name, text in shown.items() if text]


def listing(path: Path) -> str:
    """A file as a block of code, a notebook as its cells; nothing of what is neither."""
    if path.suffix == ".ipynb":
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return "\n\n".join(_cell("".join(cell["source"]), cell["cell_type"]) for cell in cells)
    if path.suffix not in _LANGUAGES:
        return ""
    return _block(path.read_text(encoding="utf-8"), _LANGUAGES[path.suffix])


def _cell(source: str, kind: str) -> str:
    return _block(source, "python") if kind == "code" else re.sub(r"^#+ (.+)$", r"**\1**", source, flags=re.M)


def _block(source: str, language: str) -> str:
    return f"````{language}\n{source.rstrip()}\n````"


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it; the site is told to make the same."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
