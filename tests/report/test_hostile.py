"""Any token and any text: a page that is whole, JSON that is valid, a terminal that obeys nothing."""

import io
import json
import re
import unicodedata
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from rich.console import Console

from auditor.report import explanation as explained
from auditor.findings.report_file import from_json, to_json
from auditor.report.dossier import dossier, headline
from auditor.report.markdown import summary
from auditor.report.overview import lines
from auditor.report.page import report_page
from auditor.review.redaction import redact
from auditor.report.schema import schema
from auditor.report.terminal import show
from auditor.report.text import visible
from tests.report.pages import Page
from tests.report.report_builder import report
from tests.report.sample_states import HOSTILE
from tests.report.support import EXPLANATION

VALIDATOR = Draft202012Validator(schema())
PIECES = st.one_of(
    st.sampled_from(
        [*HOSTILE[:8], HOSTILE[9], "\x1b[31m", "\u2028", "]]>", "<!--", "--!>", "&amp;", "&#60;", "\\"]
    ),
    st.text(max_size=8),
)
WORD = st.lists(PIECES, min_size=1, max_size=4).map("".join).filter(bool)
FEW = settings(max_examples=40)


def obeyed(text: str) -> set[str]:
    """Characters that a terminal or a reader's eye would obey."""
    commands = ("Cc", "Cf", "Cs")
    return {c for c in text if c not in "\n\t\u200d\ufe0f" and unicodedata.category(c) in commands}


def scripts(html: str) -> list[str]:
    """The scripts of a page that a browser runs: all but data."""
    return [script for script in Page(html).scripts if not script.lstrip().startswith(("{", "["))]


OWN = scripts(report_page(report()))


@FEW
@given(WORD)
@example(HOSTILE[8])
def test_a_page_stays_whole_and_shows_the_word(word: str) -> None:
    html = report_page(from_json(to_json(report(word))))
    page = Page(html)
    assert page.problems == [] and scripts(html) == OWN
    assert obeyed(html) <= {"\r"}
    if word.strip() and len(word) < 30:
        assert "".join(visible(word).split()) in "".join("".join(page.text).split())


@FEW
@given(WORD)
@example(HOSTILE[8])
def test_json_is_valid_and_comes_back_as_it_was(word: str) -> None:
    for made in (report(word), redact(report(word))):
        text = to_json(made)
        text.encode("utf-8")
        VALIDATOR.validate(json.loads(text))
        assert from_json(text) == made


@FEW
@given(WORD)
@example(HOSTILE[8])
def test_markdown_holds_no_markup_of_the_dataset(word: str) -> None:
    text = summary(report(word))
    assert not obeyed(text)
    plain = summary(report("word"))
    assert len(text.splitlines()) == len(plain.splitlines())
    outside_code = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", text)
    assert not re.search(r"(?<!\\)<(script|img|svg|b)\b", outside_code)


@FEW
@given(WORD)
@example(HOSTILE[8])
def test_a_terminal_obeys_nothing_and_a_line_is_a_line(word: str) -> None:
    made = report(word)
    for line in (*lines(made), *dossier(made, made.findings[0]), *map(headline, made.findings)):
        assert not obeyed(line) and len(line.splitlines()) <= 1, line


@FEW
@given(WORD, WORD)
def test_an_explained_text_of_any_characters(word: str, label: str) -> None:
    text = f"a {word} film"
    spans = ((0, 0, 1), (0, 2, 2 + len(word)), (0, 3 + len(word), 7 + len(word)))
    pair = replace(EXPLANATION.pairs[0], words=(word, "film"))
    found = replace(
        EXPLANATION, texts=(text,), words=("a", word, "film"), spans=spans, label=label, pairs=(pair,)
    )
    html = explained.page([found], word)
    assert Page(html).problems == [] and not scripts(html) and obeyed(html) <= {"\r"}
    assert json.loads(explained.to_json(found))["label"] == label.encode("utf-8", "replace").decode()
    console = Console(record=True, width=100, file=io.StringIO(), highlight=False)
    show(found, console)
    assert not obeyed(console.export_text())
