"""The figures below the answer: texts touched, accuracy against the shortcuts, open questions."""

from dataclasses import dataclass

from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.records.estimates import Estimate
from auditor.report.class_failures import overall
from auditor.report.headline import artefacts
from auditor.report.numbers import count, counted, of, percent
from auditor.review.open_questions import above_low, minutes, open_questions
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion

FEWEST = 20
"""Texts in which a shortcut points to the wrong class, from which their share is worth a figure."""


@dataclass(frozen=True)
class KeyFigure:
    """A number that carries the answer."""

    value: str
    says: str


def key_figures(report: Report) -> list[KeyFigure]:
    """Texts touched, accuracy, and what remains to be decided; none where nothing was audited."""
    if not report.summary.texts:
        return []
    return [_touched(report), _accuracy(report), _open(report)]


def _touched(report: Report) -> KeyFigure:
    summary = report.summary
    if summary.artefact_texts is None:
        return KeyFigure("not counted", "texts that hold a shortcut: the report was judged again")
    share = percent(summary.artefact_texts, summary.texts)
    return KeyFigure(
        share, f"of the texts hold a shortcut: {count(summary.artefact_texts)} of {count(summary.texts)}"
    )


def _accuracy(report: Report) -> KeyFigure:
    """Where the shortcuts point to another class than the label; where few texts do, once they are put in."""
    right, known = overall(report.summary)
    if not known:
        return KeyFigure("unknown", "how often the model is right: the dataset has no labels")
    found = artefacts(report)
    agree, conflict = _pooled(found, "agreement"), _pooled(found, "conflict")
    if agree.n and conflict.n >= FEWEST:
        return KeyFigure(
            percent(conflict.count or 0, conflict.n),
            f"right where a shortcut points to the wrong class ({counted(conflict.n, 'text')}), "
            f"{percent(agree.count or 0, agree.n)} where it points to the right one, "
            f"{percent(right, known)} over all",
        )
    turned = _sum([one.evidence.of(Insertion).rate for one in found])
    if turned.n >= FEWEST:
        return KeyFigure(
            percent(turned.count or 0, turned.n),
            f"of other texts change their class once a shortcut is put in: {of(turned)}. "
            f"Without that, {percent(right, known)} of all texts are predicted rightly",
        )
    return KeyFigure(
        percent(right, known), f"of all texts are predicted rightly: {count(right)} of {count(known)}"
    )


def _pooled(found: list[Finding], name: str) -> Estimate:
    """Texts predicted rightly over all artefacts; a text with two of them counts twice."""
    return _sum([getattr(one.evidence.of(Harm), name) for one in found])


def _sum(rates: list[Estimate]) -> Estimate:
    return Estimate(n=sum(one.n for one in rates), count=sum(one.count or 0 for one in rates))


def _open(report: Report) -> KeyFigure:
    questions = open_questions(report)
    grave = above_low(questions)
    low = len(questions) - grave
    if not questions:
        return KeyFigure("0", "questions left for you to decide")
    if not grave:
        return KeyFigure(count(low), f"{_noun(low)} of low severity, which can wait")
    rest = f"; {count(low)} more of low severity can wait" if low else ""
    said = f"{_noun(grave)} for you to decide: about {counted(minutes(grave), 'minute')}{rest}"
    return KeyFigure(count(grave), said)


def _noun(questions: int) -> str:
    return "question" if questions == 1 else "questions"
