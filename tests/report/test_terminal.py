"""The terminal view says in characters what it says in colour."""

from io import StringIO

from rich.console import Console

from auditor.report.terminal import show
from tests.report.support import EXPLANATION


def test_words_of_the_set_are_marked_without_colour() -> None:
    console = Console(width=100, record=True, color_system=None, file=StringIO())
    show(EXPLANATION, console)
    text = console.export_text()
    assert "a «good» ‹film›" in text
    assert "positive 0.900 → 0.400" in text
    assert "good + film" in text and "-0.100" in text
