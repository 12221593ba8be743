"""The report: all that `report.json` holds, in numbers and codes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from auditor.findings.finding import Finding
from auditor.findings.power_record import Power
from auditor.records.estimates import Estimate

FORMAT_VERSION = 2
"""Version of `report.json`."""


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

    code: str
    """`permuted-labels` or `random-sets`."""
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
class Caution:
    """Something that the numbers cannot carry."""

    code: str
    """`few-texts`, `no-labels`, `no-embeddings`, `no-task`, `no-meaning`, `unknown-seeds`, `planned`,
    `calls-spent`, `repeated`, `not-tried`, `no-contrast`, `no-families` or `no-sets`."""
    count: int = 0
    """How many texts or candidates it is about."""
    of: int = 0
    """Of how many."""
    label: str = ""
    """The class it is about."""
    about: str = ""
    """The kind or list that every text holds, or why there are no families, no task or no meaning: always one
    of our own codes."""
    named: tuple[str, ...] = ()
    """The seeds it is about."""


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
    cautions: tuple[Caution, ...]
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
    artefact_texts: int | None
    """Texts that hold at least one artefact; None where a report was judged again."""
    classes: tuple[ClassSummary, ...]
    lengths: dict[str, int]
    """Texts by number of words, in classes such as "1-8"; in order."""
    set_sizes: dict[str, int]
    """Verified sets by number of needed words ("1", "2", …); in order."""
    tested: dict[str, int]
    """Tests by family."""


@dataclass(frozen=True)
class Signature:
    """Who signed a report off; `auditor.review.signing` says whether it still holds."""

    reviewer: str
    signed: str
    """When, in ISO 8601."""
    evidence: str
    """SHA-256 of what was signed: evidence, verdicts and decisions."""


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
    rule: dict[str, Any]
    """The thresholds of the verdict rule."""
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
    likeness: dict[str, dict[str, float]] = field(default_factory=dict)
    """By id of a finding, the ids of later ones whose words are alike in meaning, with their cosine; empty
    where no embeddings know meaning."""
    judged_again: bool = False
    """Whether the verdicts are of another rule than that of the run."""
    redacted: bool = False
    power: Power | None = field(default=None, metadata={"optional": True})
    """What the audit would have found; None where it was not asked, or another rule judged again."""
    signature: Signature | None = field(default=None, metadata={"optional": True})
    """Who signed the report off; None where nobody did."""


def counts_of(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Findings by verdict and severity."""
    counts: dict[str, dict[str, int]] = {}
    for finding in findings:
        row = counts.setdefault(finding.verdict.value, {})
        row[finding.severity.value] = row.get(finding.severity.value, 0) + 1
    return counts
