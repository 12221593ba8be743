"""What answers teach: a word that is like one that was answered is probably what that one is.

A finding was called a shortcut (1) or part of the task (0). Another that is still open takes the mean of the
answers, each weighted by how alike the two are, together with what was known of it before. Alike are words
near each other in meaning (`Report.likeness`), forms of one word, tokens of one telling kind, and what
belongs to a group or a pair that was answered. A reviewer needs no model for it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Finding, Kind
from auditor.findings.report import Report
from auditor.meaning.english import stem
from auditor.records.codec import decode
from auditor.signals.kind import TokenKind, is_telling
from auditor.verdicts.knowing import unrelatedness

WIDTH = 0.2
"""Width of the kernel that turns a cosine into a weight."""
BEFORE = 0.05
"""Weight of what was known of a finding before any answer."""
OF_ONE_KIND = 0.7
"""Cosine that two tokens of the same telling kind count as having."""
SURE = 0.75
"""Share of the answers, by weight, from which they suggest one."""
ANSWERS = {Choice.ARTEFACT: 1.0, Choice.LEGITIMATE: 0.0}
"""What an answer teaches; `unsure` teaches nothing."""


@dataclass(frozen=True)
class Lesson:
    """What the answers so far say about an open finding."""

    before: float
    """How far from the task it was thought to be before any answer, 0 to 1."""
    spurious: float
    """The same after the answers: 1 like a shortcut, 0 like a word of the task."""
    like: Finding | None = None
    """The answered finding that says most; None where no answer says anything."""

    @property
    def suggested(self) -> Choice | None:
        """The answer that the other answers suggest."""
        if self.like is None:
            return None
        if self.spurious >= SURE:
            return Choice.ARTEFACT
        return Choice.LEGITIMATE if self.spurious <= 1 - SURE else None


def lessons(report: Report, asked: Sequence[Finding]) -> list[Lesson]:
    """What the answers in a report say about each of some open findings."""
    rule = decode(RuleConfig, report.rule, defaults=True)
    listed = (*report.findings, *report.near_misses)
    answered = [one for one in listed if one.decision is not None and one.decision.decision in ANSWERS]
    befores = [0.5 if one.kind is Kind.PAIR else unrelatedness(one.evidence, rule) for one in asked]
    return [
        lesson(finding, before, answered, report.likeness)
        for finding, before in zip(asked, befores, strict=True)
    ]


def lesson(
    finding: Finding, before: float, answered: Sequence[Finding], likeness: Mapping[str, Mapping[str, float]]
) -> Lesson:
    """What the answered findings say about one that is open."""
    total, votes, most = BEFORE, BEFORE * before, 0.0
    like: Finding | None = None
    for other in answered:
        near = nearness(finding, other, likeness)
        if near is None or other.decision is None:
            continue
        weight = math.exp((near - 1.0) / WIDTH)
        total += weight
        votes += weight * ANSWERS[other.decision.decision]
        if weight > most:
            most, like = weight, other
    return Lesson(before, votes / total, like)


def nearness(one: Finding, other: Finding, likeness: Mapping[str, Mapping[str, float]]) -> float | None:
    """How alike two findings are, as a cosine; None where nothing says so."""
    if belong_together(one, other):
        return 1.0
    kinds = one.evidence.of(TokenKind), other.evidence.of(TokenKind)
    if all(map(is_telling, kinds)) and kinds[0].kind == kinds[1].kind:
        return OF_ONE_KIND
    return likeness.get(one.id, {}).get(other.id, likeness.get(other.id, {}).get(one.id))


def belong_together(one: Finding, other: Finding) -> bool:
    """Whether one answer fits both: forms of one word, a group or a pair and its words."""
    return _holds(one, other) or _holds(other, one)


def _holds(one: Finding, other: Finding) -> bool:
    """Whether a word is a form of the finding, or belongs to it as a group or pair."""
    if other.kind is not Kind.TOKEN or set(one.fields).isdisjoint(other.fields):
        return False
    [word] = other.tokens
    if word in (*one.tokens, *one.members):
        return True
    return one.kind is Kind.TOKEN and word.isalpha() and stem(one.tokens[0]) == stem(word)
