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


def _leaks(rule: RuleConfig) -> str:
    return (
        "The dataset leaks a token when its labels favour it: an exact test with an adjusted p of at most "
        f"{threshold(rule.level)} among all tokens, or among those found by reliance."
    )


def _relies(rule: RuleConfig) -> str:
    level = threshold(rule.level)
    return (
        "The model relies on a token when minimal sets need it more often than chance (adjusted p at most "
        f"{level}) and one more thing holds: deleting or inserting it changes more predictions than a "
        f"placebo (p at most {level}), or the model follows it against the true label. It also relies on an "
        "artefact that it follows, that is dispensable, or that is pervasive."
    )


def _task(_: RuleConfig) -> str:
    return (
        "Task word: the lexicon lists it, or the reference corpus shows the same link between token and "
        "label. Artefact: a leak that the reference corpus contradicts."
    )


def _overrules(rule: RuleConfig) -> str:
    return (
        "A token overrules the rest of a text when, inserted, it turns at least "
        f"{threshold(rule.overrules)} of the texts of other classes (lower bound), and more than a placebo "
        "does."
    )


def _followed(rule: RuleConfig) -> str:
    return (
        f"Artefact: a leak that the model follows in more than {threshold(rule.follows)} of the texts where "
        f"it conflicts with the true label (lower bound), in at least {rule.some} such texts or while it "
        "overrules the rest of other texts."
    )


def _dispensable(rule: RuleConfig) -> str:
    return (
        "A token is dispensable when deleting it costs its own texts less than "
        f"{threshold(rule.dispensable)} of what inserting it gives to others, in evidence (upper bound, at "
        f"least {rule.some} texts; the estimate from {rule.many} texts for a token that overrules the rest), "
        f"and less than {threshold(rule.dispensable_probability)} of it in probability. Artefact: a "
        "dispensable leak that turns texts of other classes, if it overrules the rest or at least "
        f"{share_of(rule.common)} of all texts hold it; with fewer than {rule.many} texts of its own it has "
        f"to turn {threshold(rule.turns)} of the others (lower bound)."
    )


def _pervasive(rule: RuleConfig) -> str:
    return (
        f"Artefact: a pervasive leak, which at least {threshold(rule.pervasive)} of the label's minimal sets "
        "need and which turns as large a share of the texts of other classes (lower bounds)."
    )


def _ignored(rule: RuleConfig) -> str:
    return (
        "Artefact of the dataset: a clear leak (P(label | token) at least "
        f"{threshold(rule.favoured)} above the label's share, lower bound) in at least "
        f"{share_of(rule.common)} of all texts that the model ignores: inserted or deleted, its effect stays "
        f"within {threshold(rule.ignored)} (whole interval, at least {rule.many} texts), and it weighs less "
        "than the labels suggest."
    )


def _undecided(rule: RuleConfig) -> str:
    return (
        f"Undecided: a leak that overrules the rest and was deleted from fewer than {rule.some} texts, and, "
        "without labels, every token that overrules the rest."
    )


def _other(rule: RuleConfig) -> str:
    return (
        "Task word: any other leak that the model relies on or that, inserted, turns texts; and a token that "
        "the model relies on, that turns texts, and whose P(label | token) is at least "
        f"{threshold(rule.favoured)} above the label's share. Context-dependent: any other token that the "
        "model relies on."
    )


def _pairs(rule: RuleConfig) -> str:
    return (
        "Two words do more than their sum when their second difference is at least "
        f"{threshold(rule.interacts)} (lower bound) and larger than that of placebo pairs. Such a pair is an "
        "artefact when the labels follow it while its words alone both lean away from the label, or neither "
        f"leans (known within {threshold(rule.known_within)}). It is context-dependent when one of them "
        "leans and the other does not."
    )


def _rest(_: RuleConfig) -> str:
    return "Everything else is undecided, also a faint or rare leak that the model ignores."


def _severity(rule: RuleConfig) -> str:
    return (
        f"Severity: high for an artefact with an effect of at least {threshold(rule.strong)} (lower bound), "
        f"medium for artefacts and undecided findings from {threshold(rule.notable)}. Low for everything "
        f"else, and for what fewer than {share_of(rule.reach)} of the texts hold."
    )


PARTS = (
    _leaks,
    _relies,
    _task,
    _overrules,
    _followed,
    _dispensable,
    _pervasive,
    _ignored,
    _undecided,
    _other,
    _pairs,
    _rest,
    _severity,
)
"""The parts of the rule, in the order in which they are asked."""
