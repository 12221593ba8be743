"""From tests to findings: candidates are tried on the model, judged, worded and put in order."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import EvidenceConfig
from auditor.evidence.assembly import (
    Statistics,
    apart,
    label_follows,
    pair_evidence,
    share_of,
    token_evidence,
)
from auditor.evidence.counts import Corpus
from auditor.evidence.grouping import group
from auditor.evidence.interventions import Laboratory
from auditor.evidence.pair_verdicts import judge_pair
from auditor.evidence.pairs import Pair, PairCount, count_pairs, pairs_in_sets, standing_together
from auditor.evidence.recurrence import LEVEL
from auditor.evidence.statistics import adjust
from auditor.evidence.trials import (
    EVERY,
    Candidate,
    candidates,
    favoured,
    first_by_key,
    interactions,
    intervene,
)
from auditor.evidence.verdicts import INTERACTS, Judgement, judge_token
from auditor.evidence.wording import next_step, pair_sentence, token_sentence
from auditor.findings import Evidence, Finding, Interaction, Kind, Severity, Verdict
from auditor.sweep.store import RunStore

SUPPORTING, AGAINST = 5, 3
"""Texts shown for and against a finding."""
NEAR = 0.25
"""Adjusted p up to which a token is a near miss."""
NEAR_MISSES = 20
RECURRING = 80
"""Tokens that recur in sets, most significant first, whose pairs are looked at."""


@dataclass(frozen=True, eq=False)
class Found:
    """What was found, with the numbers behind it."""

    findings: tuple[Finding, ...]
    near_misses: tuple[Finding, ...]
    evidence: dict[Candidate, Evidence]
    """Of every candidate that was intervened on."""
    pairs: tuple[PairCount, ...]
    pair_ids: dict[Pair, str]
    """Findings of pairs, by their tokens."""
    left_out: int
    """Significant candidates that were not intervened on."""


def find(laboratory: Laboratory, store: RunStore, statistics: Statistics, config: EvidenceConfig) -> Found:
    """All findings of a run, most important first."""
    corpus, tests = statistics.corpus, (statistics.association, statistics.reliance)
    every = candidates(tests, EVERY)
    chosen = every[: config.candidates]
    scored = favoured(statistics.association, chosen, config.scored)
    done = intervene(laboratory, store, corpus, chosen, scored, tests, config)
    numbers: dict[str, int] = {}
    tokens = []
    evidence = {candidate: token_evidence(statistics, candidate, trial) for candidate, trial in done.items()}
    for candidate in chosen:
        finding = _token_finding(statistics, candidate, evidence[candidate])
        numbers[finding.id] = candidate[0]
        tokens.append(finding)
    grouped = group(sorted(tokens, key=_importance), corpus, numbers)
    pairs, counts, near_pairs = _pair_findings(laboratory, store, statistics, config)
    return Found(
        findings=tuple(sorted([*grouped, *pairs.values()], key=_importance)),
        near_misses=(*_near_misses(statistics, set(every), evidence), *near_pairs)[:NEAR_MISSES],
        evidence=evidence,
        pairs=tuple(counts),
        pair_ids={pair: finding.id for pair, finding in pairs.items()},
        left_out=len(every) - len(chosen),
    )


def finding_id(kind: Kind, tokens: Sequence[str], fields: Sequence[int], label: str) -> str:
    """The same for the same tokens and label in every run."""
    content = "\0".join([kind.value, *(f"{f}:{t}" for f, t in zip(fields, tokens, strict=True)), label])
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _token_finding(
    statistics: Statistics, candidate: Candidate, evidence: Evidence, *, failed: str = ""
) -> Finding:
    corpus = statistics.corpus
    token, label = candidate
    docs = corpus.doc[corpus.entries(token)]
    judgement = judge_token(evidence, reach=len(docs) / len(corpus))
    word, name = corpus.vocabulary[token], corpus.labels[label]
    needed = docs[corpus.needed[corpus.entries(token)] & (corpus.predicted[docs] == label)]
    others = docs[corpus.predicted[docs] != label]
    unneeded = np.setdiff1d(docs[corpus.predicted[docs] == label], needed)
    return _finding(
        corpus,
        Kind.TOKEN,
        (token,),
        label,
        judgement,
        evidence,
        sentence=token_sentence(corpus.forms[token][0], name, judgement, evidence),
        documents=len(docs),
        supporting=[int(d) for d in first_by_key(corpus, needed, SUPPORTING)],
        against=[
            *(int(d) for d in first_by_key(corpus, others, AGAINST)),
            *(int(d) for d in first_by_key(corpus, unneeded, AGAINST)),
        ][:AGAINST],
        forms=corpus.forms[token] if corpus.forms[token] != (word.text,) else (),
        failed=failed,
    )


def _finding(
    corpus: Corpus,
    kind: Kind,
    tokens: tuple[int, ...],
    label: int,
    judgement: Judgement,
    evidence: Evidence,
    *,
    sentence: str,
    documents: int,
    supporting: Sequence[int],
    against: Sequence[int],
    forms: tuple[str, ...] = (),
    failed: str = "",
) -> Finding:
    words = tuple(corpus.vocabulary[token].text for token in tokens)
    fields = tuple(corpus.vocabulary[token].field for token in tokens)
    name = corpus.labels[label]
    return Finding(
        id=finding_id(kind, words, fields, name),
        kind=kind,
        tokens=words,
        fields=fields,
        label=name,
        verdict=judgement.verdict,
        severity=judgement.severity,
        sentence=sentence,
        next_step=next_step(judgement.verdict, kind, leaks=judgement.leaks, relies=judgement.relies),
        documents=documents,
        leaks=judgement.leaks,
        relies=judgement.relies,
        reasons=judgement.reasons,
        evidence=evidence,
        forms=forms,
        examples=tuple(corpus.ids[doc] for doc in supporting),
        counterexamples=tuple(corpus.ids[doc] for doc in against),
        failed=failed,
    )


def _importance(finding: Finding) -> tuple[object, ...]:
    verdicts = [Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT, Verdict.TASK]
    sets = finding.evidence.reliance.share_of_sets.estimate or 0.0
    return (
        verdicts.index(finding.verdict),
        list(Severity).index(finding.severity),
        -sets,
        -finding.documents,
        finding.id,
    )


def _near_misses(
    statistics: Statistics, found: set[Candidate], known: dict[Candidate, Evidence]
) -> list[Finding]:
    """Tokens that came near to being found, each with the threshold it failed; some were scored."""
    near: dict[Candidate, tuple[float, str]] = {}
    families = {"the labels favour it": statistics.association, "minimal sets need it": statistics.reliance}
    for name, tests in families.items():
        for token, label in zip(*np.nonzero(tests.tested & (tests.adjusted <= NEAR)), strict=True):
            key, adjusted = (int(token), int(label)), float(tests.adjusted[token, label])
            if key not in found and adjusted < near.get(key, (1.0, ""))[0]:
                near[key] = (adjusted, f"{name}: adjusted p {adjusted:.3f}, above {LEVEL}")
    closest = sorted(near, key=lambda key: (near[key], key))[:NEAR_MISSES]
    return [
        _token_finding(
            statistics, key, known.get(key) or token_evidence(statistics, key), failed=near[key][1]
        )
        for key in closest
    ]


def _pair_findings(
    laboratory: Laboratory, store: RunStore, statistics: Statistics, config: EvidenceConfig
) -> tuple[dict[Pair, Finding], list[PairCount], list[Finding]]:
    """Pairs that interact, the counts of all pairs looked at, and near misses."""
    corpus = statistics.corpus
    every = _wanted_pairs(statistics)
    wanted = every[: config.pairs]
    counts = count_pairs(corpus, [(label, pair) for _, label, pair in wanted], method=config.correction)
    # The first were chosen by this very p: the correction is for all that they were chosen from.
    followed = adjust([p for p, _, _ in every], method=config.correction)[: len(wanted)]
    loud = {token for token, _ in candidates((statistics.association, statistics.reliance), EVERY)}
    measured = interactions(
        laboratory,
        store,
        corpus,
        [(c.tokens, c.both) for c in counts],
        loud,
        config.together,
        follows=[bool(p <= LEVEL) for p in followed],
    )
    tested = adjust([m.second_difference.p or 1.0 for m in measured], method=config.correction)
    found: dict[Pair, Finding] = {}
    near = []
    for count, follows, interaction, p in zip(counts, followed, measured, tested, strict=True):
        second = replace(interaction.second_difference, adjusted_p=float(p))
        finding = _pair_finding(
            statistics, count, replace(interaction, second_difference=second), adjusted=float(follows)
        )
        if finding.relies:
            found[count.tokens] = finding
        elif p <= LEVEL and (second.estimate or 0.0) >= INTERACTS / 2:
            failed = f"{finding.reasons[0].rule}: {finding.reasons[0].value}, below {INTERACTS}"
            near.append(replace(finding, failed=failed))
    return found, counts, near


def _wanted_pairs(statistics: Statistics) -> list[tuple[float, int, Pair]]:
    """Pairs worth a trial, those that the labels follow most closely first: p, class, pair."""
    corpus = statistics.corpus
    recurring = candidates([statistics.reliance], RECURRING)
    together = standing_together(corpus, sorted({token for token, _ in recurring}))
    known = {pair for _, pair in pairs_in_sets(corpus)}
    together |= {
        pair: both for pair in sorted(known - together.keys()) if len(both := apart(corpus, pair).both) >= 8
    }
    ranked = []
    for pair, both in together.items():
        places = apart(corpus, pair)
        common = np.bincount(corpus.predicted[both], minlength=len(corpus.labels))
        options = [(label_follows(corpus, places, c), -int(common[c]), c) for c in range(len(corpus.labels))]
        p, _, label = min(options)
        ranked.append((min(1.0, p * len(options)), label, pair))  # the best of as many classes
    return sorted(ranked)


def _pair_finding(
    statistics: Statistics, count: PairCount, interaction: Interaction, *, adjusted: float
) -> Finding:
    corpus, label = statistics.corpus, count.label
    places = apart(corpus, count.tokens)
    evidence = pair_evidence(statistics, count, places, interaction, adjusted=adjusted)
    leaning = (share_of(corpus, places.first, label), share_of(corpus, places.second, label))
    judgement = judge_pair(
        evidence,
        reach=len(places.both) / len(corpus),
        leaning=leaning,
        base=evidence.association.base,
    )
    words = [corpus.forms[token][0] for token in count.tokens]
    own = places.both[corpus.predicted[places.both] == label]
    others = np.concatenate([places.both[corpus.predicted[places.both] != label], places.first])
    return _finding(
        corpus,
        Kind.PAIR,
        count.tokens,
        label,
        judgement,
        evidence,
        sentence=pair_sentence((words[0], words[1]), corpus.labels[label], judgement, evidence),
        documents=len(places.both),
        supporting=[int(d) for d in first_by_key(corpus, own, SUPPORTING)],
        against=[int(d) for d in first_by_key(corpus, others, AGAINST)],
    )
