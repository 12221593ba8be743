"""The questions on the page: a sentence, a picture, a text before and after, and the suggested answer."""

from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.records.estimates import Estimate
from auditor.report.cards import CardView, Example, examples
from auditor.report.charts.intervals import dot_plot
from auditor.report.tried_texts import TriedText, tried_texts
from auditor.report.visible_text import Sentence, name
from auditor.report.wording.features import at_end
from auditor.report.wording.sentences import finding_facts
from auditor.report.wording.suggestions import reason, suggested
from auditor.review.open_questions import OpenQuestion
from auditor.signals.association import Association
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction

MOST = 10
"""Questions on the page; the others are in the table of all findings."""
LONGEST = 200
"""Characters of the text beside a question."""


@dataclass(frozen=True)
class Plot:
    """A drawing that shows at a glance what a finding does, and how to read it."""

    drawing: Markup
    drawn: str
    """What it measures."""
    own: str
    """What the filled mark stands for."""
    compared: str
    """What the hollow mark stands for."""


@dataclass(frozen=True)
class Question:
    """A finding that waits for an answer."""

    card: CardView
    ids: list[str]
    """The findings that the answer settles, its own first."""
    facts: Sentence
    """What happens, without what it means."""
    plot: Plot | None
    """None where there is nothing to draw."""
    suggested: str
    """The suggested answer, in the words of the buttons; empty where there is none."""
    reason: Sentence
    also: list[str]
    """Words that are answered with it."""
    tried: list[TriedText]
    """A text before and after; empty where nothing was tried."""
    texts: list[Example]
    """A text that holds it, where nothing was tried."""


def question(asked: OpenQuestion, report: Report, card: CardView) -> Question:
    """The view of one question."""
    finding = asked.lead
    tried = tried_texts(finding, most=1, limit=LONGEST)
    return Question(
        card=card,
        ids=[name(one.id) for one in asked.findings],
        facts=finding_facts(finding),
        plot=_plot(finding),
        suggested=suggested(asked),
        reason=reason(asked),
        also=also(asked),
        tried=tried,
        texts=[] if tried else examples(finding, finding.examples[:1], report, LONGEST),
    )


def also(asked: OpenQuestion) -> list[str]:
    """Every other word that the answer settles, once; with its class where that is another."""
    lead = asked.lead
    own = () if lead.kind is Kind.PAIR else lead.tokens
    others = [_as_named(word, one.label, lead) for one in asked.others for word in one.tokens]
    words = dict.fromkeys([*others, *(word for one in asked.findings for word in one.members)])
    return [name(word) for word in words if word not in own]


def _as_named(word: str, label: str, lead: Finding) -> str:
    return word if label == lead.label else f"{word} → {label}"


def _plot(finding: Finding) -> Plot | None:
    """Texts turned by a word and by neutral words; of a pair, texts of the class with both and with one."""
    if finding.kind is Kind.PAIR:
        both, one = finding.evidence.of(Association).share, finding.evidence.of(Interaction).share_apart
        return _drawn(both, one, "labelled so", "both", "one")
    inserted = finding.evidence.of(Insertion)
    if at_end(finding)[0]:
        return _drawn(inserted.rate, inserted.placebo, "turned", "there", "elsewhere")
    return _drawn(inserted.rate, inserted.placebo, "texts turned", "it", "neutral")


def _drawn(rate: Estimate, other: Estimate, what: str, own: str, compared: str) -> Plot | None:
    return Plot(dot_plot(rate, other), what, own, compared) if rate.n else None
