"""What stands below the findings: dataset and model, quality of the evidence, provenance."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from auditor.findings.finding import Verdict
from auditor.findings.report import ClassSummary, Planted, Quality, Report, Summary
from auditor.records.text import Status
from auditor.report.charts.bars import divided, histogram
from auditor.report.charts.intervals import dot_plot
from auditor.report.numbers import NONE, count, number, of, percent, with_interval, yes_no
from auditor.report.visible_text import name, visible
from auditor.report.wording.notices import caution_text, control_name
from auditor.review.signing import is_valid


@dataclass(frozen=True)
class ClassView:
    """A class of the model."""

    label: str
    gold: str
    predicted: str
    accuracy: str
    counted: str
    """What the accuracy was counted on."""
    plot: Markup
    statuses: list[str]
    """Texts by status with their share, in the order of `Status`."""
    bar: Markup
    confusion: list[str]
    """Texts with this label by predicted class, in the order of the model's labels."""


@dataclass(frozen=True)
class DataView:
    """Dataset and model."""

    classes: list[ClassView]
    statuses: list[str]
    labels: list[str]
    confusion: bool
    """Whether there is a confusion to show."""
    lengths: Markup
    sizes: Markup


@dataclass(frozen=True)
class QualityView:
    """How far the evidence can be trusted."""

    facts: list[tuple[str, str, str]]
    """Name, value, and what it means."""
    skips: list[tuple[str, str]]
    controls: list[tuple[str, str, str, str, str]]
    """Name, runs, findings per run, tests per run, discoveries of the audit."""
    planted: list[tuple[str, str, str, str]]
    """Tokens, label, what the audit says, id of the finding."""
    recall: str
    cautions: list[str]
    """What cannot be concluded."""
    tested: list[tuple[str, str]]


def data_view(summary: Summary) -> DataView:
    """The section on dataset and model."""
    statuses = [status.value for status in Status if any(status in one.statuses for one in summary.classes)]
    return DataView(
        classes=[_class(one, statuses, summary.labels) for one in summary.classes],
        statuses=statuses,
        labels=[name(label) for label in summary.labels],
        confusion=any(sum(one.confusion.values()) for one in summary.classes),
        lengths=histogram(summary.lengths, "Texts by number of words"),
        sizes=histogram(summary.set_sizes, "Verified sets by number of needed words"),
    )


def _class(one: ClassSummary, statuses: list[str], labels: tuple[str, ...]) -> ClassView:
    return ClassView(
        label=name(one.label),
        gold="no labels" if one.gold is None else count(one.gold),
        predicted=count(one.predicted),
        accuracy=with_interval(one.accuracy),
        counted=of(one.accuracy) if one.accuracy.estimate is not None else "",
        plot=dot_plot(one.accuracy),
        statuses=[
            f"{count(one.statuses.get(status, 0))} ({percent(one.statuses.get(status, 0), one.predicted)})"
            for status in statuses
        ],
        bar=divided([(status, one.statuses.get(status, 0)) for status in statuses]),
        confusion=[count(one.confusion.get(label, 0)) for label in labels],
    )


def quality_view(quality: Quality, summary: Summary) -> QualityView:
    """The section on the quality of the evidence."""
    share = quality.verified_share
    found = sum(one.finding is not None for one in quality.planted)
    return QualityView(
        facts=[
            (
                "Verified sets",
                NONE if share is None else f"{100 * share:.1f} %",
                "of the texts explained have a set that was removed on the model itself: the class is lost, "
                "and with any part of the set it stays",
            ),
            (
                "Completeness error",
                _errors(quality),
                "how far attributions are from summing to what they explain; high is the 95th percentile",
            ),
            (
                "Texts cut",
                count(quality.truncated),
                "by the model's length limit; words beyond it were not seen",
            ),
            ("Texts skipped", count(summary.skipped), "not explained, for the reasons below"),
        ],
        skips=[(visible(reason, 200), count(n)) for reason, n in sorted(quality.skips.items())],
        controls=[
            (
                control_name(one),
                count(one.runs),
                number(one.findings),
                count(one.tests),
                count(one.of),
            )
            for one in quality.controls
        ],
        planted=[_planted(one) for one in quality.planted],
        recall=f"{found} of {len(quality.planted)} found" if quality.planted else "",
        cautions=[caution_text(caution) for caution in quality.cautions],
        tested=[(name(family), count(n)) for family, n in summary.tested.items()],
    )


def _errors(quality: Quality) -> str:
    median, high = quality.completeness_median, quality.completeness_high
    return NONE if median is None else f"{number(median, 3)} median, {number(high, 3)} high"


def _planted(one: Planted) -> tuple[str, str, str, str]:
    tokens = " + ".join(map(name, one.tokens))
    if one.finding:
        return tokens, name(one.label), name(one.verdict), one.finding
    asked = "found, and left to a person to decide"
    says = {"": "missed: not significant", Verdict.UNDECIDED: asked}
    return tokens, name(one.label), says.get(one.verdict, f"missed: called {name(one.verdict)}"), ""


def provenance(report: Report) -> list[tuple[str, str]]:
    """Where the report comes from, as names and values in the order of the manifest."""
    run = {key: value for key, value in report.run.items() if key not in ("command", "complete")}
    facts = flat({**run, "analysis": report.audit})
    return [(visible(key, 100), visible(value, 400)) for key, value in facts]


def signature(report: Report) -> list[tuple[str, str]]:
    """Who signed the report off, as names and values; nothing where nobody did."""
    found = report.signature
    if found is None:
        return []
    facts = (("signed by", found.reviewer), ("signed", found.signed), ("evidence signed", found.evidence))
    return [
        *((title, visible(value, 200)) for title, value in facts),
        ("signature valid", yes_no(is_valid(report))),
    ]


def command(report: Report) -> str:
    """The command that made the run."""
    words = report.run.get("command", [])
    return visible(" ".join(map(str, words)) if isinstance(words, list) else str(words), 1000)


def flat(value: Any, prefix: str = "") -> list[tuple[str, str]]:
    """Nested settings as dotted names; short lists stay together."""
    if isinstance(value, Mapping):
        return [
            pair
            for key, inner in value.items()
            for pair in flat(inner, f"{prefix}.{key}" if prefix else str(key))
        ]
    if isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
        return [pair for place, one in enumerate(value, 1) for pair in flat(one, f"{prefix}.{place}")]
    if isinstance(value, list):
        return [(prefix, ", ".join(map(str, value)))]
    return [(prefix, "–" if value is None else str(value))]
