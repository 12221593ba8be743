"""Which task is it? Told by the user, or by the names of the labels.

`auto` knows two tasks. A label's name is split into words and looked up, without regard to case, so that
`non-toxic`, `not_offensive`, `Very Positive` and `5 stars` are understood. One name that is not understood is
enough to say `none`: a wrong lexicon accuses the words of the task.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.errors import AuditError
from auditor.meaning.package_lists import NEGATIVE, POSITIVE, TOXIC

TASKS = ("auto", "sentiment", "toxicity", "none")
LANGUAGE = "en"
"""The one language with built-in lexicons."""
NEUTRAL, CLEAN = "neutral", "clean"

_SENTIMENT = {
    POSITIVE: "positive pos good favorable favourable recommended",
    NEGATIVE: "negative neg bad unfavorable unfavourable",
    NEUTRAL: "neutral neu mixed objective",
}
_TOXICITY = {
    TOXIC: "toxic toxicity offensive offense off hate hateful hatespeech abusive abuse obscene obscenity "
    "insult insulting threat profane profanity vulgar harassment racist racism sexist sexism identity",
    CLEAN: "neither normal clean none neutral benign safe civil acceptable other ok not nontoxic "
    "nonoffensive nonhate nonabusive inoffensive",
}
_IGNORED = (
    "very severe severely slightly somewhat strong strongly weak weakly label class speech language "
    "sentiment review text comment tweet"
)
"""Words in labels' names that say how much, or of what."""
_NOT = frozenset({"non", "not", "no"})
_STARS = re.compile(r"\s*([1-5])\s*[-_ ]?stars?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Task:
    """The task that a model's labels speak of."""

    name: str = "none"
    """`sentiment`, `toxicity` or `none`."""
    poles: tuple[str | None, ...] = ()
    """For each label of the model what it stands for: `positive`, `negative`, `neutral`, `toxic`, `clean`;
    None where its name does not say."""
    why: str = "not_asked"
    """`given`; `label_names`; `label_names_unknown`; `no_lexicon_for_language`; `not_asked`."""

    def label(self, pole: str, labels: Sequence[str]) -> str | None:
        """The label that stands for a pole, where there is exactly one."""
        found = [label for label, own in zip(labels, self.poles, strict=True) if own == pole]
        return found[0] if len(found) == 1 else None


def choose_task(name: str, labels: Sequence[str], *, language: str = LANGUAGE) -> Task:
    """The task called `name`, or for `auto` the one that the names of the labels tell."""
    if name not in TASKS:
        raise AuditError(f"task is {name!r}; allowed: {', '.join(TASKS)}")
    unknown: tuple[str | None, ...] = (None,) * len(labels)
    if name == "none":
        return Task("none", unknown, "given")
    if language != LANGUAGE:
        return Task("none", unknown, "no_lexicon_for_language")
    readings = {"sentiment": _read(labels, _SENTIMENT), "toxicity": _read(labels, _TOXICITY)}
    if name != "auto":
        return Task(name, readings[name], "given")
    if all(readings["sentiment"]) and {POSITIVE, NEGATIVE} <= set(readings["sentiment"]):
        return Task("sentiment", readings["sentiment"], "label_names")
    if all(readings["toxicity"]) and TOXIC in readings["toxicity"]:
        return Task("toxicity", readings["toxicity"], "label_names")
    return Task("none", unknown, "label_names_unknown")


def name_words(label: str) -> tuple[str, ...]:
    """The words of a label's name, in lower case."""
    return tuple(re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label).casefold()))


def _read(labels: Sequence[str], poles: dict[str, str]) -> tuple[str | None, ...]:
    return tuple(_pole(label, poles) for label in labels)


def _pole(label: str, poles: dict[str, str]) -> str | None:
    """What a label stands for, by its name."""
    stars = _STARS.fullmatch(label)
    if stars and NEUTRAL in poles:
        return (NEGATIVE, NEGATIVE, NEUTRAL, POSITIVE, POSITIVE)[int(stars[1]) - 1]
    words = [word for word in name_words(label) if word not in _IGNORED.split()]
    if not words:
        return None
    negated = len(words) > 1 and words[0] in _NOT
    rest = words[1:] if negated else words
    named = [pole for word in rest for pole, names in poles.items() if word in names.split()]
    if not named or len(named) < len(rest) or len(set(named)) > 1:
        return None
    if not negated:
        return named[0]
    return CLEAN if named[0] == TOXIC else None
