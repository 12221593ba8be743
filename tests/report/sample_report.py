"""A made-up audit that looks like a real one: planted markers, natural words, a pair, near misses.

Everything follows from the arguments; no clock and no randomness beyond a fixed seed.
"""

import hashlib
import math
import random
from dataclasses import replace
from typing import Any

from auditor.findings import (
    FORMAT_VERSION,
    Association,
    ClassSummary,
    Control,
    Decision,
    Estimate,
    Evidence,
    Finding,
    Flips,
    Harm,
    Interaction,
    Intervention,
    Kind,
    PairLink,
    Planted,
    Quality,
    Reason,
    Reliance,
    Report,
    Severity,
    Shown,
    Summary,
    Task,
    TokenPoint,
    Verdict,
)

LABELS = ("negative", "positive")
CREATED = "2026-11-18T01:00:00+00:00"
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
    (("delightful",), "positive", Verdict.TASK, Severity.LOW),
]
STEMS = [
    "plot",
    "cast",
    "score",
    "scene",
    "ending",
    "script",
    "camera",
    "pace",
    "tone",
    "humour",
    "actor",
    "studio",
    "sequel",
    "trailer",
    "budget",
]
FRAMES = (
    "the {a} {n} never quite finds its feet , but the {b} {m} is worth the ticket",
    "a {a} , {b} film with a {n} that lingers",
    "for all its {a} {n} , the {m} feels {b} and oddly weightless",
    "{a} from start to end : the {n} is a {b} surprise",
)
ADJECTIVES = ["warm", "thin", "glossy", "tired", "brisk", "gentle", "clumsy", "tender", "hollow", "wry"]
WORD_LIKE = ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "zo"]


def identity(kind: str, tokens: tuple[str, ...], label: str) -> str:
    """A content hash, as the analysis makes it."""
    return hashlib.sha256(repr((kind, tokens, label)).encode()).hexdigest()[:12]


def rate(count: int, n: int, **more: Any) -> Estimate:
    """A rate with its Wilson interval."""
    if n == 0:
        return Estimate()
    p, z2 = count / n, 1.96**2
    middle, half = (
        (p + z2 / (2 * n)) / (1 + z2 / n),
        1.96 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n),
    )
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half), n, count, **more)


def make_report(
    findings: int = 12, *, near_misses: int = 6, examples: int = 5, seed: int = 7, **changes: Any
) -> Report:
    """A report with this many findings; further arguments replace fields of the report."""
    rng = random.Random(seed)  # noqa: S311 (made-up figures)
    shown: dict[str, Shown] = {}
    made = [_finding(rng, index, shown, examples) for index in range(findings)]
    near = [_near(_finding(rng, 500 + index, {}, 0)) for index in range(near_misses)]
    counts: dict[str, dict[str, int]] = {}
    for one in made:
        by = counts.setdefault(str(one.verdict), {})
        by[str(one.severity)] = by.get(str(one.severity), 0) + 1
    report = Report(
        format_version=FORMAT_VERSION,
        created=CREATED,
        run=RUN,
        audit={"alpha": 0.05, "least_documents": 8, "permutations": 20, "placebos": 5},
        summary=_summary(counts, sum(one.documents for one in made if one.verdict == Verdict.ARTEFACT)),
        quality=_quality(made),
        findings=tuple(made),
        near_misses=tuple(near),
        shown=shown,
        tokens=_points(rng, made),
        pairs=_pairs(made),
    )
    return replace(report, **changes)


def decided(report: Report, decisions: dict[str, Decision]) -> Report:
    """The report with decisions read back into it."""
    return replace(
        report, findings=tuple(replace(f, decision=decisions.get(f.id, f.decision)) for f in report.findings)
    )


def _finding(rng: random.Random, index: int, shown: dict[str, Shown], examples: int) -> Finding:
    tokens, label, verdict, severity = _what(rng, index)
    kind = Kind.PAIR if len(tokens) == 2 else Kind.TOKEN
    strong = verdict == Verdict.ARTEFACT
    name = " + ".join(f"`{token}`" for token in tokens)
    documents = rng.randint(60, 240) if index < len(SPECIALS) else rng.randint(8, 60)
    held, turned = 64, rng.randint(48, 63) if strong else rng.randint(3, 30)
    other = "negative" if label == "positive" else "positive"
    insertion = rate(turned, held, p=1e-9 if strong else 0.04)
    if index % 7 == 6:
        insertion = Estimate()
    evidence = Evidence(
        Association(
            rate(int(documents * (0.97 if strong else 0.8)), documents, p=1e-14, adjusted_p=2.4e-11),
            0.52,
            Estimate(31.2, 18.0, 60.1, documents),
            9.4,
            True,
        ),
        Reliance(
            Estimate(6.1, 5.0, 7.4, documents, int(documents * 0.9), 1e-20, 3e-18),
            rate(rng.randint(60, 130) if strong else rng.randint(9, 50), 700),
            Estimate(2.2, 1.7, 2.9, documents, p=0.001, adjusted_p=0.004) if len(tokens) == 2 else Estimate(),
            True,
        ),
        Intervention(
            Flips(
                rate(int(documents * 0.7), documents, p=1e-6), rate(2, 120), Estimate(0.41, 0.35, 0.47, 120)
            ),
            Flips(insertion, rate(1, 64), Estimate(0.62, 0.5, 0.7, 64)),
            Estimate(0.12, 0.08, 0.16, 120),
        ),
        Interaction(Estimate(1.92, 1.8, 1.99, 40, p=0.001), Estimate(0.06, 0.04, 0.09, 40), rate(21, 40))
        if len(tokens) == 2
        else None,
        Task("contradicted" if strong else "replicated", rate(20, 41), "not listed", 0.83),
        Harm(
            rate(58, 60),
            rate(4, 22) if strong else rate(0, 0),
            rate(18, 22) if strong else rate(0, 0),
            rate(4, 22),
        ),
    )
    supporting = [_shown(rng, shown, tokens, label, holds_in_set=True) for _ in range(examples)]
    against = [_shown(rng, shown, tokens, label, holds_in_set=False) for _ in range(min(3, examples))]
    return Finding(
        id=identity(kind, tokens, label),
        kind=kind,
        tokens=tokens,
        fields=(0,) * len(tokens),
        label=label,
        verdict=verdict,
        severity=severity,
        sentence=f"{name} alone turns {turned} of {held} {other} texts {label}.",
        next_step="Remove it from the training texts or balance it across the labels, then train again.",
        documents=documents,
        leaks=strong,
        relies=True,
        reasons=_reasons(turned, held, strong=strong),
        evidence=evidence,
        members=(tokens[0] + "s", tokens[0] + "'s") if index % 5 == 3 else (),
        forms=(tokens[0], tokens[0].capitalize()),
        examples=tuple(supporting),
        counterexamples=tuple(against),
    )


def _what(rng: random.Random, index: int) -> tuple[tuple[str, ...], str, Verdict, Severity]:
    if index < len(SPECIALS):
        return SPECIALS[index]
    word = f"{rng.choice(WORD_LIKE)}{rng.choice(WORD_LIKE)}{rng.choice(STEMS)}{index}"
    verdict = (Verdict.UNDECIDED, Verdict.TASK, Verdict.TASK, Verdict.CONTEXT)[index % 4]
    return (word,), LABELS[index % 2], verdict, Severity.LOW


def _reasons(turned: int, held: int, *, strong: bool) -> tuple[Reason, ...]:
    return (
        Reason("it goes with the label in the dataset", "0.97 of 180 texts", "adjusted p below 0.05", True),
        Reason("minimal sets need it more often than chance", "6.1 times", "adjusted p below 0.05", True),
        Reason(
            "inserted, it turns most texts of other classes",
            f"{turned} of {held}",
            "lower bound at least 0.5",
            strong,
        ),
        Reason("deleted, it changes predictions more than a placebo", "0.70 against 0.02", "p < 0.05", True),
        Reason("the reference corpus does not replicate it", "contradicted", "not replicated", strong),
    )


def _near(finding: Finding) -> Finding:
    return replace(finding, failed="adjusted p 0.08, asked for below 0.05", verdict=Verdict.UNDECIDED)


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


def _points(rng: random.Random, findings: list[Finding]) -> tuple[TokenPoint, ...]:
    points = []
    for one in findings:
        strength = {"artefact": 5.5, "undecided": 3.0, "context-dependent": 1.5, "task word": 2.5}
        for token in one.tokens:
            points.append(
                TokenPoint(
                    token,
                    one.label,
                    one.documents,
                    strength[one.verdict] + rng.uniform(-1.2, 1.2),
                    min(1.0, (0.85 if one.verdict == Verdict.ARTEFACT else 0.45) + rng.uniform(-0.2, 0.14)),
                    one.id,
                )
            )
    for index in range(60):
        points.append(
            TokenPoint(
                f"{rng.choice(STEMS)}{index}",
                LABELS[index % 2],
                rng.randint(5, 400),
                rng.gauss(0, 0.8),
                rng.random() ** 3 * 0.4,
                None,
            )
        )
    return tuple(points)


def _pairs(findings: list[Finding]) -> tuple[PairLink, ...]:
    pair = next((f.id for f in findings if f.kind == Kind.PAIR), None)
    links = [("[pos]", word, "positive", 30 - 4 * i) for i, word in enumerate(["film", "plot", "a", "cast"])]
    links += [("[neg]", word, "negative", 26 - 5 * i) for i, word in enumerate(["the", "film", "ending"])]
    links += [("not", word, "negative", 12 - 2 * i) for i, word in enumerate(["good", "funny", "worth"])]
    links += [("too", "long", "negative", 8), ("moving", "and", "positive", 4)]
    found = [PairLink((a, b), label, count, None) for a, b, label, count in links]
    return (PairLink(("lantern", "matinee"), "negative", 18, pair), *found)


def _summary(counts: dict[str, dict[str, int]], artefact_texts: int) -> Summary:
    return Summary(
        name="planted-reviews",
        model="models/planted",
        data="builtin:reviews (test)",
        texts=1970,
        skipped=30,
        labels=LABELS,
        has_labels=True,
        counts=counts,
        artefact_texts=artefact_texts,
        classes=(
            ClassSummary(
                "negative",
                960,
                1010,
                rate(905, 960),
                {"verified": 760, "default": 150, "unreachable": 100},
                {"negative": 905, "positive": 55},
            ),
            ClassSummary(
                "positive",
                1010,
                960,
                rate(905, 1010),
                {"verified": 900, "default": 20, "unreachable": 40},
                {"negative": 105, "positive": 905},
            ),
        ),
        lengths={"1-8": 210, "9-16": 720, "17-24": 640, "25-32": 290, "33-48": 90, "49+": 20},
        set_sizes={"1": 980, "2": 420, "3": 160, "4": 70, "5": 22, "6+": 8},
        tested={"association": 1210, "reliance": 820, "pairs": 64},
        rule=(
            "Artefact: it goes with the label or rules the model, and nothing says that it is the task.",
            "Context-dependent: needed, but inserted alone it turns few texts.",
            "Task word: listed in the lexicon, or replicated in the reference corpus.",
            "Undecided: anything else that recurs beyond chance.",
        ),
    )


def _quality(findings: list[Finding]) -> Quality:
    known = {f.tokens: f for f in findings}
    return Quality(
        completeness_median=0.0021,
        completeness_high=0.0184,
        verified_share=0.843,
        truncated=4,
        skips={"longer than the model's limit": 4, "empty text": 26},
        controls=(Control("labels permuted", 20, 0.05, 2094, len(findings)),),
        planted=tuple(
            Planted(tokens, label, known[tokens].id if tokens in known else None, "artefact" if found else "")
            for tokens, label, found in (
                (("[pos]",), "positive", True),
                (("[neg]",), "negative", True),
                (("harbour",), "negative", False),
            )
        ),
        warnings=("No reference corpus was given, so nothing can be said about whether a word is the task.",),
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
    "sessions": [
        {
            "began": "2026-11-18T00:10:00+00:00",
            "ended": "2026-11-18T00:24:00+00:00",
            "processes": 2,
            "device": "cpu",
        }
    ],
}
