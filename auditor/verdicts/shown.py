"""What the report shows beside the findings: the texts they name, the map of tokens, the pairs in sets."""

from collections.abc import Mapping, Sequence

import numpy as np

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import PairLink, Shown, TokenPoint
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus
from auditor.signals.pairs import pairs_in_sets
from auditor.signals.statistics import log_odds
from auditor.signals.study import Study
from auditor.sweep.store import RunStore
from auditor.verdicts.making import Found

POINTS = 250
"""Tokens on the map."""
LINKS = 60
"""Pairs in the network."""


def artefact_texts(study: Study, found: Found) -> int:
    """Texts that hold at least one artefact."""
    artefacts = {finding.id for finding in found.findings if finding.verdict is Verdict.ARTEFACT}
    held = [study.documents(candidate) for candidate, owner in found.owners.items() if owner in artefacts]
    return len(np.unique(np.concatenate(held))) if held else 0


def shown_texts(
    store: RunStore, corpus: Corpus, findings: Sequence[Finding], names: Mapping[str, str]
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


def token_points(study: Study, found: Found) -> tuple[TokenPoint, ...]:
    """Every finding's token, and the most frequent words, each for the class it leans to."""
    sets = study.reliance
    owner: dict[Candidate, str | None] = {
        candidate: finding for candidate, finding in found.owners.items() if not candidate.is_pair
    }
    known = {candidate.tokens[0] for candidate in owner}
    share = sets.observed / np.maximum(1, sets.holding)
    frequency = study.frequency[: study.corpus.words]
    for token in np.argsort(-frequency, kind="stable")[:POINTS].tolist():
        if token not in known and len(owner) < POINTS and sets.tested[token].any():
            owner[Candidate((token,), int(share[token].argmax()))] = None
    return tuple(
        _point(study, candidate, owner[candidate], float(share[candidate.cell]))
        for candidate in sorted(owner)
    )


def _point(study: Study, candidate: Candidate, finding: str | None, reliance: float) -> TokenPoint:
    corpus, data = study.corpus, study.association
    [token] = candidate.tokens
    documents = int(study.labelled.sum())
    held, both = int(data.holding[candidate.cell]), int(data.observed[candidate.cell])
    rest = int(study.labelled[candidate.label]) - both
    odds = float(log_odds(both, held - both, rest, documents - held - rest)) if documents else None
    return TokenPoint(
        token=corpus.vocabulary[token].text,
        label=corpus.labels[candidate.label],
        documents=len(study.documents(candidate)),
        association=odds,
        reliance=reliance,
        finding=finding,
    )


def pair_links(corpus: Corpus, found: Found) -> tuple[PairLink, ...]:
    """The pairs that most sets need together."""
    owners = {candidate.tokens: owner for candidate, owner in found.owners.items() if candidate.is_pair}
    counted = sorted(pairs_in_sets(corpus).items(), key=lambda item: (-item[1], item[0]))[:LINKS]
    return tuple(
        PairLink(
            tokens=(corpus.vocabulary[pair[0]].text, corpus.vocabulary[pair[1]].text),
            label=corpus.labels[label],
            sets=sets,
            finding=owners.get(pair),
        )
        for (label, pair), sets in counted
    )
