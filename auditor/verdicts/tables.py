"""Every tested token and pair as a table, for pandas: `tokens.parquet` and `pairs.parquet` of a run."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from auditor.files import replacing
from auditor.signals.candidates import Candidate
from auditor.signals.deletion import Deletion
from auditor.signals.insertion import Insertion
from auditor.signals.reliance import Reliance
from auditor.verdicts.analysis import Analysis

TOKENS, PAIRS = "tokens.parquet", "pairs.parquet"
TOKEN_COLUMNS = (
    *("token", "field", "label", "documents", "with_label", "association_p", "association_adjusted"),
    *("sets_holding", "sets_needing", "sets_expected", "reliance_p", "reliance_adjusted"),
    *("deletion_rate", "insertion_rate", "insertion_effect", "verdict", "finding"),
)
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
    rows = []
    for token, label in zip(*np.nonzero(labels.tested | sets.tested), strict=True):
        candidate = Candidate((int(token),), int(label))
        evidence = found.evidence.get(candidate)
        owner = found.owners.get(candidate)
        word, cell = corpus.vocabulary[token], candidate.cell
        row: dict[str, Any] = {
            "token": word.text,
            "field": word.field,
            "label": corpus.labels[label],
            "documents": len(study.documents(candidate)),
            "with_label": int(labels.observed[cell]),
            "association_p": float(labels.p[cell]),
            "association_adjusted": float(labels.adjusted[cell]),
            "sets_holding": int(sets.holding[cell]),
            "sets_needing": int(sets.observed[cell]),
            "sets_expected": float(sets.expected[cell]),
            "reliance_p": float(sets.p[cell]),
            "reliance_adjusted": float(sets.adjusted[cell]),
            "deletion_rate": evidence.of(Deletion).rate.estimate if evidence else None,
            "insertion_rate": evidence.of(Insertion).rate.estimate if evidence else None,
            "insertion_effect": evidence.of(Insertion).effect.estimate if evidence else None,
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
