"""A finding in full as lines of text: what it is, why, every figure, and the texts behind it.

In a text «needed» words stand in guillemets and words that only complete a pair in ‹single› ones.
"""

from collections.abc import Iterable, Iterator

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.report.commands import next_command
from auditor.report.figures import detail, figures_of, missing, value
from auditor.report.marking import bracketed, segments
from auditor.report.numbers import counted, yes_no
from auditor.report.statuses import brief
from auditor.report.tried_texts import tried_texts
from auditor.report.visible_text import one_line, quoted
from auditor.report.wording.answers import answers
from auditor.report.wording.conditions import near_miss, reasons
from auditor.report.wording.features import titles
from auditor.report.wording.rule import rule_of
from auditor.report.wording.sentences import finding_sentence, next_step

TITLE = 38
"""Columns of the terminal for the title of a figure."""


def headline(finding: Finding) -> str:
    """A finding in one line."""
    tokens = " + ".join(map(one_line, titles(finding)))
    judged = f"{finding.severity:<7}{finding.verdict:<18}"
    return f"{judged}{tokens} → {one_line(finding.label)}  [{one_line(finding.id)}]"


def dossier(report: Report, finding: Finding) -> list[str]:
    """Everything that the report knows of a finding."""
    rule = rule_of(report)
    return [
        headline(finding),
        quoted(finding_sentence(finding)),
        next_step(finding),
        *([f"  {command}"] if (command := next_command(finding, report)) else []),
        *_facts(finding, rule),
        *_section("Why", _reasons(finding, rule)),
        *_section("Evidence", _figures(finding)),
        *_section("Before and after", _tried(finding)),
        *_section("Texts that need it", _texts(report, finding.examples)),
        *_section("Texts that do not fit", _texts(report, finding.counterexamples)),
    ]


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return ["", title, *found] if found else []


def _facts(finding: Finding, rule: RuleConfig) -> Iterator[str]:
    leaks = "unknown" if finding.judgement.leaks is None else yes_no(finding.judgement.leaks)
    yield f"In {counted(finding.documents, 'text')}"
    yield f"The dataset leaks it: {leaks}; the model relies on it: {yes_no(finding.judgement.relies)}"
    if finding.near is not None:
        yield f"Near miss: {near_miss(finding, rule)}"
    if finding.decision is not None:
        note = f" ({one_line(finding.decision.note)})" if finding.decision.note else ""
        yield f"Decided: {finding.decision.decision}{note}"
    if finding.source:
        yield f"Made from: {one_line(finding.source)}"
    for title, words in (("Also", finding.members), ("Written", finding.forms)):
        if words:
            yield f"{title}: {', '.join(map(one_line, words))}"


def _reasons(finding: Finding, rule: RuleConfig) -> Iterator[str]:
    for reason in reasons(finding, rule):
        mark = "yes" if reason.met else "no "
        yield f"{mark} {reason.says}: {reason.seen} (asked for: {reason.asked})"


def _figures(finding: Finding) -> Iterator[str]:
    figures = figures_of(finding)
    for figure in figures:
        if not missing(figure):
            yield f"{figure.title:<{TITLE}}{value(figure)}  {detail(figure)}".rstrip()
    for title, said in answers(finding.evidence, pair=finding.kind is Kind.PAIR):
        yield f"{title:<{TITLE}}{one_line(said)}"
    silent = [figure.title for figure in figures if missing(figure)]
    if silent:
        yield f"no evidence: {'; '.join(silent)}"


def _tried(finding: Finding) -> Iterator[str]:
    for one in tried_texts(finding):
        yield " ".join(bracketed(one.text).split()) + (f" | {one.other}" if one.other else "")
        yield "  " + "; ".join(f"{step.when}: {step.label}, {step.sure} sure" for step in one.steps)


def _texts(report: Report, ids: Iterable[str]) -> Iterator[str]:
    for shown in (report.shown[id_] for id_ in ids if id_ in report.shown):
        gold = "" if shown.gold is None else f", labelled {one_line(shown.gold)}"
        yield f"row {shown.row}{gold}: {one_line(brief(shown))}"
        for field in range(len(shown.texts)):
            yield "  " + " ".join(bracketed(segments(shown, field)).split())
