"""One line for each folded part of the page, so that a reader knows what is behind it."""

from auditor.findings.finding import Verdict
from auditor.findings.report import Report
from auditor.report.class_failures import overall
from auditor.report.numbers import count, counted, listed, number, percent
from auditor.report.used_rightly import Group
from auditor.report.wording.notices import control_name, planted_line
from auditor.report.wording.suggestions import ANSWERS
from auditor.review.open_questions import open_questions

NOUNS = {
    Verdict.ARTEFACT: ("artefact", "artefacts"),
    Verdict.KEYWORD: ("keyword", "keywords"),
    Verdict.TASK: ("task word", "task words"),
}
"""Verdicts that are counted as nouns, one and several; the others are adjectives."""


def folds(report: Report, used: list[Group]) -> dict[str, str]:
    """The line of each part, by the part's id."""
    return {
        "used": _used(used),
        "decided": _decided(report),
        "findings": _findings(report),
        "charts": "What is in many texts and decides them; a map of all tokens; pairs.",
        "near": f"{count(len(report.near_misses))} that just failed to be a finding.",
        "quality": _quality(report),
        "data": _data(report),
        "reading": "What was measured, the rule behind the verdicts, and what this cannot say.",
        "provenance": "Model, data, settings and versions, with hashes.",
    }


def _used(used: list[Group]) -> str:
    parts = [counted(len(one.chips) + one.more, one.noun) for one in used]
    return f"{listed(parts)}, each word once." if parts else "Nothing that could be named."


def _decided(report: Report) -> str:
    made = [finding.decision.decision for finding in report.findings if finding.decision is not None]
    parts = [f"{said}: {count(made.count(choice))}" for choice, said in ANSWERS.items() if choice in made]
    return f"{'; '.join(parts).capitalize()}." if parts else "Nothing yet."


def _findings(report: Report) -> str:
    kinds = {finding.verdict for finding in report.findings}
    totals = [
        (verdict, sum(finding.verdict is verdict for finding in report.findings))
        for verdict in Verdict
        if verdict in kinds
    ]
    parts = [counted(total, *NOUNS.get(verdict, (verdict.value, verdict.value))) for verdict, total in totals]
    if not parts:
        return "There are none."
    total = counted(len(report.findings), "finding")
    said = f"{total}, a word once for each class: {', '.join(parts)}. "
    questions = open_questions(report)
    if (waiting := sum(len(one.findings) for one in questions)) > len(questions):
        said += f"{counted(len(questions), 'answer')} would settle the {count(waiting)} to decide. "
    return f"{said}All figures, to sort and filter."


def _quality(report: Report) -> str:
    quality, parts = report.quality, []
    if quality.planted:
        parts.append(planted_line(quality.planted))
    parts += [
        f"with {control_name(control)} the tests find {number(control.findings)} links a run, "
        f"with the true ones {count(control.of)}"
        for control in quality.controls[:1]
    ]
    if quality.cautions:
        parts.append(counted(len(quality.cautions), "caution"))
    line = "; ".join(parts) or "no control was run"
    return f"{line[0].upper()}{line[1:]}."


def _data(report: Report) -> str:
    right, known = overall(report.summary)
    accuracy = f"; {percent(right, known)} predicted as labelled" if known else "; no labels"
    texts, classes = report.summary.texts, len(report.summary.labels)
    return f"{counted(texts, 'text')}, {counted(classes, 'class', 'classes')}{accuracy}."
