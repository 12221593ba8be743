"""The JSON and HTML forms of an explanation."""

import base64
import hashlib
import json
import re
from dataclasses import replace

from auditor.report.explanation import as_dict, card, page, to_json
from tests.report.support import EXPLANATION


def test_json_is_one_line_and_reads_back() -> None:
    line = to_json(replace(EXPLANATION, texts=("a good\nfilm",)))
    assert "\n" not in line
    assert json.loads(line)["pairs"] == [
        {"words": ["good", "film"], "indices": [1, 2], "score": 0.5, "frequency": 0.7, "interaction": -0.1}
    ]
    assert as_dict(EXPLANATION)["text"] == "a good film"


def test_bars_are_relative_to_the_strongest_word() -> None:
    assert [(bar.word, bar.width, bar.role) for bar in card(EXPLANATION).bars] == [
        ("a", 0.0, "plain"),
        ("good", 100.0, "core"),
        ("film", 25.0, "partner"),
    ]


def test_page_is_the_same_bytes_for_the_same_input() -> None:
    assert page([EXPLANATION], "m") == page([EXPLANATION], "m")


def test_policy_names_the_style_it_allows_and_nothing_else() -> None:
    html = page([EXPLANATION], "model <b>")
    style = re.search(r"<style>(.*)</style>", html, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert f"style-src &#39;sha256-{digest}&#39;" in policy[1] and policy[1].startswith(
        "default-src &#39;none&#39;"
    )
    assert "<b>" not in html.split("<ul")[0]
    assert " style=" not in html and "onclick" not in html


def test_the_kinds_of_the_words_in_the_set_are_named() -> None:
    words = ("Kenya", "2436-02-17", "GREAT", "film", "sooo", "Monday", ".")
    text = " ".join(words)
    spans = tuple((0, text.index(word), text.index(word) + len(word)) for word in words)
    one = replace(EXPLANATION, texts=(text,), words=words, spans=spans, set=(0, 1, 2, 3, 6), core=(0, 1))
    assert as_dict(one)["kinds"] == {"0": "country", "1": "date", "2": "capitals"}
    assert card(one).kinds == (
        "“Kenya” is the name of a country; “2436-02-17” is a date; “GREAT” is a word in capitals"
    )
    whole = replace(one, set=tuple(range(7)))
    assert set(as_dict(whole)["kinds"].values()) == {"country", "date", "capitals", "elongated", "weekday"}
    assert "“Monday” is a weekday" in page([whole], "m")
    assert as_dict(EXPLANATION)["kinds"] == {} and card(EXPLANATION).kinds == ""
