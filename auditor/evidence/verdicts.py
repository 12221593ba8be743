"""The verdict rule: short, written down, and shown with the values that met it.

Association cannot tell a shortcut from a word of the task: both go with the label. Two things tell them
apart. A word of the task carries the label of its texts: take it away, and less of the label is left. A
shortcut is an addition: its texts say the label without it. And where the rest of the text disagrees, a word
of the task is weighed against it, while a shortcut overrules it.
"""

import math
from dataclasses import dataclass

from auditor.evidence.reasons import below, bound_text, by_labels, enrichment_text, flips_text
from auditor.evidence.recurrence import LEVEL
from auditor.findings import Association, Evidence, Reason, Severity, Verdict

OVERRULES = 0.5
"""Share of the texts of other classes that a shortcut turns at least (lower bound)."""
FOLLOWS = 0.5
"""Share of the texts where token and label conflict in which a model goes with the token (lower bound)."""
SPARE, TAKES = 0.5, 0.6
"""What a token may take when deleted, as a share of what it gives when inserted, for its texts to do without
it: of their evidence (upper bound), and of their probability (estimate)."""
TURNS = 0.15
"""Share of the texts of other classes that such a token turns at least (lower bound), unless many texts show
that they do without it."""
LITTLE = 0.2
"""Effect (upper bound) below which a model makes nothing of a token."""
SOME, MANY = 10, 20
"""Texts that are some, and many: a token is deleted from some to say that its texts do without it, and from
many to say that the model ignores it."""
COMMON = 0.01
"""Share of the texts that hold a token which is called an artefact without overruling the rest."""
PERVASIVE = 0.2
"""Share of the label's sets that need a token, and of the texts of other classes that it turns (lower
bounds), from which a model rests on it."""
INTERACTS = 0.2
"""Second difference from which the words of a pair speak together (lower bound)."""
FAVOURED = 0.1
"""How far P(label | token) lies above the label's share, at least."""
STRONG, NOTABLE = 0.5, 0.25
"""Effects from which a finding is of high and of medium severity."""
REACH = 0.005
"""Share of the texts that must hold it for either."""
RULE = (
    "A token leaks when the dataset's labels favour it (exact test, adjusted p at most 0.05 among all "
    "tokens, or among those found by reliance).",
    "The model relies on it when minimal sets need it more often than chance (adjusted p at most 0.05) and "
    "deleting or inserting it changes more predictions than a placebo (p at most 0.05), or the model goes "
    "with it where it conflicts with the true label; also where it is an artefact by what the model makes of "
    "it.",
    "Listed in the lexicon, or its association replicated in the reference corpus: task word.",
    "A leak that the reference corpus contradicts: artefact.",
    "A leak that the model follows in more than half of the texts where it conflicts with the true label "
    "(lower bound), in 10 texts at least or while it overrules the rest of other texts: artefact. It "
    "overrules them when, inserted, it turns at least half of them (lower bound).",
    "Texts do without a token when deleting it takes less of their evidence than half of what inserting it "
    "gives (upper bound, 10 texts at least; by the estimate from 20 texts for what overrules the rest of "
    "others), and less than 0.6 of that from the probability. A leak that "
    "turns texts of other classes while its own texts do without it is an artefact if it overrules the rest "
    "of other texts or stands in 1 % of all texts; with fewer than 20 texts of its own it has to turn 0.15 "
    "of the others (lower bound).",
    "A leak that a fifth of the label's sets need and that turns a fifth of the texts of other classes "
    "(lower bounds): artefact. One that overrules the rest, where too few texts show whether they do without "
    "it: undecided; so is, without labels, whatever overrules the rest.",
    "A clear leak (P(label given the token) at least 0.1 above the label's share, lower bound) in 1 % of all "
    "texts, of which the model makes nothing, inserted or deleted (effects within 0.2 by their intervals, 20 "
    "texts at least) and less than the labels would: an artefact of the dataset.",
    "Another leak that the model relies on or that insertion moves, or a token that is relied on and is "
    "favoured by the labels by 0.1 at least while insertion moves the model: task word. Relied on otherwise: "
    "context-dependent.",
    "A pair speaks together when its second difference is at least 0.2 (lower bound) and larger than that of "
    "placebo pairs. It is an artefact when the labels follow it while its words alone both lean away from "
    "the label, or neither leans; where one of them leans and the other does not, it is context-dependent.",
    "Anything else is undecided, among it a faint or rare leak that the model shrugs off.",
)


@dataclass(frozen=True)
class Judgement:
    """What the rule makes of the evidence."""

    verdict: Verdict
    severity: Severity
    leaks: bool | None
    relies: bool
    reasons: tuple[Reason, ...]
    route: str = ""
    """Which condition makes a token an artefact: `contradicted`, `follows`, `spare`, `rests` or `idle`."""
    overrules: bool = False


def judge_token(evidence: Evidence, *, reach: float) -> Judgement:
    """Apply the rule to a token that `reach`, a share of the texts, holds."""
    association, reliance = evidence.association, evidence.reliance
    deletion, insertion = evidence.intervention.deletion, evidence.intervention.insertion
    labelled = association.share.n > 0
    leak = by_labels("the labels favour it", association)
    needed = Reason(
        "minimal sets need it more often than chance",
        enrichment_text(reliance.enrichment),
        f"adjusted p at most {LEVEL}",
        below(reliance.enrichment.adjusted_p),
    )
    taken = Reason(
        "deleted, it changes the prediction more often than a placebo",
        flips_text(deletion),
        f"p at most {LEVEL}",
        below(deletion.rate.p),
    )
    put = Reason(
        "inserted, it turns texts of other classes more often than a placebo",
        flips_text(insertion),
        f"p at most {LEVEL}",
        below(insertion.rate.p),
    )
    overruling = Reason(
        "inserted, it turns most texts of other classes",
        bound_text(insertion.rate, "at least", insertion.rate.low),
        f"lower bound at least {OVERRULES}",
        put.met and (insertion.rate.low or 0.0) >= OVERRULES,
    )
    follows = Reason(
        "where it conflicts with the true label, the model goes with it",
        bound_text(evidence.harm.followed, "at least", evidence.harm.followed.low),
        f"lower bound above {FOLLOWS}; in {SOME} texts, or overruling the rest",
        (evidence.harm.followed.low or 0.0) > FOLLOWS,
    )
    rests = Reason(
        "the model rests on it: many sets need it, and it turns many texts of other classes",
        f"sets: {bound_text(reliance.share_of_sets, 'at least', reliance.share_of_sets.low)}; "
        f"texts turned: {bound_text(insertion.rate, 'at least', insertion.rate.low)}",
        f"lower bounds at least {PERVASIVE}",
        put.met and min(reliance.share_of_sets.low or 0.0, insertion.rate.low or 0.0) >= PERVASIVE,
    )
    spare, idle = _spare(evidence, overrules=overruling.met), _idle(evidence)
    base = association.base or 0.0
    clear = Reason(
        "the labels favour it clearly",
        bound_text(association.share, "at least", association.share.low),
        f"lower bound {FAVOURED} above the label's share",
        labelled and (association.share.low or 0.0) >= base + FAVOURED,
    )
    common = Reason(
        "it is no rarity", f"in {reach:.1%} of the texts", f"at least {COMMON:.0%}", reach >= COMMON
    )
    turns = (insertion.rate.low or 0.0) >= TURNS or evidence.intervention.evidence_lost.n >= MANY
    routes = {
        "contradicted": evidence.task.reference == "contradicted",
        "follows": follows.met and (overruling.met or evidence.harm.followed.n >= SOME),
        "spare": put.met and turns and spare.met and (overruling.met or common.met),
        "rests": rests.met,
        "idle": idle.met and common.met and clear.met,
    }
    route = next((name for name, met in routes.items() if met), "") if leak.met else ""
    relies = needed.met and (taken.met or put.met or follows.met)
    relies = relies or route in ("follows", "spare", "rests")
    verdict = _token_verdict(
        evidence,
        labelled=labelled,
        leaks=leak.met,
        relies=relies,
        moves=put.met,
        favoured=(association.share.estimate or 0.0) >= base + FAVOURED,
        shortcut=route != "",
        overrules=overruling.met,
        tried=evidence.intervention.evidence_lost.n >= SOME,
    )
    effect = max(e.low or 0.0 for e in (insertion.rate, deletion.rate, reliance.share_of_sets))
    if follows.met and verdict is Verdict.ARTEFACT:
        effect = max(effect, evidence.harm.followed.low or 0.0)
    reasons = (leak, clear, common, needed, taken, put, overruling, follows, rests, spare, idle)
    return Judgement(
        verdict,
        severity_of(verdict, effect, reach),
        leak.met if labelled else None,
        relies,
        (*reasons, *_task_reasons(evidence)),
        route if verdict is Verdict.ARTEFACT else "",
        overruling.met,
    )


def _spare(evidence: Evidence, *, overrules: bool) -> Reason:
    """Whether the texts that hold a token say their label without it.

    Of a token that overrules the rest of other texts less is asked: many texts, and no bound.
    """
    deletion, lost = evidence.intervention.deletion.effect, evidence.intervention.evidence_lost
    given = evidence.intervention.insertion.effect.estimate
    seen, met = "no evidence", False
    if lost.high is not None and deletion.estimate is not None and given is not None:
        seen = (
            f"evidence {lost.estimate:.2f}, at most {lost.high:.2f}, and probability {deletion.estimate:.2f} "
            f"in {lost.n} texts; inserted, it gives {given:.2f}"
        )
        taken = lost.estimate if overrules and lost.n >= MANY else lost.high
        met = lost.n >= SOME and (taken or 0.0) < SPARE * given and deletion.estimate < TAKES * given
    return Reason(
        "its texts do without it: deleted, it takes less than it gives inserted",
        seen,
        f"below {SPARE} and {TAKES} of that, in at least {SOME} texts; in fewer than {MANY}, it has to turn "
        f"{TURNS} of the others",
        met,
    )


def _idle(evidence: Evidence) -> Reason:
    """Whether the model makes nothing of a token, and less than the labels would."""
    lost, given, pull = (
        evidence.intervention.evidence_lost,
        evidence.intervention.insertion.effect,
        evidence.task.pull,
    )
    worth = _worth(evidence.association)
    seen, little = "no evidence", False
    bounds = [bound for one in (given, lost) for bound in (one.low, one.high) if bound is not None]
    if len(bounds) == 4 and pull is not None and worth is not None:
        seen = (
            f"inserted {bounds[0]:.2f} to {bounds[1]:.2f}, deleted {bounds[2]:.2f} to {bounds[3]:.2f} in "
            f"{lost.n} texts; {pull:.1f} logits, by the labels {worth:.1f}"
        )
        little = lost.n >= MANY and max(map(abs, bounds)) < LITTLE and pull < worth
    return Reason(
        "the model makes nothing of it, inserted or deleted, and less than the labels would",
        seen,
        f"both within {LITTLE}, in at least {MANY} texts",
        little,
    )


def _worth(association: Association) -> float | None:
    """What P(label | token) against the label's share is worth in logits, half a count added to each side."""
    share, base = association.share, association.base
    if share.count is None or base is None or not 0 < base < 1:
        return None
    return math.log((share.count + 0.5) / (share.n - share.count + 0.5)) - math.log(base / (1 - base))


def _token_verdict(
    evidence: Evidence,
    *,
    labelled: bool,
    leaks: bool,
    relies: bool,
    moves: bool,
    favoured: bool,
    shortcut: bool,
    overrules: bool,
    tried: bool,
) -> Verdict:
    task = evidence.task
    if task.lexicon == "listed" or task.reference == "replicated":
        return Verdict.TASK
    if shortcut:
        return Verdict.ARTEFACT
    if overrules and (not labelled or (leaks and not tried)):
        return Verdict.UNDECIDED
    if leaks:
        return Verdict.TASK if moves or relies else Verdict.UNDECIDED
    if not relies:
        return Verdict.UNDECIDED
    return Verdict.TASK if labelled and moves and favoured else Verdict.CONTEXT


def severity_of(verdict: Verdict, effect: float, reach: float) -> Severity:
    """How much a verdict matters, by the strongest effect and the share of the texts."""
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
