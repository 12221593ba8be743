"""The terminal view says in characters what it says in colour."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from auditor.records.text import Status
from auditor.report.terminal import show
from tests.report.support import EXPLANATION


def test_words_of_the_set_are_marked_without_colour() -> None:
    console = Console(width=100, record=True, color_system=None, file=StringIO())
    show(EXPLANATION, console)
    text = console.export_text()
    assert "a «good» ‹film›" in text
    assert "positive 0.900 → 0.400" in text
    assert "good + film" in text and "-0.100" in text


def test_evidence_has_words_and_figures_of_its_own() -> None:
    console = Console(width=200, record=True, color_system=None, file=StringIO())
    show(replace(EXPLANATION, status=Status.EVIDENCE, label_after="positive", probability_empty=0.6), console)
    text = console.export_text()
    assert "evidence 3.00 → 0.40" in text
    assert "evidence: the model would say positive to an empty text too (0.600)" in text


def test_the_kind_of_a_word_in_the_set_is_named() -> None:
    console = Console(width=200, record=True, color_system=None, file=StringIO())
    show(replace(EXPLANATION, words=("a", "2436-02-17", "film")), console)
    assert "“2436-02-17” is a date" in console.export_text()
    plain = Console(width=200, record=True, color_system=None, file=StringIO())
    show(EXPLANATION, plain)
    assert " is a" not in plain.export_text()
