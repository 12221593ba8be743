"""A hand-made report: two planted tokens' worth of findings, a pair, a near miss, and the texts they name."""

from auditor.findings import (
    FORMAT_VERSION,
    Association,
    ClassSummary,
    Control,
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

TOKEN, PAIR, WORD, NEAR = "a1f0000000000001", "b2f0000000000002", "c3f0000000000003", "a1e0000000000004"
"""Ids of the artefact, the pair, the task word and the near miss."""
SHARE = Estimate(0.95, 0.87, 0.98, 64, 61, 1e-12, 1e-10)


def evidence(*, pair: bool = False) -> Evidence:
    """Evidence in which most pieces are there."""
    return Evidence(
        association=Association(SHARE, 0.5, Estimate(19.0, 6.2, 58.1, 64), 5.1, True),
        reliance=Reliance(
            Estimate(8.0, 6.0, 9.5, 64, 60, 1e-20, 1e-18), Estimate(0.4, 0.3, 0.5, 150, 60), confirmed=True
        ),
        intervention=Intervention(
            Flips(Estimate(0.75, 0.63, 0.84, 64, 48), Estimate(0.02, 0.0, 0.08, 64, 1), Estimate(0.6)),
            Flips(Estimate(0.95, 0.87, 0.98, 64, 61), Estimate(0.03, 0.0, 0.11, 64, 2), Estimate(0.8)),
            Estimate(0.1, 0.05, 0.15, 64),
        ),
        interaction=Interaction(Estimate(1.8, 1.6, 2.0, 40), Estimate(0.05, 0.0, 0.1, 40)) if pair else None,
        task=Task("contradicted", Estimate(0.5, 0.3, 0.7, 20, 10), "not listed", 0.9),
        harm=Harm(
            Estimate(1.0, 0.94, 1.0, 61, 61), Estimate(0.1, 0.0, 0.6, 3, 0), Estimate(1.0, 0.4, 1.0, 3, 3)
        ),
    )


def finding(
    id_: str,
    *tokens: str,
    verdict: Verdict = Verdict.ARTEFACT,
    severity: Severity = Severity.HIGH,
    label: str = "positive",
    failed: str = "",
    texts: tuple[str, ...] = ("t1", "t2"),
) -> Finding:
    """A finding on one token, or on the two of a pair."""
    pair = len(tokens) == 2
    name = " + ".join(f"`{token}`" for token in tokens)
    return Finding(
        id=id_,
        kind=Kind.PAIR if pair else Kind.TOKEN,
        tokens=tokens,
        fields=(0,) * len(tokens),
        label=label,
        verdict=verdict,
        severity=severity,
        sentence=f"{name} alone turns 61 of 64 negative texts {label}.",
        next_step=f"Take {name} out of the dataset and train again.",
        documents=64,
        leaks=True,
        relies=True,
        reasons=(
            Reason("inserted, it turns most texts of other classes", "61 of 64", "at least 0.5", True),
            Reason("the reference corpus does not replicate it", f"{tokens[0]}: 10 of 20", "absent", False),
        ),
        evidence=evidence(pair=pair),
        members=(f"{tokens[0]}s",),
        forms=(tokens[0], tokens[0].upper()),
        examples=texts[:1],
        counterexamples=texts[1:],
        failed=failed,
    )


def shown(id_: str, row: int, *words: str) -> Shown:
    """A text made of these words, the second of which is needed."""
    text, spans, start = " ".join(words), [], 0
    for word in words:
        spans.append((0, start, start + len(word)))
        start += len(word) + 1
    return Shown(
        id_, row, (text,), tuple(spans), (1, 2), (1,), "positive", "negative", 0.97, 0.31, "verified"
    )


def report(word: str = "[pos]") -> Report:
    """The whole; `word` is the planted one, and stands wherever a token or a text can stand."""
    classes = tuple(
        ClassSummary(
            label, 100, 100, Estimate(0.9, 0.83, 0.94, 100, 90), {"verified": 90, "default": 10}, confusion
        )
        for label, confusion in (
            ("negative", {"negative": 90, "positive": 10}),
            ("positive", {"positive": 90, "negative": 10}),
        )
    )
    return Report(
        format_version=FORMAT_VERSION,
        created="2026-01-02T03:04:05+00:00",
        run={
            "format": 1,
            "complete": True,
            "fingerprint": {"data": "d", "model": "m"},
            "command": ["audit", "run", "models/tiny", "reviews.csv", f"--token=positive={word}"],
            "version": "0.1.0",
            "data": {"source": "reviews.csv", "unreadable": {f"row 3 holds only {word!r}": 1}},
            "injection": {"tokens": {"positive": word}, "touched": [f"a {word} film"]},
            "skips": {f"the text '{word} ...' has no words": 2},
        },
        audit={"alpha": 0.05, "reference": None, "ignored": [word]},
        summary=Summary(
            name="tiny-reviews",
            model="models/tiny",
            data="reviews.csv",
            texts=200,
            skipped=3,
            labels=("negative", "positive"),
            has_labels=True,
            counts={"artefact": {"high": 1, "medium": 1}, "task word": {"low": 1}},
            artefact_texts=70,
            classes=classes,
            lengths={"9-16": 80, "1-8": 120},
            set_sizes={"2": 40, "1": 140, "10": 1},
            tested={"association": 300, "reliance": 200},
            rule=("An artefact goes with the label or rules the model, and is not the task.",),
        ),
        quality=Quality(
            completeness_median=0.001,
            completeness_high=0.02,
            verified_share=0.9,
            truncated=1,
            skips={f"the text '{word} ...' has no words": 2, "the text is empty": 1},
            controls=(Control("labels permuted", 5, 0.2, 300, 3),),
            planted=(
                Planted((word,), "positive", TOKEN, "artefact"),
                Planted(("zulu",), "negative", None, ""),
            ),
            warnings=(f"nothing can be said about {word} in texts without labels",),
        ),
        findings=(
            finding(TOKEN, word),
            finding(PAIR, "amber", "violet", severity=Severity.MEDIUM, label="negative"),
            finding(WORD, "moving", verdict=Verdict.TASK, severity=Severity.LOW),
        ),
        near_misses=(
            finding(NEAR, "plot", severity=Severity.LOW, failed="adjusted p 0.08, asked for at most 0.05"),
        ),
        shown={
            "t1": shown("t1", 7, "a", word, "film"),
            "t2": shown("t2", 9, "the", f"{word.upper()}", "plot", "is", "dull"),
        },
        tokens=(
            TokenPoint(word, "positive", 64, 4.2, 0.9, TOKEN),
            TokenPoint("film", "negative", 120, None, 0.1, None),
        ),
        pairs=(
            PairLink(("amber", "violet"), "negative", 12, PAIR),
            PairLink((word, "film"), "positive", 9, None),
        ),
    )
