"""What a reader must know before believing the numbers: notes on the whole report, cautions, controls."""

from collections.abc import Callable

from auditor.findings.report import Caution, Control, Report, Summary
from auditor.report.numbers import counted
from auditor.report.visible_text import Sentence, name, sentence, token
from auditor.review.open_questions import open_questions
from auditor.review.sign_off import Standing, standing

CONTROLS = {
    "permuted-labels": "labels permuted",
    "random-sets": "sets drawn at random",
}
"""Names of the controls, by their code."""


def control_name(control: Control) -> str:
    """What a control does."""
    return CONTROLS.get(control.code) or name(control.code)


def caution_text(caution: Caution) -> str:
    """What cannot be concluded, and why."""
    words = CAUTIONS.get(caution.code)
    return name(caution.code) if words is None else words(caution)


def _few_texts(caution: Caution) -> str:
    return (
        f"Only {counted(caution.count, 'text')} could be audited. With fewer than {caution.of}, rates are "
        "rough, and finding nothing means nothing."
    )


def _no_labels(_: Caution) -> str:
    return (
        "The dataset has no labels. Association and harm cannot be measured, and a shortcut and a word of "
        "the task look the same."
    )


def _repeated(caution: Caution) -> str:
    return f"{counted(caution.count, 'repeated text')} {_is(caution.count)} counted once."


def _not_tried(caution: Caution) -> str:
    return (
        f"{counted(caution.count, 'more candidate')} {_was(caution.count)} significant but not tried on the "
        "model. Raise --candidates to try more."
    )


def _no_sets(caution: Caution) -> str:
    return (
        f"{caution.count:,} of {counted(caution.of, 'text')} predicted {name(caution.label)} have no minimal "
        "set. Only insertion shows what the model uses there."
    )


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


CAUTIONS: dict[str, Callable[[Caution], str]] = {
    "few-texts": _few_texts,
    "no-labels": _no_labels,
    "repeated": _repeated,
    "not-tried": _not_tried,
    "no-sets": _no_sets,
}
"""The words of every caution, by its code."""


def notes(report: Report) -> list[Sentence]:
    """What a reader must know before reading on."""
    found = []
    if standing(report) in (Standing.EVIDENCE, Standing.DECISIONS):
        found.append(signature_note(report))
    if report.redacted:
        found.append(
            sentence(
                "This report is redacted: tokens have neutral names, and of texts only the places of words "
                "are left. Verdicts and figures are unchanged."
            )
        )
    if report.judged_again:
        found.append(
            sentence(
                "This report was judged again, from the stored evidence, with another rule than that of the "
                "run. “How to read this” has the rule that was applied."
            )
        )
    if report.summary.texts and not report.summary.has_labels:
        found.append(
            sentence(
                "The dataset has no labels. The report shows what the model relies on. It cannot show "
                "whether the dataset leaks it or what it costs in accuracy: there it says “no evidence”."
            )
        )
    single = only_class(report.summary)
    if report.summary.texts and single is not None:
        found.append(
            sentence(
                "Every text is predicted as ",
                token(single),
                ". There is no text of another class to insert a token into, so the report cannot say what a "
                "token turns.",
            )
        )
    return found


def signature_note(report: Report) -> Sentence:
    """What the signature of a report is worth, in a sentence; empty where there is none."""
    signed, worth = report.signature, standing(report)
    if signed is None:
        return ()
    evidence = f"Evidence {signed.evidence[:12]}."
    by = f"{name(signed.reviewer)} on {name(signed.signed[:10])}"
    if worth is Standing.VALID:
        decided = sum(one.decision is not None for one in report.findings)
        left = len(open_questions(report))
        low = f"; {counted(left, 'question')} of low severity left open" if left else ""
        return sentence(f"Signed off by {by}: {counted(decided, 'finding')} decided{low}. {evidence}")
    if worth is Standing.REDACTED:
        return sentence(f"Signed off by {by}, before the words were taken out. {evidence}")
    what = "evidence" if worth is Standing.EVIDENCE else "decisions"
    return sentence(f"Not signed off: {by} signed another state of this report; the {what} changed since.")


def only_class(summary: Summary) -> str | None:
    """The one class that every text is predicted as, if there is only one."""
    seen = [one.label for one in summary.classes if one.predicted]
    return seen[0] if len(seen) == 1 else None
