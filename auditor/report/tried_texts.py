"""Texts that a word was tried in, as every output shows them: the text, and what the model said each time."""

from dataclasses import dataclass

from auditor.findings.finding import Finding, Kind
from auditor.report.marking import Mark, cut_up
from auditor.report.numbers import certainty
from auditor.report.visible_text import Segment, name, visible
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


def tried_texts(finding: Finding, *, most: int = 3, limit: int = 400) -> list[TriedText]:
    """The texts that a finding was tried in; `limit` is the length of one."""
    pair = finding.kind is Kind.PAIR
    trials = finding.evidence.of(Interaction).trials if pair else finding.evidence.of(Insertion).trials
    return [tried_text(trial, finding, limit) for trial in trials[:most]]


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
    return TriedText([*before, *segments, *after], visible(trial.other, _OTHER), steps)
