"""Findings in plain words: one sentence, and what a reviewer might do next."""

from auditor.evidence.verdicts import Judgement
from auditor.findings import Estimate, Evidence, Kind, Verdict


def token_sentence(token: str, label: str, judgement: Judgement, evidence: Evidence) -> str:
    """What was found about a token."""
    name, needed = f"“{token}”", evidence.reliance.enrichment
    insertion, share = evidence.intervention.insertion.rate, evidence.association.share
    turns = f"turns {_of(insertion)} texts of other classes"
    goes = f"{name} goes with {label} in {_of(share)} texts"
    if judgement.verdict is Verdict.ARTEFACT:
        return _artefact(name, label, judgement, evidence, goes=goes, turns=turns)
    if judgement.verdict is Verdict.CONTEXT:
        favoured = ", but the labels do not favour it" if judgement.leaks is not None else ""
        return (
            f"{name} is needed in {_of(needed)} texts predicted {label} that hold it{favoured}: what it does "
            "depends on the words around it."
        )
    if judgement.verdict is Verdict.TASK:
        if not share.n:
            return f"{name} speaks for {label} as a word of the task."
        return f"{goes}, and " + (
            "they need it." if judgement.overrules else "the model weighs it with the rest."
        )
    if judgement.overrules:
        return f"{name} {turns}; whether its own texts need it is not settled."
    if judgement.leaks and not judgement.relies:
        return (
            f"{goes}, and the model makes little of it: a leak of the dataset, or a word of the task that "
            "this model missed."
        )
    return f"{name} is needed in {_of(needed)} texts predicted {label} that hold it; why is not settled."


def _artefact(
    name: str, label: str, judgement: Judgement, evidence: Evidence, *, goes: str, turns: str
) -> str:
    followed = evidence.harm.followed
    if judgement.overrules:
        return f"{name} alone {turns} {label}."
    if judgement.route == "follows":
        return (
            f"{goes}, and where it does not, the model follows it all the same: in {_of(followed)} texts it "
            f"says {label}."
        )
    if judgement.route == "spare":
        return f"{goes} that say {label} without it, and {turns}."
    if judgement.route == "rests":
        return f"{goes}, and {turns}."
    if judgement.route == "idle":
        return f"{goes}, and neither they nor the model need it: a leak of the dataset."
    return f"{goes}, which the task does not explain."


def pair_sentence(tokens: tuple[str, str], label: str, judgement: Judgement, evidence: Evidence) -> str:
    """What was found about a pair."""
    first, second = (f"“{token}”" for token in tokens)
    interaction = evidence.interaction
    size = interaction.second_difference.estimate if interaction is not None else None
    does = f"their second difference is {size:+.2f}" if size is not None else "they interact"
    if judgement.verdict is Verdict.ARTEFACT:
        apart = interaction.share_apart if interaction is not None else Estimate()
        share = evidence.association.share
        return (
            f"{first} and {second} speak for {label} only together: {_of(share)} texts with both are "
            f"{label}, {_of(apart)} with one of them; {does}."
        )
    if judgement.verdict is Verdict.CONTEXT:
        return f"{first} changes what {second} means to the model ({does})."
    return f"{first} and {second} do more together than apart ({does}); why is not settled."


def next_step(verdict: Verdict, kind: Kind, *, leaks: bool | None, relies: bool) -> str:
    """What a reviewer might do about it."""
    if verdict is Verdict.ARTEFACT and kind is Kind.PAIR:
        return "Find out how the two came to stand together; balance or remove the pair, and train again."
    if verdict is Verdict.ARTEFACT and relies:
        return (
            "Find out how it came into the data; remove or balance it, train again, and compare the audits."
        )
    if verdict is Verdict.ARTEFACT:
        return "Find out how it came into the data; another model trained on it may lean on it."
    if verdict is Verdict.TASK:
        return "Nothing, unless you would not want a decision to rest on it."
    if verdict is Verdict.CONTEXT:
        return "Read the examples: is its use right in each of them?"
    if leaks and not relies:
        return "Say whether it belongs to the task; if not, the dataset leaks it."
    return "Read the examples and decide; a reference corpus or a lexicon would add evidence."


def _of(estimate: Estimate) -> str:
    return f"{estimate.count} of {estimate.n}" if estimate.n else "no"
