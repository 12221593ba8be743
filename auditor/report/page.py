"""The report as one self-contained page.

Everything stands in the page as plain HTML; the script only sorts, filters and keeps decisions.
"""

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from auditor.findings.finding import Choice, Finding, Verdict
from auditor.findings.report import Report, Summary
from auditor.report.cards import CardView, Measure, card, measure, text_limit
from auditor.report.charts.label_places import Disc
from auditor.report.charts.pair_network import pair_network
from auditor.report.charts.svg import element
from auditor.report.charts.tokenmap import shape, token_map
from auditor.report.figures import figures_of, missing
from auditor.report.findings_table import ADJUSTED, COLUMNS, FIGURES, NEAR, FindingRow, finding_row
from auditor.report.first_screen import SECONDS, key_figures
from auditor.report.folds import folds
from auditor.report.headline import KINDS, UNSEEN, headline
from auditor.report.html import embedded, render
from auditor.report.numbers import count, listed
from auditor.report.power_view import power_view
from auditor.report.sections import command, data_view, provenance, quality_view
from auditor.report.to_decide import ANSWERS, open_findings, questions
from auditor.report.used_rightly import used_rightly
from auditor.report.visible_text import name, visible
from auditor.report.wording.notices import notes
from auditor.report.wording.rule import changed, rule_of, rule_text

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
    cards = [card(finding, report, rule, limit=limit) for finding in shown]
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
        questions=questions(report),
        open_total=len(open_findings(report)),
        answers={choice.value: said for choice, said in ANSWERS.items()},
        used=used,
        folds=folds(report, used),
        unseen=UNSEEN,
        facts=facts(report),
        notes=notes(report),
        columns=COLUMNS,
        figures=(*FIGURES, ADJUSTED),
        near_figures=NEAR,
        cards=cards,
        more=len(report.findings) - len(shown),
        chips=chips(cards),
        flips=flips(shown),
        legend=legend(shown),
        near=[card(finding, report, rule) for finding in report.near_misses[:NEAR_MOST]],
        more_near=len(report.near_misses[NEAR_MOST:]),
        token_map=token_map(report.tokens, kinds, report.summary.labels),
        network=pair_network([pair for pair in report.pairs if pair.finding], kinds),
        data=data_view(report.summary),
        power=power_view(report),
        quality=quality_view(report.quality, report.summary),
        linked=set(kinds),
        rule=rule_text(rule),
        changed=changed(rule),
        provenance=provenance(report),
        command=command(report),
        created=visible(report.created, 60),
        embedded=embedded(script_data(report, cards)),
        decisions=[choice.value for choice in Choice],
    )


def facts(report: Report) -> list[tuple[str, str]]:
    """What was audited, for the line below the verdict."""
    summary = report.summary
    skipped = f", {count(summary.skipped)} skipped" if summary.skipped else ""
    return [
        ("Model", visible(summary.model, 300)),
        ("Data", visible(summary.data, 300)),
        ("Texts", f"{count(summary.texts)} explained{skipped}"),
        ("Classes", listed(list(map(name, summary.labels))) or "none"),
        ("Made", visible(report.created[:16].replace("T", " "), 60)),
    ]


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
        "answers": {choice.value: said for choice, said in ANSWERS.items()},
        "asked": len(open_findings(report)),
        "seconds": SECONDS,
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
