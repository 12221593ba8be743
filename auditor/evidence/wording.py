"""Findings in plain words: one sentence, and what a reviewer might do next."""

from auditor.evidence.verdicts import Judgement
from auditor.findings import Estimate, Evidence, Kind, Verdict


def token_sentence(token: str, label: str, judgement: Judgement, evidence: Evidence) -> str:
    """What was found about a token."""
    name = f"“{token}”"
    insertion, share = evidence.intervention.insertion.rate, evidence.association.share
    needed, conflict = evidence.reliance.enrichment, evidence.harm.conflict
    if judgement.verdict is Verdict.ARTEFACT:
        if (insertion.estimate or 0.0) >= 0.5:
            return f"{name} alone turns {_of(insertion)} texts of other classes {label}."
        if conflict.n and (conflict.estimate or 0.0) < 0.5:
            wrong = conflict.n - (conflict.count or 0)
            return (
                f"{name} goes with {label} in {_of(share)} texts, and where it does not, the model follows "
                f"it all the same: {wrong} of {conflict.n} wrong."
            )
        if not judgement.relies:
            return (
                f"{name} goes with {label} in {_of(share)} texts, and neither they nor the model need it: a "
                "leak of the dataset."
            )
        if insertion.n:
            return (
                f"{name} goes with {label} in {_of(share)} texts that say {label} without it, and turns "
                f"{_of(insertion)} texts of other classes."
            )
        return f"{name} goes with {label} in {_of(share)} texts, which the task does not explain."
    if judgement.verdict is Verdict.CONTEXT:
        return (
            f"{name} is needed in {_of(needed)} texts predicted {label} that hold it, but the labels do not "
            "favour it: what it does depends on the words around it."
        )
    if judgement.verdict is Verdict.TASK:
        if share.n:
            return f"{name} goes with {label} in {_of(share)} texts, and the model weighs it with the rest."
        return f"{name} speaks for {label} as a word of the task."
    if judgement.leaks and not judgement.relies:
        return (
            f"{name} goes with {label} in {_of(share)} texts, and the model makes little of it: a leak of "
            "the dataset, or a word of the task that this model missed."
        )
    return f"{name} is needed in {_of(needed)} texts predicted {label} that hold it; why is not settled."


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
