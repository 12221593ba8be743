"""The report as one self-contained page.

Everything stands in the page as plain HTML; the script only sorts, filters and keeps decisions.
"""

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from auditor.findings.finding import Choice, Finding, Kind, Severity, Verdict
from auditor.findings.report import Report, Summary
from auditor.report.cards import CardView, Measure, card, measure, needs_all, text_limit
from auditor.report.charts.label_places import Disc
from auditor.report.charts.marks import RING, shape
from auditor.report.charts.pair_network import pair_network, pairs_of
from auditor.report.charts.reach_effect import reach_effect
from auditor.report.charts.svg import element
from auditor.report.charts.tokenmap import token_map
from auditor.report.commands import decisions_command
from auditor.report.decided import decided
from auditor.report.figures import figures_of, missing
from auditor.report.findings_table import ADJUSTED, COLUMNS, FIGURES, NEAR, FindingRow, finding_row
from auditor.report.first_screen import key_figures
from auditor.report.folds import folds
from auditor.report.headline import KINDS, UNSEEN, headline
from auditor.report.html import embedded, render
from auditor.report.numbers import count, listed
from auditor.report.power_view import power_view
from auditor.report.sections import command, data_view, provenance, quality_view, signature
from auditor.report.to_decide import MOST as ASKED
from auditor.report.to_decide import question
from auditor.report.used_rightly import used_rightly
from auditor.report.visible_text import name, visible
from auditor.report.wording.notices import notes
from auditor.report.wording.rule import changed, rule_of, rule_text
from auditor.report.wording.signatures import signed_line
from auditor.report.wording.suggestions import ANSWERS
from auditor.review.open_questions import SECONDS, OpenQuestion, open_questions, pressing
from auditor.signals.association import Association

MOST = 200
"""Findings on the page; the others are counted, and `report.json` has them."""
FEWEST = 20
"""Findings on the page, however heavy they are."""
HEAVIEST = 1_500_000
"""Bytes of a page; one with long reasons and long tokens shows fewer findings."""
NEAR_MOST = 60
"""Near misses on the page."""
FLIPS_MOST = 12
"""Findings in the overview of flip rates."""


@dataclass(frozen=True)
class Legend:
    """A mark of the charts with its meaning."""

    mark: Markup
    name: str


@dataclass(frozen=True)
class Flip:
    """A finding's line in the overview of flip rates."""

    row: FindingRow
    measures: list[Measure]


def report_page(report: Report) -> str:
    """The page of a report; where it gets too heavy, with fewer findings."""
    page = _page(report, MOST)
    weight = len(page.encode())
    if weight <= HEAVIEST or len(report.findings) <= FEWEST:
        return page
    share = 0.95 * HEAVIEST / weight
    return _page(report, max(FEWEST, int(share * min(MOST, len(report.findings)))))


def _page(report: Report, most: int) -> str:
    rule = rule_of(report)
    shown = report.findings[:most]
    limit = text_limit(len(shown))
    asked = open_questions(report)
    on_page = {finding.id for finding in shown}
    urgent = pressing(asked)
    leads = [one for one in urgent if one.lead.id in on_page][:ASKED]
    inside = {one.lead.id for one in leads}
    cards = {
        one.id: card(one, report, rule, limit=limit, full=one.id in inside or needs_all(one)) for one in shown
    }
    used = used_rightly(report)
    kinds = {finding.id: KINDS[finding.verdict] for finding in shown}
    return render(
        "report.html",
        styles=("style.css", "report.css"),
        script="report.js",
        title=visible(report.summary.name, 200),
        report=report,
        headline=headline(report),
        key_figures=key_figures(report),
        questions=[question(one, report, cards[one.lead.id]) for one in leads],
        pressing_total=len(urgent),
        waiting=len(asked) - len(urgent),
        with_decisions=decisions_command(report),
        answers={choice.value: said for choice, said in ANSWERS.items()},
        used=used,
        folds=folds(report, used),
        unseen=UNSEEN,
        facts=facts(report),
        notes=notes(report),
        signed=signed_line(report),
        signature=signature(report),
        decided=decided(report),
        columns=COLUMNS,
        figures=(*FIGURES, ADJUSTED),
        near_figures=NEAR,
        cards=list(cards.values()),
        apart=[view for id_, view in cards.items() if id_ not in inside],
        more=len(report.findings) - len(shown),
        chips=chips(list(cards.values())),
        flips=flips(shown),
        legend=legend(shown),
        near=[card(finding, report, rule, full=False) for finding in report.near_misses[:NEAR_MOST]],
        more_near=len(report.near_misses[NEAR_MOST:]),
        token_map=token_map(report.tokens, kinds, report.summary.labels, groups_of(shown)),
        reach_effect=reach_effect(shown, kinds),
        network=pair_network(pairs_of(shown), kinds),
        data=data_view(report.summary),
        power=power_view(report),
        quality=quality_view(report.quality, report.summary),
        linked=set(kinds),
        rule=rule_text(rule),
        changed=changed(rule),
        provenance=provenance(report),
        command=command(report),
        created=visible(report.created, 60),
        embedded=embedded(script_data(report, list(cards.values()), asked)),
        decisions=[choice.value for choice in Choice],
    )


def facts(report: Report) -> list[tuple[str, str]]:
    """What was audited, for the line below the verdict."""
    summary = report.summary
    skipped = f", {count(summary.skipped)} skipped" if summary.skipped else ""
    return [
        ("Model", visible(summary.model, 300)),
        ("Data", visible(summary.data, 300)),
        ("Texts", f"{_texts(report)}{skipped}"),
        ("Classes", listed(list(map(name, summary.labels))) or "none"),
        ("Made", visible(report.created[:16].replace("T", " "), 60)),
    ]


def _texts(report: Report) -> str:
    """How many texts were audited; of how many labelled ones, where “in the data” means more."""
    audited = count(report.summary.texts)
    found = [
        one.evidence.of(Association).odds_ratio.n for one in report.findings if one.kind is not Kind.PAIR
    ]
    labelled = max(found, default=0)
    if labelled <= report.summary.texts:
        return f"{audited} explained"
    return f"{audited} explained, of {count(labelled)} labelled ones (“in the data” means all of these)"


def chips(cards: list[CardView]) -> dict[str, list[tuple[str, int]]]:
    """What findings can be filtered by, with the number of findings of each."""
    verdicts = [verdict.value for verdict in Verdict]
    labels = sorted({one.row.label for one in cards})
    return {
        "verdict": [(v, n) for v in verdicts if (n := sum(one.row.verdict == v for one in cards))],
        "label": [(label, sum(one.row.label == label for one in cards)) for label in labels],
    }


def flips(findings: tuple[Finding, ...]) -> list[Flip]:
    """The overview of flip rates: the first findings that were intervened on."""
    found = []
    for finding in findings:
        rates = [figure for figure in figures_of(finding) if figure.column and figure.placebo is not None]
        if not all(map(missing, rates)):
            found.append(Flip(finding_row(finding), [measure(figure) for figure in rates]))
    return found[:FLIPS_MOST]


def groups_of(findings: tuple[Finding, ...]) -> dict[str, str]:
    """The names of groups of words, by the id of their finding."""
    return {finding.id: finding.tokens[0] for finding in findings if finding.kind is Kind.GROUP}


def legend(findings: tuple[Finding, ...]) -> list[Legend]:
    """The shapes of the charts."""
    present = {finding.verdict for finding in findings}
    names = [(KINDS[verdict], verdict.value) for verdict in Verdict if verdict in present]
    found = [
        Legend(_swatch(shape(kind, Disc(9, 9, 6))), name) for kind, name in [*names, ("none", "no finding")]
    ]
    if groups_of(findings):
        ring = element("circle", class_="ring", cx=9, cy=9, r=4 + RING)
        found.append(Legend(_swatch(ring), "a group of words"))
    return found


def _swatch(mark: Markup) -> Markup:
    return element("svg", mark, width=18, height=18, class_="map", aria_hidden="true")


def script_data(report: Report, cards: list[CardView], asked: list[OpenQuestion]) -> dict[str, Any]:
    """What the script needs to sort, filter and keep decisions."""
    summary, urgent = report.summary, pressing(asked)
    return {
        "key": storage_key(summary),
        "answers": {choice.value: said for choice, said in ANSWERS.items()},
        "asked": [_asked(one) for one in urgent],
        "low": [_asked(one) for one in asked[len(urgent) :]],
        "seconds": SECONDS,
        "columns": [column.key for column in COLUMNS],
        "findings": [
            {"id": one.row.id, "values": [_finite(value) for value in one.row.values]}
            | ({"decision": one.row.decision, "note": one.row.note} if one.row.decision else {})
            for one in cards
        ],
    }


def _asked(question: OpenQuestion) -> dict[str, Any]:
    """A question as the script counts it."""
    graver = {"above": 1} if question.severity is not Severity.LOW else {}
    return {"ids": [name(one.id) for one in question.findings]} | graver


def storage_key(summary: Summary) -> str:
    """Names the decisions of one audit in the browser's storage."""
    named = "\0".join((summary.name, summary.model, summary.data))
    return "audit-" + hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()[:16]


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.6g}")
