"""Pages: a policy that names what is there, autoescape, and JSON that cannot end its element."""

import base64
import hashlib
import json
import re
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from auditor.report.html import digest, embedded, options, render


def test_a_digest_is_what_browsers_compute() -> None:
    wanted = base64.b64encode(hashlib.sha256(b"alert(1)").digest()).decode()
    assert digest("alert(1)") == f"sha256-{wanted}"
    assert digest("ß") == "sha256-" + base64.b64encode(hashlib.sha256("ß".encode()).digest()).decode()


@given(st.recursive(st.text() | st.integers() | st.booleans() | st.none(), st.lists, max_leaves=6))
def test_embedded_json_is_the_value_and_holds_no_markup(value: object) -> None:
    text = str(embedded(value))
    assert not set("<>&") & set(text)
    assert json.loads(text) == value


@pytest.mark.parametrize("hostile", ["</script>", "<!--", "]]>", "&lt;", "\u2028", "\ud800"])
def test_no_text_can_end_the_element_that_holds_it(hostile: str) -> None:
    text = str(embedded({"text": hostile}))
    assert "<" not in text and text.isascii()
    assert json.loads(text) == {"text": hostile}


def test_what_is_no_number_is_no_json() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        embedded(float("nan"))


def test_a_template_that_asks_for_what_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render("explain.html")


def test_every_style_and_script_is_ascii_or_utf8_and_calls_nobody() -> None:
    for file in resources.files("auditor.templates").iterdir():
        if file.name.endswith((".css", ".js", ".html")):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"(?:src|href)\s*=\s*[\"']https?:|@import|url\(\s*[\"']?https?:", text), (
                file.name
            )


def test_an_option_stays_whole_and_the_text_around_it_is_escaped() -> None:
    whole = '<span class="option">--seeds</span>'
    assert options("six words (--seeds) & <b>") == f"six words ({whole}) &amp; &lt;b&gt;"
    assert options("a--seeds, --, ---x, --" + "x" * 99) == "a--seeds, --, ---x, --" + "x" * 99
