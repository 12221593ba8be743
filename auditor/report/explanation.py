"""One text's explanation as JSON and as a page."""

import json
from dataclasses import dataclass
from typing import Any

from auditor.features.kinds import told_of
from auditor.features.lists import list_of
from auditor.normal import normal
from auditor.records.text import Explanation, Pair
from auditor.report.html import render
from auditor.report.marking import role_of, segments
from auditor.report.statuses import sentence
from auditor.report.visible_text import NAME_LENGTH, Segment, visible
from auditor.report.wording.features import ONE_OF


def as_dict(explanation: Explanation) -> dict[str, Any]:
    """The public JSON form of an explanation."""
    texts = explanation.texts
    return {
        "text": texts[0] if len(texts) == 1 else list(texts),
        "words": list(explanation.words),
        "label": explanation.label,
        "probability": round(explanation.probability, 6),
        "probability_after": round(explanation.probability_after, 6),
        "label_after": explanation.label_after,
        "probability_empty": round(explanation.probability_empty, 6),
        "evidence": round(explanation.evidence, 6),
        "evidence_after": round(explanation.evidence_after, 6),
        "status": str(explanation.status),
        "reason": sentence(explanation),
        "set": list(explanation.set),
        "core": list(explanation.core),
        "kinds": {str(index): code for index, code in kinds(explanation).items()},
        "pairs": [_pair(pair) for pair in explanation.pairs],
        "attributions": [round(value, 6) for value in explanation.attributions],
        "completeness_error": round(explanation.completeness_error, 6),
        "forwards": explanation.forwards,
        "gradients": explanation.gradients,
        "truncated": explanation.truncated,
    }


def kinds(explanation: Explanation) -> dict[int, str]:
    """The kind, style or known list of each word of the set that has one, by the word's place."""
    words = ((index, explanation.words[index]) for index in explanation.set)
    found = {index: told_of(word) or list_of(normal(word)) for index, word in words}
    return {index: code for index, code in sorted(found.items()) if code}


def kinds_line(explanation: Explanation) -> str:
    """The same in words; empty where every word of the set is a plain one."""
    said = dict.fromkeys(
        f"“{visible(explanation.words[index], NAME_LENGTH)}” is {ONE_OF.get(code, code)}"
        for index, code in kinds(explanation).items()
    )
    return "; ".join(said)


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "words": list(pair.words),
        "indices": list(pair.indices),
        "score": round(pair.score, 6),
        "frequency": round(pair.frequency, 6),
        "interaction": round(pair.interaction, 6),
    }


def to_json(explanation: Explanation, more: dict[str, Any] | None = None) -> str:
    """One line of JSON; `more` has keys to add."""
    return (
        json.dumps(as_dict(explanation) | (more or {}), ensure_ascii=False)
        .encode("utf-8", "replace")
        .decode()
    )


@dataclass(frozen=True)
class WordBar:
    """One word's attribution as a bar."""

    word: str
    value: float
    width: float
    """0 to 100, relative to the strongest word of the text."""
    role: str


@dataclass(frozen=True)
class Card:
    """What the page shows of one text."""

    fields: list[list[Segment]]
    label: str
    status: str
    reason: str
    probability: float
    probability_after: float
    probability_empty: float
    evidence: float
    evidence_after: float
    kinds: str
    """What kind of words the set has; empty where all are plain."""
    pairs: list[tuple[str, str, float, float, float]]
    """Two words, score, frequency, interaction."""
    bars: list[WordBar]
    truncated: int
    completeness_error: float
    forwards: int
    gradients: int


SHOWN_BARS = 40
"""Words with the largest attributions that are drawn, in reading order."""


def card(explanation: Explanation) -> Card:
    """The view of one explanation."""
    return Card(
        fields=[segments(explanation, field) for field in range(len(explanation.texts))],
        label=visible(explanation.label),
        status=str(explanation.status),
        reason=sentence(explanation),
        probability=explanation.probability,
        probability_after=explanation.probability_after,
        probability_empty=explanation.probability_empty,
        evidence=explanation.evidence,
        evidence_after=explanation.evidence_after,
        kinds=kinds_line(explanation),
        pairs=[
            (visible(pair.words[0]), visible(pair.words[1]), pair.score, pair.frequency, pair.interaction)
            for pair in explanation.pairs
        ],
        bars=_bars(explanation),
        truncated=explanation.truncated,
        completeness_error=explanation.completeness_error,
        forwards=explanation.forwards,
        gradients=explanation.gradients,
    )


def _bars(explanation: Explanation) -> list[WordBar]:
    values = explanation.attributions
    strongest = max((abs(value) for value in values), default=0.0) or 1.0
    largest = sorted(range(len(values)), key=lambda i: (-abs(values[i]), i))[:SHOWN_BARS]
    return [
        WordBar(
            word=visible(explanation.words[i][:24]),
            value=values[i],
            width=round(100 * abs(values[i]) / strongest, 1),
            role=role_of(explanation, i),
        )
        for i in sorted(largest)
    ]


def page(explanations: list[Explanation], model: str) -> str:
    """A self-contained page with one card per text."""
    cards = [card(explanation) for explanation in explanations]
    return render("explain.html", cards=cards, model=visible(model))
