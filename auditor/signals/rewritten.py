"""Texts rewritten: what is tried of a feature that is no word, and the placebo beside it.

An opening is put in front of a text, as another text has it; its placebo is as many neutral words. A word at
an end is put there; its placebo is the same word elsewhere, so that the place alone is tested. A form or a
style is given to the text, or taken away; its placebo is another change of form, one that shows nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from auditor.features.form import PUT, TAKE, Form
from auditor.features.outlines import TextFeature
from auditor.features.place import FIRST, OPEN, AtEnd, Opening
from auditor.features.rewriting import moved_within, with_first, with_last, with_within
from auditor.records.text import Explanation
from auditor.signals.candidates import Candidate
from auditor.signals.placebos import alike
from auditor.signals.study import Study, Texts
from auditor.signals.trials import Span
from auditor.signals.words_in_texts import occurrences, with_text


@dataclass(frozen=True)
class Rewritten:
    """A text with a change made."""

    texts: tuple[Texts, ...]
    """The text with the change and, where there is one, with the placebo."""
    spans: tuple[Span, ...] = ()
    """First and last-plus-one character of what was put in; none where the whole text is another."""


Rewrite = Callable[[Explanation, int], Rewritten | None]
"""A text, and a number that decides what is drawn, to the text rewritten; None where it cannot be."""
SAME_MEASURE = {"capitals": "capital letters"}
"""Styles of words that a measure of the form shows as well."""


def putting(
    study: Study, candidate: Candidate, whole: TextFeature, own: Sequence[Explanation], forms: Sequence[str]
) -> Rewrite | None:
    """What gives a feature to a text; None where nothing does.

    `own` are texts that hold it, `forms` the words to be put at an end.
    """
    if isinstance(whole, Opening):
        return _opened(study, candidate, whole, own)
    if isinstance(whole, AtEnd):
        return _placed(whole, forms)
    if isinstance(whole, Form) and whole.feature.name not in PUT:
        return None
    return _restyled(study, whole, "put")


def taking(study: Study, candidate: Candidate, whole: TextFeature) -> Rewrite | None:
    """What takes a feature from a text that holds it; None where nothing does."""
    if isinstance(whole, AtEnd):
        return _moved(study, candidate, whole)
    if isinstance(whole, Form) and whole.feature.name not in TAKE:
        return None
    return _restyled(study, whole, "take")


def _opened(study: Study, candidate: Candidate, whole: Opening, own: Sequence[Explanation]) -> Rewrite:
    [token] = candidate.tokens
    corpus = study.corpus
    starts = [whole.written(text) for text in own] or [*corpus.forms[token]]
    parts = [part for part in whole.parts if part != OPEN] + [*whole.fillers[:1]]
    stock = [alike(study, part, whole.parts) for part in parts]

    def rewrite(text: Explanation, turn: int) -> Rewritten:
        neutral = [corpus.forms[some[turn % len(some)]][0] for some in stock if some]
        written = [starts[turn % len(starts)], *([" ".join(neutral)] if neutral else [])]
        old = text.texts[whole.field]
        texts = tuple(with_text(text, whole.field, with_first(old, start)) for start in written)
        return Rewritten(texts, ((0, len(written[0])),))

    return rewrite


def _placed(whole: AtEnd, forms: Sequence[str]) -> Rewrite:
    put = with_first if whole.end == FIRST else with_last

    def rewrite(text: Explanation, turn: int) -> Rewritten:
        word, old = forms[turn % len(forms)], text.texts[whole.field]
        written = (put(old, word), with_within(old, word, turn))
        start = 0 if whole.end == FIRST else written[0].rindex(word)
        texts = tuple(with_text(text, whole.field, new) for new in written)
        return Rewritten(texts, ((start, start + len(word)),))

    return rewrite


def _moved(study: Study, candidate: Candidate, whole: AtEnd) -> Rewrite:
    def rewrite(text: Explanation, turn: int) -> Rewritten | None:
        here = [index for index, span in enumerate(text.spans) if span[0] == whole.field]
        places = occurrences(study.corpus, text, candidate.tokens[0])
        if not places:
            return None
        place = here.index(places[0])
        old = text.texts[whole.field]
        written = [moved_within(old, place, turn)]
        written.append(moved_within(old, place + (1 if whole.end == FIRST else -1), turn))
        if written[0] is None:
            return None
        return Rewritten(tuple(with_text(text, whole.field, new) for new in written if new is not None))

    return rewrite


def _restyled(study: Study, whole: TextFeature, way: str) -> Rewrite:
    change = getattr(whole, way)
    placebos = _quiet_changes(study, whole)

    def rewrite(text: Explanation, turn: int) -> Rewritten | None:
        old = text.texts[whole.field]
        new = change(old, turn)
        if new is None or new == old:
            return None
        turned = [*placebos[turn % len(placebos) :], *placebos[: turn % len(placebos)]] if placebos else []
        others = (other(old, turn) for other in turned)
        placebo = next((other for other in others if other != old), None)
        changed = (new,) if placebo is None else (new, placebo)
        return Rewritten(tuple(with_text(text, whole.field, one) for one in changed))

    return rewrite


def _quiet_changes(study: Study, whole: TextFeature) -> list[Callable[[str, int], str]]:
    """Changes of another measure, whose form shows nothing in the data and in the model."""
    own = _measure(whole.feature.name)
    used = PUT.get(whole.feature.name)
    loud = {
        one.feature.name
        for token, one in study.corpus.properties.items()
        if (study.association.significant[token] | study.reliance.significant[token]).any()
    }
    return [
        change
        for name, change in dict(PUT).items()
        if _measure(name) != own and change is not used and name not in loud
    ]


def _measure(name: str) -> str:
    return SAME_MEASURE.get(name, name.split(": ")[0])
