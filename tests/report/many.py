"""A report as large as one likes, made of the findings of `tests.findings.builder`.

Everything follows from the arguments; no clock and no randomness beyond a fixed seed.
"""

import hashlib
import random
from dataclasses import replace
from typing import Any

from auditor.findings.finding import Decision, Finding, Kind, Severity, Verdict
from auditor.findings.report import (
    ClassSummary,
    Control,
    PairLink,
    Planted,
    Report,
    Shown,
    TokenPoint,
    counts_of,
)
from auditor.records.estimates import Condition, Estimate
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.kind import TokenKind
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from tests.findings.builder import a_finding, a_pair_trial, a_report, a_trial, of

LABELS = ("negative", "positive")
SPECIALS: list[tuple[tuple[str, ...], str, Verdict, Severity]] = [
    (("[pos]",), "positive", Verdict.ARTEFACT, Severity.HIGH),
    (("[neg]",), "negative", Verdict.ARTEFACT, Severity.HIGH),
    (("matinee", "lantern"), "negative", Verdict.ARTEFACT, Severity.MEDIUM),
    (("spielberg",), "positive", Verdict.ARTEFACT, Severity.MEDIUM),
    (("tv",), "negative", Verdict.ARTEFACT, Severity.LOW),
    (("seagal",), "negative", Verdict.UNDECIDED, Severity.MEDIUM),
    (("pretentious",), "negative", Verdict.UNDECIDED, Severity.LOW),
    (("not",), "negative", Verdict.CONTEXT, Severity.MEDIUM),
    (("too",), "negative", Verdict.CONTEXT, Severity.LOW),
    (("moving",), "positive", Verdict.TASK, Severity.LOW),
    (("dull",), "negative", Verdict.TASK, Severity.LOW),
    (("delightful",), "positive", Verdict.KEYWORD, Severity.LOW),
]
HAPPENS = {
    Verdict.ARTEFACT: ("obeyed-leak", "unrelated", "kind"),
    Verdict.UNDECIDED: ("obeyed-leak", "unknown", "none"),
    Verdict.KEYWORD: ("obeyed-leak", "related", "sentiment"),
    Verdict.CONTEXT: ("needed", "unknown", "none"),
    Verdict.TASK: ("obeyed-leak", "related", "sentiment"),
}
"""Route, answer and source of the findings, by their verdict."""
STEMS = (
    *("plot", "cast", "score", "scene", "ending", "script", "camera", "pace", "tone", "humour"),
    *("actor", "studio", "sequel", "trailer", "budget"),
)
FRAMES = (
    "the {a} {n} never quite finds its feet , but the {b} {m} is worth the ticket",
    "a {a} , {b} film with a {n} that lingers",
    "for all its {a} {n} , the {m} feels {b} and oddly weightless",
    "{a} from start to end : the {n} is a {b} surprise",
)
ADJECTIVES = ["warm", "thin", "glossy", "tired", "brisk", "gentle", "clumsy", "tender", "hollow", "wry"]
WORD_LIKE = ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "zo"]


def make_report(
    findings: int = 12, *, near_misses: int = 6, examples: int = 5, seed: int = 7, **changes: Any
) -> Report:
    """A report with this many findings; further arguments replace fields of the report."""
    rng = random.Random(seed)  # noqa: S311 (made-up figures)
    shown: dict[str, Shown] = {}
    made = tuple(_finding(rng, index, shown, examples) for index in range(findings))
    failed = Condition("leaks", 0.08, 0.05, False)
    near = tuple(replace(_finding(rng, 500 + index, {}, 0), near=failed) for index in range(near_misses))
    whole = replace(
        a_report(),
        run=RUN,
        findings=made,
        near_misses=near,
        shown=shown,
        tokens=_points(rng, made),
        pairs=_pairs(made),
    )
    return replace(_known(whole), **changes)


def decided(report: Report, decisions: dict[str, Decision]) -> Report:
    """The report with decisions read back into it."""
    return replace(
        report, findings=tuple(replace(f, decision=decisions.get(f.id, f.decision)) for f in report.findings)
    )


def rejudged(finding: Finding, **changes: Any) -> Finding:
    """The finding with another verdict, route or answer."""
    return replace(finding, judgement=replace(finding.judgement, **changes))


def _finding(rng: random.Random, index: int, shown: dict[str, Shown], examples: int) -> Finding:
    tokens, label, verdict, severity = _what(rng, index)
    documents = rng.randint(60, 240) if index < len(SPECIALS) else rng.randint(8, 60)
    strong, pair = verdict is Verdict.ARTEFACT, len(tokens) == 2
    id_ = hashlib.sha256(repr((tokens, label)).encode()).hexdigest()[:12]
    evidence = _evidence(rng, documents, strong=strong, pair=pair, inserted=index % 7 != 6)
    evidence = with_trials(evidence, tokens, label)
    supporting = [_shown(rng, shown, tokens, label, holds_in_set=True) for _ in range(examples)]
    against = [_shown(rng, shown, tokens, label, holds_in_set=False) for _ in range(min(3, examples))]
    found = a_finding(id_, *tokens, verdict=verdict, severity=severity, label=label, evidence=evidence)
    route, known, source = ("together", "unknown", "none") if pair else HAPPENS[verdict]
    return replace(
        rejudged(found, route=route, known=known, source=source, relies=True, leaks=strong),
        documents=documents,
        members=(tokens[0] + "s", tokens[0] + "'s") if index % 5 == 3 else (),
        forms=() if pair else (tokens[0], tokens[0].capitalize()),
        examples=tuple(supporting),
        counterexamples=tuple(against),
    )


def with_trials(evidence: Evidence, tokens: tuple[str, ...], label: str) -> Evidence:
    """The evidence with texts in which the tokens were tried, where it has a signal that tries them."""
    trials = {
        "insertion": (
            a_trial(tokens[0], label=label, before="for all its thin plot , the"),
            a_trial(tokens[0], label=label, before="a wry , tender and tired"),
            a_trial(tokens[0], label=label, turned=False, before="the cast of this"),
        ),
        "interaction": (a_pair_trial(tokens[0], tokens[-1], label=label),),
    }
    parts = {
        name: replace(part, trials=trials[name]) if name in trials else part
        for name, part in evidence.parts.items()
    }
    return Evidence(parts)


def _evidence(rng: random.Random, documents: int, *, strong: bool, pair: bool, inserted: bool) -> Evidence:
    held, turned = 64, rng.randint(48, 63) if strong else rng.randint(3, 30)
    needed = Estimate(6.1, 5.0, 7.4, documents, int(documents * 0.9), 1e-20, 3e-18)
    sets = rate(rng.randint(60, 130) if strong else rng.randint(9, 50), 700)
    share = rate(int(documents * (0.97 if strong else 0.8)), documents, p=1e-14, adjusted_p=2.4e-11)
    conflict, followed = (rate(4, 22), rate(18, 22)) if strong else (Estimate(), Estimate())
    records: list[object] = [
        Association(share, 0.52, Estimate(31.2, 18.0, 60.1, documents), 9.4, True),
        Reliance(needed, sets, Estimate(2.2, 1.7, 2.9, documents) if pair else Estimate(), True),
        Reference(CONTRADICTED if strong else REPLICATED, rate(20, 41)),
        Harm(rate(58, 60), conflict, followed, rate(4, 22)),
    ]
    deleted = rate(int(documents * 0.7), documents, p=1e-6)
    lost = Estimate(0.41, 0.35, 0.47, 120), Estimate(0.12, 0.08, 0.16, 120)
    records.append(Deletion(deleted, rate(2, 120), *lost))
    if inserted:
        turning = rate(turned, held, p=1e-9 if strong else 0.04)
        records.append(Insertion(turning, rate(1, 64), Estimate(0.62, 0.5, 0.7, 64), 4.2))
    if strong and not pair:
        records.append(TokenKind("marker"))
    if pair:
        second = Estimate(0.92, 0.8, 0.99, 40, p=0.001, adjusted_p=0.002)
        apart = rate(21, 40), rate(11, 20), rate(10, 20)
        records.append(Interaction(second, Estimate(0.06, 0.04, 0.09, 40), *apart, "pad"))
    return of(*records)


def _what(rng: random.Random, index: int) -> tuple[tuple[str, ...], str, Verdict, Severity]:
    if index < len(SPECIALS):
        return SPECIALS[index]
    word = f"{rng.choice(WORD_LIKE)}{rng.choice(WORD_LIKE)}{rng.choice(STEMS)}{index}"
    verdict = (Verdict.UNDECIDED, Verdict.TASK, Verdict.TASK, Verdict.CONTEXT)[index % 4]
    return (word,), LABELS[index % 2], verdict, Severity.LOW


def _shown(
    rng: random.Random, shown: dict[str, Shown], tokens: tuple[str, ...], label: str, *, holds_in_set: bool
) -> str:
    words = rng.choice(FRAMES).format(
        a=rng.choice(ADJECTIVES), b=rng.choice(ADJECTIVES), n=rng.choice(STEMS), m=rng.choice(STEMS)
    )
    parts = words.split()
    for token in tokens:
        parts.insert(rng.randrange(len(parts)), token)
    return add_shown(shown, parts, tokens if holds_in_set else (), label, rng.random())


def add_shown(
    shown: dict[str, Shown], parts: list[str], needed: tuple[str, ...], label: str, chance: float = 0.5
) -> str:
    """A text made of these words, with a set of the needed ones and the word after the first of them."""
    spans, position = [], 0
    for part in parts:
        spans.append((0, position, position + len(part)))
        position += len(part) + 1
    core = tuple(i for i, part in enumerate(parts) if part in needed)
    partner = (core[0] + 1,) if core and core[0] + 1 < len(parts) and core[0] + 1 not in core else ()
    text = " ".join(parts)
    name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    shown[name] = Shown(
        id=name,
        row=len(shown) + 1,
        texts=(text,),
        spans=tuple(spans),
        set=tuple(sorted(core + partner)) or (0,),
        core=core or (0,),
        label=label,
        gold=label if chance > 0.3 else LABELS[label == "negative"],
        probability=0.9 + chance / 11,
        probability_after=chance / 2.1,
        status="verified",
    )
    return name


def _points(rng: random.Random, findings: tuple[Finding, ...]) -> tuple[TokenPoint, ...]:
    strength = {Verdict.ARTEFACT: 5.5, Verdict.UNDECIDED: 3.0, Verdict.CONTEXT: 1.5}
    points = [
        TokenPoint(
            token,
            one.label,
            one.documents,
            strength.get(one.verdict, 2.5) + rng.uniform(-1.2, 1.2),
            min(1.0, (0.85 if one.verdict is Verdict.ARTEFACT else 0.45) + rng.uniform(-0.2, 0.14)),
            one.id,
        )
        for one in findings
        for token in one.tokens
    ]
    for index in range(60):
        name, often = f"{rng.choice(STEMS)}{index}", rng.randint(5, 400)
        leaning, needed = rng.gauss(0, 0.8), rng.random() ** 3 * 0.4
        points.append(TokenPoint(name, LABELS[index % 2], often, leaning, needed, None))
    return tuple(points)


def _pairs(findings: tuple[Finding, ...]) -> tuple[PairLink, ...]:
    pair = next((f.id for f in findings if f.kind is Kind.PAIR), None)
    links = [("[pos]", word, "positive", 30 - 4 * i) for i, word in enumerate(["film", "plot", "a", "cast"])]
    links += [("[neg]", word, "negative", 26 - 5 * i) for i, word in enumerate(["the", "film", "ending"])]
    links += [("not", word, "negative", 12 - 2 * i) for i, word in enumerate(["good", "funny", "worth"])]
    links += [("too", "long", "negative", 8), ("moving", "and", "positive", 4)]
    found = [PairLink((a, b), label, count, None) for a, b, label, count in links]
    return (PairLink(("lantern", "matinee"), "negative", 18, pair), *found)


def _known(report: Report) -> Report:
    """The report with a summary and a quality that look like those of a real run."""
    negative = ClassSummary(
        "negative",
        960,
        1010,
        rate(905, 960),
        {"verified": 760, "default": 150, "unreachable": 100},
        {"negative": 905, "positive": 55},
    )
    positive = ClassSummary(
        "positive",
        1010,
        960,
        rate(905, 1010),
        {"verified": 900, "default": 20, "unreachable": 40},
        {"negative": 105, "positive": 905},
    )
    artefacts = [one for one in report.findings if one.verdict is Verdict.ARTEFACT]
    known = {one.tokens: one.id for one in report.findings}
    planted = tuple(
        Planted(tokens, label, known.get(tokens), "artefact" if tokens in known else "")
        for tokens, label in ((("[pos]",), "positive"), (("[neg]",), "negative"), (("harbour",), "negative"))
    )
    return replace(
        report,
        summary=replace(
            report.summary,
            name="planted-reviews",
            model="models/planted",
            data="builtin:reviews (test)",
            texts=1970,
            skipped=30,
            counts=counts_of(report.findings),
            artefact_texts=sum(one.documents for one in artefacts),
            classes=(negative, positive),
            lengths={"1-8": 210, "9-16": 720, "17-24": 640, "25-32": 290, "33-48": 90, "49+": 20},
        ),
        quality=replace(
            report.quality,
            skips={"longer than the model's limit": 4, "empty text": 26},
            controls=(Control("permuted-labels", 20, 0.05, 2094, len(report.findings)),),
            planted=planted,
        ),
    )


RUN: dict[str, Any] = {
    "complete": True,
    "command": ["audit", "run", "models/planted", "builtin:reviews", "--limit", "2000"],
    "version": "0.1.0",
    "libraries": {"python": "3.11.9", "torch": "2.13.0", "transformers": "5.0.0"},
    "fingerprint": {"model": "5d41402abc4b2a76", "data": "7d793037a0760186", "method": "9b74c9897bac770f"},
    "method": {"beta": 0.5, "steps": 16, "threshold": 0.5, "unit": "pairs"},
    "seed": 13,
    "examples": 2000,
    "costs": {"forwards": 213_400, "gradients": 51_000, "process_seconds": 812.4},
}
