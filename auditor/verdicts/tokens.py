"""The verdict on a token: a pure function of its evidence, its reach and the rule.

Association cannot tell a shortcut from a word of the task: both go with the label. Two things tell them
apart. A word of the task carries the label of its texts: delete it, and less of the label is left. A shortcut
is an addition: it is dispensable in its own texts. And where the rest of the text disagrees, a word of the
task is weighed against it, while a shortcut overrules it.
"""

import math

from auditor.config import RuleConfig
from auditor.findings.finding import Judgement, Verdict
from auditor.records.evidence import Condition
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.reliance import Reliance
from auditor.verdicts.severity import severity_of

ARTEFACT_ROUTES = ("contradicted", "followed", "dispensable", "pervasive", "ignored")
"""What makes a leak an artefact, the first that applies."""
RELIED_ROUTES = ("followed", "dispensable", "pervasive")
"""Those of them that show the model leaning on it."""
Met = dict[str, bool]
"""Conditions by code: met or not."""


def judge_token(evidence: Evidence, reach: float, rule: RuleConfig) -> Judgement:
    """Apply the rule to a token that `reach`, a share of the texts, holds."""
    conditions = _conditions(evidence, reach, rule)
    met = {code: condition.met for code, condition in conditions.items()}
    artefact = _artefact_route(evidence, met, rule)
    relies = met["needed"] and (met["deletion_flips"] or met["insertion_flips"] or met["followed"])
    relies = relies or artefact in RELIED_ROUTES
    labelled = evidence.of(Association).share.n > 0
    verdict, route = _decide(evidence, met, artefact, labelled=labelled, relies=relies, rule=rule)
    return Judgement(
        verdict=verdict,
        severity=severity_of(verdict, _effect(evidence, met, verdict), reach, rule),
        route=route,
        leaks=met["leaks"] if labelled else None,
        relies=relies,
        conditions=tuple(conditions.values()),
    )


def _conditions(evidence: Evidence, reach: float, rule: RuleConfig) -> dict[str, Condition]:
    """The signals' own conditions, and those that compare two signals."""
    found = evidence.conditions(rule)
    found.pop("interacts")
    overrules, flips = found["overrules"].met, found["insertion_flips"].met
    more = (
        Condition("common", reach, rule.common, reach >= rule.common),
        _pervasive(evidence, rule, flips=flips),
        _dispensable(evidence, rule, overrules=overrules),
        _ignored(evidence, rule),
    )
    return found | {condition.code: condition for condition in more}


def _artefact_route(evidence: Evidence, met: Met, rule: RuleConfig) -> str:
    """What makes a leak an artefact; empty where nothing does."""
    if not met["leaks"]:
        return ""
    insertion, deletion = evidence.of(Insertion), evidence.of(Deletion)
    turns = (insertion.rate.low or 0.0) >= rule.turns or deletion.evidence_lost.n >= rule.many
    enough = met["overrules"] or evidence.of(Harm).followed.n >= rule.some
    routes = {
        "contradicted": evidence.of(Reference).answer == CONTRADICTED,
        "followed": met["followed"] and enough,
        "dispensable": met["insertion_flips"]
        and turns
        and met["dispensable"]
        and (met["overrules"] or met["common"]),
        "pervasive": met["pervasive"],
        "ignored": met["ignored"] and met["common"] and met["clear"],
    }
    return next((name for name in ARTEFACT_ROUTES if routes[name]), "")


def _decide(
    evidence: Evidence, met: Met, artefact: str, *, labelled: bool, relies: bool, rule: RuleConfig
) -> tuple[Verdict, str]:
    """The verdict and the part of the rule that gives it."""
    if evidence.of(Lexicon).answer == LISTED:
        return Verdict.TASK, "listed"
    if evidence.of(Reference).answer == REPLICATED:
        return Verdict.TASK, "replicated"
    if artefact:
        return Verdict.ARTEFACT, artefact
    tried = evidence.of(Deletion).evidence_lost.n >= rule.some
    if met["overrules"] and (not labelled or (met["leaks"] and not tried)):
        return Verdict.UNDECIDED, "overrules"
    if met["leaks"]:
        used = met["insertion_flips"] or relies
        return (Verdict.TASK, "used leak") if used else (Verdict.UNDECIDED, "unused leak")
    if not relies:
        return Verdict.UNDECIDED, "nothing"
    if labelled and met["insertion_flips"] and met["favoured"]:
        return Verdict.TASK, "used and favoured"
    return Verdict.CONTEXT, "relied on"


def _effect(evidence: Evidence, met: Met, verdict: Verdict) -> float:
    """The strongest effect, by lower bounds."""
    strengths = [evidence.of(Insertion).rate, evidence.of(Deletion).rate, evidence.of(Reliance).share_of_sets]
    if met["followed"] and verdict is Verdict.ARTEFACT:
        strengths.append(evidence.of(Harm).followed)
    return max(strength.low or 0.0 for strength in strengths)


def _pervasive(evidence: Evidence, rule: RuleConfig, *, flips: bool) -> Condition:
    """Many sets need it, and it turns many texts of other classes."""
    seen = min(evidence.of(Reliance).share_of_sets.low or 0.0, evidence.of(Insertion).rate.low or 0.0)
    return Condition("pervasive", seen, rule.pervasive, flips and seen >= rule.pervasive)


def _dispensable(evidence: Evidence, rule: RuleConfig, *, overrules: bool) -> Condition:
    """Deleting it costs its texts less than inserting it gives to others.

    Of a token that overrules the rest of other texts less is asked: many texts, and no bound.
    """
    deletion, lost = evidence.of(Deletion).effect, evidence.of(Deletion).evidence_lost
    given = evidence.of(Insertion).effect.estimate
    if lost.high is None or deletion.estimate is None or given is None:
        return Condition("dispensable", None, rule.dispensable, False)
    costs = lost.estimate if overrules and lost.n >= rule.many else lost.high
    little = (costs or 0.0) < rule.dispensable * given
    likely = deletion.estimate < rule.dispensable_probability * given
    seen = (costs or 0.0) / given if given > 0 else None
    return Condition("dispensable", seen, rule.dispensable, lost.n >= rule.some and little and likely)


def _ignored(evidence: Evidence, rule: RuleConfig) -> Condition:
    """The model ignores it, inserted or deleted, and it weighs less than its labels would make it."""
    lost, insertion = evidence.of(Deletion).evidence_lost, evidence.of(Insertion)
    bounds = [bound for one in (insertion.effect, lost) for bound in (one.low, one.high) if bound is not None]
    worth = _worth(evidence.of(Association))
    if len(bounds) < 4 or insertion.pull is None or worth is None:
        return Condition("ignored", None, rule.ignored, False)
    strongest = max(map(abs, bounds))
    met = lost.n >= rule.many and strongest < rule.ignored and insertion.pull < worth
    return Condition("ignored", strongest, rule.ignored, met)


def _worth(association: Association) -> float | None:
    """What P(label | token) against the label's share is worth in logits, half a count added to each side."""
    share, base = association.share, association.base
    if share.count is None or base is None or not 0 < base < 1:
        return None
    return math.log((share.count + 0.5) / (share.n - share.count + 0.5)) - math.log(base / (1 - base))
