"""A reproduction as JSON, Markdown, page and text."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.records.reproduction import NOT_REPRODUCED
from auditor.reproduce.outputs import injection_json, page, save, table_json, to_markdown, to_text
from auditor.reproduce.wording import tell_injection, tell_table
from tests.report.pages import violations
from tests.reproduce.support import compared, injection, result, sentence

FOUND = result("bert-base-uncased", "sst2", compared("cidr", NOT_REPRODUCED, printed=0.592))
HOSTILE = "<img src=x onerror=document.title='owned'>|"


def hostile() -> Any:
    """An injection whose source and sentence try to break out."""
    bad = replace(sentence(), text=HOSTILE)
    return tell_injection(injection(source=HOSTILE, sentences=(bad,)))


def test_three_files(tmp_path: Path) -> None:
    paths = save(tmp_path, "table", table_json([FOUND]), [tell_table(FOUND)])
    assert [path.name for path in paths] == ["table.json", "table.md", "table.html"]
    [setting] = json.loads(paths[0].read_text())["settings"]
    [figure] = setting["figures"]
    assert (figure["printed_low"], figure["verdict"], figure["training_sd"]) == (
        0.592,
        "not reproduced",
        None,
    )
    assert setting["models"][0]["tuned"]["beta"] == 0.4
    assert "| CIDR | FMS, printed | 0.250 |" in paths[1].read_text()


def test_the_injection_as_json() -> None:
    told = injection_json(injection())
    json.dumps(told, allow_nan=False)
    first, second = told["sentences"]
    assert first["as_printed"] == {"verified": True, "paper": False}
    assert second["as_printed"] == {"verified": False, "paper": False}
    assert first["explanations"]["verified"]["core"] == [1]
    assert told["planted"]["[neg]"] == {"negative": 0, "positive": 500}


def test_nothing_breaks_out_of_markdown_or_page() -> None:
    shown = page([hostile()])
    assert "<img" not in shown and "&lt;img" in shown
    assert all("<img" not in line for line in to_markdown([hostile()]).splitlines() if line.startswith("|"))
    assert "token in the set" in to_text(hostile())


def test_sets_are_marked_on_the_page() -> None:
    shown = page([tell_injection(injection())])
    assert '<mark class="core">[neg]</mark>' in shown and '<mark class="core">solid</mark>' in shown
    assert "Class as printed, [neg] in the set." in shown and "[neg] not in the set." in shown


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_quiet_safe_and_accessible(on_phone: Callable[[str], Any], scheme: str) -> None:
    opened = on_phone(page([hostile(), tell_table(FOUND)]))
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    assert opened.complaints == []
    assert opened.title() == "Reproduction of the paper"
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(opened, scheme) == []
