"""Deciding in a real browser: the first screen, the keys, undo, and links into folded parts."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.report.commands import decisions_command
from auditor.report.first_screen import key_figures
from auditor.report.page import report_page
from auditor.review.open_questions import above_low, open_questions
from tests.findings.builder import a_finding
from tests.report import states
from tests.report.many import make_report
from tests.report.test_report_browser import opened  # noqa: F401 (a fixture)
from tests.review.test_teaching import with_findings, word

pytestmark = pytest.mark.browser


def current(tab: Any) -> str:
    found: str = tab.locator(".question.current h3 .tok").first.inner_text()
    return found


def test_the_first_screen_has_the_answer_the_figures_and_the_first_question(
    opened: Callable[..., Any],  # noqa: F811
) -> None:
    tab = opened(make_report(66), height=800)
    for part in ("h1", ".keys", ".question >> nth=0"):
        box = tab.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, part
    assert tab.locator("h1").inner_text().startswith("Do not use this model yet")
    assert tab.locator(".question").count() == above_low(open_questions(make_report(66))) < 10
    assert tab.evaluate("scrollY") == 0


def test_everything_is_decided_by_keyboard_and_undone(opened: Callable[..., Any]) -> None:  # noqa: F811
    report = make_report(12)
    tab = opened(report)
    rest = "; 2 more of low severity can wait"
    assert tab.locator("#progress").inner_text() == f"0 of 5 decided, about 3 min left{rest}"
    first = current(tab)
    tab.keyboard.press("j")
    assert current(tab) != first
    tab.keyboard.press("k")
    assert current(tab) == first
    tab.keyboard.press("1")
    assert tab.locator(".answered").count() == 1 and current(tab) != first
    assert tab.locator(".answered .q-answer").inner_text().endswith("shortcut")
    assert tab.locator("#progress").inner_text() == f"1 of 5 decided, about 2 min left{rest}"
    figure = tab.locator("#left-says")
    assert figure.text_content() == f"questions for you to decide: about 2 minutes{rest}"
    tab.keyboard.press("u")
    assert tab.locator(".answered").count() == 0 and current(tab) == first
    assert figure.text_content() == key_figures(report)[2].says
    assert not tab.locator("#done").is_visible()
    for key in "12312":
        tab.keyboard.press(key)
    assert tab.locator(".answered").count() == 5
    assert tab.locator("#progress").inner_text() == f"5 of 5 decided{rest}"
    assert tab.locator("#left").inner_text() == "0"
    assert figure.text_content() == f"questions left: all is decided{rest}"
    assert tab.locator("#done .command").inner_text() == decisions_command(report)
    tab.reload()
    assert tab.locator(".answered").count() == 5
    tab.locator(".answered .change").first.click()
    assert tab.locator(".answered").count() == 4 and current(tab) == first


def test_one_answer_settles_what_belongs_together_and_undo_takes_it_all_back(
    opened: Callable[..., Any],  # noqa: F811
) -> None:
    pair = replace(a_finding("p", "amber", "violet"), members=())
    tab = opened(with_findings(pair, word("a", "amber"), word("v", "violet"), word("o", "warm")))
    assert tab.locator(".question").count() == 2
    assert "Answered with it: amber, violet" in tab.locator(".question").first.inner_text().replace("\n", " ")
    tab.keyboard.press("1")
    rows = tab.locator("#table tbody tr td:last-child")
    assert sorted(text.strip() for text in rows.all_text_contents()) == ["open", *["shortcut"] * 3]
    assert tab.locator("#progress").inner_text().startswith("1 of 2 decided")
    with tab.expect_download() as download:
        tab.locator("#export").click()
    written = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert {one["id"]: one["decision"] for one in written["decisions"]} == dict.fromkeys("pav", "artefact")
    tab.keyboard.press("u")
    assert not [text for text in rows.all_text_contents() if text.strip() != "open"]


def test_before_and_after_is_seen_in_the_question(opened: Callable[..., Any]) -> None:  # noqa: F811
    tab = opened(make_report(12))
    first = tab.locator(".question").first
    assert first.locator(".q-body mark.put").inner_text() == "[neg]"
    assert first.locator(".q-body .step").all_inner_texts() == [
        "without it: positive, 93 % sure", "with it: negative, 98 % sure",
    ]  # fmt: skip


def test_the_next_step_is_a_command_to_copy(opened: Callable[..., Any]) -> None:  # noqa: F811
    tab = opened(make_report(12))
    question = tab.locator(".question").first
    question.locator("summary").first.click()
    assert question.locator(".command").inner_text().startswith("audit repair reports/planted-reviews ")


def test_keys_in_a_note_are_letters(opened: Callable[..., Any]) -> None:  # noqa: F811
    tab = opened(make_report(12))
    note = tab.locator(".question").first.get_by_label("Note")
    note.fill("")
    note.press_sequentially("1jku")
    assert note.input_value() == "1jku" and tab.locator(".answered").count() == 0
    tab.locator(".question").first.get_by_role("button", name="part of the task").click()
    kept = tab.evaluate("Object.values(JSON.parse(localStorage.getItem(Object.keys(localStorage)[0])))[0]")
    assert kept == {"decision": "legitimate", "note": "1jku"}


@pytest.mark.parametrize("part", ["used", "findings", "charts", "quality", "data", "reading", "provenance"])
def test_a_link_opens_a_folded_part(opened: Callable[..., Any], part: str) -> None:  # noqa: F811
    tab = opened(make_report(12))
    body = tab.locator(f"#{part} .folded").first
    assert not body.is_visible()
    tab.locator(f'nav a[href="#{part}"]').click()
    assert body.is_visible()


def test_a_chip_and_a_question_lead_to_the_detail(opened: Callable[..., Any]) -> None:  # noqa: F811
    report = make_report(12)
    tab = opened(report)
    link = tab.locator(".question h3 a").first
    link.click()
    assert tab.locator(f"{link.get_attribute('href')} .examples").first.is_visible()
    assert tab.locator(".question .detail[open]").count() == 1  # in place, in its own question
    again = opened(report, fragment="#used")
    chip = again.locator(".words a").first
    chip.click()
    assert again.locator(f"{chip.get_attribute('href')} .examples").first.is_visible()


def test_no_section_of_the_menu_is_cut_on_a_phone(opened: Callable[..., Any]) -> None:  # noqa: F811
    tab = opened(make_report(12), width=390)
    for link in tab.locator(".top nav a").all():
        box = link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, link.inner_text()


def test_states_without_questions_are_quiet(opened: Callable[..., Any]) -> None:  # noqa: F811
    for make in (states.no_findings, states.nothing):
        tab = opened(make())
        assert tab.locator(".question").count() == 0 and tab.locator("h1").is_visible()


def test_the_page_of_a_demo_is_light() -> None:
    assert len(report_page(make_report(66)).encode()) <= 400_000
