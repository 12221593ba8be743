"""From candidates to findings: measured by every signal, judged by the rule, grouped and put in order."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.features.place import Opening
from auditor.findings.finding import Finding, Kind, Verdict
from auditor.records.estimates import Condition
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus, IntArray
from auditor.signals.evidence import BY_ITSELF, COUNTED, Evidence, measure
from auditor.signals.interaction import Interaction
from auditor.signals.recurrence import LEVEL, Tests
from auditor.signals.study import Study, first_by_key
from auditor.verdicts.grouping import beside_pairs, grouped, overlap, pairs_that_count
from auditor.verdicts.judging import judge
from auditor.verdicts.order import importance
from auditor.verdicts.tokens import score

SUPPORTING, AGAINST = 5, 3
"""Texts shown for and against a finding."""
NEAR = 0.25
"""Adjusted p up to which a token is a near miss."""
NEAR_MISSES = 20
MEMBERS = 12
"""Members of a group that its finding names."""


@dataclass(frozen=True, eq=False)
class Found:
    """What was found, with the numbers behind it."""

    findings: tuple[Finding, ...]
    near_misses: tuple[Finding, ...]
    evidence: dict[Candidate, Evidence]
    """Of every candidate, pairs among them."""
    owners: dict[Candidate, str]
    """The finding that a candidate became part of."""
    left_out: int
    """Significant candidates that were not intervened on."""


def find(study: Study) -> Found:
    """All findings of a run, most important first."""
    promising = worth_a_trial(study)
    chosen = promising[: study.config.candidates]
    pairs = list(study.pair_choices)[: study.config.pairs]
    evidence = measure(study, [*chosen, *pairs])
    tokens = [(candidate, make(study, candidate, evidence[candidate])) for candidate in chosen]
    judged = [(candidate, finding) for candidate, finding in tokens if finding.verdict is not Verdict.NOTHING]
    groups = grouped(sorted(judged, key=lambda one: importance(one[1])), study)
    together = pairs_that_count([(pair, make(study, pair, evidence[pair])) for pair in pairs], study)
    relied = [(pair, finding) for pair, finding in together if finding.judgement.relies]
    found = [*beside_pairs(groups, relied, study), *(([pair], finding) for pair, finding in relied)]
    return Found(
        findings=tuple(sorted((finding for _, finding in found), key=importance)),
        near_misses=(*_near_tokens(study), *_near_pairs(study, together))[:NEAR_MISSES],
        evidence=evidence,
        owners={candidate: finding.id for members, finding in found for candidate in members},
        left_out=len(promising) - len(chosen),
    )


def worth_a_trial(study: Study) -> list[Candidate]:
    """Clear leaks, and what minimal sets need: what is far from the task and leans most to a label first.

    Words of the task come last, the most significant first.
    """
    counted = measure(study, study.significant, COUNTED)
    ranked = []
    for place, candidate in enumerate(study.significant):
        evidence = counted[candidate]
        met = evidence.conditions(study.rule)
        if not met["needed"].met and not (met["leaks"].met and met["clear"].met):
            continue
        promise = score(evidence, study.reach(candidate), study.rule)
        ranked.append((-round(promise, 3), place, candidate))
    return _without_overlaps(study, [candidate for _, _, candidate in sorted(ranked)])


def _without_overlaps(study: Study, ranked: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without families that one before them is: the same words grouped more or less widely."""
    kept: list[Candidate] = []
    tried: list[tuple[int, frozenset[int]]] = []
    for one in ranked:
        if study.corpus.vocabulary[one.tokens[0]].kind == "family":
            own = frozenset(study.corpus.members(one.tokens[0]).tolist())
            if any(label == one.label and overlap(own, other) for label, other in tried):
                continue
            tried.append((one.label, own))
        kept.append(one)
    return kept


def make(study: Study, candidate: Candidate, evidence: Evidence) -> Finding:
    """The finding on one candidate."""
    corpus = study.corpus
    kind = kind_of(study, candidate)
    words = tuple(corpus.vocabulary[token].text for token in candidate.tokens)
    fields = tuple(corpus.vocabulary[token].field for token in candidate.tokens)
    label = corpus.labels[candidate.label]
    docs = study.documents(candidate)
    reach = study.reach(candidate)
    supporting, against = _pair_texts(study, candidate) if candidate.is_pair else _texts(study, candidate)
    forms = () if candidate.is_pair else corpus.forms[candidate.tokens[0]]
    first = corpus.vocabulary[candidate.tokens[0]]
    sorts = _sorts(study, candidate)
    return Finding(
        id=finding_id(kind, (*words, *sorts), (*fields, *fields[: len(sorts)]), label),
        kind=kind,
        tokens=words,
        fields=fields,
        label=label,
        documents=len(docs),
        reach=reach,
        judgement=judge(kind, evidence, reach, study.rule),
        evidence=evidence,
        group=first.kind if kind is Kind.GROUP else "",
        source=corpus.sources.get(candidate.tokens[0], "") if kind is Kind.GROUP else "",
        sorts=sorts,
        members=_leading_members(study, candidate) if kind is Kind.GROUP else (),
        forms=forms if forms != words else (),
        examples=tuple(corpus.ids[doc] for doc in supporting),
        counterexamples=tuple(corpus.ids[doc] for doc in against),
    )


def _sorts(study: Study, candidate: Candidate) -> tuple[str, ...]:
    """For each token of a pair with a group, what it is."""
    wide = candidate.is_pair and any(token in study.corpus.groups for token in candidate.tokens)
    return tuple(study.corpus.vocabulary[token].kind for token in candidate.tokens) if wide else ()


def kind_of(study: Study, candidate: Candidate) -> Kind:
    """Whether a candidate is a word, a pair, or a group of words."""
    if candidate.is_pair:
        return Kind.PAIR
    return Kind.GROUP if candidate.tokens[0] in study.corpus.groups else Kind.TOKEN


def _leading_members(study: Study, candidate: Candidate) -> tuple[str, ...]:
    """The members that most sets of the class need, then those that most documents with the label hold."""
    [token] = candidate.tokens
    whole = study.corpus.properties.get(token)
    if isinstance(whole, Opening):
        return tuple(study.word(filler) for filler in whole.fillers[:MEMBERS])
    members = study.corpus.members(token)
    needed = study.reliance.observed[members, candidate.label]
    held = study.association.observed[members, candidate.label]
    order = members[np.lexsort((members, -held, -needed))][:MEMBERS]
    return tuple(study.corpus.vocabulary[member].text for member in order)


def finding_id(kind: Kind, tokens: Sequence[str], fields: Sequence[int], label: str) -> str:
    """The same for the same tokens and label in every run."""
    content = "\0".join([kind.value, *(f"{f}:{t}" for f, t in zip(fields, tokens, strict=True)), label])
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _texts(study: Study, candidate: Candidate) -> tuple[list[int], list[int]]:
    """Texts whose set needs the token, and texts that hold it and speak against it."""
    corpus, [token] = study.corpus, candidate.tokens
    docs = study.documents(candidate)
    own = corpus.predicted[docs] == candidate.label
    needed = docs[corpus.needed[corpus.entries(token)] & own]
    against = [
        *_first(corpus, docs[~own], AGAINST),
        *_first(corpus, np.setdiff1d(docs[own], needed), AGAINST),
    ]
    return _first(corpus, needed, SUPPORTING), against[:AGAINST]


def _pair_texts(study: Study, candidate: Candidate) -> tuple[list[int], list[int]]:
    """Texts with both words predicted as the class, and texts with both that are not, or with the first."""
    corpus, places = study.corpus, study.pair_choices[candidate].places
    own = corpus.predicted[places.both] == candidate.label
    others = np.concatenate([places.both[~own], places.first])
    return _first(corpus, places.both[own], SUPPORTING), _first(corpus, others, AGAINST)


def _first(corpus: Corpus, docs: IntArray, count: int) -> list[int]:
    return [int(doc) for doc in first_by_key(corpus, docs, count)]


def _near_tokens(study: Study) -> list[Finding]:
    """Tokens that came near to being found, each with the condition it failed."""
    known = set(study.significant)
    near: dict[Candidate, Condition] = {}
    families: tuple[tuple[str, Tests], ...] = (("leaks", study.association), ("needed", study.reliance))
    for code, tests in families:
        for token, label in zip(*np.nonzero(tests.tested & (tests.adjusted <= NEAR)), strict=True):
            candidate, seen = Candidate((int(token),), int(label)), float(tests.adjusted[token, label])
            if token in study.corpus.groups:
                continue
            if candidate not in known and (candidate not in near or seen < (near[candidate].seen or 0.0)):
                near[candidate] = Condition(code, seen, LEVEL, False)
    closest = sorted(near, key=lambda one: (near[one].seen, near[one].code, one))[:NEAR_MISSES]
    evidence = measure(study, closest, BY_ITSELF)
    return [replace(make(study, one, evidence[one]), near=near[one]) for one in closest]


def _near_pairs(study: Study, pairs: Sequence[tuple[Candidate, Finding]]) -> list[Finding]:
    """Pairs that interact beyond chance, and half as much as the rule asks for."""
    near = []
    for _, finding in pairs:
        second = finding.evidence.of(Interaction).second_difference
        beyond = second.adjusted_p is not None and second.adjusted_p <= study.rule.level
        if not finding.judgement.relies and beyond and (second.estimate or 0.0) >= study.rule.interacts / 2:
            failed = Condition("interacts", second.low, study.rule.interacts, False)
            near.append(replace(finding, near=failed))
    return near
