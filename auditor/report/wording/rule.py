"""The verdict rule in words, rendered from its thresholds.

No number is written here: each one is a field of `RuleConfig`.
"""

from dataclasses import dataclass, fields

from auditor.config import RuleConfig
from auditor.findings.report import Report
from auditor.findings.schema import field_docs
from auditor.records.codec import decode
from auditor.report.numbers import share_of, threshold


@dataclass(frozen=True)
class Threshold:
    """One field of the rule."""

    name: str
    value: str
    default: str
    meaning: str
    differs: bool
    """Whether somebody set it to another value than the default."""


def rule_of(report: Report) -> RuleConfig:
    """The rule that a report was judged by."""
    return decode(RuleConfig, report.rule, defaults=True)


def thresholds(rule: RuleConfig) -> list[Threshold]:
    """Every threshold of the rule, with its default and what it means."""
    default, meaning = RuleConfig(), field_docs(RuleConfig)
    found = []
    for one in fields(rule):
        value, usual = getattr(rule, one.name), getattr(default, one.name)
        found.append(
            Threshold(one.name, threshold(value), threshold(usual), meaning[one.name], value != usual)
        )
    return found


def changed(rule: RuleConfig) -> list[Threshold]:
    """The thresholds that differ from the default."""
    return [one for one in thresholds(rule) if one.differs]


def rule_text(rule: RuleConfig) -> list[str]:
    """The rule as it was applied, a paragraph a part."""
    return [part(rule) for part in PARTS]


def _two_questions(_: RuleConfig) -> str:
    return (
        "The rule asks two questions. Measured: does the dataset leak it, does the model obey it? Known: is "
        "it part of the task? The verdict follows from the two answers."
    )


def _leaks(rule: RuleConfig) -> str:
    return (
        "The dataset leaks a token when its labels favour it (exact test over all labelled texts, adjusted p "
        f"at most {threshold(rule.level)}) and clearly so: P(label | token) is at least "
        f"{threshold(rule.clear)} above the label's share (lower bound), or half of what is left."
    )


def _obeyed(rule: RuleConfig) -> str:
    return (
        "The model obeys a token that, inserted, turns more texts of other classes than a placebo (p at most "
        f"{threshold(rule.level)}) and at least {threshold(rule.obeyed)} of them (lower bound). It decides "
        f"alone from {threshold(rule.decides)}."
    )


def _known(rule: RuleConfig) -> str:
    return (
        "Part of the task, by the best source there is: a reference corpus that shows the same link, a list "
        "of words (yours, or the built-in one of the task), or neighbours in an embedding space that are "
        f"words of the task (percentile {threshold(rule.related)} or more). Not part of it: the reference "
        "corpus has it without the link, it is of a kind that no task is about (a marker, a number, a link, "
        f"a date), or its percentile is below {threshold(rule.unrelated)} and it is not a function word. "
        "Everything between is unknown. So is a word that is near and decides alone, unless it is nearer to "
        "the words of its label than to those of another (logarithm of shares "
        f"{threshold(rule.speaks)} or more). By its neighbours alone no name of a group of people is part of "
        "the task, and no name of a label and no word in pieces is called unrelated."
    )


def _leaked(_: RuleConfig) -> str:
    return (
        "A leak that the model obeys: a task word where it is part of the task (a keyword if it decides "
        "alone), an artefact where it is not, a question for a person where nobody knows (context-dependent "
        "where it is a function word and does not decide alone). A leak that the "
        "model does not obey: a task word, an artefact of the dataset, or a question of low severity."
    )


def _not_leaked(_: RuleConfig) -> str:
    return (
        "Obeyed without a leak: a task word or keyword where it is part of the task, else context-dependent; "
        "a question for a person where nobody knows, it decides alone and is not a function word. Needed by "
        "minimal sets more often than chance and nothing else: context-dependent."
    )


def _pairs(rule: RuleConfig) -> str:
    return (
        "Two words do more than their sum when their second difference is at least "
        f"{threshold(rule.interacts)} (lower bound) and larger than that of placebo pairs. Such a pair is an "
        "artefact when the labels follow it while its words alone both lean away from the label, or neither "
        f"leans (known within {threshold(rule.known_within)}), and neither is a word of the task. It is "
        "context-dependent when one of them leans and the other does not, or one is a word of the task."
    )


def _severity(rule: RuleConfig) -> str:
    return (
        "Severity: high for leaks that decide alone, artefacts or questions, medium for others that are "
        f"obeyed, and for a leak that is not obeyed but is in {share_of(rule.widespread)} of the texts. "
        "Low otherwise."
    )


PARTS = (_two_questions, _leaks, _obeyed, _known, _leaked, _not_leaked, _pairs, _severity)
"""The parts of the rule, in the order in which they are asked."""
