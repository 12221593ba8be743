"""The verdict rule: short, written down, and shown with the values that met it.

Association cannot tell a shortcut from a word of the task: both go with the label. What tells them apart is
what the model does when the rest of the text disagrees. A word of the task is weighed against the rest; a
shortcut overrules it.
"""

from dataclasses import dataclass

from auditor.evidence.recurrence import LEVEL
from auditor.findings import Association, Estimate, Evidence, Flips, Reason, Severity, Verdict

OVERRULES = 0.5
"""Share of the texts of other classes that a shortcut turns at least (lower bound)."""
FOLLOWS = 0.5
"""Accuracy where token and label conflict, below which the model goes with the token (upper bound)."""
INTERACTS = 0.2
"""Second difference from which the words of a pair speak together (lower bound)."""
FAVOURED = 0.1
"""How far P(label | token) lies above the label's share, at least, where a few texts cannot prove a leak."""
STRONG, NOTABLE = 0.5, 0.25
"""Effects from which a finding is of high and of medium severity."""
REACH = 0.005
"""Share of the texts that must hold it for either."""
RULE = (
    "A token leaks when the dataset's labels favour it (exact test, adjusted p at most 0.05 among all "
    "tokens, or among those found by reliance).",
    "The model relies on it when minimal sets need it more often than chance (adjusted p at most 0.05) and "
    "deleting or inserting it changes more predictions than a placebo (p at most 0.05), or the model goes "
    "with it where it conflicts with the true label.",
    "Listed in the lexicon, or its association replicated in the reference corpus: task word.",
    "A leak that the reference corpus contradicts: artefact.",
    "A leak that overrules the rest of the text: artefact. That is, inserted it turns at least half of the "
    "texts of other classes, or where it conflicts with the true label the model is wrong more often than "
    "right (each by the bound of its interval).",
    "Relied on, and leaking or favoured by the labels by 0.1 at least while insertion moves the model, but "
    "weighed against the rest: task word. Relied on otherwise: context-dependent.",
    "A pair speaks together when its second difference is at least 0.2 (lower bound) and larger than that of "
    "placebo pairs. It is an artefact when the labels follow it while its words alone both lean away from "
    "the label, or neither leans; where one of them leans and the other does not, it is context-dependent.",
    "Anything else is undecided, among it a leak that the model shrugs off: a finding about the dataset.",
)


@dataclass(frozen=True)
class Judgement:
    """What the rule makes of the evidence."""

    verdict: Verdict
    severity: Severity
    leaks: bool | None
    relies: bool
    reasons: tuple[Reason, ...]


def judge_token(evidence: Evidence, *, reach: float) -> Judgement:
    """Apply the rule to a token that `reach`, a share of the texts, holds."""
    association, reliance = evidence.association, evidence.reliance
    deletion, insertion = evidence.intervention.deletion, evidence.intervention.insertion
    labelled = association.share.n > 0
    leak = Reason(
        "the labels favour it",
        _association(association) if labelled else "no labels",
        f"adjusted p at most {LEVEL}",
        _below(association.share.adjusted_p),
    )
    needed = Reason(
        "minimal sets need it more often than chance",
        _enrichment(reliance.enrichment),
        f"adjusted p at most {LEVEL}",
        _below(reliance.enrichment.adjusted_p),
    )
    taken = Reason(
        "deleted, it changes the prediction more often than a placebo",
        _flips(deletion),
        f"p at most {LEVEL}",
        _below(deletion.rate.p),
    )
    put = Reason(
        "inserted, it turns texts of other classes more often than a placebo",
        _flips(insertion),
        f"p at most {LEVEL}",
        _below(insertion.rate.p),
    )
    overruling = Reason(
        "inserted, it turns most texts of other classes",
        _bound(insertion.rate, "at least", insertion.rate.low),
        f"lower bound at least {OVERRULES}",
        overrules(insertion),
    )
    follows = Reason(
        "where it conflicts with the true label, the model goes with it",
        _bound(evidence.harm.conflict, "accuracy at most", evidence.harm.conflict.high),
        f"upper bound of the accuracy below {FOLLOWS}",
        evidence.harm.conflict.high is not None and evidence.harm.conflict.high < FOLLOWS,
    )
    reasons = [leak, needed, taken, put, overruling, follows, *_task_reasons(evidence)]
    relies = needed.met and (taken.met or put.met or follows.met)
    verdict = _token_verdict(
        evidence,
        labelled=labelled,
        leaks=leak.met,
        relies=relies,
        moves=put.met,
        favoured=(association.share.estimate or 0.0) >= (association.base or 0.0) + FAVOURED,
        overrules=overruling.met or follows.met,
    )
    effects = [insertion.rate, deletion.rate, reliance.share_of_sets]
    effect = max((e.low or 0.0 for e in effects), default=0.0)
    if follows.met:
        effect = max(effect, 1.0 - (evidence.harm.conflict.high or 1.0))
    return Judgement(
        verdict, _severity(verdict, effect, reach), leak.met if labelled else None, relies, tuple(reasons)
    )


def overrules(insertion: Flips) -> bool:
    """Whether an inserted token turns most texts of other classes, and more than a placebo does."""
    return _below(insertion.rate.p) and (insertion.rate.low or 0.0) >= OVERRULES


def _token_verdict(
    evidence: Evidence,
    *,
    labelled: bool,
    leaks: bool,
    relies: bool,
    moves: bool,
    favoured: bool,
    overrules: bool,
) -> Verdict:
    task = evidence.task
    if task.lexicon == "listed" or task.reference == "replicated":
        return Verdict.TASK
    if leaks and (task.reference == "contradicted" or overrules):
        return Verdict.ARTEFACT
    if leaks:
        return Verdict.TASK if moves or relies else Verdict.UNDECIDED
    if not relies or (not labelled and overrules):
        return Verdict.UNDECIDED
    return Verdict.TASK if labelled and moves and favoured else Verdict.CONTEXT


def judge_pair(
    evidence: Evidence, *, reach: float, leaning: tuple[Estimate, Estimate], base: float | None
) -> Judgement:
    """Apply the rule to a pair; `leaning` is P(label | one word without the other) for each word."""
    interaction = evidence.interaction
    second = interaction.second_difference if interaction is not None else Estimate()
    interacts = Reason(
        "the two do more than their sum",
        _bound(second, "at least", second.low),
        f"lower bound at least {INTERACTS}, adjusted p at most {LEVEL}",
        (second.low or 0.0) >= INTERACTS and _below(second.adjusted_p),
    )
    association = evidence.association
    labelled = association.share.n > 0
    follow = Reason(
        "the labels follow the pair",
        _association(association) if labelled else "no labels",
        f"adjusted p at most {LEVEL}",
        _below(association.share.adjusted_p),
    )
    own = [_leans(estimate, base) for estimate in leaning]
    symmetric = Reason(
        "alone, its words both lean away from the label or both do not lean",
        "; ".join(f"{e.count} of {e.n} alone" if e.n else "never alone" for e in leaning),
        "the same for both, known within 0.5",
        own[0] in ("away", "not") and own[0] == own[1],
    )
    relies = interacts.met
    if not relies:
        verdict = Verdict.UNDECIDED
    elif labelled and follow.met and symmetric.met:
        verdict = Verdict.ARTEFACT
    elif None in own or not labelled:
        verdict = Verdict.UNDECIDED
    else:
        verdict = Verdict.CONTEXT
    reasons = (interacts, follow, symmetric)
    severity = _severity(verdict, min(1.0, max(0.0, second.estimate or 0.0)), reach)
    return Judgement(verdict, severity, follow.met if labelled else None, relies, reasons)


def _leans(estimate: Estimate, base: float | None) -> str | None:
    """Whether a word alone leans `away` from the label, `towards` it or `not`; None where nobody knows."""
    if base is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high < base:
        return "away"
    if estimate.low > base:
        return "towards"
    return "not" if estimate.high - estimate.low <= 0.5 else None


def _severity(verdict: Verdict, effect: float, reach: float) -> Severity:
    if verdict in (Verdict.TASK, Verdict.CONTEXT) or reach < REACH or effect < NOTABLE:
        return Severity.LOW
    if verdict is not Verdict.ARTEFACT or effect < STRONG:
        return Severity.MEDIUM
    return Severity.HIGH


def _task_reasons(evidence: Evidence) -> list[Reason]:
    task, found = evidence.task, []
    if task.reference != "none":
        share = task.reference_share
        seen = f"{share.count} of {share.n}" if share.n else "not in it"
        rule = f"the reference corpus has it {task.reference}" if share.n else "the reference corpus lacks it"
        found.append(Reason(rule, seen, "replicated, contradicted or absent", task.reference != "absent"))
    if task.lexicon != "none":
        rule = "the lexicon lists it as a word of the task"
        found.append(Reason(rule, task.lexicon, "listed", task.lexicon == "listed"))
    return found


def _below(p: float | None) -> bool:
    return p is not None and p <= LEVEL


def _association(association: Association) -> str:
    share = association.share
    base = "" if association.base is None else f" against {association.base:.2f}"
    return f"{share.count} of {share.n} texts{base}, adjusted p {_p(share.adjusted_p)}"


def _enrichment(enrichment: Estimate) -> str:
    if not enrichment.n:
        return "no set"
    times = "" if enrichment.estimate is None else f", {enrichment.estimate:.1f} times chance"
    return f"{enrichment.count} of {enrichment.n} sets{times}, adjusted p {_p(enrichment.adjusted_p)}"


def _flips(flips: Flips) -> str:
    if not flips.rate.n:
        return "not tried"
    other = f", placebo {flips.placebo.count} of {flips.placebo.n}" if flips.placebo.n else ""
    return f"{flips.rate.count} of {flips.rate.n}{other}, p {_p(flips.rate.p)}"


def _bound(estimate: Estimate, word: str, bound: float | None) -> str:
    if not estimate.n or bound is None:
        return "no evidence"
    seen = f"{estimate.count} of {estimate.n}" if estimate.count is not None else f"{estimate.estimate:.2f}"
    return f"{seen}, {word} {bound:.2f}"


def _p(value: float | None) -> str:
    if value is None:
        return "none"
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}"
