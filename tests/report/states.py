"""Reports at the edges: nothing found, no labels, nothing auditable, one class, hostile text, two texts."""

from dataclasses import replace

from auditor.findings.finding import Finding
from auditor.findings.report import (
    Caution,
    ClassSummary,
    PairLink,
    Quality,
    Report,
    Shown,
    Summary,
    TokenPoint,
)
from auditor.records.estimates import Estimate
from auditor.signals.evidence import Evidence
from auditor.signals.statistics import rate
from tests.report.many import add_shown, make_report, rejudged

HOSTILE = (
    "<script>document.title='owned'</script>",
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=document.title='owned'>",
    "{{ 7 * 7 }}{% raw %}",
    "null\x00byte",
    "\u202eesrever",
    "\ud800lone",
    "`tick` | *bar* __under__ <b>bold</b>",
    "x" * 100_000,
    "'\"><svg onload=document.title='owned'>",
)


def no_findings() -> Report:
    """A run in which nothing recurs."""
    report = make_report(0, near_misses=2)
    return replace(report, summary=replace(report.summary, counts={}, artefact_texts=0), pairs=())


def no_labels() -> Report:
    """A run on texts without labels."""
    report = make_report(6)
    findings = tuple(
        replace(
            rejudged(f, leaks=None),
            evidence=Evidence(
                {name: part for name, part in f.evidence.parts.items() if name not in ("association", "harm")}
            ),
        )
        for f in report.findings
    )
    classes = tuple(
        replace(one, gold=None, accuracy=Estimate(), confusion={}) for one in report.summary.classes
    )
    return replace(
        report,
        findings=findings,
        shown={name: replace(one, gold=None) for name, one in report.shown.items()},
        tokens=tuple(replace(point, association=None) for point in report.tokens),
        summary=replace(report.summary, has_labels=False, classes=classes),
    )


def nothing() -> Report:
    """A run in which every text was skipped."""
    report = make_report(0, near_misses=0, tokens=(), pairs=())
    summary = Summary(
        "empty",
        "m",
        "d.csv",
        0,
        12,
        ("negative", "positive"),
        True,
        {},
        0,
        (),
        {},
        {},
        {},
    )
    quality = Quality(None, None, None, 0, {"empty text": 12}, (), (), ())
    return replace(report, summary=summary, quality=quality)


def one_class() -> Report:
    """A run in which every text is predicted as the same class."""
    report = make_report(4)
    positive = ClassSummary("positive", 1970, 1970, rate(1970, 1970), {"verified": 1970}, {"positive": 1970})
    negative = ClassSummary("negative", 0, 0, Estimate(), {}, {})
    return replace(report, summary=replace(report.summary, classes=(negative, positive)))


def without_evidence() -> Report:
    """Findings of which nothing was measured."""
    report = make_report(3)
    return replace(report, findings=tuple(replace(f, evidence=Evidence({})) for f in report.findings))


def hostile() -> Report:
    """A run whose every text, token and name tries to break the page."""
    report = make_report(len(HOSTILE), examples=1)
    shown: dict[str, Shown] = {}
    findings: list[Finding] = []
    for word, finding in zip(HOSTILE, report.findings, strict=True):
        name = add_shown(shown, ["a", word, "film", *HOSTILE[:4]], (word,), word)
        findings.append(
            replace(
                finding,
                tokens=(word, *finding.tokens[1:]),
                label=word,
                members=(word,),
                forms=(word,),
                examples=(name,),
                counterexamples=(name,),
            )
        )
    summary = replace(report.summary, name=HOSTILE[0], model=HOSTILE[1], data=HOSTILE[5], labels=HOSTILE[:2])
    return replace(
        report,
        summary=summary,
        quality=replace(
            report.quality,
            cautions=tuple(Caution(code, 1, 2, word) for word in HOSTILE for code in ("no-sets", word)),
            skips=dict.fromkeys(HOSTILE, 1),
        ),
        findings=tuple(findings),
        near_misses=tuple(replace(f, near=report.near_misses[0].near) for f in findings),
        shown=shown,
        tokens=tuple(
            TokenPoint(word, word, 5, 1.0, 0.5, f.id) for word, f in zip(HOSTILE, findings, strict=True)
        ),
        pairs=tuple(PairLink((word, "film"), word, 4, None) for word in HOSTILE),
        run={word: word for word in HOSTILE},
        audit={"nested": [{"<b>": HOSTILE[0]}]},
        created=HOSTILE[1],
    )


def two_texts() -> Report:
    """Inputs of two texts, with a finding in the second."""
    report = make_report(1, near_misses=0)
    first = report.findings[0]
    shown = Shown(
        "t",
        3,
        ("A man sleeps.", "Nobody sleeps."),
        ((0, 0, 1), (0, 2, 5), (0, 6, 12), (1, 0, 6), (1, 7, 13)),
        (2, 3),
        (3,),
        "contradiction",
        "contradiction",
        0.9,
        0.2,
        "verified",
    )
    finding = replace(first, tokens=("nobody",), fields=(1,), members=(), examples=("t",), counterexamples=())
    return replace(report, findings=(finding,), shown={"t": shown})
