"""The report in a real browser: sort, filter, links, decisions, themes, print, and nothing else."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from auditor.findings.finding import Choice, Decision, Severity, Verdict
from auditor.findings.report import Report
from auditor.report.page import report_page
from auditor.review.open_questions import above_low, open_questions
from tests.findings.builder import a_finding
from tests.report import states
from tests.report.many import decided, make_report, rejudged

pytestmark = pytest.mark.browser
ROWS = "#table tbody tr:not([hidden]) th"


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a report from disk; what it asks for and complains about must stay nothing."""
    contexts = []

    def open_page(
        report: Report, *, fragment: str = "", width: int = 1280, height: int = 900, **options: Any
    ) -> Any:
        file = tmp_path / "index.html"
        file.write_text(report_page(report), encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(5000)
        contexts.append(context)
        tab = context.new_page()
        tab.requests, tab.complaints = [], []
        tab.on("request", lambda request: tab.requests.append(request.url))
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.goto(file.as_uri() + fragment)
        return tab

    yield open_page
    for context in contexts:
        for tab in context.pages:
            assert [url for url in tab.requests if not url.startswith(("file:", "blob:"))] == []
            assert tab.complaints == []
        context.close()


def names(tab: Any) -> list[str]:
    found: list[str] = tab.locator(ROWS).all_inner_texts()
    return found


def unfold(tab: Any) -> None:
    """Open every folded part, and every card."""
    tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")


def test_sorts_by_a_click_and_by_the_keyboard(opened: Callable[..., Any]) -> None:
    tab = opened(make_report(12), fragment="#findings")
    first = names(tab)
    head = tab.locator("#table thead th", has_text="Inserted")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    cells = tab.locator("#table tbody tr td:nth-child(8)").all_inner_texts()
    rates = [float(cell.split()[0]) for cell in cells if not cell.startswith("no")]
    assert rates == sorted(rates, reverse=True) and cells[-1] == "no evidence"
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert tab.locator("#table tbody tr td:nth-child(8)").all_inner_texts()[-1] == "no evidence"
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "none" and names(tab) == first


def test_cards_follow_the_table(opened: Callable[..., Any]) -> None:
    tab = opened(make_report(12), fragment="#findings")
    tab.locator("#table thead button").first.click()
    cards = [one.split(" → ")[0] for one in tab.locator("article.card h4").all_inner_texts()]
    listed = names(tab)
    assert (
        listed == sorted(listed) and cards == [name for name in listed if name in cards] and len(cards) == 7
    )


def test_filters_keep_their_state_in_the_address(opened: Callable[..., Any]) -> None:
    tab = opened(make_report(12), fragment="#findings")
    tab.get_by_role("button", name="artefact", exact=False).first.click()
    tab.locator('.chip[data-value="negative"]').click()
    assert names(tab) == ["[neg]", "matinee + lantern", "tv"]
    assert tab.locator("#state").inner_text() == "3 of 12 shown"
    assert tab.locator("article.card:not([hidden])").count() == 1  # the others are asked about, `tv` is low
    tab.locator('.chip[data-value="artefact"]').click()
    assert tab.locator("article.card:not([hidden])").count() == len(names(tab)) - 3 > 0
    tab.locator('.chip[data-value="artefact"]').click()
    tab.locator("#search").fill("lan")
    assert names(tab) == ["matinee + lantern"]
    fragment = tab.evaluate("location.hash")
    again = opened(make_report(12), fragment=fragment)
    assert names(again) == ["matinee + lantern"]
    assert again.locator("#search").input_value() == "lan"
    again.locator("#search").fill("no such word")
    assert again.locator("#nothing").is_visible()
    again.locator("#reset").click()
    assert len(names(again)) == 12 and not again.locator("#nothing").is_visible()


def test_deep_link_opens_a_card_that_the_filter_hides(opened: Callable[..., Any]) -> None:
    report = make_report(30)
    last = report.findings[-1]
    tab = opened(report, fragment=f"#f-{last.id}")
    card = tab.locator("article.card").last
    assert card.locator("details").first.get_attribute("open") is not None
    tab.wait_for_timeout(200)
    box = card.bounding_box()
    assert box is not None and -10 < box["y"] < 450
    tab.locator('.chip[data-value="artefact"]').click()
    assert not card.is_visible()
    tab.evaluate(f"location.hash = '#f-{last.id}'")
    tab.wait_for_timeout(200)
    assert card.is_visible()


def test_a_link_without_javascript_opens_the_card(opened: Callable[..., Any]) -> None:
    report = make_report(30)
    tab = opened(report, fragment=f"#f-{report.findings[20].id}", java_script_enabled=False)
    assert tab.locator(f"#f-{report.findings[20].id}").is_visible()


def open_card(tab: Any, place: int = 0) -> Any:
    card = tab.locator("article.card").nth(place)
    card.locator("summary").first.click()
    return card


def test_decisions_are_kept_exported_and_read_back(opened: Callable[..., Any], tmp_path: Path) -> None:
    report = make_report(12)
    tab = opened(report, fragment="#findings")
    card = open_card(tab)
    named = card.locator("h4 .tok").inner_text()
    card.get_by_label("shortcut").check()
    card.get_by_label("Note").fill('a "word" of the task <b>')
    row = tab.locator("#table tbody tr", has_text=named).first
    assert row.locator("td").last.inner_text() == "shortcut"
    assert tab.locator("#progress").inner_text().startswith("0 of 5 decided")  # nobody asked about it
    tab.locator("#open").click()
    assert len(names(tab)) == 11
    tab.reload()
    tab.locator("#reset").click()
    assert open_card(tab).get_by_label("shortcut").is_checked()
    with tab.expect_download() as download:
        tab.locator("#export").click()
    assert download.value.suggested_filename == "decisions.json"
    file = tmp_path / "decisions.json"
    download.value.save_as(file)
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written == {
        "format_version": 1,
        "decisions": [
            {"id": report.findings[4].id, "decision": "artefact", "note": 'a "word" of the task <b>'}
        ],
    }
    elsewhere = opened(report)
    elsewhere.locator("#import").set_input_files(file)
    elsewhere.wait_for_function("document.querySelector('.decided').textContent")
    read = {one["id"]: Decision(Choice(one["decision"]), one["note"]) for one in written["decisions"]}
    again = opened(decided(report, read), fragment="#findings")
    assert again.locator(".question").count() == 5
    first = open_card(again)
    assert first.get_by_label("shortcut").is_checked()
    assert first.locator(".remark").inner_text() == 'a "word" of the task <b>'
    first.get_by_role("button", name="clear").click()
    assert first.locator(".decided").inner_text() == ""


def test_answers_are_imported_into_the_questions(opened: Callable[..., Any], tmp_path: Path) -> None:
    report = make_report(4)
    file = tmp_path / "decisions.json"
    entry = {"id": report.findings[0].id, "decision": "legitimate", "note": "we know it"}
    file.write_text(
        json.dumps({"format_version": 1, "decisions": [entry, {"id": "gone", "decision": "unsure"}]})
    )
    tab = opened(report)
    tab.locator("#import").set_input_files(file)
    tab.wait_for_function("document.querySelector('.answered')")
    assert tab.locator(".answered h3").inner_text() == "[pos] → positive"
    tab.locator(".answered .change").click()
    assert tab.locator(".question", has_text="[pos]").get_by_label("Note").input_value() == "we know it"


def test_an_import_that_holds_no_decisions_is_refused(opened: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("[1, 2", encoding="utf-8")
    tab = opened(make_report(4))
    tab.locator("#import").set_input_files(file)
    tab.wait_for_function("document.getElementById('exported').textContent.includes('holds no decisions')")


def test_themes(opened: Callable[..., Any]) -> None:
    def shade(tab: Any) -> str:
        found: str = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        return found

    tab = opened(make_report(2), color_scheme="dark")
    dark = shade(tab)
    button = tab.locator("#theme")
    button.click()
    light = shade(tab)
    assert light != dark and button.inner_text() == "Theme: light"
    tab.reload()
    assert shade(tab) == light
    button.click()
    assert shade(tab) == dark and button.inner_text() == "Theme: dark"
    tab.emulate_media(media="print")
    assert shade(tab) == light


def many_questions() -> Report:
    """Twenty findings that each decide, and three of low severity."""
    report = make_report(23)
    words = [f"{word}{place}" for place, word in enumerate(["amber", "violet", "lisbon", "oslo"] * 6)][:23]
    return replace(
        report,
        findings=tuple(
            rejudged(
                replace(a_finding(f"q{place}", word), members=()),
                verdict=Verdict.UNDECIDED,
                severity=Severity.HIGH if place < 20 else Severity.LOW,
            )
            for place, word in enumerate(words)
        ),
    )


def test_of_many_questions_ten_are_on_the_page_and_only_low_ones_can_wait(opened: Callable[..., Any]) -> None:
    report = many_questions()
    assert len(open_questions(report)) == 23 and above_low(open_questions(report)) == 20
    tab = opened(report)
    assert tab.locator(".question").count() == 10
    leads = tab.locator("#decide-list > .lead").all_inner_texts()
    assert leads == [
        "10 more of less weight are under all findings.",
        "3 of low severity, under all findings too, can wait.",
    ]
    says = tab.locator("#left-says").inner_text()
    assert says == "questions for you to decide: about 10 minutes; 3 more of low severity can wait"


def test_everything_is_there_without_javascript(opened: Callable[..., Any]) -> None:
    report = make_report(12)
    tab = opened(report, java_script_enabled=False)
    assert tab.locator(".question").count() == 5 and tab.locator(".q-ask").count() == 0
    tab.locator("#findings > details > summary").click()
    assert len(names(tab)) == 12
    assert not tab.locator("#tools").is_visible() and not tab.locator("#theme").is_visible()
    hidden = tab.locator("article.card .examples").last
    assert not hidden.is_visible()
    tab.locator("article.card > details > summary").last.click()
    assert hidden.is_visible()


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("findings", [66, 200])
def test_the_page_is_short_and_prints_on_few_pages(opened: Callable[..., Any], findings: int) -> None:
    tab = opened(make_report(findings))
    assert tab.evaluate("document.documentElement.scrollHeight") <= 7000
    assert 1 < pages(tab.pdf()) <= 10
    tab.emulate_media(media="print")
    assert tab.locator(".question").first.is_visible() and tab.locator(".words").first.is_visible()
    assert not tab.locator("#table").is_visible()


SAMPLES = sorted((Path(__file__).parents[2] / "reports").glob("*/index.html"))


@pytest.mark.parametrize("page", SAMPLES, ids=lambda page: page.parent.name)
def test_a_real_audit_is_read_in_minutes(browser: Any, page: Path) -> None:
    """The committed samples are real audits: their pages hold to the same limits."""
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.goto(page.as_uri())
    assert tab.evaluate("document.documentElement.scrollHeight") <= 7000
    assert pages(tab.pdf()) <= 10 and page.stat().st_size <= 400_000
    for part in ("h1", ".keys", *([".question >> nth=0"] if tab.locator(".question").count() else [])):
        box = tab.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, part
    tab.set_viewport_size({"width": 390, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.close()


def test_paper_has_the_decisions_with_their_reasons_and_the_limits(opened: Callable[..., Any]) -> None:
    report = make_report(12)
    tab = opened(decided(report, {report.findings[0].id: Decision(Choice.ARTEFACT, "we looked")}))
    assert not tab.locator("#decided .said").is_visible()
    tab.emulate_media(media="print")
    assert tab.locator("#decided .said").inner_text() == "we looked"
    assert "cannot see shortcuts" in tab.locator("#quality .lead").first.inner_text()
    assert not tab.locator("#quality table").first.is_visible()


def test_a_thousand_findings_make_no_heavier_page_than_two_hundred(opened: Callable[..., Any]) -> None:
    """What is drawn is bounded; seconds are measured by `python -m benchmarks.page_speed`."""
    nodes, heights = [], []
    for findings in (200, 1000):
        tab = opened(make_report(findings, examples=2))
        nodes.append(tab.evaluate("document.querySelectorAll('*').length"))
        heights.append(tab.evaluate("document.documentElement.scrollHeight"))
        assert tab.locator("fieldset").count() == 0  # they are made when a card is opened
        assert tab.locator(".question").count() == above_low(open_questions(make_report(findings))) < 10
    assert max(nodes) < 25_000 and nodes[1] < 1.15 * nodes[0]
    assert heights[1] < 1.05 * heights[0]


@pytest.mark.parametrize("width", [360, 390, 800, 1100, 1280, 1920])
def test_fits_the_screen(opened: Callable[..., Any], width: int) -> None:
    for report in (make_report(12), states.hostile()):
        tab = opened(report, width=width)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        unfold(tab)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 800, 1100, 1280])
def test_titles_of_figures_are_readable(opened: Callable[..., Any], width: int) -> None:
    tab = opened(make_report(3), width=width)
    unfold(tab)
    for title in tab.locator("article.card .measures th").all()[:9]:
        box = title.bounding_box()
        assert box["width"] > 100 and box["height"] < 90


def test_hostile_text_does_nothing(opened: Callable[..., Any]) -> None:
    tab = opened(states.hostile())
    unfold(tab)
    assert tab.title() == f"Audit: {states.HOSTILE[0]}"
    assert tab.locator("main img, main script, main iframe").count() == 0
    tab.locator("#table thead button").first.click()
    assert len(names(tab)) == len(states.HOSTILE)
    label = tab.locator(".chip[data-by=label]").first
    label.click()
    assert len(names(tab)) == 1


def test_the_policy_stops_a_script_that_got_in(browser: Any, tmp_path: Path) -> None:
    """Negative control: even if escaping failed, the policy holds."""
    file = tmp_path / "index.html"
    page = report_page(make_report(1)).replace("<main>", "<main><script>document.title='owned'</script>")
    file.write_text(page, encoding="utf-8")
    tab = browser.new_page()
    tab.goto(file.as_uri())
    assert tab.title() == "Audit: planted-reviews"
    tab.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_accessibility_violation(opened: Callable[..., Any], scheme: str, width: int) -> None:
    report = make_report(8, examples=2)
    note = {report.findings[1].id: Decision(Choice.ARTEFACT, "ours")}
    tab = opened(decided(report, note), color_scheme=scheme, width=width)
    tab.locator(".q-ask button").first.click()
    unfold(tab)
    tab.locator('.chip[data-value="artefact"]').click()
    found = Axe().run(tab).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in found] == []


@pytest.mark.parametrize("make", [states.no_findings, states.no_labels, states.nothing, states.one_class])
def test_states_are_accessible_and_quiet(opened: Callable[..., Any], make: Callable[[], Report]) -> None:
    found = Axe().run(opened(make())).response["violations"]
    assert [v["id"] for v in found] == []


def test_the_skip_link_comes_first_and_is_seen(opened: Callable[..., Any]) -> None:
    tab = opened(make_report(2))
    tab.keyboard.press("Tab")
    link = tab.locator(".skip")
    assert link.evaluate("one => one === document.activeElement")
    assert link.bounding_box()["y"] >= 0
