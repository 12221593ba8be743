"""A condition of the rule in words: what it says, the value seen, and the value asked for."""

from collections.abc import Callable
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Judgement, Kind, Verdict
from auditor.records.estimates import Condition, Estimate
from auditor.report.numbers import NONE, at_least, number, of, p_value, threshold
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.flips import NO_INTERVENTION, Flips
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.reference import Reference
from auditor.signals.relevance import Relevance
from auditor.signals.reliance import Reliance
from auditor.signals.strata import NO_GROUP, Strata


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
    of_forms: str = ""
    """What it says of the form of a text, where that differs."""


def worded(condition: Condition, finding: Finding, rule: RuleConfig) -> Worded:
    """A condition of a finding in words."""
    words = CONDITIONS.get(condition.code) or Words(condition.code, _number, _threshold)
    pair = finding.kind is Kind.PAIR
    return Worded(
        says=(pair and words.of_pairs) or (finding.group == "form" and words.of_forms) or words.says,
        seen=words.seen(condition, finding.evidence),
        asked=words.asked(condition, rule),
        met=condition.met,
    )


def reasons(finding: Finding, rule: RuleConfig) -> list[Worded]:
    """Every condition that the verdict looked at, in words."""
    looked_at = [one for one in finding.judgement.conditions if _concerns(one, finding)]
    return [worded(condition, finding, rule) for condition in looked_at]


def deciding(finding: Finding, rule: RuleConfig) -> list[Worded]:
    """The conditions that gave the verdict, met or not: another answer to one could have given another."""
    judgement = finding.judgement
    if finding.kind is Kind.PAIR:
        return reasons(finding, rule)
    found = {condition.code: condition for condition in judgement.conditions}
    wanted = [*_of_labels(judgement), *_of_model(judgement)]
    by = _KNOWN_BY.get(judgement.source, {}).get(judgement.known, "")
    known = [by] if by in found and found[by].met else []
    return [worded(found[code], finding, rule) for code in [*wanted, *known] if code in found]


def _of_labels(judgement: Judgement) -> list[str]:
    """The leak; where there is none, the condition that failed, if a leak would have made it graver."""
    if judgement.leaks:
        return ["clear"]
    met = {condition.code: condition.met for condition in judgement.conditions}
    if judgement.leaks is None or judgement.verdict not in (Verdict.CONTEXT, Verdict.NOTHING):
        return []
    return ["clear"] if met.get("leaks") else ["leaks"]


def _of_model(judgement: Judgement) -> list[str]:
    """What the model does with it: the strongest that was seen."""
    if judgement.route == "needed":
        return ["needed"]
    decides = any(one.code == "decides" and one.met for one in judgement.conditions)
    turned = "decides" if decides else "obeyed"
    return ["needed", turned] if judgement.route == "nothing" else [turned]


_LISTS = {"related": "listed"}
_KNOWN_BY: dict[str, dict[str, str]] = {
    "reference": {"related": "replicated", "unrelated": "contradicted"},
    "kind": {"unrelated": "kind"},
    "relevance": {"related": "related", "unrelated": "unrelated"},
    "groups": {"unrelated": "one_group"},
    **dict.fromkeys(("lexicon", "seeds", "sentiment", "toxicity"), _LISTS),
}
"""The condition by which a source knows whether something is part of the task."""


def _concerns(condition: Condition, finding: Finding) -> bool:
    """A single token has nothing to interact with."""
    return finding.kind is Kind.PAIR or condition.code != "interacts"


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


def _clearly(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(Association)
    return f"{at_least(found.share)} against {number(found.base)}" if found.share.n else "no labels"


def _in_sets(condition: Condition, evidence: Evidence) -> str:
    sets = evidence.of(Reliance).enrichment
    if not sets.n:
        return "no set"
    times = "" if sets.estimate is None else f", {number(sets.estimate, 1)} times chance"
    counted = "texts" if evidence.of(TokenKind).kind == "form" else "sets"
    return f"{of(sets)} {counted}{times}, adjusted p {p_value(condition.seen)}"


def _flips(kind: type[Flips]) -> Seen:
    def seen(condition: Condition, evidence: Evidence) -> str:
        found = evidence.of(kind)
        if not found.rate.n:
            return "no intervention" if found.why == NO_INTERVENTION else "not tried"
        other = f", placebo {of(found.placebo)}" if found.placebo.n else ""
        return f"{of(found.rate)}{other}, p {p_value(condition.seen)}"

    return seen


def _turned(_: Condition, evidence: Evidence) -> str:
    return at_least(evidence.of(Insertion).rate)


def _kind(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(TokenKind)
    return f"{found.kind or 'several kinds'}" + (f", but {EXEMPT[found.exempt]}" if found.exempt else "")


def _relevance(condition: Condition, evidence: Evidence) -> str:
    found = evidence.of(Relevance)
    if condition.seen is None:
        return WHY.get(found.why, NONE)
    exempt = f", but {EXEMPT[found.exempt]}" if found.exempt else ""
    return f"percentile {number(condition.seen)}{exempt}"


EXEMPT = {
    "function_word": "it is a function word",
    "label_name": "it is part of a label's name",
    "in_pieces": "the model knows it only in pieces",
    "group_name": "it names a group of people",
    "people": "it names a group of people",
    "listed_inside": "it holds a word of the task",
    "unknown_task": "nobody says what the task is about",
}
"""Why a kind or relevance does not decide."""
WHY = {
    "no_lexicon": "no words of the task are known",
    "no_embeddings": "the model has no embeddings to ask",
    "too_few_listed": "too few words of the task are known",
    "space_without_meaning": "the embeddings do not tell words of the task from others",
    "trained_from_scratch": "the embeddings were made by this training",
    "vocabulary_made_from_data": "the embeddings were made from this data",
    "not_in_space": "the word has no embedding",
    "no_word": "it is not a word",
}
"""Why relevance says nothing."""


def _reference(_: Condition, evidence: Evidence) -> str:
    share = evidence.of(Reference).share
    return f"{of(share)} texts there" if share.n else "not in it"


def _elsewhere(_: Condition, evidence: Evidence) -> str:
    found = evidence.of(Strata)
    if found.base is None:
        return "too few texts outside of one group"
    where = "in the groups, each by itself" if found.answer == NO_GROUP else "in the other groups"
    return f"{of(found.elsewhere)} texts {where} against {number(found.base)}, p {p_value(found.elsewhere.p)}"


def _elsewhere_asked(condition: Condition, _: RuleConfig) -> str:
    return f"p > {threshold(condition.asked)} there, and less often than a clear link"


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
    "clear": Words(
        "the labels favour it clearly",
        _clearly,
        lambda condition, _: f"lower bound ≥ {number(condition.asked)}",
    ),
    "needed": Words(
        "minimal sets need it more often than chance",
        _in_sets,
        _adjusted_p,
        of_forms="predicted so more often than other texts of the same label",
    ),
    "deletion_flips": Words(
        "deleted, it changes the prediction more often than a placebo", _flips(Deletion), _p
    ),
    "turns": Words(
        "inserted, it turns texts of other classes more often than a placebo", _flips(Insertion), _p
    ),
    "obeyed": Words("inserted, it turns enough texts of other classes", _turned, _lower_bound),
    "decides": Words("inserted, it turns most texts of other classes", _turned, _lower_bound),
    "kind": Words("it is of a kind that no task is about", _kind, _text("a marker, a number, a link, …")),
    "related": Words(
        "its neighbours are words of the task",
        _relevance,
        lambda condition, _: f"percentile ≥ {threshold(condition.asked)}",
    ),
    "unrelated": Words(
        "its neighbours are not words of the task",
        _relevance,
        lambda condition, _: f"percentile < {threshold(condition.asked)}",
    ),
    "speaks": Words(
        "it is nearer to the words of its label than to those of another",
        _number,
        lambda condition, _: f"logarithm of shares ≥ {threshold(condition.asked)}",
    ),
    "replicated": Words("the reference corpus shows the same link", _reference, _p),
    "contradicted": Words(
        "the reference corpus has it without the link", _reference, _text("clearly less often than here")
    ),
    "one_group": Words("the link holds in one group of the data alone", _elsewhere, _elsewhere_asked),
    "no_group": Words("the link is gone within the groups of the data", _elsewhere, _elsewhere_asked),
    "listed": Words(
        "a list has it as a word of the task",
        lambda condition, _: "listed" if condition.met else "not listed",
        _text("listed"),
    ),
    "interacts": Words("the two do more than their sum", _interacts, _interacts_asked),
    "symmetric": Words(
        "alone, its words both lean away from the label or both do not lean",
        _alone,
        lambda condition, _: f"the same for both, known within {threshold(condition.asked)}",
    ),
}
"""The words of every condition, by its code."""
