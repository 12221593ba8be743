"""What a signal answered in words and not in numbers: yes or no, listed, contradicted.

Every text and every yes or no of a signal's record is shown; those of a new signal under its own name.
"""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

from auditor.report.numbers import NONE, number, of, p_value, yes_no
from auditor.report.visible_text import name
from auditor.report.wording.conditions import EXEMPT, WHY
from auditor.signals import interaction
from auditor.signals.evidence import SIGNALS, Evidence
from auditor.signals.strata import Strata, Stratum

TITLES = {
    ("association", "z"): "Gardner's z, for comparison",
    ("association", "confirmed"): "labels confirmed on the other half",
    ("reliance", "confirmed"): "sets confirmed on the other half",
    ("interaction", "removal"): "how the words were removed",
    ("reference", "answer"): "reference corpus",
    ("lexicon", "answer"): "task lexicon",
    ("lexicon", "source"): "listed by",
    ("kind", "kind"): "kind of token",
    ("kind", "exempt"): "the kind does not decide",
    ("deletion", "why"): "not taken away",
    ("insertion", "why"): "not inserted",
    ("pieces", "pieces"): "as the model reads it",
    ("relevance", "why"): "relevance unknown",
    ("relevance", "exempt"): "relevance does not decide",
    ("strata", "answer"): "groups of the data",
}
"""Names of answers, by signal and field."""
WORDS = {
    "none": "none given",
    "not-listed": "not listed",
    "": NONE,
    "sentiment": "built-in list of sentiment words",
    "toxicity": "built-in list of toxic words",
    "no_intervention": "no intervention: no change of a text shows it alone",
    "one-group": "the link holds in one of them",
    "no-group": "the link is in none of them",
    "several-groups": "the link holds in several",
    "too-few": "too few texts to say",
    **EXEMPT,
    **WHY,
}
"""Answers that are codes."""
REASONS = {"source", "exempt", "why", "pieces"}
"""Fields that say who or why, and that are left out where there is nothing to say."""


def answers(evidence: Evidence, *, pair: bool) -> list[tuple[str, str]]:
    """Titles and answers, in the order of the signals."""
    asked = [signal for signal in SIGNALS if pair or signal.NAME != interaction.NAME]
    found = []
    for signal in asked:
        record = evidence.of(signal.Record)
        for field in _answered(signal.NAME, signal.Record):
            value = getattr(record, field)
            if value or field not in REASONS:
                found.append((_title(signal.NAME, field), _answer(value)))
    return found + [(f"in group {name(one.name)}", _in_group(one)) for one in evidence.of(Strata).groups]


def _in_group(found: Stratum) -> str:
    return f"{of(found.share)} with the label, against {number(found.base)}, p {p_value(found.share.p)}"


def _answered(signal: str, record: type[Any]) -> list[str]:
    """Fields of a record that are answers: texts, yes or no, and numbers that have a title here."""
    hints = get_type_hints(record)
    found = []
    for field in fields(record):
        hint = hints[field.name]
        if {str, bool} & {hint, *get_args(hint)} or (signal, field.name) in TITLES:
            found.append(field.name)
    return found


def _title(signal: str, field: str) -> str:
    own = signal if field == "answer" else f"{signal}: {field}"
    return TITLES.get((signal, field)) or own.replace("_", " ")


def _answer(value: str | tuple[str, ...] | float | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return yes_no(value)
    if isinstance(value, tuple):
        return " ".join(map(name, value))
    if isinstance(value, str):
        return WORDS.get(value) or name(value)
    return number(value, 1)
