"""A finding: a token or pair that the audit says something about, in numbers and codes.

A finding holds no sentence. `auditor.report.wording` turns its route, conditions and evidence into words.
"""

from dataclasses import dataclass
from enum import StrEnum

from auditor.records.appearance import shown
from auditor.records.estimates import Condition
from auditor.signals.evidence import Evidence


class Verdict(StrEnum):
    """What a finding is taken to be, by the rule in `auditor.verdicts`."""

    ARTEFACT = "artefact"
    """A shortcut: the dataset leaks it, and it is not part of the task."""
    UNDECIDED = "undecided"
    """It leaks or decides, and nothing says whether it is part of the task: for a person."""
    KEYWORD = "keyword"
    """Part of the task, and it decides alone."""
    CONTEXT = "context-dependent"
    """Used, though the labels do not favour it: what it does depends on its neighbours ("not", "too")."""
    TASK = "task word"
    """Part of the task, and used as such."""
    NOTHING = "nothing"
    """Neither leaked, nor obeyed, nor needed; in a report only where another rule judged it again."""


class Severity(StrEnum):
    """How much it matters, from effect size and reach; the members are in falling order."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Kind(StrEnum):
    """What a finding is about."""

    TOKEN = "token"  # noqa: S105 (a word, not a password)
    PAIR = "pair"
    GROUP = "group"
    """What counts as one word: a kind (dates), a list (countries), a family of near meaning, an opening, the
    form of a text."""


class Choice(StrEnum):
    """What a reviewer can decide."""

    ARTEFACT = "artefact"
    LEGITIMATE = "legitimate"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Decision:
    """What a reviewer decided."""

    decision: Choice
    note: str = ""


@dataclass(frozen=True)
class Judgement:
    """What the rule makes of the evidence."""

    verdict: Verdict
    severity: Severity
    route: str
    """What happens: the row of the verdict table that applies; `auditor.verdicts` lists them."""
    known: str
    """Whether it is part of the task: `related`, `unrelated`, `unknown`, or of a function word `function`."""
    source: str
    """Who says so: `reviewer`; `reference`; `lexicon`, `seeds`, `sentiment`, `toxicity`; `kind`; `relevance`;
    `groups`; `none`."""
    score: float
    """What findings are ordered by: effect and reach times how unrelated."""
    leaks: bool | None
    """Does the dataset leak it? None without labels."""
    relies: bool
    """Does the model lean on it?"""
    conditions: tuple[Condition, ...]
    """Every condition of the rule that was looked at, met or not."""


@dataclass(frozen=True)
class Finding:
    """A token or pair with its evidence and what the rule makes of it."""

    id: str
    """Content hash of kind, tokens, fields and label: the same in every run."""
    kind: Kind
    tokens: tuple[str, ...]
    """One token, or the two of a pair; case-folded, Unicode-normalised."""
    fields: tuple[int, ...]
    """For each token the text field it stands in; all 0 for one-sentence inputs."""
    label: str
    """The class it speaks for."""
    documents: int
    """Texts that hold it."""
    reach: float
    """The same as a share of all texts."""
    judgement: Judgement
    evidence: Evidence
    group: str = ""
    """Groups only: what makes them one, `kind`, `shape`, `list`, `family`, `place` or `form`."""
    source: str = ""
    """Groups only: where they come from: a pattern, a list, the words they were grown from, a bound."""
    sorts: tuple[str, ...] = ()
    """Pairs with a group only: for each token `word`, or what makes it a group."""
    members: tuple[str, ...] = ()
    """Other tokens that are the same finding: inflections, tokens that always stand together; of a group, the
    words that it is needed and held by most."""
    forms: tuple[str, ...] = ()
    """How it is written in the texts, the most frequent first."""
    examples: tuple[str, ...] = ()
    """Ids of texts whose minimal set needs it (up to five)."""
    counterexamples: tuple[str, ...] = ()
    """Ids of texts that hold it and speak against the finding (up to three)."""
    near: Condition | None = None
    """Near misses only: the condition that it failed."""
    decision: Decision | None = None

    @property
    def verdict(self) -> Verdict:
        """What the rule takes it to be."""
        return self.judgement.verdict

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.judgement.severity

    def __repr__(self) -> str:
        return shown("finding_line", self)
