"""Texts that a word was tried in, as every output shows them: the text, and what the model said each time."""

from dataclasses import dataclass

from auditor.findings.finding import Finding, Kind
from auditor.report.marking import Mark, cut_up
from auditor.report.numbers import certainty
from auditor.report.visible_text import Segment, name, visible
from auditor.report.wording.features import titles
from auditor.report.wording.sentences import tried
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.trials import Trial

_OTHER = 120
"""Characters of the other text of an input of two."""


@dataclass(frozen=True)
class Step:
    """What the model said of one form of a text."""

    when: str
    """With or without which word."""
    label: str
    sure: str
    changed: bool
    """Whether it is another class than the first."""


@dataclass(frozen=True)
class TriedText:
    """A text with the words that were put in or taken out, and what the model said of it."""

    text: list[Segment]
    other: str
    """The other text of an input of two."""
    steps: list[Step]
    shows: str = ""
    """What a pair's text shows, in a sentence; empty where the steps say it."""


def tried_texts(finding: Finding, *, most: int = 3, limit: int = 400) -> list[TriedText]:
    """The texts that a finding was tried in; `limit` is the length of one."""
    pair = finding.kind is Kind.PAIR
    trials = finding.evidence.of(Interaction).trials if pair else finding.evidence.of(Insertion).trials
    telling = sorted(trials, key=_tells) if pair else trials
    return [tried_text(trial, finding, limit) for trial in telling[:most]]


def _tells(trial: Trial) -> int:
    """How little a text tells of a pair: least where the pair turns what the text is called without both."""
    both, *one_out, neither = (said.label for said in trial.said)
    return 0 if neither != both else 2 - sum(label != both for label in one_out) + 1


def _shows(trial: Trial, finding: Finding) -> str:
    """What the four answers of a pair's text come to."""
    if len(trial.said) != 4:
        return ""
    both, without_first, without_second, neither = (said.label for said in trial.said)
    if neither != both:
        return f"The pair turns this text: with neither word it is {name(neither)}."
    first, second = titles(finding)
    alone = [word for word, label in ((first, without_second), (second, without_first)) if label != both]
    if len(alone) == 2:
        return f"Each word alone takes this text away from {name(both)}; the other one brings it back."
    if alone:
        return f"{name(alone[0])} alone takes this text away from {name(both)}; the other one brings it back."
    return "This text stays as it is, whichever of the two it holds."


def tried_text(trial: Trial, finding: Finding, limit: int) -> TriedText:
    """The view of one trial."""
    marks = [Mark(start, end, "put") for start, end in trial.words]
    segments = cut_up(trial.text, marks, limit)
    before = [Segment("… ", "gap")] if trial.cut[0] and segments[0].role != "gap" else []
    after = [Segment(" …", "gap")] if trial.cut[1] and segments[-1].role != "gap" else []
    when = tried(finding, len(trial.said))
    steps = [
        Step(said_when, name(said.label), certainty(said.probability), said.label != trial.said[0].label)
        for said_when, said in zip(when, trial.said, strict=True)
    ]
    shows = _shows(trial, finding) if finding.kind is Kind.PAIR else ""
    return TriedText([*before, *segments, *after], visible(trial.other, _OTHER), steps, shows)
