"""Tokens in explained texts: where they stand, and the text with one more word written in."""

from bisect import bisect_left
from collections.abc import Iterable

from auditor.normal import normal
from auditor.records.text import Explanation
from auditor.signals.counts import Corpus, Token


def occurrences(corpus: Corpus, explanation: Explanation, token: int) -> list[int]:
    """The words of a text that are the token, or members of it."""
    members = frozenset(corpus.members(token).tolist())
    return [index for index, number in enumerate(token_numbers(corpus, explanation)) if number in members]


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
    """The text with a word written in front of the word at a relative place, or at the end."""
    texts, at = list(explanation.texts), written_at(explanation, field=field, place=place)
    text = texts[field]
    texts[field] = f"{text} {form}" if at > len(text) else f"{text[:at]}{form} {text[at:]}"
    return tuple(texts)


def written_at(explanation: Explanation, *, field: int, place: float) -> int:
    """The first character of a word that `with_word` writes."""
    spans = [span for span in explanation.spans if span[0] == field]
    at = round(place * len(spans))
    return len(explanation.texts[field]) + 1 if at >= len(spans) else spans[at][1]
