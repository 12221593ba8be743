"""A condition of the rule in words: what it says, the value seen, and the value asked for."""

from collections.abc import Callable
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Kind
from auditor.records.evidence import Condition, Estimate
from auditor.report.numbers import NONE, at_least, number, of, p_value, share_of, threshold
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.flips import Flips
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.reference import Reference
from auditor.signals.reliance import Reliance


@dataclass(frozen=True)
class Worded:
    """A condition in words."""

    says: str
    seen: str
    asked: str
    met: bool


Seen = Callable[[Condition, Evidence], str]
Asked = Callable[[Condition, RuleConfig], str]


@dataclass(frozen=True)
class Words:
    """How one condition is put into words."""

    says: str
    seen: Seen
    asked: Asked
    of_pairs: str = ""
    """What it says of a pair, where that differs."""


def worded(condition: Condition, finding: Finding, rule: RuleConfig) -> Worded:
    """A condition of a finding in words."""
    words = CONDITIONS.get(condition.code) or Words(condition.code, _number, _threshold)
    pair = finding.kind is Kind.PAIR
    return Worded(
        says=(pair and words.of_pairs) or words.says,
        seen=words.seen(condition, finding.evidence),
        asked=words.asked(condition, rule),
        met=condition.met,
    )


def reasons(finding: Finding, rule: RuleConfig) -> list[Worded]:
    """Every condition that the verdict looked at, in words."""
    return [worded(condition, finding, rule) for condition in finding.judgement.conditions]


def near_miss(finding: Finding, rule: RuleConfig) -> str:
    """The condition that a near miss failed; nothing for a finding."""
    if finding.near is None:
        return ""
    failed = worded(finding.near, finding, rule)
    return f"{failed.says}: {failed.seen}; asked for: {failed.asked}"


def _number(condition: Condition, _: Evidence) -> str:
    return number(condition.seen)


def _threshold(condition: Condition, _: RuleConfig) -> str:
    return threshold(condition.asked)


def _adjusted_p(condition: Condition, _: RuleConfig) -> str:
    return f"adjusted p ≤ {threshold(condition.asked)}"


def _p(condition: Condition, _: RuleConfig) -> str:
    return f"p ≤ {threshold(condition.asked)}"


def _lower_bound(condition: Condition, _: RuleConfig) -> str:
    return f"lower bound ≥ {threshold(condition.asked)}"


def _by_labels(condition: Condition, evidence: Evidence) -> str:
    found = evidence.of(Association)
    if not found.share.n:
        return "no labels"
    base = "" if found.base is None else f" against {number(found.base)}"
    return f"{of(found.share)} texts{base}, adjusted p {p_value(condition.seen)}"


def _above(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(Association)
    return f"{number(found.share.estimate)} against {number(found.base)}" if found.share.n else "no labels"


def _clearly(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(Association)
    return f"{at_least(found.share)} against {number(found.base)}" if found.share.n else "no labels"


def _in_sets(condition: Condition, evidence: Evidence) -> str:
    sets = evidence.of(Reliance).enrichment
    if not sets.n:
        return "no set"
    times = "" if sets.estimate is None else f", {number(sets.estimate, 1)} times chance"
    return f"{of(sets)} sets{times}, adjusted p {p_value(condition.seen)}"


def _flips(kind: type[Flips]) -> Seen:
    def seen(condition: Condition, evidence: Evidence) -> str:
        found = evidence.of(kind)
        if not found.rate.n:
            return "not tried"
        other = f", placebo {of(found.placebo)}" if found.placebo.n else ""
        return f"{of(found.rate)}{other}, p {p_value(condition.seen)}"

    return seen


def _overrules(_: Condition, evidence: Evidence) -> str:
    return at_least(evidence.of(Insertion).rate)


def _followed(_: Condition, evidence: Evidence) -> str:
    return at_least(evidence.of(Harm).followed)


def _followed_asked(condition: Condition, rule: RuleConfig) -> str:
    return f"lower bound > {threshold(condition.asked)}, in {rule.some} texts or while it turns most others"


def _pervasive(_: Condition, evidence: Evidence) -> str:
    sets, turned = evidence.of(Reliance).share_of_sets, evidence.of(Insertion).rate
    return f"sets: {at_least(sets)}; texts turned: {at_least(turned)}"


def _dispensable(_: Condition, evidence: Evidence) -> str:
    lost, deletion = evidence.of(Deletion).evidence_lost, evidence.of(Deletion).effect.estimate
    given = evidence.of(Insertion).effect.estimate
    if lost.high is None or deletion is None or given is None:
        return NONE
    return (
        f"costs {number(lost.estimate)} (at most {number(lost.high)}) of the evidence and {number(deletion)} "
        f"of the probability, in {lost.n} texts; gives {number(given)}"
    )


def _dispensable_asked(condition: Condition, rule: RuleConfig) -> str:
    evidence, probability = threshold(condition.asked), threshold(rule.dispensable_probability)
    return f"below {evidence} and {probability} of that, in {rule.some} texts"


def _ignored(_: Condition, evidence: Evidence) -> str:
    given, lost = evidence.of(Insertion).effect, evidence.of(Deletion).evidence_lost
    pull = evidence.of(Insertion).pull
    if given.low is None or lost.low is None or pull is None:
        return NONE
    return (
        f"inserted {number(given.low)} to {number(given.high)}, deleted {number(lost.low)} to "
        f"{number(lost.high)} in {lost.n} texts; pull {number(pull, 1)} logits"
    )


def _ignored_asked(condition: Condition, rule: RuleConfig) -> str:
    return f"both within {threshold(condition.asked)}, in {rule.many} texts"


def _reference(_: Condition, evidence: Evidence) -> str:
    share = evidence.of(Reference).share
    return f"{of(share)} texts there" if share.n else "not in it"


def _interacts(_: Condition, evidence: Evidence) -> str:
    second = evidence.of(Interaction).second_difference
    if second.estimate is None:
        return NONE
    return f"{at_least(second)}, adjusted p {p_value(second.adjusted_p)}"


def _interacts_asked(condition: Condition, rule: RuleConfig) -> str:
    return f"lower bound ≥ {threshold(condition.asked)}, adjusted p ≤ {threshold(rule.level)}"


def _alone(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(Interaction)
    return "; ".join(map(_without, (found.first_alone, found.second_alone)))


def _without(estimate: Estimate) -> str:
    return f"{of(estimate)} alone" if estimate.n else "never alone"


def _text(words: str) -> Asked:
    return lambda _condition, _rule: words


CONDITIONS = {
    "leaks": Words("the labels favour it", _by_labels, _adjusted_p, of_pairs="the labels follow the pair"),
    "favoured": Words(
        "the labels favour it notably",
        _above,
        lambda condition, _: f"{threshold(condition.asked)} above",
    ),
    "clear": Words(
        "the labels favour it clearly",
        _clearly,
        lambda condition, _: f"lower bound {threshold(condition.asked)} above",
    ),
    "needed": Words("minimal sets need it more often than chance", _in_sets, _adjusted_p),
    "deletion_flips": Words(
        "deleted, it changes the prediction more often than a placebo", _flips(Deletion), _p
    ),
    "insertion_flips": Words(
        "inserted, it turns texts of other classes more often than a placebo", _flips(Insertion), _p
    ),
    "overrules": Words("inserted, it turns most texts of other classes", _overrules, _lower_bound),
    "followed": Words(
        "where it conflicts with the true label, the model predicts its class", _followed, _followed_asked
    ),
    "replicated": Words("the reference corpus shows the same link", _reference, _p),
    "contradicted": Words(
        "the reference corpus has it without the link", _reference, _text("clearly less often than here")
    ),
    "listed": Words(
        "the lexicon lists it as a word of the task",
        lambda condition, _: "listed" if condition.met else "not listed",
        _text("listed"),
    ),
    "common": Words(
        "it is common",
        lambda condition, _: f"in {share_of(condition.seen)} of the texts",
        lambda condition, _: f"≥ {share_of(condition.asked)}",
    ),
    "pervasive": Words(
        "many minimal sets need it, and it turns many texts of other classes",
        _pervasive,
        lambda condition, _: f"lower bounds ≥ {threshold(condition.asked)}",
    ),
    "dispensable": Words(
        "deleting it costs its texts less than inserting it gives others",
        _dispensable,
        _dispensable_asked,
    ),
    "ignored": Words(
        "the model ignores it, and it weighs less than the labels suggest",
        _ignored,
        _ignored_asked,
    ),
    "interacts": Words("the two do more than their sum", _interacts, _interacts_asked),
    "symmetric": Words(
        "alone, its words both lean away from the label or both do not lean",
        _alone,
        lambda condition, _: f"the same for both, known within {threshold(condition.asked)}",
    ),
}
"""The words of every condition, by its code."""
