"""What a notebook and a terminal show: safe HTML, a few lines, and never more than can be read."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Verdict
from auditor.records.text import Status
from auditor.report.notebook import LISTED, LONGEST, MOST, run_html, text_html, text_lines, texts_html
from tests.report import states
from tests.report.many import make_report
from tests.report.support import EXPLANATION


class Tags(HTMLParser):
    """The names of all elements, and what is written between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.written = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.written += data


def test_a_text_in_three_lines() -> None:
    first, second, third = text_lines(EXPLANATION).splitlines()
    assert first == "positive 0.900 → 0.400"
    assert second.strip() == "a «good» ‹film›"  # needed, and what only completes the pair
    assert third.strip().startswith("verified: ")


def test_two_texts_are_told_apart() -> None:
    spans = ((0, 0, 1), (0, 2, 6), (1, 0, 4))
    both = replace(EXPLANATION, texts=("a good", "film"), words=("a", "good", "film"), spans=spans)
    assert " | " in text_lines(both).splitlines()[1]
    assert " | " not in text_lines(EXPLANATION)


@pytest.mark.parametrize("hostile", [*states.HOSTILE, "line\nbreak\r\nand\ttab"])
def test_no_text_adds_a_line_or_an_element(hostile: str) -> None:
    end = len(hostile)
    shown = replace(
        EXPLANATION, texts=(hostile,), words=(hostile,), spans=((0, 0, end),), set=(0,), core=(0,), pairs=(),
        attributions=(0.1,), label=hostile,
    )  # fmt: skip
    assert len(text_lines(shown).splitlines()) == 3
    tags = Tags(text_html(shown)).tags
    assert not {"script", "style", "img", "svg", "iframe"} & {*tags}
    assert tags == Tags(text_html(replace(shown, label="plain"))).tags


def test_one_text_is_a_list_of_one() -> None:
    assert text_html(EXPLANATION) == texts_html([EXPLANATION])


def test_what_failed_is_said_beside_what_was_explained() -> None:
    found = Tags(texts_html([EXPLANATION, AuditError("the text is <b>empty</b>")]))
    assert "the text is <b>empty</b>" in found.written and "good" in found.written
    assert found.tags.count("b") == Tags(texts_html([EXPLANATION])).tags.count("b")


@pytest.mark.parametrize(("count", "more"), [(MOST, False), (MOST + 3, True)])
def test_no_more_texts_than_can_be_read(count: int, more: bool) -> None:
    found = texts_html([EXPLANATION] * count)
    assert ("3 more" in found) == more
    assert Tags(found).tags.count("div") == min(count, MOST)


def test_a_long_failure_is_cut() -> None:
    found = texts_html([AuditError("x" * 5000)])
    assert "x" * LONGEST in found and "x" * (LONGEST + 1) not in found


@pytest.mark.parametrize("status", list(Status))
def test_every_status_has_its_sentence(status: Status) -> None:
    *_, last = text_lines(replace(EXPLANATION, status=status)).splitlines()
    assert last.strip().startswith(f"{status}: ") and len(last.strip()) > len(f"{status}: ") + 5


def test_a_run_lists_what_a_person_should_look_at_and_no_words_of_the_task() -> None:
    report = make_report(12)
    found = Tags(run_html(report))
    listed = [finding for finding in report.findings if finding.verdict in LISTED]
    task = [finding for finding in report.findings if finding.verdict is Verdict.TASK]
    assert listed and task
    assert all(finding.tokens[0] in found.written for finding in listed)
    assert found.tags.count("tr") == len(listed) + 1
    many = Tags(run_html(make_report(200)))
    assert many.tags.count("tr") == MOST + 1 and "more" in many.written


@pytest.mark.parametrize("state", [states.nothing, states.no_findings, states.no_labels])
def test_a_run_at_the_edge_shows_itself_too(state: object) -> None:
    found = Tags(run_html(state()))  # type: ignore[operator]
    assert found.written.strip() and "script" not in found.tags
