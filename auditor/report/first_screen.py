"""The figures below the answer: texts touched, accuracy with and against shortcuts, open questions."""

from dataclasses import dataclass

from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.records.estimates import Estimate
from auditor.report.class_failures import overall
from auditor.report.headline import artefacts
from auditor.report.numbers import count, counted, percent
from auditor.report.to_decide import open_findings
from auditor.signals.harm import Harm

SECONDS = 30
"""What a decision takes a reader, about."""


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
        return KeyFigure("not counted", "texts that hold an artefact: the report was judged again")
    share = percent(summary.artefact_texts, summary.texts)
    return KeyFigure(
        share, f"of the texts hold an artefact: {count(summary.artefact_texts)} of {count(summary.texts)}"
    )


def _accuracy(report: Report) -> KeyFigure:
    """Where the artefacts agree with the label and where they do not; else over all texts."""
    right, known = overall(report.summary)
    if not known:
        return KeyFigure("unknown", "accuracy: the dataset has no labels")
    whole = f"{percent(right, known)} over all {counted(known, 'text')}"
    found = artefacts(report)
    agree, conflict = _pooled(found, "agreement"), _pooled(found, "conflict")
    if not agree.n or not conflict.n:
        return KeyFigure(percent(right, known), f"of the labels predicted: {count(right)} of {count(known)}")
    return KeyFigure(
        f"{percent(agree.count or 0, agree.n)} → {percent(conflict.count or 0, conflict.n)}",
        f"accuracy where an artefact agrees with the label → where it conflicts; {whole}",
    )


def _pooled(found: list[Finding], name: str) -> Estimate:
    """Texts predicted rightly over all artefacts; a text with two of them counts twice."""
    rates: list[Estimate] = [getattr(one.evidence.of(Harm), name) for one in found]
    return Estimate(n=sum(one.n for one in rates), count=sum(one.count or 0 for one in rates))


def _open(report: Report) -> KeyFigure:
    return KeyFigure(count(len(open_findings(report))), "left for you to decide")
