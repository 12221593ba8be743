"""Tables of a run for pandas: every tested token (`tokens.parquet`) and pair (`pairs.parquet`), and all words
of the groups among the findings (`groups.parquet`), of which a finding names the leading ones."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from auditor.files import replacing
from auditor.findings.finding import Kind
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

TOKENS, PAIRS, GROUPS = "tokens.parquet", "pairs.parquet", "groups.parquet"
TOKEN_COLUMNS = (
    *("token", "field", "label", "documents", "labelled", "with_label"),
    *("association_p", "association_adjusted"),
    *("sets_holding", "sets_needing", "sets_expected", "reliance_p", "reliance_adjusted"),
    *("relevance", "known", "source", "score"),
    *("deletion_rate", "insertion_rate", "insertion_effect", "verdict", "finding"),
)
WITHOUT_A_TRIAL = (association, reference, lexicon, kind, relevance)
"""Signals that are cheap enough for every token, and give all that its score needs without a trial."""
GROUP_COLUMNS = ("finding", "group", "field", "member", "form", "documents")
PAIR_COLUMNS = (
    *("first", "second", "first_field", "second_field", "label", "documents", "sets_holding", "sets_needing"),
    *("reliance_p", "reliance_adjusted", "beyond_members_p", "finding"),
)


def write_tables(run: Path, analysis: Analysis) -> None:
    """Write the tables into the run's folder."""
    tables = {TOKENS: token_table, PAIRS: pair_table, GROUPS: group_table}
    for name, frame in ((name, make(analysis)) for name, make in tables.items()):
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


def group_table(analysis: Analysis) -> pd.DataFrame:
    """One row for each word of each group that is a finding."""
    corpus, found = analysis.study.corpus, analysis.found
    groups = {finding.id for finding in found.findings if finding.kind is Kind.GROUP}
    rows = []
    for candidate, owner in found.owners.items():
        if owner not in groups or candidate.tokens[0] not in corpus.groups:
            continue
        for member in corpus.members(candidate.tokens[0]).tolist():
            word = corpus.vocabulary[member]
            row: dict[str, Any] = {
                "finding": owner,
                "group": corpus.vocabulary[candidate.tokens[0]].text,
                "field": word.field,
                "member": word.text,
                "form": corpus.forms[member][0],
                "documents": int(corpus.start[member + 1] - corpus.start[member]),
            }
            rows.append(row)
    return pd.DataFrame(rows, columns=list(GROUP_COLUMNS))
