"""What an audit says: findings, the evidence behind each, and the run they come from.

These records are what `evidence/` makes, what `report.json` holds, and all that `report/` needs to know.
Evidence is kept in separate pieces, since they answer different questions: does the *dataset* leak the token
(association), does the *model* lean on it (reliance), does it change predictions (intervention, interaction),
is it the task (task), and what does it cost (harm)? None stands for "no evidence", never for zero.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

FORMAT_VERSION = 1
"""Version of `report.json`."""


class Verdict(StrEnum):
    """What a finding is taken to be, by the rule in `auditor.evidence.verdicts`."""

    ARTEFACT = "artefact"
    """A shortcut: it goes with the label or rules the model, and it is not the task."""
    CONTEXT = "context-dependent"
    """Needed, but not sufficient: "not", "too"."""
    TASK = "task word"
    """What the task is about."""
    UNDECIDED = "undecided"
    """The evidence does not settle it: needs a reviewer."""


class Severity(StrEnum):
    """How much it matters, from effect size and reach; the members are in falling order."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Kind(StrEnum):
    """What a finding is about."""

    TOKEN = "token"  # noqa: S105 (a word, not a password)
    PAIR = "pair"


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval and, where it was tested, its p-values."""

    estimate: float | None = None
    """None: there is no evidence."""
    low: float | None = None
    high: float | None = None
    n: int = 0
    """What it was measured on: texts, trials."""
    count: int | None = None
    """For a rate: the texts of `n` in which it happened."""
    p: float | None = None
    adjusted_p: float | None = None
    """p corrected for all tests of its family."""


@dataclass(frozen=True)
class Association:
    """Dataset: does the token go with the label? Counted per document on the dataset's labels."""

    share: Estimate = Estimate()
    """P(label | present), with p from the exact hypergeometric test."""
    base: float | None = None
    """P(label) over all texts."""
    odds_ratio: Estimate = Estimate()
    z: float | None = None
    """Gardner's z, for comparison only."""
    confirmed: bool | None = None
    """Discovered on one half of the texts and confirmed on the other; None where it was not discovered."""


@dataclass(frozen=True)
class Reliance:
    """Model: is the token needed more often than chance within each text explains?"""

    enrichment: Estimate = Estimate()
    """Sets that need it, over the number expected if sets picked words at random; n = texts that hold it and
    have a set, count = sets that need it, p from the exact Poisson-binomial tail."""
    share_of_sets: Estimate = Estimate()
    """Share of the label's minimal sets that need it."""
    beyond_members: Estimate = Estimate()
    """Pairs only: the same enrichment, given how often each member is needed alone."""
    confirmed: bool | None = None
    """As for association."""


@dataclass(frozen=True)
class Flips:
    """How often an intervention changes the prediction, beside the same with placebo tokens."""

    rate: Estimate = Estimate()
    """Share of texts whose prediction changes (deletion: away from the label; insertion: to the label); p
    against the placebo."""
    placebo: Estimate = Estimate()
    """The same rate with tokens of like frequency that the model does not lean on."""
    effect: Estimate = Estimate()
    """Mean change of the label's probability, towards the label positive."""


@dataclass(frozen=True)
class Intervention:
    """Cause: what happens to the prediction when the token is taken out or put in."""

    deletion: Flips = Flips()
    """Deleted where it occurs, in texts predicted as the label."""
    insertion: Flips = Flips()
    """Inserted into texts predicted as another class, at places where it usually stands."""
    evidence_lost: Estimate = Estimate()
    """Mean loss, when it is deleted, of the texts' evidence for the label: the label's probability measured
    from an empty text, which is undecided by definition."""


@dataclass(frozen=True)
class Interaction:
    """Pairs: does the pair do more than its two words?"""

    second_difference: Estimate = Estimate()
    """Mean of F(X) - F(X\\i) - F(X\\j) + F(X\\ij) over texts that hold both; p against placebo pairs."""
    placebo: Estimate = Estimate()
    """Mean absolute second difference of placebo pairs in the same texts."""
    share_apart: Estimate = Estimate()
    """P(label | exactly one of the two is present)."""
    removal: str = ""
    """How the words were removed: as in the rest of the audit, or `delete` where only that shows anything."""


@dataclass(frozen=True)
class Task:
    """Is it the task? Each piece has its own "no evidence" value."""

    reference: str = "none"
    """`replicated`, `contradicted` or `absent` in the reference corpus; `none` without one."""
    reference_share: Estimate = Estimate()
    """P(label | present) in the reference corpus."""
    lexicon: str = "none"
    """`listed` or `not listed`; `none` without a lexicon."""
    pull: float | None = None
    """Mean change of the label's margin over the best other one when the token is inserted, in logits."""
    alone: float | None = None
    """The label's margin when the token is the whole text, beside placebos, in logits."""
    score: float | None = None
    """Artefact score, 0 to 1: how far the association exceeds what the model makes of the token in context
    and alone. Ranks the words that labels favour; 1 = favoured by labels and shrugged off by the model."""


@dataclass(frozen=True)
class Harm:
    """What it costs: accuracy where the token speaks for the true label and where it does not."""

    agreement: Estimate = Estimate()
    """Accuracy on texts that hold it and have the label."""
    conflict: Estimate = Estimate()
    """Accuracy on texts that hold it and have another label."""
    followed: Estimate = Estimate()
    """Share of the texts that hold it and have another label that are predicted as this one."""
    worst_group: Estimate = Estimate()
    """The lowest accuracy among the groups present or absent × label or other."""


@dataclass(frozen=True)
class Evidence:
    """All pieces of evidence on one finding."""

    association: Association = Association()
    reliance: Reliance = Reliance()
    intervention: Intervention = Intervention()
    interaction: Interaction | None = None
    """Pairs only."""
    task: Task = Task()
    harm: Harm = Harm()


@dataclass(frozen=True)
class Reason:
    """One condition of the verdict rule with the value that met it, or did not."""

    rule: str
    """The condition in words, e.g. "inserted, it turns most texts of other classes"."""
    value: str
    """What was seen, e.g. "61 of 64, at least 0.87"."""
    threshold: str
    """What was asked for, e.g. "lower bound at least 0.5"."""
    met: bool


@dataclass(frozen=True)
class Decision:
    """What a reviewer decided."""

    decision: str
    """`artefact`, `legitimate` or `unsure`."""
    note: str = ""


@dataclass(frozen=True)
class Finding:
    """A token or pair that the audit says something about."""

    id: str
    """Content hash of kind, tokens, fields and label: the same in every run."""
    kind: Kind
    tokens: tuple[str, ...]
    """One token, or the two of a pair; lower case, Unicode-normalised."""
    fields: tuple[int, ...]
    """For each token the text field it stands in; all 0 for one-sentence inputs."""
    label: str
    """The class it speaks for."""
    verdict: Verdict
    severity: Severity
    sentence: str
    """The finding in plain words."""
    next_step: str
    """What a reviewer might do about it."""
    documents: int
    """Texts that hold it."""
    leaks: bool | None
    """Does the dataset leak it? None without labels."""
    relies: bool
    """Does the model lean on it?"""
    reasons: tuple[Reason, ...]
    """Every condition of the verdict rule that was looked at, met or not."""
    evidence: Evidence
    members: tuple[str, ...] = ()
    """Other tokens that are the same finding: inflections, tokens that always stand together."""
    forms: tuple[str, ...] = ()
    """How it is written in the texts, the most frequent first."""
    examples: tuple[str, ...] = ()
    """Ids of texts whose minimal set needs it (up to five)."""
    counterexamples: tuple[str, ...] = ()
    """Ids of texts that hold it and speak against the finding (up to three)."""
    failed: str = ""
    """Near misses only: the threshold that it failed."""
    decision: Decision | None = None


@dataclass(frozen=True)
class Shown:
    """A text that the report shows."""

    id: str
    row: int
    """Its place in the source, from 1."""
    texts: tuple[str, ...]
    spans: tuple[tuple[int, int, int], ...]
    """Field, first and last-plus-one character of every word."""
    set: tuple[int, ...]
    """Words of the minimal set, as places in `spans`."""
    core: tuple[int, ...]
    """Those needed one by one."""
    label: str
    """Predicted class."""
    gold: str | None
    """Label in the dataset, by the model's name for it."""
    probability: float
    probability_after: float
    """The same with the minimal set removed."""
    status: str


@dataclass(frozen=True)
class TokenPoint:
    """A token on the map: association against reliance."""

    token: str
    label: str
    documents: int
    """Texts that hold it."""
    association: float | None
    """log2 of the odds ratio; None without labels."""
    reliance: float
    """Share of the label's sets that need it, among texts that hold it."""
    finding: str | None
    """Id of its finding, if it has one."""


@dataclass(frozen=True)
class PairLink:
    """Two tokens that recur together in minimal sets."""

    tokens: tuple[str, str]
    label: str
    sets: int
    """Sets that need both."""
    finding: str | None


@dataclass(frozen=True)
class Control:
    """The same procedure where there is nothing to find."""

    name: str
    """What was done, e.g. "labels permuted"."""
    runs: int
    findings: float
    """Discoveries per run, on average."""
    tests: int
    """Tests per run."""
    of: int
    """Discoveries of the audit itself, for comparison."""


@dataclass(frozen=True)
class Planted:
    """What is known to be planted, and whether the audit found it."""

    tokens: tuple[str, ...]
    """One token, or the two of a pair."""
    label: str
    finding: str | None
    """Id of the artefact finding that names it; None where it was missed."""
    verdict: str
    """What the audit says of it; empty where it says nothing."""


@dataclass(frozen=True)
class ClassSummary:
    """One class of the model."""

    label: str
    gold: int | None
    """Texts with this label in the dataset; None without labels."""
    predicted: int
    accuracy: Estimate
    """Share of the texts with this label that are predicted as it."""
    statuses: dict[str, int]
    """Texts predicted as it, by status of their set."""
    confusion: dict[str, int]
    """Texts with this label, by predicted class."""


@dataclass(frozen=True)
class Quality:
    """How far the evidence can be trusted."""

    completeness_median: float | None
    completeness_high: float | None
    """95th percentile of the completeness errors."""
    verified_share: float | None
    """Verified sets, of all texts that were explained."""
    truncated: int
    """Texts that the model's length limit cut."""
    skips: dict[str, int]
    """Texts that were not explained, by reason."""
    controls: tuple[Control, ...]
    planted: tuple[Planted, ...]
    warnings: tuple[str, ...]
    """What cannot be concluded, and why."""


@dataclass(frozen=True)
class Summary:
    """The audit in figures."""

    name: str
    """Of the run's folder."""
    model: str
    data: str
    texts: int
    """Texts explained."""
    skipped: int
    labels: tuple[str, ...]
    """The model's classes."""
    has_labels: bool
    """Whether the dataset has labels."""
    counts: dict[str, dict[str, int]]
    """Findings by verdict and severity."""
    artefact_texts: int
    """Texts that hold at least one artefact."""
    classes: tuple[ClassSummary, ...]
    lengths: dict[str, int]
    """Texts by number of words, in classes such as "1-8"; in order."""
    set_sizes: dict[str, int]
    """Verified sets by number of needed words ("1", "2", …); in order."""
    tested: dict[str, int]
    """Tests by family."""
    rule: tuple[str, ...]
    """The verdict rule, one sentence a line."""


@dataclass(frozen=True)
class Report:
    """All that `report.json` holds."""

    format_version: int
    created: str
    """ISO 8601; the one value that differs between two reports of the same run."""
    run: dict[str, Any]
    """The run's manifest."""
    audit: dict[str, Any]
    """Settings of the analysis."""
    summary: Summary
    quality: Quality
    findings: tuple[Finding, ...]
    """Most important first."""
    near_misses: tuple[Finding, ...]
    shown: dict[str, Shown] = field(default_factory=dict)
    """The texts that findings name, by id."""
    tokens: tuple[TokenPoint, ...] = ()
    """Tokens for the map; every finding's, and the most frequent others."""
    pairs: tuple[PairLink, ...] = ()
    redacted: bool = False
