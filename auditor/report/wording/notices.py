"""What a reader must know before believing the numbers: notes on the whole report, cautions, controls."""

from collections.abc import Callable, Sequence

from auditor.findings.finding import Verdict
from auditor.findings.report import Caution, ClassSummary, Control, Planted, Report, Summary
from auditor.records.text import Status
from auditor.report.numbers import count, counted
from auditor.report.visible_text import Sentence, name, sentence, token
from auditor.report.wording.conditions import WHY
from auditor.report.wording.features import KIND_NAMES, LIST_NAMES
from auditor.report.wording.signatures import broken

DEFAULTS = 0.2
"""Share of a class's predictions from which those by default are said."""
CONTROLS = {
    "permuted-labels": "shuffled labels",
    "random-sets": "random sets",
}
"""Names of the controls, by their code."""


def control_name(control: Control) -> str:
    """What a control does."""
    return CONTROLS.get(control.code) or name(control.code)


def planted_line(planted: Sequence[Planted]) -> str:
    """How much of what is known to be planted was found."""
    found = sum(one.finding is not None for one in planted)
    asked = sum(one.finding is None and one.verdict == Verdict.UNDECIDED for one in planted)
    line = f"{found} of {counted(len(planted), 'planted shortcut')} found"
    return f"{line}, {asked} left to a person to decide" if asked else line


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


def _no_embeddings(_: Caution) -> str:
    return (
        "The model could only be asked, and has no embeddings. Families of words of near meaning were not "
        "looked for, and no word was compared with the words of the task. --encoder MODEL adds both."
    )


def _planned(caution: Caution) -> str:
    return (
        f"{count(caution.count)} of {counted(caution.of, 'text')} were audited. Texts with words that few "
        "others hold were preferred: tests allow for that, but shares of texts are of the audited ones. "
        "sample.parquet says how many texts each stands for."
    )


def _calls_spent(caution: Caution) -> str:
    return (
        f"{counted(caution.count, 'text')} {_was(caution.count)} left out because the limit of calls was "
        "reached (--max-calls). Run the same command again to go on."
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


def _no_contrast(caution: Caution) -> str:
    about = {**KIND_NAMES, **LIST_NAMES}.get(caution.about, "the same opening")
    return (
        f"All but {count(caution.of - caution.count)} of {counted(caution.of, 'text')} hold {about}: no "
        "contrast, so that they were not tested."
    )


def _no_families(caution: Caution) -> str:
    why = NO_FAMILIES.get(caution.about, "the reason is not known")
    return f"Families of words by meaning were not looked for: {why}. Kinds and known lists were."


NO_FAMILIES = {
    "no_embeddings": "the model has no embeddings",
    "trained_from_scratch": "the model's embeddings were made by this training",
    "one_dimension": "the model's embeddings have fewer than two dimensions",
    "not_numbers": "the model's embeddings are not numbers",
    "few_lists": "the model knows too few words of the known lists to check its embeddings",
    "no_meaning": "in the model's embeddings words of a known list are not near each other",
}
"""Why there are no families by meaning."""


def _no_task(caution: Caution) -> str:
    return (
        f"Nothing says what the task is{NO_TASK.get(caution.about, '')}. So no word is called an artefact, "
        "only markers, numbers and the like. Six words a class (--seeds LABEL=word,word,…) would let the "
        "audit tell words of the task from others."
    )


def _no_meaning(caution: Caution) -> str:
    why = WHY.get(caution.about, name(caution.about))
    return (
        f"The meaning of words cannot be asked: {why}. So no word is called an artefact for what it means. "
        "--encoder names a model whose embeddings know words; --lexicon and --seeds list words of the task."
    )


def _unknown_seeds(caution: Caution) -> str:
    seeds = ", ".join(map(name, caution.named))
    return (
        f"{caution.count} of the seeds {_is(caution.count)} not in the model's vocabulary: {seeds}. "
        "The audit cannot tell which words are near them."
    )


NO_TASK = {
    "label_names_unknown": ": the names of the labels do not name a known task",
    "no_lexicon_for_language": ": the texts are not English, and there are no word lists for other languages",
    "given": ", as --task none asks",
}
"""Why no word of the task is listed."""


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


CAUTIONS: dict[str, Callable[[Caution], str]] = {
    "few-texts": _few_texts,
    "no-labels": _no_labels,
    "no-embeddings": _no_embeddings,
    "no-task": _no_task,
    "no-meaning": _no_meaning,
    "unknown-seeds": _unknown_seeds,
    "planned": _planned,
    "calls-spent": _calls_spent,
    "repeated": _repeated,
    "not-tried": _not_tried,
    "no-sets": _no_sets,
    "no-contrast": _no_contrast,
    "no-families": _no_families,
}
"""The words of every caution, by its code."""


def notes(report: Report) -> list[Sentence]:
    """What a reader must know before reading on."""
    found = []
    if warning := broken(report):
        found.append(sentence(f"{warning[0].upper()}{warning[1:]} Review and sign the report again."))
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
    return found + [_default(one) for one in report.summary.classes if _often_default(one)]


def _often_default(one: ClassSummary) -> bool:
    return one.statuses.get(Status.DEFAULT, 0) >= max(1, DEFAULTS * one.predicted)


def _default(one: ClassSummary) -> Sentence:
    """A finding about the model: a class that it says without being told."""
    count = one.statuses[Status.DEFAULT]
    return sentence(
        f"{count:,} of {counted(one.predicted, 'prediction')} of ",
        token(one.label),
        f" {_is(count)} the model's default: it says that class to an empty text too, and these texts add "
        "nothing for it.",
    )


def only_class(summary: Summary) -> str | None:
    """The one class that every text is predicted as, if there is only one."""
    seen = [one.label for one in summary.classes if one.predicted]
    return seen[0] if len(seen) == 1 else None
