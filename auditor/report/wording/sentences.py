"""What a finding is, in a sentence, and what a reviewer might do about it.

One small function for each route of the rule. The sentence is rendered from the finding alone, so that a
finding whose tokens were renamed reads right.
"""

from collections.abc import Callable

from auditor.findings.finding import Finding, Kind, Verdict
from auditor.records.estimates import Estimate
from auditor.report.numbers import count, counted, of, signed
from auditor.report.visible_text import Segment, Sentence, name, sentence, token
from auditor.report.wording.features import ONE_OF, at_end, bound, group_title, titles
from auditor.signals.association import Association
from auditor.signals.flips import NO_INTERVENTION
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.pieces import Pieces
from auditor.signals.reliance import Reliance
from auditor.signals.strata import Strata

STYLES = ("capitals", "elongated")
"""Kinds that are a way of writing words."""
Say = Callable[[Finding], Sentence]


def finding_sentence(finding: Finding) -> Sentence:
    """What was found about a token or a pair."""
    routes = PAIR_ROUTES if finding.kind is Kind.PAIR else TOKEN_ROUTES
    return routes.get(finding.judgement.route, _unnamed)(finding)


def finding_facts(finding: Finding) -> Sentence:
    """What happens to a token or a pair, without who knows what it means: the model first, then the data."""
    route = finding.judgement.route
    if finding.kind is Kind.PAIR or route not in (*WITHOUT_A_LEAK, "obeyed-leak", "ignored-leak"):
        return finding_sentence(finding)
    turned = turns(finding)
    if route in WITHOUT_A_LEAK:
        return sentence(*turned, ".")
    return sentence(*turned, f". {_goes_with(finding)}.", *carried(finding))


WITHOUT_A_LEAK = ("overrules", "obeyed")
"""What happens where the model obeys a token that the labels do not favour."""


def next_step(finding: Finding) -> str:
    """What a reviewer might do about it."""
    judgement = finding.judgement
    if judgement.verdict is Verdict.ARTEFACT and finding.kind is Kind.PAIR:
        return "Find out why the two occur together. Repair the training data, train again, and audit again."
    if judgement.verdict is Verdict.ARTEFACT and judgement.relies:
        return "Find out how it came into the data. Repair the training data, train again, and audit again."
    return NEXT_STEPS[judgement.verdict]


NEXT_STEPS = {
    Verdict.ARTEFACT: "Find out how it came into the data, and repair the data: another model may learn it.",
    Verdict.UNDECIDED: "Say whether it is part of the task. Six seed words a class (--seeds) would answer "
    "most such questions.",
    Verdict.KEYWORD: "Decide whether one word may settle a text. In a moderation model it should not.",
    Verdict.CONTEXT: "Read the examples: is its use right in each of them?",
    Verdict.TASK: "Nothing.",
    Verdict.NOTHING: "Nothing.",
}
"""What to do about findings of each verdict."""


def written(finding: Finding) -> Segment:
    """A token as the texts write it most often; a group by its name and some of its words."""
    if finding.kind is Kind.GROUP:
        return token(_with_examples(finding))
    return token(finding.forms[0] if finding.forms else finding.tokens[0])


def _with_examples(finding: Finding) -> str:
    """A group with words that it is written with; a form with its bound."""
    title = group_title(finding)
    if finding.group == "form":
        return f"{title} ({bound(finding)})" if bound(finding) else title
    return title if finding.group == "family" else _with_forms(title, finding)


def _with_forms(title: str, finding: Finding) -> str:
    """A name with some of the words that it stands for, where it is not one of them itself."""
    shown = ", ".join(finding.forms[: 1 if finding.group == "place" else 3])
    itself = at_end(finding)[1] in finding.forms
    return title if not shown or itself else f"{title} ({shown}, …)"


def _label(finding: Finding) -> str:
    return name(finding.label)


def _of(estimate: Estimate) -> str:
    return of(estimate) or "an unknown number of"


def _goes_with(finding: Finding) -> str:
    share = finding.evidence.of(Association).share
    having = {"first": "that begin with", "last": "that end with"}.get(at_end(finding)[0], "with")
    return f"In the data, {_of(share)} texts {having} it are labelled {_label(finding)}"


def turns(finding: Finding) -> Sentence:
    """What the model does with other texts once the word is put in."""
    found, (end, place) = finding.evidence.of(Insertion), at_end(finding)
    word = token(_with_forms(place, finding)) if end else written(finding)
    if found.why == NO_INTERVENTION:
        return sentence("No change of a text would show what the model does with ", word, " alone")
    if not found.rate.n:
        return sentence("The model was not tried with ", word)
    put, other = _put(finding)
    texts = f"{put} {counted(found.rate.n, 'other text')}, "
    neutral = f"; {other} turned {_turned(found.placebo)}" if found.placebo.n else ""
    return sentence(texts, word, f" turned {_turned(found.rate)} {_label(finding)}{neutral}")


def _put(finding: Finding) -> tuple[str, str]:
    """What is done to texts, and what to compare it with."""
    if finding.group == "form" or finding.evidence.of(TokenKind).kind in STYLES:
        return "Given to", "another change of form"
    if end := at_end(finding)[0]:
        return f"Put at the {'start' if end == 'first' else 'end'} of", "elsewhere in them it"
    return "Put into", "as many neutral words" if finding.group == "place" else "a neutral word"


def carried(finding: Finding) -> Sentence:
    """The piece of the word that does it all, if one does."""
    found = finding.evidence.of(Pieces)
    if found.carrier is None or found.carrier >= len(found.pieces):
        return ()
    return sentence(
        " Its piece ",
        token(found.pieces[found.carrier]),
        f" does it alone in {of(found.alone)} of these texts; {of(found.lost)} do not turn without it.",
    )


def _turned(rate: Estimate) -> str:
    return "an unknown number" if rate.count is None else count(rate.count) if rate.count else "none"


def tried(finding: Finding, answers: int) -> tuple[str, ...]:
    """With and without what a text was tried, in the order of a trial's answers."""
    if answers == 2:
        return ("without it", "with it")
    first, second = (name(word) for word in (*finding.tokens, *finding.tokens)[:2])
    return ("with both", f"without {first}", f"without {second}", "without both")[:answers]


def _needed(finding: Finding) -> Sentence:
    sets = finding.evidence.of(Reliance).enrichment
    if finding.group == "form":
        more = f" are predicted {_label(finding)} in {_of(sets)} cases, more often than others of their label"
        return sentence("Texts with ", written(finding), more)
    after = f" for its answer in {_of(sets)} texts that hold it and are predicted {_label(finding)}"
    return sentence("The model needs ", written(finding), after)


def known(finding: Finding) -> str:
    """Whether it is part of the task, and who says so."""
    answer = finding.judgement.known, finding.judgement.source
    if answer == ("unrelated", "kind"):
        kind = ONE_OF.get(finding.evidence.of(TokenKind).kind)
        return f"It is {kind}, not part of the task." if kind else "It is not part of the task."
    if answer == ("unrelated", "groups"):
        return GENERAL[finding.evidence.of(Strata).answer == "one-group"]
    return KNOWN.get(answer, UNKNOWN)


UNKNOWN = "The audit cannot tell whether it is part of the task: you decide."
KNOWN = {
    ("related", "reviewer"): "A reviewer decided that it is part of the task.",
    ("unrelated", "reviewer"): "A reviewer decided that it is not part of the task.",
    ("related", "reference"): "In the reference corpus it goes with the same class.",
    ("related", "lexicon"): "Your lexicon lists it as a word of the task.",
    ("related", "seeds"): "Your seeds name it as a word of the task.",
    ("related", "sentiment"): "It is a word of sentiment.",
    ("related", "toxicity"): "It is on the list of toxic words.",
    ("related", "relevance"): "It is close in meaning to words of the task.",
    ("unrelated", "reference"): "In the reference corpus it does not go with that class.",
    ("unrelated", "relevance"): "It is far in meaning from the words of the task.",
    ("function", "none"): "It is a function word: what it does depends on the words around it.",
    ("grammar", "none"): "It is a function word: what it does depends on the words around it.",
}
"""Why something counts as part of the task or not, by answer and source."""
GENERAL = {
    True: "The link holds in one group of the data alone.",
    False: "Within the groups of the data the link is gone: it says where a text is from.",
}
"""Why a link is not of the task, by whether it holds in one group of the data."""


def _leak(finding: Finding) -> Sentence:
    return sentence(*finding_facts(finding), f" {known(finding)}")


def _obeyed(finding: Finding) -> Sentence:
    favoured = ". In the data, it does not go with that label" if finding.judgement.leaks is not None else ""
    piece = carried(finding)
    return sentence(*turns(finding), f"{favoured}.", *piece, f" {known(finding)}")


def _relied_on(finding: Finding) -> Sentence:
    favoured = (
        ", though in the data it does not go with that label" if finding.judgement.leaks is not None else ""
    )
    return sentence(*_needed(finding), f"{favoured}. What it does depends on the words around it.")


def _nothing(finding: Finding) -> Sentence:
    after = f": neither the labels nor the model tie it to {_label(finding)}."
    return sentence("By this rule there is nothing to say about ", written(finding), after)


TOKEN_ROUTES: dict[str, Say] = {
    "obeyed-leak": _leak,
    "ignored-leak": _leak,
    "overrules": _obeyed,
    "obeyed": _obeyed,
    "needed": _relied_on,
    "nothing": _nothing,
}
"""Sentences on a token, by what happens."""


def _both(finding: Finding) -> Sentence:
    first, second = map(token, titles(finding))
    return sentence(first, " and ", second)


def _size(finding: Finding) -> str:
    found = finding.evidence.of(Interaction).second_difference.estimate
    return "not measured" if found is None else signed(found)


def _together(finding: Finding) -> Sentence:
    share, apart = finding.evidence.of(Association).share, finding.evidence.of(Interaction).share_apart
    label = _label(finding)
    return sentence(
        *_both(finding),
        f" point to {label} only together. In the data, {_of(share)} texts with both are labelled {label}, "
        f"and {_of(apart)} texts with only one of them. The model follows the pair: what one "
        f"word does to its answer depends on the other (strength {_size(finding).lstrip('+')} of at most 2).",
    )


def _changes(finding: Finding) -> Sentence:
    first, second = map(token, titles(finding))
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
