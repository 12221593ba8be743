"""What a status means, in a sentence about one text: the numbers are in the record, the words are here."""

from auditor.findings.report import Shown
from auditor.records.text import SOME, SUBSETS, Explanation, Status
from auditor.report.numbers import certainty
from auditor.report.visible_text import name, visible


def sentence(explanation: Explanation) -> str:
    """The status of a text's set with its numbers, without a full stop."""
    label, empty = visible(explanation.label), explanation.probability_empty
    match explanation.status:
        case Status.VERIFIED:
            return f"without {_count(explanation)} {_outcome(explanation)}{_parts(explanation)}"
        case Status.EVIDENCE:
            return (
                f"the model would say {label} to an empty text too ({empty:.3f}); {_count(explanation)} "
                f"{'carries' if _items(explanation) == 1 else 'carry'} {_share(explanation):.0%} of what the "
                "text adds"
            )
        case Status.DEFAULT if explanation.evidence <= SOME:
            return (
                f"the model would say {label} to an empty text too ({empty:.3f}), and the text adds nothing "
                "for it"
            )
        case Status.DEFAULT:
            return "the class is lost with every word in place: there is nothing to remove"
        case Status.UNREACHABLE:
            return f"none of {explanation.forwards} removals that were tried changes the prediction"
        case _:
            return f"{_count(explanation)} proposed and not checked on the model"


def brief(shown: Shown) -> str:
    """What becomes of a text that a report shows once the marked words are gone; without a full stop."""
    label = name(shown.label)
    predicted = f"predicted {label}, {certainty(shown.probability)} sure"
    match shown.status:
        case Status.EVIDENCE:
            return (
                f"{predicted}; an empty text is called {label} too, and the marked words hold most of what "
                "this text adds"
            )
        case Status.DEFAULT:
            return f"{predicted}; an empty text is called {label} too, and this text adds nothing to that"
        case Status.UNREACHABLE:
            return f"{predicted}; taking words out, as far as it was tried, does not change that"
        case _:
            return f"{predicted}; without the marked words, {certainty(shown.probability_after)}"


def _items(explanation: Explanation) -> int:
    return len(explanation.pairs) or len(explanation.set)


def _kind(explanation: Explanation) -> str:
    return "pair" if explanation.pairs else "word"


def _count(explanation: Explanation) -> str:
    count = _items(explanation)
    return f"{count} {_kind(explanation)}{'' if count == 1 else 's'}"


def _outcome(explanation: Explanation) -> str:
    """What the model says without the set; under `--essence threshold` it may say the same, less surely."""
    if explanation.label_after == explanation.label:
        return f"the probability falls to {explanation.probability_after:.3f}"
    return f"the model says {visible(explanation.label_after)}"


def _parts(explanation: Explanation) -> str:
    if _items(explanation) == 1:
        return ""
    if _items(explanation) <= SUBSETS:
        return ", and no part of the set does that"
    return f", and no part with one {_kind(explanation)} less does that"


def _share(explanation: Explanation) -> float:
    """Share of the evidence that the set takes; more than all of it counts as all."""
    return min(1.0, 1 - explanation.evidence_after / explanation.evidence)
