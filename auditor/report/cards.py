"""One card per finding: what it is, why it was flagged, the figures, the texts, and what to do."""

from dataclasses import dataclass

from markupsafe import Markup

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.findings.report import Report, Shown
from auditor.records.estimates import Figure
from auditor.report.charts.intervals import dot_plot
from auditor.report.commands import next_command
from auditor.report.figures import compared, detail, figures_of, missing, p_values, value
from auditor.report.findings_table import FindingRow, finding_row
from auditor.report.marking import segments
from auditor.report.numbers import yes_no
from auditor.report.statuses import brief
from auditor.report.tried_texts import TriedText, tried_texts
from auditor.report.visible_text import Segment, Sentence, name, visible
from auditor.report.wording.answers import answers
from auditor.report.wording.conditions import Worded, deciding, near_miss, reasons
from auditor.report.wording.sentences import finding_sentence, next_step
from auditor.signals.reliance import Reliance

TEXT_BUDGET = 96_000
"""Characters of example texts on one page, shared by all examples."""
SHORTEST, LONGEST = 160, 2000
"""Characters of one example at least and at most."""
SOURCE = 200
"""Characters of what a group comes from."""
TEXTS, TEXTS_USED_RIGHTLY = 3, 1
"""Texts for and against a finding that are shown, and of one that needs no decision."""
NEEDED, HELD = "Texts whose answer needs it", "Texts that hold it and are predicted so"
"""Headings of the examples."""
TRIED = 400
"""Characters of a text before and after, at most."""


@dataclass(frozen=True)
class Measure:
    """A figure with its drawing."""

    title: str
    column: str
    """Its heading in a table."""
    chart: Markup
    value: str
    detail: str
    """What it was counted on, and what it is compared with."""


@dataclass(frozen=True)
class Example:
    """A text with its marks."""

    fields: list[list[Segment]]
    row: int
    said: str
    """What the model says of it, and without the marked words."""
    gold: str
    """The dataset's label; empty without one."""
    wrong: bool
    """Whether prediction and label differ."""


@dataclass(frozen=True)
class CardView:
    """What the page shows of one finding."""

    row: FindingRow
    sentence: Sentence
    places: str
    """Where it stands in inputs of two texts; empty for inputs of one."""
    documents: int
    leaks: str
    relies: str
    deciding: list[Worded]
    """The conditions that gave the verdict."""
    conditions: list[Worded]
    """Every condition that was looked at, with the value asked for."""
    measures: list[Measure]
    """Shares, each with a drawing."""
    figures: list[tuple[str, str]]
    """Titles and values of everything else that was measured or answered."""
    silent: list[str]
    """Titles of figures without evidence."""
    source: str
    """Where a group comes from; empty for anything else."""
    forms: list[str]
    members: list[str]
    tried: list[TriedText]
    """Texts before and after."""
    examples_title: str
    """Whether the answer of each of these texts needs it, or they only hold it."""
    examples: list[Example]
    counterexamples: list[Example]
    next_step: str
    command: str
    """What to type for it; empty where there is nothing."""
    failed: str
    """The condition that a near miss failed."""


def needs_all(finding: Finding) -> bool:
    """Whether a finding is grave enough to be shown with all its figures, asked about or not."""
    accused = finding.verdict in (Verdict.ARTEFACT, Verdict.UNDECIDED)
    return accused and finding.severity is not Severity.LOW


def card(
    finding: Finding, report: Report, rule: RuleConfig, *, limit: int = LONGEST, full: bool = True
) -> CardView:
    """The view of one finding; `limit` is the length of an example text.

    One that is not `full` is shown in short: its figures are in the table, and `audit show` has all of them.
    """
    texts = TEXTS if full else TEXTS_USED_RIGHTLY
    why = deciding(finding, rule)
    leaks = finding.judgement.leaks
    held = examples(finding, finding.examples[:texts], report, limit)
    known = [figure for figure in figures_of(finding) if not missing(figure)]
    figures = [*_others(known), *answers(finding.evidence, pair=finding.kind is Kind.PAIR)]
    return CardView(
        row=finding_row(finding),
        sentence=finding_sentence(finding),
        places=places(finding, report),
        documents=finding.documents,
        leaks="no labels" if leaks is None else yes_no(leaks),
        relies=_relies(finding),
        deciding=why,
        conditions=reasons(finding, rule) if full else [],
        measures=[measure(figure) for figure in known if full and figure.unit == "share"],
        figures=figures if full else [],
        silent=[figure.title for figure in figures_of(finding) if full and missing(figure)],
        source=visible(finding.source, SOURCE),
        forms=[name(form) for form in finding.forms if form not in finding.tokens],
        members=[name(member) for member in finding.members],
        tried=tried_texts(finding, most=TEXTS, limit=min(limit, TRIED)) if full else [],
        examples_title=NEEDED if all(_needs(one, finding) for one in held) else HELD,
        examples=held,
        counterexamples=examples(finding, finding.counterexamples[:texts], report, limit),
        next_step=next_step(finding),
        command=next_command(finding, report),
        failed=near_miss(finding, rule),
    )


def _needs(shown: Example, finding: Finding) -> bool:
    """Whether the marks of a text say that its answer needs the finding: of a pair, both words."""
    roles = {segment.role for field in shown.fields for segment in field}
    if finding.kind is Kind.PAIR or "own" not in roles:
        return "held" not in roles and bool(roles & {"own", "partner"})
    return True


def _relies(finding: Finding) -> str:
    """Yes or no; of a pair by which of the two measures of the model, since the other may show nothing."""
    said = yes_no(finding.judgement.relies)
    if finding.kind is not Kind.PAIR or not finding.judgement.relies:
        return said
    sets = finding.evidence.of(Reliance).enrichment
    seldom = ", though no minimal set needs both" if sets.n and not sets.count else ""
    return f"{said}, by what the two do together{seldom}"


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
    return max(SHORTEST, min(LONGEST, TEXT_BUDGET // max(1, findings * 4)))


def measure(figure: Figure) -> Measure:
    """A share on a line from 0 to 1, above its placebo."""
    chart = Markup("") if missing(figure) else dot_plot(figure.estimate, figure.placebo, base=figure.base)
    return Measure(figure.title, figure.column, chart, value(figure), compared(figure))


def _others(figures: list[Figure]) -> list[tuple[str, str]]:
    """What is not a share in full, and the p-values of shares."""
    found = []
    for figure in figures:
        if figure.unit != "share":
            found.append((figure.title, " · ".join(filter(None, (value(figure), detail(figure))))))
        elif tested := p_values(figure):
            found.append((f"{figure.title}: tested", tested))
    return found


def examples(finding: Finding, ids: tuple[str, ...], report: Report, limit: int) -> list[Example]:
    """The texts that a finding names; what a redacted report does not hold is left out."""
    return [example(report.shown[one], finding, limit) for one in ids if one in report.shown]


def example(shown: Shown, finding: Finding, limit: int) -> Example:
    """The view of one text."""
    return Example(
        fields=[segments(shown, field, finding=finding, limit=limit) for field in range(len(shown.texts))],
        row=shown.row,
        said=brief(shown),
        gold="" if shown.gold is None else name(shown.gold),
        wrong=shown.gold is not None and shown.gold != shown.label,
    )
