"""The analysis of a finished sweep: aggregate, test, intervene, judge, control; a report comes out.

`analyse` is the one entry: everything it needs is an argument, and everything it finds is in the result.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from auditor.config import EvidenceConfig
from auditor.errors import AuditError
from auditor.evidence import overview
from auditor.evidence.assembly import Statistics, follow_up
from auditor.evidence.controls import permuted_labels, planted, random_sets
from auditor.evidence.counts import Corpus, gather
from auditor.evidence.finding import Found, find
from auditor.evidence.interventions import Laboratory
from auditor.evidence.pairs import pairs_in_sets
from auditor.evidence.recurrence import association, reliance
from auditor.evidence.statistics import log_odds
from auditor.evidence.task import Lexicon, Reference
from auditor.evidence.trials import EVERY, candidates
from auditor.evidence.verdicts import RULE
from auditor.findings import (
    FORMAT_VERSION,
    Finding,
    Kind,
    PairLink,
    Report,
    Shown,
    Summary,
    TokenPoint,
    Verdict,
)
from auditor.sweep.store import RunStore

POINTS = 250
"""Tokens on the map."""
LINKS = 60
"""Pairs in the network."""


@dataclass(frozen=True, eq=False)
class Sources:
    """What is known beside the run itself."""

    gold_names: Mapping[str, str]
    """The dataset's labels to the model's; empty without labels."""
    model: str = ""
    """The model's name."""
    reference: Reference | None = None
    lexicon: Lexicon | None = None
    injection: Mapping[str, Any] | None = None
    """The manifest of what was planted, if anything is known to be."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """The report, and the numbers of every token and pair for those who want them all."""

    report: Report
    statistics: Statistics
    found: Found


def analyse(
    store: RunStore, laboratory: Laboratory, sources: Sources, config: EvidenceConfig | None = None
) -> Analysis:
    """Turn the stored sets of a run into findings."""
    settings = config or EvidenceConfig()
    manifest = store.manifest()
    if not manifest.get("complete"):
        raise AuditError(
            f"the run in {store.path} is not complete", "Run the same `audit run` command again to go on."
        )
    seed, method = int(manifest["seed"]), settings.correction
    names = dict(sources.gold_names)
    corpus = gather(store, laboratory.classifier.labels, gold_names=names, seed=seed)
    tests = association(corpus, corpus.gold, method=method), reliance(corpus, method=method)
    statistics = Statistics(
        corpus,
        *tests,
        follow_up(tests[0], candidates(tests[1:], EVERY), method=method),
        sources.reference,
        sources.lexicon,
    )
    found = find(laboratory, store, statistics, settings)
    runs = settings.permutations
    controls = [
        control(corpus, runs=runs, seed=seed, method=method, found=int(family.significant.sum()))
        for control, family, wanted in (
            (permuted_labels, tests[0], corpus.labelled),
            (random_sets, tests[1], True),
        )
        if wanted and runs
    ]
    skips = dict(manifest["data"]["unreadable"])
    for reason, count in manifest["skips"].items():
        skips[reason] = skips.get(reason, 0) + count
    warnings = overview.warnings_about(corpus, repeated=manifest["repeated"], more=found.left_out)
    report = Report(
        format_version=FORMAT_VERSION,
        created=created(),
        run=manifest,
        audit=asdict(settings) | {"reference": sources.reference is not None},
        summary=_summary(store, corpus, found.findings, statistics, sources, skips),
        quality=overview.quality(
            store,
            corpus,
            skips=skips,
            controls=controls,
            planted=planted(sources.injection, found.findings, names),
            warnings=warnings,
        ),
        findings=found.findings,
        near_misses=found.near_misses,
        shown=_shown(store, corpus, [*found.findings, *found.near_misses], names),
        tokens=_points(statistics, found.findings),
        pairs=_links(corpus, found),
    )
    return Analysis(report, statistics, found)


def created() -> str:
    """The time of the report; `SOURCE_DATE_EPOCH` stands in for the clock."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")


def _summary(
    store: RunStore,
    corpus: Corpus,
    findings: tuple[Finding, ...],
    statistics: Statistics,
    sources: Sources,
    skips: Mapping[str, int],
) -> Summary:
    counts: dict[str, dict[str, int]] = {}
    for finding in findings:
        row = counts.setdefault(finding.verdict.value, {})
        row[finding.severity.value] = row.get(finding.severity.value, 0) + 1
    return Summary(
        name=store.path.name,
        model=sources.model,
        data=str(store.manifest()["data"]["source"]),
        texts=len(corpus),
        skipped=sum(skips.values()),
        labels=corpus.labels,
        has_labels=corpus.labelled,
        counts=counts,
        artefact_texts=len(_artefact_texts(corpus, findings)),
        classes=overview.classes(corpus),
        lengths=overview.lengths(corpus),
        set_sizes=overview.set_sizes(corpus),
        tested={
            "association": int(statistics.association.tested.sum()) if corpus.labelled else 0,
            "reliance": int(statistics.reliance.tested.sum()),
        },
        rule=RULE,
    )


def _artefact_texts(corpus: Corpus, findings: tuple[Finding, ...]) -> set[int]:
    numbers = {(token.text, token.field): i for i, token in enumerate(corpus.vocabulary)}
    texts: set[int] = set()
    for finding in findings:
        if finding.verdict is not Verdict.ARTEFACT:
            continue
        field = finding.fields[0]
        if finding.kind is Kind.PAIR:
            docs = [
                set(corpus.doc[corpus.entries(numbers[t, f])].tolist())
                for t, f in zip(finding.tokens, finding.fields, strict=True)
            ]
            texts |= docs[0] & docs[1]
        else:
            for word in (*finding.tokens, *finding.members):
                texts |= set(corpus.doc[corpus.entries(numbers[word, field])].tolist())
    return texts


def _shown(
    store: RunStore, corpus: Corpus, findings: list[Finding], names: Mapping[str, str]
) -> dict[str, Shown]:
    """The texts that findings name; `names` has the model's name of each of the dataset's labels."""
    place = dict(zip(corpus.ids, corpus.place.tolist(), strict=True))
    wanted = sorted({i for f in findings for i in (*f.examples, *f.counterexamples)})
    outcomes = store.outcomes_at([place[i] for i in wanted])
    shown = {}
    for identity in wanted:
        outcome = outcomes[place[identity]]
        explanation = outcome.explanation
        if explanation is None:
            continue
        shown[identity] = Shown(
            id=identity,
            row=outcome.row,
            texts=explanation.texts,
            spans=explanation.spans,
            set=explanation.set,
            core=explanation.core,
            label=explanation.label,
            gold=None if outcome.gold is None else names.get(outcome.gold, outcome.gold),
            probability=explanation.probability,
            probability_after=explanation.probability_after,
            status=explanation.status.value,
        )
    return shown


def _points(statistics: Statistics, findings: tuple[Finding, ...]) -> tuple[TokenPoint, ...]:
    """Every finding's token, and the most frequent others, each for the class it leans to."""
    corpus, leaning, needed = statistics.corpus, statistics.association, statistics.reliance
    numbers = {(token.text, token.field): i for i, token in enumerate(corpus.vocabulary)}
    label_of = {name: number for number, name in enumerate(corpus.labels)}
    owner: dict[tuple[int, int], str | None] = {}
    for finding in findings:
        if finding.kind is Kind.TOKEN:
            for word in (*finding.tokens, *finding.members):
                owner[numbers[word, finding.fields[0]], label_of[finding.label]] = finding.id
    frequency = np.diff(corpus.start)
    known = {token for token, _ in owner}
    share = needed.observed / np.maximum(1, needed.holding)
    for token in np.argsort(-frequency, kind="stable")[:POINTS].tolist():
        if token not in known and len(owner) < POINTS and (needed.tested[token].any()):
            owner[token, int(share[token].argmax())] = None
    documents = int((corpus.gold >= 0).sum())
    points = []
    for (token, label), finding_id in sorted(owner.items()):
        held, both = int(leaning.holding[token, label]), int(leaning.observed[token, label])
        rest = int((corpus.gold == label).sum()) - both
        odds = log_odds(both, held - both, rest, documents - held - rest) if documents else None
        points.append(
            TokenPoint(
                token=corpus.vocabulary[token].text,
                label=corpus.labels[label],
                documents=int(frequency[token]),
                association=None if odds is None else float(odds),
                reliance=float(share[token, label]),
                finding=finding_id,
            )
        )
    return tuple(points)


def _links(corpus: Corpus, found: Found) -> tuple[PairLink, ...]:
    counted = sorted(pairs_in_sets(corpus).items(), key=lambda item: (-item[1], item[0]))[:LINKS]
    return tuple(
        PairLink(
            tokens=(corpus.vocabulary[pair[0]].text, corpus.vocabulary[pair[1]].text),
            label=corpus.labels[label],
            sets=sets,
            finding=found.pair_ids.get(pair),
        )
        for (label, pair), sets in counted
    )
