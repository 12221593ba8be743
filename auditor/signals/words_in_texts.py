"""Tokens in explained texts: where they stand, and the text with one more word written in."""

from bisect import bisect_left
from collections.abc import Iterable

from auditor.features.outlines import TextFeature
from auditor.normal import normal
from auditor.records.text import Explanation
from auditor.signals.counts import Corpus, Token


def occurrences(corpus: Corpus, explanation: Explanation, token: int) -> list[int]:
    """The words of a text that are the token, or members of it, or that a feature of the text is made of."""
    whole = corpus.properties.get(token)
    if whole is not None:
        return _of_property(corpus, explanation, whole)
    members = frozenset(corpus.members(token).tolist())
    return [index for index, number in enumerate(token_numbers(corpus, explanation)) if number in members]


def _of_property(corpus: Corpus, explanation: Explanation, whole: TextFeature) -> list[int]:
    own = [index for index, span in enumerate(explanation.spans) if span[0] == whole.field]
    numbers = token_numbers(corpus, explanation)
    places = whole.places([numbers[i] for i in own], [explanation.words[i] for i in own])
    return [own[place] for place in places]


def token_numbers(corpus: Corpus, explanation: Explanation) -> list[int]:
    """The token number of each word of a text."""
    return [
        bisect_left(corpus.vocabulary, Token(normal(word), span[0]), hi=corpus.words)
        for word, span in zip(explanation.words, explanation.spans, strict=True)
    ]


def relative_places(corpus: Corpus, explanations: Iterable[Explanation], token: int) -> tuple[float, ...]:
    """Where a token stands in its texts: 0 = before all other words, 1 = after them."""
    field = corpus.vocabulary[token].field
    found = []
    for explanation in explanations:
        words = [i for i, span in enumerate(explanation.spans) if span[0] == field]
        for index in occurrences(corpus, explanation, token)[:1]:
            found.append((index - words[0]) / max(1, len(words) - 1))
    return tuple(found)


def with_word(explanation: Explanation, form: str, *, field: int, place: float) -> tuple[str, ...]:
    """The text with a word written in front of the word at a relative place, or at the end.

    It never grows together with its neighbours: with "so", "film." becomes "film so." or "so film.".
    """
    texts, (at, before, behind) = list(explanation.texts), _gap(explanation, field, place)
    texts[field] = f"{texts[field][:at]}{before}{form}{behind}{texts[field][at:]}"
    return tuple(texts)


def place_in(explanation: Explanation, field: int, place: float) -> int:
    """Which word of the text a word becomes that `with_word` writes there."""
    before = sum(span[0] < field for span in explanation.spans)
    return before + round(place * sum(span[0] == field for span in explanation.spans))


def with_text(explanation: Explanation, field: int, text: str) -> tuple[str, ...]:
    """The texts with one of them replaced."""
    return (*explanation.texts[:field], text, *explanation.texts[field + 1 :])


def written_at(explanation: Explanation, *, field: int, place: float) -> int:
    """The first character of a word that `with_word` writes."""
    at, before, _ = _gap(explanation, field, place)
    return at + len(before)


def _gap(explanation: Explanation, field: int, place: float) -> tuple[int, str, str]:
    """Where a text is opened for a word, and the blanks before and behind it."""
    text = explanation.texts[field]
    spans = [span for span in explanation.spans if span[0] == field]
    number = round(place * len(spans))
    if number >= len(spans):
        return len(text), " ", ""
    at = spans[number][1]
    if not at or text[at - 1].isspace():
        return at, "", " "
    return at, " ", " " if text[at].isalnum() else ""
