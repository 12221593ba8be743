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
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
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
    return NEXT_STEPS[judgement.verdict]


NEXT_STEPS = {
    Verdict.ARTEFACT: "Find out how it came into the data. Another model trained on it may use it.",
    Verdict.UNDECIDED: "Say whether it is part of the task. Six seed words a class (--seeds) would answer "
    "most such questions.",
    Verdict.KEYWORD: "Decide whether one word may settle a text: in a moderation model it may not.",
    Verdict.CONTEXT: "Read the examples: is its use right in each of them?",
    Verdict.TASK: "Nothing.",
    Verdict.NOTHING: "Nothing.",
}
"""What to do about findings of each verdict."""


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


def _known(finding: Finding) -> str:
    """Who says whether it is part of the task, as the end of a sentence."""
    return KNOWN.get((finding.judgement.known, finding.judgement.source), UNKNOWN)


UNKNOWN = "Nothing at hand says whether it is part of the task."
KNOWN = {
    ("related", "reference"): "The reference corpus shows the same link.",
    ("related", "lexicon"): "Your lexicon lists it as a word of the task.",
    ("related", "seeds"): "Your seeds name it as a word of the task.",
    ("related", "sentiment"): "It is a word of sentiment.",
    ("related", "toxicity"): "It is on the list of toxic words.",
    ("related", "relevance"): "Its neighbours are words of the task.",
    ("unrelated", "reference"): "The reference corpus has it without that link.",
    ("unrelated", "kind"): "It is not a word that a task could be about.",
    ("unrelated", "relevance"): "Its neighbours are not words of the task.",
}
"""Why something counts as part of the task or not, by answer and source."""


def _obeyed_leak(finding: Finding) -> Sentence:
    return sentence(*_goes_with(finding), ". ", *_turns(finding), f". {_known(finding)}")


def _ignored_leak(finding: Finding) -> Sentence:
    return sentence(*_goes_with(finding), f", and the model hardly follows it. {_known(finding)}")


def _obeyed(finding: Finding) -> Sentence:
    favoured = ", though the labels do not favour it" if finding.judgement.leaks is not None else ""
    return sentence(*_turns(finding), f"{favoured}. {_known(finding)}")


def _relied_on(finding: Finding) -> Sentence:
    favoured = ", but the labels do not favour it" if finding.judgement.leaks is not None else ""
    return sentence(*_needed(finding), f"{favoured}. What it does depends on the words around it.")


def _nothing(finding: Finding) -> Sentence:
    return sentence("By this rule nothing is found about ", written(finding), ".")


TOKEN_ROUTES: dict[str, Say] = {
    "obeyed-leak": _obeyed_leak,
    "ignored-leak": _ignored_leak,
    "obeyed": _obeyed,
    "needed": _relied_on,
    "nothing": _nothing,
}
"""Sentences on a token, by what happens."""


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
