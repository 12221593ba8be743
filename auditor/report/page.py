"""The report as one self-contained page.

Everything stands in the page as plain HTML; the script only sorts, filters and keeps decisions.
"""

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from auditor.findings import Finding, Report, Summary, Verdict
from auditor.report.cards import CardView, Measure, card, measures, text_limit
from auditor.report.charts.label_places import Disc
from auditor.report.charts.pair_network import pair_network
from auditor.report.charts.svg import element
from auditor.report.charts.tokenmap import shape, token_map
from auditor.report.numbers import count, listed
from auditor.report.headline import KINDS, headline, only_class
from auditor.report.html import embedded, render
from auditor.report.findings_table import COLUMNS, DECISIONS, Row, row
from auditor.report.sections import command, data_view, provenance, quality_view
from auditor.report.visible_text import visible

MOST = 200
"""Findings on the page; the others are counted, and `report.json` has them."""
FEWEST = 20
"""Findings on the page, however heavy they are."""
HEAVIEST = 1_500_000
"""Bytes of a page; one with long reasons and long tokens shows fewer findings."""
NEAR_MOST = 60
"""Near misses on the page."""
OPEN = 3
"""Cards that are open when the page is."""
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

    row: Row
    deletion: Measure
    insertion: Measure


def report_page(report: Report) -> str:
    """The page of a report; where it gets too heavy, with fewer findings."""
    page = _page(report, MOST)
    weight = len(page.encode())
    if weight <= HEAVIEST or len(report.findings) <= FEWEST:
        return page
    share = 0.95 * HEAVIEST / weight
    return _page(report, max(FEWEST, int(share * min(MOST, len(report.findings)))))


def _page(report: Report, most: int) -> str:
    shown = report.findings[:most]
    limit = text_limit(len(shown))
    cards = [card(finding, report, limit=limit) for finding in shown]
    kinds = {finding.id: KINDS[finding.verdict] for finding in shown}
    return render(
        "report.html",
        styles=("style.css", "report.css"),
        script="report.js",
        title=visible(report.summary.name, 200),
        report=report,
        headline=headline(report),
        facts=facts(report),
        notes=notes(report),
        columns=COLUMNS,
        cards=cards,
        opened=OPEN,
        more=len(report.findings) - len(shown),
        chips=chips(cards),
        flips=flips(shown),
        legend=legend(shown),
        near=[card(finding, report) for finding in report.near_misses[:NEAR_MOST]],
        more_near=len(report.near_misses[NEAR_MOST:]),
        token_map=token_map(report.tokens, kinds, report.summary.labels),
        network=pair_network(report.pairs, kinds),
        data=data_view(report.summary),
        quality=quality_view(report.quality, report.summary),
        linked=set(kinds),
        rule=[visible(line, 600) for line in report.summary.rule],
        provenance=provenance(report),
        command=command(report),
        created=visible(report.created, 60),
        embedded=embedded(script_data(report, cards)),
        decisions=DECISIONS,
    )


def facts(report: Report) -> list[tuple[str, str]]:
    """What was audited, for the line below the verdict."""
    summary = report.summary
    skipped = f", {count(summary.skipped)} skipped" if summary.skipped else ""
    return [
        ("Model", visible(summary.model, 300)),
        ("Data", visible(summary.data, 300)),
        ("Texts", f"{count(summary.texts)} explained{skipped}"),
        ("Classes", listed([visible(label, 60) for label in summary.labels]) or "none"),
        ("Made", visible(report.created[:16].replace("T", " "), 60)),
    ]


def notes(report: Report) -> list[str]:
    """What a reader must know before reading on."""
    found = []
    if report.redacted:
        found.append(
            "This report is redacted: tokens have neutral names, and of texts only the places of words are "
            "left. Verdicts and figures are unchanged."
        )
    if report.summary.texts and not report.summary.has_labels:
        found.append(
            "The dataset has no labels. What the model leans on can be seen; whether the dataset leaks it "
            "and what it costs in accuracy cannot, and is marked as “no evidence”."
        )
    single = only_class(report.summary)
    if report.summary.texts and single is not None:
        found.append(
            f"Every text is predicted as “{visible(single, 60)}”. There is no text of another class to "
            "insert a token into, so nothing can be said about what a token turns."
        )
    return found


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
        rates = finding.evidence.intervention
        if rates.deletion.rate.estimate is None and rates.insertion.rate.estimate is None:
            continue
        _, _, deletion, insertion, *_ = measures(finding.evidence)
        found.append(Flip(row(finding), deletion, insertion))
    return found[:FLIPS_MOST]


def legend(findings: tuple[Finding, ...]) -> list[Legend]:
    """The shapes of the map."""
    present = {finding.verdict for finding in findings}
    names = [(KINDS[verdict], verdict.value) for verdict in Verdict if verdict in present]
    return [
        Legend(
            element("svg", shape(kind, Disc(9, 9, 6)), width=18, height=18, class_="map", aria_hidden="true"),
            name,
        )
        for kind, name in [*names, ("none", "no finding")]
    ]


def script_data(report: Report, cards: list[CardView]) -> dict[str, Any]:
    """What the script needs to sort, filter and keep decisions."""
    summary = report.summary
    return {
        "key": storage_key(summary),
        "columns": [column.key for column in COLUMNS],
        "findings": [
            {"id": one.row.id, "values": [_finite(value) for value in one.row.values]}
            | ({"decision": one.row.decision, "note": one.row.note} if one.row.decision else {})
            for one in cards
        ],
    }


def storage_key(summary: Summary) -> str:
    """Names the decisions of one audit in the browser's storage."""
    named = "\0".join((summary.name, summary.model, summary.data))
    return "audit-" + hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()[:16]


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.6g}")
