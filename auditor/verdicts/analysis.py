"""The analysis of a finished sweep: aggregate, test, intervene, judge, control; a report comes out.

`analyse` is the one entry: everything it needs is an argument, and everything it finds is in the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from auditor.clock import now
from auditor.config import EvidenceConfig, RuleConfig
from auditor.errors import AuditError
from auditor.findings.report import FORMAT_VERSION, Report, Summary, counts_of
from auditor.meaning.knowledge import Knowledge
from auditor.records.text import LEFT_OUT
from auditor.signals.counts import Corpus, Token, gather
from auditor.signals.divided import Divided, divide
from auditor.signals.extension import Group, belonging, extended, groups_of
from auditor.signals.labelled import Labelled, LabelledData
from auditor.signals.labelled_features import count_features
from auditor.signals.recurrence import LEAST, Tests, label_counts, label_tests, reliance
from auditor.signals.study import Model, Study
from auditor.sweep.store import RunStore
from auditor.verdicts import overview
from auditor.verdicts.contrast import cautions_about_features
from auditor.verdicts.controls import controls
from auditor.verdicts.likeness import likeness
from auditor.verdicts.making import Found, find
from auditor.verdicts.planted import planted
from auditor.verdicts.shown import artefact_texts, pair_links, shown_texts, token_points


@dataclass(frozen=True, eq=False)
class Sources:
    """What is known beside the run itself."""

    labels: tuple[str, ...]
    """The model's classes."""
    gold_names: Mapping[str, str]
    """The dataset's labels to the model's; empty without labels."""
    model: str = ""
    """The model's name."""
    knowledge: Knowledge = field(default_factory=Knowledge)
    """What is known of the task."""
    reference: Labelled | None = None
    """Another corpus of the same task, counted."""
    labelled: LabelledData | None = None
    """All labelled data at hand; None: the run's texts are all there is."""
    injection: Mapping[str, Any] | None = None
    """The manifest of what was planted, if anything is known to be."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """The report, and the numbers of every token and pair for those who want them all."""

    report: Report
    study: Study
    found: Found


def analyse(
    store: RunStore,
    model: Model,
    sources: Sources,
    config: EvidenceConfig | None = None,
    rule: RuleConfig | None = None,
) -> Analysis:
    """Turn the stored sets of a run into findings."""
    manifest = store.manifest()
    if not manifest.get("complete"):
        raise AuditError(
            f"the run in {store.path} is not complete", "Run the same `audit run` command again to go on."
        )
    seed, names = int(manifest["seed"]), dict(sources.gold_names)
    study = _study(store, model, sources, config or EvidenceConfig(), rule or RuleConfig(), seed)
    corpus = study.corpus
    found = find(study)
    skips = dict(manifest["data"]["unreadable"])
    for reason, count in manifest["skips"].items():
        skips[reason] = skips.get(reason, 0) + count
    blind = "scores" in manifest.get("model", {}) and sources.knowledge.embeddings is None
    report = Report(
        format_version=FORMAT_VERSION,
        created=now(),
        run=manifest,
        audit=asdict(study.config)
        | {"reference": sources.reference is not None, "knowledge": sources.knowledge.facts()},
        rule=asdict(study.rule),
        summary=_summary(store, study, found, sources, skips),
        quality=overview.quality(
            store,
            corpus,
            skips=skips,
            controls=controls(study, seed=seed),
            planted=planted(sources.injection, found.findings, names),
            cautions=[
                *overview.cautions_about(
                    corpus,
                    repeated=manifest["repeated"],
                    left_out=found.left_out,
                    waiting=skips.get(LEFT_OUT, 0),
                    plan=manifest["data"].get("plan"),
                    blind=blind,
                    knowledge=sources.knowledge,
                ),
                *cautions_about_features(study, blind=blind),
            ],
        ),
        findings=found.findings,
        near_misses=found.near_misses,
        shown=shown_texts(store, corpus, [*found.findings, *found.near_misses], names),
        tokens=token_points(study, found),
        pairs=pair_links(corpus, found),
        likeness=likeness(study, found.findings),
    )
    return Analysis(report, study, found)


def _study(
    store: RunStore, model: Model, sources: Sources, config: EvidenceConfig, rule: RuleConfig, seed: int
) -> Study:
    words = None if sources.labelled is None else sources.labelled.words
    plain = gather(
        store,
        sources.labels,
        gold_names=dict(sources.gold_names),
        seed=seed,
        more=None if words is None else words.frequent(LEAST),
    )
    groups = groups_of(plain, sources.knowledge.vectors) if config.groups else []
    corpus = extended(plain, groups)
    method = config.correction
    holding, documents = label_counts(corpus, corpus.gold)
    if words is not None and sources.labelled is not None:
        documents = words.documents
        holding = words.table(corpus.vocabulary)
        if groups:
            features = [group.whole for group in groups]
            counted = count_features(sources.labelled, plain, belonging(plain, groups), features)
            holding[plain.words :] = counted
    association = label_tests(holding, documents, method=method)
    return Study(
        corpus=corpus,
        store=store,
        model=model,
        labelled=documents.sum(axis=0),
        association=association,
        reliance=reliance(corpus, method=method),
        config=config,
        rule=rule,
        knowledge=sources.knowledge,
        reference=sources.reference,
        divided=_divided(corpus, association, sources.labelled, groups),
    )


def _divided(
    corpus: Corpus, association: Tests, labelled: LabelledData | None, groups: Sequence[Group]
) -> Divided | None:
    """The labelled data by its groups, of the tokens that leak; None where no column says a group."""
    if labelled is None or not labelled.grouped:
        return None
    leaking = np.flatnonzero(association.significant.any(axis=1))
    wanted = {corpus.vocabulary[token] for token in leaking}
    told = belonging(corpus, groups)

    def belongs(token: Token) -> tuple[Token, ...]:
        return tuple(one for one in (token, *(groups[place].token for place in told(token))) if one in wanted)

    return divide(labelled, belongs)


def _summary(
    store: RunStore, study: Study, found: Found, sources: Sources, skips: Mapping[str, int]
) -> Summary:
    corpus: Corpus = study.corpus
    return Summary(
        name=store.path.name,
        model=sources.model,
        data=str(store.manifest()["data"]["source"]),
        texts=len(corpus),
        skipped=sum(skips.values()),
        labels=corpus.labels,
        has_labels=corpus.labelled,
        counts=counts_of(found.findings),
        artefact_texts=artefact_texts(study, found),
        classes=overview.classes(corpus),
        lengths=overview.lengths(corpus),
        set_sizes=overview.set_sizes(corpus),
        tested={
            "association": int(study.association.tested.sum()) if corpus.labelled else 0,
            "reliance": int(study.reliance.tested.sum()),
        },
    )
