"""One card per finding: what it is, why it was flagged, the figures, the texts, and what to do."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings import Estimate, Evidence, Finding, Flips, Report, Shown
from auditor.report.charts.intervals import dot_plot
from auditor.report.numbers import NONE, number, of, p_value, with_interval, yes_no
from auditor.report.marking import excerpt
from auditor.report.findings_table import TOKEN_LENGTH, Row, row
from auditor.report.visible_text import Segment, visible

TEXT_BUDGET = 256_000
"""Characters of example texts on one page, shared by all examples."""
_QUOTED = re.compile("`([^`]+)`|“([^”]+)”")
SHORTEST, LONGEST = 160, 2000
"""Characters of one example at least and at most."""


@dataclass(frozen=True)
class Measure:
    """A figure with its drawing."""

    name: str
    chart: Markup
    value: str
    detail: str
    """What it was counted on, and what it is compared with."""


@dataclass(frozen=True)
class Why:
    """A condition of the verdict rule."""

    rule: str
    value: str
    threshold: str
    met: bool


@dataclass(frozen=True)
class Example:
    """A text with its marks."""

    fields: list[list[Segment]]
    row: int
    label: str
    gold: str
    """The dataset's label; empty without one."""
    wrong: bool
    """Whether prediction and label differ."""
    probability: str
    after: str


@dataclass(frozen=True)
class CardView:
    """What the page shows of one finding."""

    row: Row
    sentence: list[Segment]
    places: str
    """Where it stands in inputs of two texts; empty for inputs of one."""
    documents: int
    leaks: str
    relies: str
    reasons: list[Why]
    measures: list[Measure]
    interaction: list[tuple[str, str]]
    """Pairs only: names and values of what the pair does beyond its two words."""
    figures: list[tuple[str, str]]
    """Names and values of everything else that was measured."""
    forms: list[str]
    members: list[str]
    examples: list[Example]
    counterexamples: list[Example]
    next_step: str
    failed: str


def card(finding: Finding, report: Report, *, limit: int = LONGEST) -> CardView:
    """The view of one finding; `limit` is the length of an example text."""
    names = {visible(name, TOKEN_LENGTH) for name in (*finding.tokens, *finding.forms)}
    return CardView(
        row=row(finding),
        sentence=coded(visible(finding.sentence, 600), names),
        places=places(finding, report),
        documents=finding.documents,
        leaks="no labels" if finding.leaks is None else yes_no(finding.leaks),
        relies=yes_no(finding.relies),
        reasons=[
            Why(visible(one.rule, 400), visible(one.value, 400), visible(one.threshold, 400), one.met)
            for one in finding.reasons
        ],
        measures=measures(finding.evidence),
        interaction=interaction(finding.evidence),
        figures=figures(finding.evidence),
        forms=[visible(form, TOKEN_LENGTH) for form in finding.forms if form not in finding.tokens],
        members=[visible(member, TOKEN_LENGTH) for member in finding.members],
        examples=examples(finding, finding.examples, report, limit),
        counterexamples=examples(finding, finding.counterexamples, report, limit),
        next_step=visible(finding.next_step, 600),
        failed=visible(finding.failed, 400),
    )


def places(finding: Finding, report: Report) -> str:
    """In which of two texts the tokens of a finding stand."""
    named = (
        report.shown[one] for one in (*finding.examples, *finding.counterexamples) if one in report.shown
    )
    if not any(finding.fields) and all(len(shown.texts) == 1 for shown in named):
        return ""
    names = ("first text", "second text")
    return " and ".join(f"the {names[min(field, 1)]}" for field in sorted(set(finding.fields)))


def text_limit(findings: int) -> int:
    """Length of an example text, so that the page stays light however many findings it shows."""
    return max(SHORTEST, min(LONGEST, TEXT_BUDGET // max(1, findings * 8)))


def coded(sentence: str, names: Collection[str] = ()) -> list[Segment]:
    """A sentence with what stands in `backticks`, and these names in “quotes”, apart."""
    segments: list[Segment] = []
    position = 0
    for found in _QUOTED.finditer(sentence):
        name = found[1] or found[2]
        if found[2] is not None and name not in names:
            continue
        if found.start() > position:
            segments.append(Segment(sentence[position : found.start()], "plain"))
        segments.append(Segment(name, "code"))
        position = found.end()
    return [*segments, Segment(sentence[position:], "plain")] if position < len(sentence) else segments


def measures(evidence: Evidence) -> list[Measure]:
    """The rates of a finding, each on a line from 0 to 1."""
    association, reliance, harm = evidence.association, evidence.reliance, evidence.harm
    base = "" if association.base is None else f"all texts {number(association.base)}"
    return [
        _measure("has the label where present", association.share, base=association.base, compared=base),
        _measure("needed in sets of the label", reliance.share_of_sets),
        _flips("deleted: prediction changes", evidence.intervention.deletion),
        _flips("inserted: turns to the label", evidence.intervention.insertion),
        _measure("accuracy where it agrees", harm.agreement),
        _measure("accuracy where it conflicts", harm.conflict),
    ]


def _measure(name: str, rate: Estimate, *, base: float | None = None, compared: str = "") -> Measure:
    if rate.estimate is None:
        return Measure(name, Markup(""), NONE, "")
    detail = " · ".join(part for part in (of(rate), compared) if part)
    return Measure(name, dot_plot(rate, base=base), with_interval(rate), detail)


def _flips(name: str, flips: Flips) -> Measure:
    if flips.rate.estimate is None:
        return Measure(name, Markup(""), NONE, "")
    placebo = (
        f"placebo {number(flips.placebo.estimate)}" if flips.placebo.estimate is not None else "no placebo"
    )
    return Measure(
        name,
        dot_plot(flips.rate, flips.placebo),
        with_interval(flips.rate),
        " · ".join(part for part in (of(flips.rate), placebo) if part),
    )


def figures(evidence: Evidence) -> list[tuple[str, str]]:
    """Everything else that was measured, in words and numbers."""
    association, reliance, task = evidence.association, evidence.reliance, evidence.task
    return [
        ("odds ratio", with_interval(association.odds_ratio, 1)),
        ("p of the association, adjusted", _two(association.share)),
        ("labels confirmed on other half", yes_no(association.confirmed)),
        ("Gardner's z, for comparison", number(association.z, 1)),
        ("needed, over chance", _times(reliance.enrichment)),
        ("p of the reliance, adjusted", _two(reliance.enrichment)),
        ("sets confirmed on other half", yes_no(reliance.confirmed)),
        ("effect when deleted", with_interval(evidence.intervention.deletion.effect)),
        ("evidence lost then", with_interval(evidence.intervention.evidence_lost)),
        ("effect when inserted", with_interval(evidence.intervention.insertion.effect)),
        (
            "reference corpus",
            "none given" if task.reference == "none" else visible(task.reference, TOKEN_LENGTH),
        ),
        ("P(label | present) there", with_interval(task.reference_share)),
        ("task lexicon", "none given" if task.lexicon == "none" else visible(task.lexicon, TOKEN_LENGTH)),
        ("artefact score, 0 to 1", number(task.score)),
        ("worst-group accuracy", with_interval(evidence.harm.worst_group)),
    ]


def interaction(evidence: Evidence) -> list[tuple[str, str]]:
    """What a pair does beyond its two words; nothing for single tokens."""
    pair = evidence.interaction
    if pair is None:
        return []
    return [
        ("second difference of the probability", with_interval(pair.second_difference)),
        ("p against placebo pairs", p_value(pair.second_difference.p)),
        ("second difference of placebo pairs", with_interval(pair.placebo)),
        ("P(label | only one of the two)", with_interval(pair.share_apart)),
        ("needed together, beyond each alone", _times(evidence.reliance.beyond_members)),
    ]


def _times(estimate: Estimate) -> str:
    shown = with_interval(estimate, 1)
    return shown if shown == NONE else f"{shown} times"


def _two(estimate: Estimate) -> str:
    if estimate.p is None and estimate.adjusted_p is None:
        return NONE
    return f"{p_value(estimate.p)}, {p_value(estimate.adjusted_p)}"


def examples(finding: Finding, ids: tuple[str, ...], report: Report, limit: int) -> list[Example]:
    """The texts that a finding names; what a redacted report does not hold is left out."""
    return [example(report.shown[one], finding, limit) for one in ids if one in report.shown]


def example(shown: Shown, finding: Finding | None, limit: int) -> Example:
    """The view of one text."""
    return Example(
        fields=[excerpt(shown, field, finding, limit) for field in range(len(shown.texts))],
        row=shown.row,
        label=visible(shown.label, TOKEN_LENGTH),
        gold="" if shown.gold is None else visible(shown.gold, TOKEN_LENGTH),
        wrong=shown.gold is not None and shown.gold != shown.label,
        probability=number(shown.probability),
        after=number(shown.probability_after),
    )
