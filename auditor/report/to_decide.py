"""The questions on the page: a sentence, a picture, a text before and after, and the suggested answer."""

from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.report.cards import CardView, Example, examples
from auditor.report.charts.intervals import dot_plot
from auditor.report.tried_texts import TriedText, tried_texts
from auditor.report.visible_text import Sentence, name
from auditor.report.wording.sentences import finding_facts
from auditor.report.wording.suggestions import reason, suggested
from auditor.review.open_questions import OpenQuestion
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction

MOST = 10
"""Questions on the page; the others are in the table of all findings."""
LONGEST = 200
"""Characters of the text beside a question."""


@dataclass(frozen=True)
class Question:
    """A finding that waits for an answer."""

    card: CardView
    ids: list[str]
    """The findings that the answer settles, its own first."""
    facts: Sentence
    """What happens, without what it means."""
    plot: Markup
    """Texts turned by the word and by neutral words; empty where nothing was inserted."""
    drawn: str
    """What the drawing measures."""
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
        drawn="beyond each" if finding.kind is Kind.PAIR else "texts turned",
        suggested=suggested(asked),
        reason=reason(asked),
        also=also(asked),
        tried=tried,
        texts=[] if tried else examples(finding, finding.examples[:1], report, LONGEST),
    )


def also(asked: OpenQuestion) -> list[str]:
    """Every other word that the answer settles, once."""
    own = () if asked.lead.kind is Kind.PAIR else asked.lead.tokens
    others = [word for one in asked.others for word in one.tokens]
    words = dict.fromkeys([*others, *(word for one in asked.findings for word in one.members)])
    return [name(word) for word in words if word not in own]


def _plot(finding: Finding) -> Markup:
    if finding.kind is Kind.PAIR:
        found = finding.evidence.of(Interaction)
        return dot_plot(found.second_difference, found.placebo)
    inserted = finding.evidence.of(Insertion)
    return dot_plot(inserted.rate, inserted.placebo) if inserted.rate.n else Markup("")
