"""A finding in full as lines of text: what it is, why, every figure, and the texts behind it.

In a text «needed» words stand in guillemets and words that only complete a pair in ‹single› ones.
"""

from collections.abc import Iterable, Iterator

from auditor.figures import FIGURES
from auditor.findings import Estimate, Finding, Kind, Report, Shown
from auditor.report.visible_text import one_line, visible


def headline(finding: Finding) -> str:
    """A finding in one line."""
    tokens = " + ".join(map(one_line, finding.tokens))
    judged = f"{finding.severity:<7}{finding.verdict:<18}"
    return f"{judged}{tokens} → {one_line(finding.label)}  [{one_line(finding.id)}]"


def dossier(report: Report, finding: Finding) -> list[str]:
    """Everything that the report knows of a finding."""
    return [
        headline(finding),
        *(one_line(text) for text in (finding.sentence, finding.next_step) if text),
        *_facts(finding),
        *_section("Why", _reasons(finding)),
        *_section("Evidence", _figures(finding)),
        *_section("Texts that need it", _texts(report, finding.examples)),
        *_section("Texts that speak against it", _texts(report, finding.counterexamples)),
    ]


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return ["", title, *found] if found else []


def _facts(finding: Finding) -> Iterator[str]:
    leaks = "unknown" if finding.leaks is None else _yes(finding.leaks)
    yield f"{finding.documents} texts hold it"
    yield f"The dataset leaks it: {leaks}; the model leans on it: {_yes(finding.relies)}"
    if finding.failed:
        yield f"Near miss: {one_line(finding.failed)}"
    if finding.decision is not None:
        note = f" ({one_line(finding.decision.note)})" if finding.decision.note else ""
        yield f"Decided: {finding.decision.decision}{note}"
    for title, words in (("Also", finding.members), ("Written", finding.forms)):
        if words:
            yield f"{title}: {', '.join(map(one_line, words))}"


def _reasons(finding: Finding) -> Iterator[str]:
    for reason in finding.reasons:
        mark = "yes" if reason.met else "no "
        seen, asked = one_line(reason.value), one_line(reason.threshold)
        yield f"{mark} {one_line(reason.rule)}: {seen} (asked: {asked})"


def _figures(finding: Finding) -> Iterator[str]:
    for figure in FIGURES:
        estimate = figure.of(finding)
        if estimate.estimate is not None:
            yield f"{figure.title:<31}{_estimate(estimate)}"
    association, task = finding.evidence.association, finding.evidence.task
    for title, value in (
        ("P(label) over all texts", association.base),
        ("Gardner's z, for comparison", association.z),
        ("artefact score", task.score),
    ):
        if value is not None:
            yield f"{title:<31}{value:>8.3f}"
    for title, confirmed in (
        ("association confirmed", association.confirmed),
        ("reliance confirmed", finding.evidence.reliance.confirmed),
    ):
        if confirmed is not None:
            yield f"{title:<31}{_yes(confirmed):>8}"
    yield f"{'reference corpus, lexicon':<31}{one_line(task.reference)}, {one_line(task.lexicon)}"
    pair = finding.kind is Kind.PAIR
    due = [figure for figure in FIGURES if pair or not figure.pairs_only]
    silent = [figure.title for figure in due if figure.of(finding).estimate is None]
    if silent:
        yield f"no evidence: {', '.join(silent)}"


def _estimate(value: Estimate) -> str:
    parts = [f"{value.estimate:>8.3f}"]
    if value.low is not None and value.high is not None:
        parts.append(f"({value.low:.3f} to {value.high:.3f})")
    if value.n:
        parts.append(f"{value.count} of {value.n}" if value.count is not None else f"n {value.n}")
    if value.p is not None:
        parts.append(f"p {value.p:.2g}")
    if value.adjusted_p is not None:
        parts.append(f"adjusted p {value.adjusted_p:.2g}")
    return "  ".join(parts)


def _texts(report: Report, ids: Iterable[str]) -> Iterator[str]:
    for shown in (report.shown[id_] for id_ in ids if id_ in report.shown):
        gold = "" if shown.gold is None else f", labelled {one_line(shown.gold)}"
        figures = f"{shown.probability:.3f} → {shown.probability_after:.3f}"
        yield f"row {shown.row}: {one_line(shown.label)} {figures}{gold}"
        for field in range(len(shown.texts)):
            yield f"  {_marked(shown, field)}"


def _marked(shown: Shown, field: int) -> str:
    text, parts, position = shown.texts[field], [], 0
    places = sorted((shown.spans[place], place) for place in shown.set if shown.spans[place][0] == field)
    for (_, start, end), place in places:
        opening, closing = ("«", "»") if place in shown.core else ("‹", "›")
        parts += [visible(text[position:start]), opening, visible(text[start:end]), closing]
        position = max(position, end)
    return " ".join("".join([*parts, visible(text[position:])]).split())


def _yes(value: bool) -> str:
    return "yes" if value else "no"
