"""The documentation site: every page is in it, generated ones are complete, and it asks nothing of anyone."""

import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

import auditor
from auditor.cli.main import COMMANDS
from handbook.check import faults
from handbook.commands import commands_page, prose
from handbook.pages import generated_pages, listing, moved, slug
from handbook.python_api import api_page
from tests.documented import PAGES, ROOT, command, with_subcommands

CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def in_nav(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    for part in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from in_nav(part)


def test_every_page_is_in_the_navigation_once() -> None:
    written = {page.name for page in PAGES if page.parent.name == "docs"}
    assert sorted(in_nav(CONFIG["nav"])) == sorted(written | set(generated_pages()))


def test_a_generated_page_does_not_hide_a_written_one() -> None:
    assert not set(generated_pages()) & {path.name for path in (ROOT / "docs").iterdir()}


def test_links_of_moved_pages_lead_to_pages_of_the_site() -> None:
    made = generated_pages()
    there = {*made, *(path.name for path in (ROOT / "docs").iterdir())}
    headings = {
        name: {slug(heading) for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
        for name, page in made.items()
    }
    for name, page in made.items():
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", page):
            if "://" not in target:
                assert target in {"", *there}, f"{name} links to {target}"
                assert not anchor or anchor in headings.get(target or name, {anchor}), f"{target}#{anchor}"


def test_links_to_what_stands_beside_the_pages_are_told_where_it_is_on_the_site() -> None:
    page = moved(ROOT / "docs" / "tutorial.md")
    assert "](examples.md#in-github-actions)" in page and "](../" not in page
    assert "](examples.md#quickstartpy)" in moved(ROOT / "examples" / "README.md")


def test_of_a_link_to_what_is_not_on_the_site_the_words_are_left() -> None:
    page = ROOT / "README.md"
    assert "are in [reports/](reports/README.md):" in page.read_text(encoding="utf-8")
    assert "are in reports/:" in moved(page)


def test_a_notebook_is_shown_as_its_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "Words."]},
        {"cell_type": "code", "source": ["a = 1\n", "a"]},
    ]
    path = tmp_path / "one.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    assert listing(path) == "**Title**\nWords.\n\n````python\na = 1\na\n````"
    assert listing(tmp_path / "README.md") == ""


def test_every_option_of_every_command_is_in_the_reference() -> None:
    page = commands_page()
    sections = {part.split("\n")[0]: part for part in page.split("\n## ")}
    for name in COMMANDS:
        for one in with_subcommands(command(name)):
            title = f"audit {name}" if one.name == name else f"audit {name} {one.name}"
            for param in one.params:
                for way in param.opts if isinstance(param, click.Option) else ():
                    assert re.search(rf"^\| `.*{way}\b", sections[title], re.MULTILINE), f"{title} {way}"


def test_help_that_is_not_to_be_wrapped_is_code() -> None:
    text = "One\ntwo.\n\n\b\nExamples:\n  audit show RUN\n\n\b\nKeys: 1 yes,\n      2 no."
    assert prose(text) == "One two.\n\nExamples:\n\n    audit show RUN\n\n    Keys: 1 yes,\n    2 no.\n"


def test_every_public_name_is_in_the_page_of_the_python_interface() -> None:
    page = api_page()
    for name in auditor.__all__:
        assert f"\n## {name}\n" in page
        said = inspect.getdoc(getattr(auditor, name))
        assert said and said.splitlines()[0] in page
    for parameter in inspect.signature(auditor.audit).parameters.values():
        assert f"    {parameter.name}: " in page
    assert "| `findings` | A row for each finding" in page
    assert "auditor." not in "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<link rel="stylesheet" href="https://fonts.example/x.css">', "fetches https://fonts.example/x.css"),
        ('<script src="//cdn.example/x.js"></script>', "<script> fetches"),
        ("<style>a { background: url(https://x.example/a.png) }</style>", "address in CSS"),
        ('<pre class="mermaid">graph</pre>', "Mermaid"),
        ("<p>These:\n- one\n- two</p>", "taken for text"),
        ('<a href="https://example.org">free to follow</a><p>1 - 2</p>', None),
    ],
)
def test_what_a_page_fetches_from_elsewhere_is_a_fault(tmp_path: Path, page: str, fault: str | None) -> None:
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    found = list(faults(tmp_path))
    assert found == [] if fault is None else len(found) == 1 and fault in found[0]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it; without MkDocs the test skips, except in CI."""
    if importlib.util.find_spec("mkdocs") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must build the site, and there is no MkDocs")
        pytest.skip("MkDocs is not installed (make docs installs it)")
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return out


def test_the_built_site_is_whole_and_asks_nothing_of_anyone(site: Path) -> None:
    assert list(faults(site)) == []
    for page in in_nav(CONFIG["nav"]):
        assert (site / page).with_suffix(".html").exists()


@pytest.mark.browser
def test_a_browser_asks_only_for_files_of_the_site(site: Path, browser: Any) -> None:
    tab, asked = browser.new_page(), []
    tab.on("request", lambda request: asked.append(request.url))
    for name in ("index", "commands", "benchmarks"):
        tab.goto((site / f"{name}.html").as_uri(), wait_until="networkidle")
    tab.close()
    assert len(asked) > 3 and {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
