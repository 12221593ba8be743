"""Every tested token and pair as a table, for pandas: `tokens.parquet` and `pairs.parquet` of a run."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from auditor.evidence.analysis import Analysis
from auditor.files import replacing
from auditor.findings import Kind

TOKENS, PAIRS = "tokens.parquet", "pairs.parquet"
_TOKEN = """
    token field label documents with_label association_p association_adjusted sets_holding
    sets_needing sets_expected reliance_p reliance_adjusted deletion_rate insertion_rate
    insertion_effect artefact_score verdict finding
""".split()  # noqa: SIM905 (a list of words reads best as text)
_PAIR = """
    first second first_field second_field label documents sets_holding sets_needing sets_expected
    reliance_p reliance_adjusted beyond_members_p finding
""".split()  # noqa: SIM905


def write_frames(run: Path, analysis: Analysis) -> None:
    """Write both tables into the run's folder."""
    for name, frame in ((TOKENS, token_frame(analysis)), (PAIRS, pair_frame(analysis))):
        with replacing(run / name) as temporary:
            frame.to_parquet(temporary, index=False)


def token_frame(analysis: Analysis) -> pd.DataFrame:
    """One row for each token and class that was tested in either family."""
    statistics, found = analysis.statistics, analysis.found
    corpus, labels, sets = statistics.corpus, statistics.association, statistics.reliance
    verdicts = {
        (word, finding.fields[0], finding.label): (finding.verdict.value, finding.id)
        for finding in found.findings
        if finding.kind is Kind.TOKEN
        for word in (*finding.tokens, *finding.members)
    }
    rows = []
    for token, label in zip(*np.nonzero(labels.tested | sets.tested), strict=True):
        key = (int(token), int(label))
        word, name = corpus.vocabulary[key[0]], corpus.labels[key[1]]
        evidence = found.evidence.get(key)
        done = evidence.intervention if evidence else None
        verdict, identity = verdicts.get((word.text, word.field, name), (None, None))
        row: dict[str, Any] = {
            "token": word.text,
            "field": word.field,
            "label": name,
            "documents": int(corpus.start[key[0] + 1] - corpus.start[key[0]]),
            "with_label": int(labels.observed[key]),
            "association_p": float(labels.p[key]),
            "association_adjusted": float(labels.adjusted[key]),
            "sets_holding": int(sets.holding[key]),
            "sets_needing": int(sets.observed[key]),
            "sets_expected": float(sets.expected[key]),
            "reliance_p": float(sets.p[key]),
            "reliance_adjusted": float(sets.adjusted[key]),
            "deletion_rate": done.deletion.rate.estimate if done else None,
            "insertion_rate": done.insertion.rate.estimate if done else None,
            "insertion_effect": done.insertion.effect.estimate if done else None,
            "artefact_score": evidence.task.score if evidence else None,
            "verdict": verdict,
            "finding": identity,
        }
        rows.append(row)
    return pd.DataFrame(rows, columns=_TOKEN)


def pair_frame(analysis: Analysis) -> pd.DataFrame:
    """One row for each pair that was looked at."""
    corpus, found = analysis.statistics.corpus, analysis.found
    rows = [
        {
            "first": corpus.vocabulary[count.tokens[0]].text,
            "second": corpus.vocabulary[count.tokens[1]].text,
            "first_field": corpus.vocabulary[count.tokens[0]].field,
            "second_field": corpus.vocabulary[count.tokens[1]].field,
            "label": corpus.labels[count.label],
            "documents": len(count.both),
            "sets_holding": count.holding,
            "sets_needing": count.sets,
            "sets_expected": count.expected,
            "reliance_p": count.p,
            "reliance_adjusted": count.adjusted,
            "beyond_members_p": count.beyond,
            "finding": found.pair_ids.get(count.tokens),
        }
        for count in found.pairs
    ]
    return pd.DataFrame(rows, columns=_PAIR)
