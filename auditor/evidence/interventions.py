"""Interventions: what becomes of the prediction when a token is taken out, or put in.

*Deletion* removes every occurrence of the token from texts predicted as its class; the placebo removes, from
the same text, another word of like frequency. *Insertion* writes the token into texts predicted as another
class, at places where it stands in its own texts; the placebo writes words of like frequency at the same
places. Insertion also sees shortcuts of the class that the model gives an empty text, to which removal is
blind. The *second difference* of a pair compares removing both words with removing each.

Everything goes through the engine of the search: rows of many texts share batches, and a row that fails costs
no other its result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.questions import Asking, BoolArray, FloatArray, Forward
from auditor.errors import AuditError
from auditor.evidence.counts import Token, normal
from auditor.evidence.statistics import larger, mean, more_often, rate
from auditor.findings import Estimate, Flips, Interaction
from auditor.model.classifier import Classifier, softmax
from auditor.progress import Progress, Silent
from auditor.records.text import Explanation


@dataclass(frozen=True, eq=False)
class Laboratory:
    """The model, and how it is asked."""

    classifier: Classifier
    removal: str = "pad"
    budget: Budget | None = None
    progress: Progress = field(default_factory=Silent)


@dataclass(frozen=True, eq=False)
class Insertion:
    """A token to be put into texts."""

    form: str
    """As it is written."""
    field: int
    label: int
    """The class it should speak for."""
    places: tuple[float, ...]
    """Where it stands in its own texts, 0 = before the first word, 1 = after the last."""
    placebos: tuple[str, ...] = ()
    """Words of like frequency; none where nothing is to be compared."""


@dataclass(frozen=True, eq=False)
class Deletion:
    """A token to be taken out of texts."""

    token: Token
    label: int
    texts: tuple[Explanation, ...]
    """Texts predicted as the label that hold it."""


def ask(
    laboratory: Laboratory, rows: Sequence[tuple[tuple[str, ...], BoolArray]], *, what: str = "texts"
) -> list[FloatArray | None]:
    """Logits for texts, each with some removals (removals, words); None where the model failed.

    An empty mask, (0, 0), asks for the text as it is. `what` is done, for those who watch.
    """
    answers: list[FloatArray | None] = []
    plain: dict[tuple[str, ...], int] = {}
    """Where the answer for an unchanged text stands: it is asked for once."""
    same: list[int] = []

    def tasks() -> Iterable[Task[FloatArray]]:
        for texts, removed in rows:
            laboratory.progress.advance()
            answers.append(None)
            here = len(answers) - 1
            same.append(here if removed.size else plain.setdefault(texts, here))
            if same[-1] != here:
                continue
            try:
                encoded = laboratory.classifier.encode(*texts)
            except AuditError:
                continue
            mask = removed if removed.size else np.zeros((1, len(encoded.words)), dtype=bool)
            yield Task(encoded, _forward(mask), key=here)

    laboratory.progress.start(what, len(rows))
    try:
        for task in run(laboratory.classifier, tasks(), removal=laboratory.removal, budget=laboratory.budget):
            if not isinstance(task.outcome, AuditError):
                answers[task.key] = task.outcome
    finally:
        laboratory.progress.finish()
    return [answers[place] for place in same]


def _forward(removed: BoolArray) -> Asking[FloatArray]:
    answer: FloatArray = yield Forward(removed)
    return answer


AS_IS = np.zeros((0, 0), dtype=bool)


def occurrences(explanation: Explanation, token: Token) -> list[int]:
    """The words of a text that are the token."""
    return [
        index
        for index, (word, span) in enumerate(zip(explanation.words, explanation.spans, strict=True))
        if span[0] == token.field and normal(word) == token.text
    ]


def relative_places(explanations: Iterable[Explanation], token: Token) -> tuple[float, ...]:
    """Where a token stands in its texts: 0 = before all other words, 1 = after them."""
    found = []
    for explanation in explanations:
        words = [i for i, span in enumerate(explanation.spans) if span[0] == token.field]
        for index in occurrences(explanation, token)[:1]:
            found.append((index - words[0]) / max(1, len(words) - 1))
    return tuple(found)


def inserted(explanation: Explanation, form: str, *, field: int, place: float) -> tuple[str, ...]:
    """The text with a word written in front of the word at a relative place, or at the end."""
    spans = [span for span in explanation.spans if span[0] == field]
    texts = list(explanation.texts)
    at = round(place * len(spans))
    text = texts[field]
    if at >= len(spans):
        texts[field] = f"{text} {form}"
    else:
        start = spans[at][1]
        texts[field] = f"{text[:start]}{form} {text[start:]}"
    return tuple(texts)


def insert(
    laboratory: Laboratory, insertions: Sequence[Insertion], targets: Sequence[Sequence[Explanation]]
) -> list[tuple[Flips, float | None]]:
    """Insert each token, and in turn its placebos, into its target texts.

    The second result is the mean change of the class's margin over the best other one, in logits.
    """
    rows: list[tuple[tuple[str, ...], BoolArray]] = []
    for insertion, texts in zip(insertions, targets, strict=True):
        for number, text in enumerate(texts):
            place = insertion.places[number % len(insertion.places)] if insertion.places else 0.0
            words = [insertion.form]
            if insertion.placebos:
                words.append(insertion.placebos[number % len(insertion.placebos)])
            rows.append((text.texts, AS_IS))
            rows += [(inserted(text, w, field=insertion.field, place=place), AS_IS) for w in words]
    answers = iter(ask(laboratory, rows, what="insertions"))
    found = []
    for insertion, texts in zip(insertions, targets, strict=True):
        own: list[bool] = []
        other: list[bool] = []
        change: list[float] = []
        pull: list[float] = []
        for _ in texts:
            before, after = next(answers), next(answers)
            placebo = next(answers) if insertion.placebos else None
            if before is None or after is None or (insertion.placebos and placebo is None):
                continue
            own.append(int(after[0].argmax()) == insertion.label)
            if placebo is not None:
                other.append(int(placebo[0].argmax()) == insertion.label)
            change.append(_probability(after[0], insertion.label) - _probability(before[0], insertion.label))
            pull.append(_margin(after[0], insertion.label) - _margin(before[0], insertion.label))
        found.append((_flips(own, other, change), float(np.mean(pull)) if pull else None))
    return found


def alone(
    laboratory: Laboratory, words: Sequence[tuple[str, int]], placebos: Sequence[str]
) -> list[float | None]:
    """The margin of each word's class, in logits, when the word is the whole text, beside placebo words."""
    asked = sorted({*(word for word, _ in words), *placebos})
    answers = dict(
        zip(asked, ask(laboratory, [((word,), AS_IS) for word in asked], what="single words"), strict=True)
    )

    def margin(word: str, label: int) -> float | None:
        answer = answers[word]
        return None if answer is None else _margin(answer[0], label)

    usual: dict[int, float | None] = {}
    for label in {label for _, label in words}:
        others = [m for placebo in placebos if (m := margin(placebo, label)) is not None]
        usual[label] = float(np.mean(others)) if others else None
    found: list[float | None] = []
    for word, label in words:
        own, other = margin(word, label), usual[label]
        found.append(None if own is None or other is None else own - other)
    return found


def delete(
    laboratory: Laboratory, deletions: Sequence[Deletion], placebos: Sequence[Sequence[int | None]]
) -> list[tuple[Flips, Estimate]]:
    """Remove each token from its texts; `placebos` names, for each text, the word to remove instead.

    The second result is the evidence that the texts lose: the class's probability, corrected by the logits
    of the text without any word.
    """
    rows = []
    for deletion, others in zip(deletions, placebos, strict=True):
        for text, other in zip(deletion.texts, others, strict=True):
            removed = np.zeros((4, len(text.words)), dtype=bool)
            removed[1, occurrences(text, deletion.token)] = True
            if other is not None:
                removed[2, other] = True
            removed[3] = True
            rows.append((text.texts, removed))
    answers = iter(ask(laboratory, rows, what="deletions"))
    found = []
    for deletion, others in zip(deletions, placebos, strict=True):
        own: list[bool] = []
        other_flips: list[bool] = []
        change: list[float] = []
        lost: list[float] = []
        for other in others:
            answer = next(answers)
            if answer is None:
                continue
            own.append(int(answer[1].argmax()) != deletion.label)
            other_flips.append(other is not None and int(answer[2].argmax()) != deletion.label)
            for losses, offset in ((change, 0.0), (lost, answer[3])):
                before, after = (_probability(line - offset, deletion.label) for line in answer[:2])
                losses.append(before - after)
        found.append((_flips(own, other_flips, change), mean(lost)))
    return found


def _flips(own: list[bool], other: list[bool], change: list[float]) -> Flips:
    p = more_often(own, other) if other and own else None
    return Flips(
        rate=rate(sum(own), len(own), p=p),
        placebo=rate(sum(other), len(other)) if other else Estimate(),
        effect=mean(change),
    )


@dataclass(frozen=True, eq=False)
class Together:
    """A pair in one text, and two other words of the same text as its placebo."""

    text: Explanation
    first: tuple[int, ...]
    """Words that are the first token."""
    second: tuple[int, ...]
    placebo: tuple[int, int] | None


def interact(laboratory: Laboratory, cases: Sequence[Sequence[Together]]) -> list[Interaction]:
    """The second difference of the predicted class's probability for each pair, over its texts."""
    rows = []
    for texts in cases:
        for case in texts:
            sets = [(), case.first, case.second, case.first + case.second]
            if case.placebo is not None:
                a, b = case.placebo
                sets += [(a,), (b,), (a, b)]
            removed = np.zeros((len(sets), len(case.text.words)), dtype=bool)
            for row, members in zip(removed, sets, strict=True):
                row[list(members)] = True
            rows.append((case.text.texts, removed))
    answers = iter(ask(laboratory, rows, what="pairs"))
    found = []
    for texts in cases:
        own: list[float] = []
        compared: list[float] = []
        other: list[float] = []
        for case in texts:
            answer = next(answers)
            if answer is None:
                continue
            target = int(answer[0].argmax())
            f = [_probability(line, target) for line in answer]
            own.append(f[0] - f[1] - f[2] + f[3])
            if case.placebo is not None:
                compared.append(abs(own[-1]))
                other.append(abs(f[0] - f[4] - f[5] + f[6]))
        p = larger(compared, other) if len(other) > 1 else None
        found.append(Interaction(mean(own, p=p), mean(other), removal=laboratory.removal))
    return found


def _probability(logits: FloatArray, label: int) -> float:
    return float(softmax(logits)[label])


def _margin(logits: FloatArray, label: int) -> float:
    """By how much a class is ahead of the best other one, in logits."""
    return float(logits[label] - np.delete(logits, label).max())
