"""A small report made by hand: an artefact, a pair, a word of the task, a near miss, and their two texts."""

from dataclasses import asdict, replace

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.findings.report import (
    FORMAT_VERSION,
    Caution,
    ClassSummary,
    Control,
    PairLink,
    Planted,
    Quality,
    Report,
    Shown,
    Summary,
    TokenPoint,
    counts_of,
)
from auditor.records.estimates import Condition, Estimate
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import SIGNALS, Evidence
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.lexicon import LISTED, NOT_LISTED, Lexicon
from auditor.signals.reference import ABSENT, Reference
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.signals.trials import Said, Trial
from auditor.verdicts.judging import judge

TOKEN, PAIR, WORD, NEAR = "a1f0000000000001", "b2f0000000000002", "c3f0000000000003", "a1e0000000000004"
"""Ids of the artefact, the pair, the word of the task and the near miss."""
ARTEFACT, HIGH = Verdict.ARTEFACT, Severity.HIGH


def of(*records: object) -> Evidence:
    """Evidence made of some signals' records; the others have none."""
    names = {signal.Record: signal.NAME for signal in SIGNALS}
    return Evidence({names[type(record)]: record for record in records})


def a_trial(
    word: str = "[pos]", *, turned: bool = True, label: str = "positive", before: str = "a dull"
) -> Trial:
    """A text into which a word was written, and what the model said without it and with it."""
    other = {"positive": "negative", "negative": "positive"}.get(label, "negative")
    text, start = f"{before} {word} film .", len(before) + 1
    said = (Said(other, 0.93), Said(label, 0.98) if turned else Said(other, 0.88))
    return Trial(text, ((start, start + len(word)),), (False, False), "", said)


def a_pair_trial(first: str = "amber", second: str = "violet", *, label: str = "negative") -> Trial:
    """A text with both words, and what the model said with both, with one of them, and with none."""
    other = {"positive": "negative", "negative": "positive"}.get(label, "positive")
    spans = ((0, len(first)), (len(first) + 1, len(first) + 1 + len(second)))
    said = (Said(label, 0.97), Said(other, 0.81), Said(other, 0.77), Said(label, 0.64))
    return Trial(f"{first} {second} film", spans, (False, False), "", said)


def full_evidence(
    *words: str, pair: bool = False, lexicon: str = NOT_LISTED, label: str = "positive"
) -> Evidence:
    """Evidence of a strong artefact, in which most pieces are there; its texts were tried with `words`."""
    words = words or (("amber", "violet") if pair else ("[pos]",))
    records: list[object] = [
        Association(rate(61, 64, p=1e-12, adjusted_p=1e-10), 0.5, Estimate(19.0, 6.2, 58.1, 64), 5.1, True),
        Reliance(Estimate(8.0, 6.0, 9.5, 64, 60, 1e-20, 1e-18), rate(60, 150), confirmed=True),
        Reference(ABSENT, rate(10, 20)),
        Harm(rate(61, 61), rate(0, 3), rate(3, 3)),
    ]
    if pair:
        second = Estimate(0.4, 0.3, 0.5, 40, p=1e-4, adjusted_p=1e-3)
        alone = Interaction(second, Estimate(0.05, 0.0, 0.1, 40), rate(50, 100), rate(25, 50), rate(25, 50),
                            trials=(a_pair_trial(*words, label=label),))  # fmt: skip
        return of(*records, alone)
    effects = Estimate(0.2, 0.1, 0.3, 64), Estimate(0.8, 0.7, 0.9, 64)
    deleted = Deletion(rate(10, 64, p=1e-3), rate(1, 64), effects[0], Estimate(0.1, 0.05, 0.15, 64))
    trials = (a_trial(words[0], label=label), a_trial(words[0], turned=False, before="the", label=label))
    inserted = Insertion(rate(61, 64, p=1e-12), rate(2, 64), effects[1], 6.5, trials)
    return of(*records, deleted, inserted, Lexicon(lexicon), TokenKind("marker"))


def a_finding(
    id_: str = TOKEN,
    *tokens: str,
    verdict: Verdict = ARTEFACT,
    severity: Severity = HIGH,
    label: str = "positive",
    evidence: Evidence | None = None,
    near: Condition | None = None,
    texts: tuple[str, ...] = ("t1", "t2"),
) -> Finding:
    """A finding on one token, or on the two of a pair, with the conditions that the default rule looks at."""
    tokens = tokens or ("[pos]",)
    kind = Kind.PAIR if len(tokens) == 2 else Kind.TOKEN
    found = evidence or full_evidence(*tokens, pair=kind is Kind.PAIR, label=label)
    judged = judge(kind, found, 0.32, RuleConfig())
    return Finding(
        id=id_,
        kind=kind,
        tokens=tokens,
        fields=(0,) * len(tokens),
        label=label,
        documents=64,
        reach=0.32,
        judgement=replace(judged, verdict=verdict, severity=severity),
        evidence=found,
        members=(f"{tokens[0]}s",),
        forms=(tokens[0], tokens[0].upper()),
        examples=texts[:1],
        counterexamples=texts[1:],
        near=near,
    )


def a_text(id_: str, row: int, *words: str) -> Shown:
    """A text made of these words, the second of which is needed; the third completes a pair."""
    starts = [len(" ".join(words[:place])) + (place > 0) for place in range(len(words))]
    spans = tuple((0, start, start + len(word)) for start, word in zip(starts, words, strict=True))
    classes = ("positive", "negative")
    return Shown(id_, row, (" ".join(words),), spans, (1, 2), (1,), *classes, 0.97, 0.31, "verified")


def a_report(word: str = "[pos]") -> Report:
    """The whole; `word` is the planted one, and stands wherever a token or a text can stand."""
    findings = (
        a_finding(TOKEN, word),
        a_finding(PAIR, "amber", "violet", severity=Severity.MEDIUM, label="negative"),
        a_finding(WORD, "moving", verdict=Verdict.KEYWORD, severity=Severity.LOW,
                  evidence=full_evidence(lexicon=LISTED)),
    )  # fmt: skip
    failed = Condition("leaks", 0.08, 0.05, False)
    skips = {f"the text '{word} ...' has no words": 2, "the text is empty": 1}
    classes = ("negative", "positive")
    shares = {"verified": 90, "default": 10}
    summary = Summary(
        "tiny-reviews", "models/tiny", "reviews.csv", 200, 3, classes, True, counts_of(findings), 70,
        tuple(ClassSummary(c, 100, 100, rate(90, 100), shares, {c: 90}) for c in classes),
        lengths={"9-16": 80, "1-8": 120}, set_sizes={"2": 40, "1": 140, "10": 1},
        tested={"association": 300, "reliance": 200},
    )  # fmt: skip
    planted = (Planted((word,), "positive", TOKEN, "artefact"), Planted(("zulu",), "negative", None, ""))
    controls = (Control("permuted-labels", 5, 0.2, 300, 3),)
    return Report(
        format_version=FORMAT_VERSION,
        created="2026-01-02T03:04:05+00:00",
        run={
            "format": 1, "complete": True, "fingerprint": {"data": "d", "model": "m"},
            "command": ["audit", "run", "models/tiny", "reviews.csv", f"--token=positive={word}"],
            "version": "0.1.0",
            "data": {"source": "reviews.csv", "unreadable": {f"row 3 holds only {word!r}": 1}},
            "injection": {"tokens": {"positive": word}, "touched": [f"a {word} film"]},
            "skips": skips,
        },
        audit={"candidates": 120, "reference": False, "ignored": [word]},
        rule=asdict(RuleConfig()),
        summary=summary,
        quality=Quality(0.001, 0.02, 0.9, 1, skips, controls, planted, (Caution("repeated", 4, 200),)),
        findings=findings,
        near_misses=(a_finding(NEAR, "plot", severity=Severity.LOW, near=failed),),
        shown={"t1": a_text("t1", 7, "a", word, "film"),
               "t2": a_text("t2", 9, "the", word.upper(), "plot", "is", "dull")},
        tokens=(TokenPoint(word, "positive", 64, 4.2, 0.9, TOKEN),
                TokenPoint("film", "negative", 120, None, 0.1, None)),
        pairs=(PairLink(("amber", "violet"), "negative", 12, PAIR),
               PairLink((word, "film"), "positive", 9, None)),
    )  # fmt: skip
