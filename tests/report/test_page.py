"""The page: complete, the same every time, light, and deaf to hostile text."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markupsafe import escape

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Decision, Kind
from auditor.findings.report import Report, Shown
from auditor.records.estimates import Estimate
from auditor.report import page
from auditor.report.findings_table import FIGURES
from auditor.report.html import embedded
from auditor.report.page import HEAVIEST, report_page, storage_key
from auditor.report.wording.rule import rule_text
from auditor.signals.association import Association
from auditor.signals.evidence import CATALOGUE
from auditor.signals.insertion import Insertion
from auditor.signals.kind import TokenKind
from auditor.signals.statistics import rate
from auditor.verdicts.judging import judge
from tests.findings.builder import of
from tests.report import states
from tests.report.many import add_shown, decided, make_report

STATES = [
    states.no_findings,
    states.no_labels,
    states.nothing,
    states.one_class,
    states.without_evidence,
    states.hostile,
    states.two_texts,
]
ALLOWED = re.compile(
    "html|head|meta|title|style|body|a|header|p|span|nav|button|main|section|h[1-5]|kbd|dl|div|dt|dd|label|input|select|"
    "option|table|caption|thead|tr|th|tbody|td|small|details|summary|figure|figcaption|b|ul|ol|li|svg|path|rect|"
    "circle|text|mark|article|template|fieldset|legend|textarea|script|code|pre|bdi|i|noscript"
)
"""Elements that the templates and charts are made of."""


class Reader(HTMLParser):
    """Elements, ids and attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def data_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="embedded">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    loaded: dict[str, object] = json.loads(found[1])
    return loaded


def test_sections_come_in_order() -> None:
    ids = [
        a["id"] for tag, a in Reader(report_page(make_report(12))).elements if tag == "section" and "id" in a
    ]
    assert ids == [
        *("answer", "decide-list", "used", "findings", "charts"),
        *("quality", "near", "data", "reading", "provenance"),
    ]


@pytest.mark.parametrize("make", [make_report, *STATES])
def test_pages_are_sound(make: object) -> None:
    assert callable(make)
    html = report_page(make())
    seen = Reader(html)
    names = [attributes["id"] for _, attributes in seen.elements if "id" in attributes]
    assert len(names) == len(set(names))
    assert all(ALLOWED.fullmatch(tag) for tag, _ in seen.elements)
    for tag, attributes in seen.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "src")], tag
        assert (attributes.get("href") or "#").startswith("#")
        if tag == "th":
            assert "scope" in attributes
    assert sum(tag == "script" for tag, _ in seen.elements) == 2
    assert sum(tag == "h1" for tag, _ in seen.elements) == 1
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", html)


def test_links_lead_somewhere() -> None:
    seen = Reader(report_page(make_report(12)))
    names = {attributes.get("id") for _, attributes in seen.elements}
    targets = {str(attributes["href"])[1:] for _, attributes in seen.elements if attributes.get("href")}
    assert targets <= names


def test_policy_names_style_and_script() -> None:
    html = report_page(make_report(1))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    script = re.search(r"<script>(.*?)</script>", html, re.DOTALL)
    assert policy and style and script
    for kind, text in (("style", style[1]), ("script", script[1])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src &#39;sha256-{digest}&#39;" in policy[1]
    assert policy[1].startswith("default-src &#39;none&#39;") and "unsafe" not in policy[1]


def test_same_input_same_bytes_except_the_time() -> None:
    assert report_page(make_report(12)) == report_page(make_report(12))
    first, second = (
        report_page(make_report(3, created=created))
        for created in ("2026-01-01T00:00:00Z", "2027-02-02T11:11:11Z")
    )
    different = [
        pair for pair in zip(first.splitlines(), second.splitlines(), strict=True) if len(set(pair)) > 1
    ]
    assert len(different) == 3  # the line below the answer, and provenance


def test_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import hashlib\nfrom auditor.report.page import report_page\n"
        "from tests.report.many import make_report\n"
        "print(hashlib.sha256(report_page(make_report(12)).encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_the_shell_is_light() -> None:
    assert len(report_page(states.nothing()).encode()) <= 60_000


def long_texts(report: Report) -> Report:
    """The report with reviews of 230 words in place of sentences."""
    filler = ["and", "then", "some", "more", "of", "the", "same", "as", "before"] * 12
    shown: dict[str, Shown] = {}
    for name, one in report.shown.items():
        parts = one.texts[0].split()
        made: dict[str, Shown] = {}
        key = add_shown(made, filler + parts + filler, tuple(parts[i] for i in one.core), one.label)
        shown[name] = made[key]
    return replace(report, shown=shown)


def shown(html: str) -> int:
    """Findings with a detail, in a question or in a card."""
    return html.count('<div class="body" id="f-')


@pytest.mark.parametrize("long", [False, True])
def test_two_hundred_findings_are_light(long: bool) -> None:
    report = make_report(200)
    html = report_page(long_texts(report) if long else report)
    assert len(html.encode()) <= 1_500_000
    cards = shown(html)
    assert cards > 140 and html.count("<li><p>") >= cards * 2
    assert cards == 200 or f"{200 - cards} more findings" in html


def test_findings_beyond_the_cap_are_counted() -> None:
    html = report_page(make_report(230, examples=0))
    assert shown(html) == page.MOST
    assert "30 more findings" in html and "report.json" in html


def test_a_page_that_gets_too_heavy_shows_fewer() -> None:
    report = make_report(150, examples=1)
    wordy = tuple(
        replace(f, members=tuple(f"{f.tokens[0]}{number}" for number in range(200))) for f in report.findings
    )
    html = report_page(replace(report, findings=wordy))
    left = shown(html)
    assert len(html.encode()) <= HEAVIEST and page.FEWEST < left < 150
    assert f"{150 - left} more findings" in html


def test_the_page_has_the_rule_that_was_applied_and_what_differs() -> None:
    usual = report_page(make_report(1))
    assert all(str(escape(line)) in usual for line in rule_text(RuleConfig()))
    assert "Every threshold has its default value." in usual and "judged again" not in usual
    rule = RuleConfig(decides=0.7, obeyed=0.12)
    again = report_page(make_report(1, rule=asdict(rule), judged_again=True))
    assert all(str(escape(line)) in again for line in rule_text(rule))
    assert "<code>decides</code> is 0.7; the default is 0.5" in again
    assert again.count("judged again") == 2


def test_the_table_has_a_column_for_each_figure_that_asks_for_one() -> None:
    html = report_page(make_report(1))
    html = html[html.index('<section id="findings"') :]
    head = html[html.index("<thead>") : html.index("</thead>")]
    titles = [figure.column for figure in CATALOGUE if figure.column]
    assert re.findall(r'<th scope="col">(.*?)</th>', head)[4:-2] == titles
    row = html[html.index("<tbody>") : html.index("</tbody>")]
    assert re.findall(r'<td data-h="(.*?)"', row)[2:-2] == titles


def test_no_evidence_is_said_and_never_zero() -> None:
    html = report_page(states.without_evidence())
    table = html[html.index("<tbody>") : html.index("</tbody>")]
    assert table.count("no evidence") == 3 * (len(FIGURES) + 1) and "0.00" not in table


def test_notes() -> None:
    assert "The dataset has no labels" in report_page(states.no_labels())
    assert 'Every text is predicted as <bdi class="tok">positive</bdi>.' in report_page(states.one_class())
    redacted = report_page(make_report(2, redacted=True, shown={}))
    assert "This report is redacted" in redacted and redacted.count("Left out of a redacted report.") == 4
    assert "redacted" not in report_page(make_report(2))


def test_a_decision_is_shown() -> None:
    report = make_report(2)
    html = report_page(
        decided(report, {report.findings[0].id: Decision(Choice.LEGITIMATE, "seen <b>twice</b>")})
    )
    assert '<span class="decided">part of the task</span>' in html and "seen &lt;b&gt;twice&lt;/b&gt;" in html
    findings = data_of(html)["findings"]
    assert isinstance(findings, list)
    assert findings[0]["decision"] == "legitimate" and "decision" not in findings[1]


def test_two_texts_are_shown_apart() -> None:
    html = report_page(states.two_texts())
    assert ", in the second text." in html
    assert '<mark class="own">Nobody</mark> sleeps.</p>' in html


def test_hostile_text_is_only_text() -> None:
    html = report_page(states.hostile())
    assert "{{ 7 * 7 }}" in html and "⟨U+202E⟩" in html and "⟨U+0000⟩" in html and "⟨U+D800⟩" in html
    assert "more characters)" in html and "x" * 2100 not in html
    assert data_of(html)["key"] == storage_key(states.hostile().summary)
    assert len(html.encode()) < 400_000


def test_embedded_json_cannot_leave_its_element() -> None:
    text = embedded({"a": "</script><!-- & \u2028"})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"a": "</script><!-- & \u2028"}


def test_the_mark_of_a_deciding_condition_agrees_with_the_list_of_all() -> None:
    """`hardly` turns most texts, and the labels do not favour it."""
    labels = Association(rate(27, 54, p=1.0, adjusted_p=1.0), 0.5)
    evidence = of(labels, Insertion(rate(32, 40, p=1e-6), rate(0, 40)), TokenKind("marker"))
    judgement = judge(Kind.TOKEN, evidence, 0.06, RuleConfig())
    report = make_report(1)
    finding = replace(report.findings[0], evidence=evidence, judgement=judgement)
    page = report_page(replace(report, findings=(finding,)))
    [why] = re.findall(r'<ul class="why">(.*?)</ul>', page, re.DOTALL)
    assert {says: not unmet for unmet, says in re.findall(r'<li( class="unmet")?>([^<]*)', why)} == {
        "the labels favour it": False,
        "inserted, it turns most texts of other classes": True,
        "it is of a kind that no task is about": True,
    }


def test_the_first_screen_says_how_many_labelled_texts_the_data_are() -> None:
    report = make_report(1)
    one = report.findings[0]
    for labelled, said in ((1970, "1,970 explained"), (2500, "1,970 explained, of 2,500 labelled ones (")):
        odds = Association(rate(130, 133), 0.5, odds_ratio=Estimate(52.4, n=labelled))
        changed = replace(report, findings=(replace(one, evidence=of(odds)),))
        assert dict(page.facts(changed))["Texts"].startswith(said)
