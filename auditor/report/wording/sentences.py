"""What a finding is, in a sentence, and what a reviewer might do about it.

One small function for each route of the rule. The sentence is rendered from the finding alone, so that a
finding whose tokens were renamed reads right.
"""

from collections.abc import Callable

from auditor.findings.finding import Finding, Kind, Verdict
from auditor.records.evidence import Estimate
from auditor.report.numbers import of, signed
from auditor.report.visible_text import Segment, Sentence, name, sentence, token
from auditor.signals.association import Association
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.reference import Reference
from auditor.signals.reliance import Reliance

Say = Callable[[Finding], Sentence]


def finding_sentence(finding: Finding) -> Sentence:
    """What was found about a token or a pair."""
    routes = PAIR_ROUTES if finding.kind is Kind.PAIR else TOKEN_ROUTES
    return routes.get(finding.judgement.route, _unnamed)(finding)


def next_step(finding: Finding) -> str:
    """What a reviewer might do about it."""
    judgement = finding.judgement
    if judgement.verdict is Verdict.ARTEFACT and finding.kind is Kind.PAIR:
        return "Find out why the two occur together. Balance or remove the pair, and train again."
    if judgement.verdict is Verdict.ARTEFACT and judgement.relies:
        return (
            "Find out how it came into the data. Remove or balance it, train again, and compare the audits."
        )
    if judgement.verdict is Verdict.ARTEFACT:
        return "Find out how it came into the data. Another model trained on it may use it."
    if judgement.verdict is Verdict.TASK:
        return "Nothing, unless you would not want a decision to depend on it."
    if judgement.verdict is Verdict.CONTEXT:
        return "Read the examples: is its use right in each of them?"
    if judgement.leaks and not judgement.relies:
        return "Say whether it belongs to the task. If not, the dataset leaks it."
    return "Read the examples and decide. A reference corpus or a lexicon would add evidence."


def written(finding: Finding) -> Segment:
    """A token as the texts write it most often."""
    return token(finding.forms[0] if finding.forms else finding.tokens[0])


def _label(finding: Finding) -> str:
    return name(finding.label)


def _of(estimate: Estimate) -> str:
    return of(estimate) or "no"


def _goes_with(finding: Finding) -> Sentence:
    share = finding.evidence.of(Association).share
    return sentence(written(finding), f" goes with {_label(finding)} in {_of(share)} texts")


def _turns(finding: Finding) -> Sentence:
    rate = finding.evidence.of(Insertion).rate
    before = f"The model calls {_of(rate)} texts of other classes {_label(finding)} once "
    return sentence(before, written(finding), " is inserted")


def _needed(finding: Finding) -> Sentence:
    sets = finding.evidence.of(Reliance).enrichment
    after = f" in {_of(sets)} texts predicted {_label(finding)} that hold it"
    return sentence("Minimal sets need ", written(finding), after)


def _overrules(finding: Finding) -> bool:
    return any(one.code == "overrules" and one.met for one in finding.judgement.conditions)


def _contradicted(finding: Finding) -> Sentence:
    there = _of(finding.evidence.of(Reference).share)
    return sentence(*_goes_with(finding), f"; in the reference corpus it does so in only {there}.")


def _followed(finding: Finding) -> Sentence:
    followed = _of(finding.evidence.of(Harm).followed)
    label = _label(finding)
    after = (
        f". Of the texts with another label that hold it, the model calls {followed} {label} all the same."
    )
    return sentence(*_goes_with(finding), after)


def _dispensable(finding: Finding) -> Sentence:
    return sentence(*_turns(finding), ". The texts that hold it lose little when it is deleted.")


def _pervasive(finding: Finding) -> Sentence:
    sets = _of(finding.evidence.of(Reliance).share_of_sets)
    return sentence(*_turns(finding), f", and {sets} minimal sets of {_label(finding)} need it.")


def _ignored(finding: Finding) -> Sentence:
    return sentence(*_goes_with(finding), ", and the model ignores it: a leak of the dataset.")


def _listed(finding: Finding) -> Sentence:
    return sentence(
        written(finding), f" speaks for {_label(finding)}; the lexicon lists it as a word of the task."
    )


def _replicated(finding: Finding) -> Sentence:
    there = _of(finding.evidence.of(Reference).share)
    return sentence(*_goes_with(finding), f", and in {there} texts of the reference corpus.")


def _unsettled(finding: Finding) -> Sentence:
    if finding.judgement.leaks is None:
        after = ". Without labels a shortcut and a word of the task look the same."
    else:
        after = ". Too few texts show whether those that hold it need it."
    return sentence(*_turns(finding), after)


def _used_leak(finding: Finding) -> Sentence:
    if _overrules(finding):
        return sentence(*_goes_with(finding), ", and these texts need it.")
    return sentence(*_goes_with(finding), ", and the model weighs it against the other words.")


def _unused_leak(finding: Finding) -> Sentence:
    after = (
        ", and the model hardly uses it: a leak of the dataset, or a word of the task that this model missed."
    )
    return sentence(*_goes_with(finding), after)


def _nothing(finding: Finding) -> Sentence:
    return sentence(*_needed(finding), ". The evidence does not say why.")


def _relied_on(finding: Finding) -> Sentence:
    favoured = ", but the labels do not favour it" if finding.judgement.leaks is not None else ""
    return sentence(*_needed(finding), f"{favoured}. What it does depends on the words around it.")


TOKEN_ROUTES: dict[str, Say] = {
    "contradicted": _contradicted,
    "followed": _followed,
    "dispensable": _dispensable,
    "pervasive": _pervasive,
    "ignored": _ignored,
    "listed": _listed,
    "replicated": _replicated,
    "overrules": _unsettled,
    "used leak": _used_leak,
    "unused leak": _unused_leak,
    "used and favoured": _used_leak,
    "relied on": _relied_on,
    "nothing": _nothing,
}
"""Sentences on a token, by the route that gave its verdict."""


def _both(finding: Finding) -> Sentence:
    first, second = map(token, finding.tokens)
    return sentence(first, " and ", second)


def _size(finding: Finding) -> str:
    found = finding.evidence.of(Interaction).second_difference.estimate
    return "not measured" if found is None else signed(found)


def _together(finding: Finding) -> Sentence:
    share, apart = finding.evidence.of(Association).share, finding.evidence.of(Interaction).share_apart
    label = _label(finding)
    return sentence(
        *_both(finding),
        f" speak for {label} only together: {_of(share)} texts with both are {label}, {_of(apart)} with one "
        f"of them. Their second difference is {_size(finding)}.",
    )


def _changes(finding: Finding) -> Sentence:
    first, second = map(token, finding.tokens)
    after = f" means to the model (second difference {_size(finding)})."
    return sentence(first, " changes what ", second, after)


def _interacts(finding: Finding) -> Sentence:
    after = (
        f" do more together than apart (second difference {_size(finding)}). The evidence does not say why."
    )
    return sentence(*_both(finding), after)


def _no_interaction(finding: Finding) -> Sentence:
    after = f" do not clearly do more together than apart (second difference {_size(finding)})."
    return sentence(*_both(finding), after)


PAIR_ROUTES: dict[str, Say] = {
    "together": _together,
    "changes": _changes,
    "interacts": _interacts,
    "nothing": _no_interaction,
}
"""Sentences on a pair, by the route that gave its verdict."""


def _unnamed(finding: Finding) -> Sentence:
    """For a route of a later rule: what is known without it."""
    tokens = [part for word in finding.tokens for part in (" + ", token(word))][1:]
    return sentence(*tokens, f" → {_label(finding)}: {finding.verdict}.")
