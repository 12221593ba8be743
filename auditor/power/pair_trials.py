"""Pairs as canaries: texts with one of the two words, and what a pair does beyond its words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from auditor.data.examples import draw
from auditor.model.answering import Answering
from auditor.model.classifier import softmax
from auditor.normal import normal
from auditor.power.canary import EFFECTS, Canary
from auditor.power.into_texts import classes_of, holders, with_forms, write
from auditor.power.mixture import number_of
from auditor.power.strength import distances, push
from auditor.records.text import Explanation
from auditor.signals.statistics import FloatArray
from auditor.signals.study import Study


def alone(
    base: Study, canary: Canary, taken: Sequence[int], classifier: Answering, *, seed: int
) -> dict[int, Explanation]:
    """Texts with one word of the pair: for each word as many as hold both, most of other classes.

    A word alone does nothing, so that the text keeps the set that it has.
    """
    label, free = classes_of(base), np.ones(len(base.corpus), dtype=bool)
    free[list(taken)] = False
    order = np.argsort([draw(seed, canary.forms[0], identity) for identity in base.corpus.ids], kind="stable")
    order = order[free[order] & (label[order] >= 0)]
    own, others = (
        order[fit].tolist() for fit in (label[order] == canary.label, label[order] != canary.label)
    )
    odd = canary.texts - canary.agreeing
    found: dict[int, Explanation] = {}
    for place, form in enumerate(canary.forms):
        docs = own[place * odd :][:odd] + others[place * canary.agreeing :][: canary.agreeing]
        for doc, text in zip(docs, base.texts(docs), strict=True):
            changed = _with_word(classifier, text, form, seed=seed)
            found |= {} if changed is None else {doc: changed}
    return found


def _with_word(classifier: Answering, text: Explanation, form: str, *, seed: int) -> Explanation | None:
    """An explained text with one more word, which nothing needs; None where the model does not see it so."""
    encoded = classifier.encode(*with_forms(text, (form,), seed=seed))
    words = tuple(word.text for word in encoded.words)
    places = [place for place, word in enumerate(words) if normal(word) == normal(form)]
    if len(places) != 1 or words[: places[0]] + words[places[0] + 1 :] != text.words:
        return None
    [new] = places
    return replace(
        text,
        texts=encoded.texts,
        words=words,
        spans=tuple((word.field, word.start, word.end) for word in encoded.words),
        set=tuple(place + (place >= new) for place in text.set),
        core=tuple(place + (place >= new) for place in text.core),
        pairs=(),
        attributions=(*text.attributions[:new], 0.0, *text.attributions[new:]),
    )


def second_differences(
    base: Study, canary: Canary, classifier: Answering, *, seed: int
) -> dict[float, tuple[float, ...]]:
    """By effect, F(X) - F(X without i) - F(X without j) + F(X without both) of texts with both words.

    The model itself is asked; what is pushed is known: the text as written, and nothing else. So nothing
    needs to be searched.
    """
    behind = distances(base, canary, number_of(base.corpus, canary.tokens[0]), seed=seed)
    rows = []
    for texts in write(base, canary, holders(base, canary, seed=seed), seed=seed).values():
        words = [normal(word.text) for word in classifier.encode(*texts).words]
        first, second = (np.array([word == normal(form) for word in words]) for form in canary.forms)
        rows.append((texts, np.stack([first & False, first, second, first | second])))
    answers = [answer for answer in base.model.ask(rows, what="pairs") if answer is not None]
    pushes = {effect: push(behind, effect) for effect in EFFECTS}
    return {
        effect: tuple(_difference(answer, canary.label, strength) for answer in answers)
        for effect, strength in pushes.items()
        if strength is not None
    }


def _difference(logits: FloatArray, label: int, strength: float) -> float:
    pushed = logits.copy()
    pushed[0, label] += strength
    chances = softmax(pushed)[:, int(pushed[0].argmax())]
    return float(chances[0] - chances[1] - chances[2] + chances[3])
