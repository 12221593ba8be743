"""Every tested token and pair as a table, for pandas: `tokens.parquet` and `pairs.parquet` of a run."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from auditor.files import replacing
from auditor.signals import association, kind, lexicon, reference, relevance
from auditor.signals.candidates import Candidate
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import measure
from auditor.signals.insertion import Insertion
from auditor.signals.relevance import Relevance
from auditor.signals.reliance import Reliance
from auditor.verdicts.analysis import Analysis
from auditor.verdicts.knowing import known
from auditor.verdicts.tokens import score

TOKENS, PAIRS = "tokens.parquet", "pairs.parquet"
TOKEN_COLUMNS = (
    *("token", "field", "label", "documents", "labelled", "with_label"),
    *("association_p", "association_adjusted"),
    *("sets_holding", "sets_needing", "sets_expected", "reliance_p", "reliance_adjusted"),
    *("relevance", "known", "source", "score"),
    *("deletion_rate", "insertion_rate", "insertion_effect", "verdict", "finding"),
)
WITHOUT_A_TRIAL = (association, reference, lexicon, kind, relevance)
"""Signals that are cheap enough for every token, and give all that its score needs without a trial."""
PAIR_COLUMNS = (
    *("first", "second", "first_field", "second_field", "label", "documents", "sets_holding", "sets_needing"),
    *("reliance_p", "reliance_adjusted", "beyond_members_p", "finding"),
)


def write_tables(run: Path, analysis: Analysis) -> None:
    """Write both tables into the run's folder."""
    for name, frame in ((TOKENS, token_table(analysis)), (PAIRS, pair_table(analysis))):
        with replacing(run / name) as temporary:
            frame.to_parquet(temporary, index=False)


def token_table(analysis: Analysis) -> pd.DataFrame:
    """One row for each token and class that was tested in either family."""
    study, found = analysis.study, analysis.found
    corpus, labels, sets = study.corpus, study.association, study.reliance
    verdicts = {finding.id: finding.verdict.value for finding in found.findings}
    tested = zip(*np.nonzero(labels.tested | sets.tested), strict=True)
    candidates = [Candidate((int(token),), int(label)) for token, label in tested]
    untried = measure(study, [one for one in candidates if one not in found.evidence], WITHOUT_A_TRIAL)
    rows = []
    for candidate in candidates:
        evidence = found.evidence.get(candidate) or untried[candidate]
        owner = found.owners.get(candidate)
        word, cell = corpus.vocabulary[candidate.tokens[0]], candidate.cell
        knows = known(evidence, study.rule)
        row: dict[str, Any] = {
            "token": word.text,
            "field": word.field,
            "label": corpus.labels[candidate.label],
            "documents": len(study.documents(candidate)),
            "labelled": int(labels.holding[cell]),
            "with_label": int(labels.observed[cell]),
            "association_p": float(labels.p[cell]),
            "association_adjusted": float(labels.adjusted[cell]),
            "sets_holding": int(sets.holding[cell]),
            "sets_needing": int(sets.observed[cell]),
            "sets_expected": float(sets.expected[cell]),
            "reliance_p": float(sets.p[cell]),
            "reliance_adjusted": float(sets.adjusted[cell]),
            "relevance": evidence.of(Relevance).rho,
            "known": knows.answer.value,
            "source": knows.source,
            "score": score(evidence, study.reach(candidate), study.rule),
            "deletion_rate": evidence.of(Deletion).rate.estimate,
            "insertion_rate": evidence.of(Insertion).rate.estimate,
            "insertion_effect": evidence.of(Insertion).effect.estimate,
            "verdict": verdicts.get(owner or ""),
            "finding": owner,
        }
        rows.append(row)
    return pd.DataFrame(rows, columns=list(TOKEN_COLUMNS))


def pair_table(analysis: Analysis) -> pd.DataFrame:
    """One row for each pair that was looked at."""
    corpus, found = analysis.study.corpus, analysis.found
    rows = []
    for candidate, evidence in found.evidence.items():
        if not candidate.is_pair:
            continue
        first, second = (corpus.vocabulary[token] for token in candidate.tokens)
        reliance = evidence.of(Reliance)
        row: dict[str, Any] = {
            "first": first.text,
            "second": second.text,
            "first_field": first.field,
            "second_field": second.field,
            "label": corpus.labels[candidate.label],
            "documents": len(analysis.study.documents(candidate)),
            "sets_holding": reliance.enrichment.n,
            "sets_needing": reliance.enrichment.count,
            "reliance_p": reliance.enrichment.p,
            "reliance_adjusted": reliance.enrichment.adjusted_p,
            "beyond_members_p": reliance.beyond_members.p,
            "finding": found.owners.get(candidate),
        }
        rows.append(row)
    return pd.DataFrame(rows, columns=list(PAIR_COLUMNS))
