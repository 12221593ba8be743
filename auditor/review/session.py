"""A review in progress: which question is asked, what was answered, and how to take a step back.

Every step gives a new session. What was answered teaches, so that the order of the rest can change with every
answer; what was passed over comes again once nothing else is left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from auditor.findings.finding import Choice, Decision
from auditor.findings.report import Report
from auditor.review.decisions import apply
from auditor.review.open_questions import OpenQuestion, above_low, open_questions


@dataclass(frozen=True)
class Session:
    """A report under review."""

    report: Report
    """As it was before any of these decisions."""
    decisions: Mapping[str, Decision]
    """By id, also of findings that this report does not have."""
    passed: tuple[str, ...] = ()
    """Ids of questions that were passed over."""
    before: "Session | None" = None
    """The session one step back."""

    @cached_property
    def questions(self) -> list[OpenQuestion]:
        """What is still open, in the order that the answers so far give."""
        decided, _ = apply(self.report, self.decisions)
        return open_questions(decided)

    @property
    def current(self) -> OpenQuestion | None:
        """What is asked now; None when everything is answered."""
        waiting = [one for one in self.questions if one.lead.id not in self.passed]
        return next(iter(waiting or self.questions), None)

    @property
    def grave(self) -> int:
        """Questions above low severity that are left."""
        return above_low(self.questions)

    def answered(self, choice: Choice, note: str = "") -> "Session":
        """The session once the current question is answered."""
        asked = self.current
        if asked is None:
            return self
        answers = {one.id: Decision(choice, note) for one in asked.findings}
        return replace(self, decisions={**self.decisions, **answers}, before=self)

    def skipped(self) -> "Session":
        """The session once the current question is passed over."""
        asked = self.current
        if asked is None:
            return self
        left = [one.lead.id for one in self.questions if one.lead.id not in self.passed]
        first = self.passed if asked.lead.id in left else ()  # all were passed over: a new round
        return replace(self, passed=(*first, asked.lead.id), before=self)

    def undone(self) -> "Session":
        """The session one step back; the first has no step to take back."""
        return self if self.before is None else self.before
