"""Does the score that ranks words agree with people? (docs/benchmarks.md)

    python -m benchmarks.judgement --marks marks.tsv                      # Rotten Tomatoes with minilm-sst2
    python -m benchmarks.judgement --marks marks.tsv --model DIR --data FILE --task toxicity

`marks.tsv` has a word, a tab, and `spurious` or `genuine` on each line: what people said of it. The score of
every word comes from the labels of all texts and from what is known of the task; it needs no minimal sets, so
only a few texts are swept. The AUC is the chance that a spurious word scores above a genuine one.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from auditor.config import EvidenceConfig
from auditor.data.corpus.reviews import LABELS
from auditor.data.loading import Dataset, load_dataset
from auditor.meaning.neighbours import auc
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.pipeline import Extras, run_audit
from auditor.verdicts.tables import TOKENS
from benchmarks.reference import SHARED, labelled_texts

SWEPT = 4
"""Texts that are swept: an audit needs some."""
FIRST = 10
"""Words of the page that a reader is sure to see."""
MODEL = str(SHARED / "models/minilm-sst2")


def ranked(options: argparse.Namespace, folder: Path) -> pd.DataFrame:
    """Every tested word with its score, for the class that it leans to most."""

    def load(device: str) -> Classifier:
        classifier = load_classifier(options.model, device=device)
        if options.labels:
            classifier.labels = tuple(options.labels)
        return classifier

    run_audit(
        load,
        dataset(options.data, folder),
        out=folder / "run",
        evidence=EvidenceConfig(candidates=0, pairs=0, permutations=0, groups=False),
        extras=Extras(task=options.task, seeds=tuple(options.seeds), encoder=options.encoder),
        device="cpu",
    )
    frame = pd.read_parquet(folder / "run" / TOKENS)
    leaning = frame.sort_values(["association_p", "token"]).drop_duplicates("token")
    return leaning.sort_values(["score", "token"], ascending=[False, True])


def dataset(data: str | None, folder: Path) -> Dataset:
    """The file that was named, or Rotten Tomatoes."""
    if data is not None:
        return load_dataset(data, limit=SWEPT)
    path = folder / "rt.tsv"
    lines = [f"{' '.join(text.split())}\t{LABELS[label]}" for text, label in labelled_texts("rt")]
    path.write_text("\n".join(["text\tlabel", *lines]), encoding="utf-8")
    return load_dataset(path, limit=SWEPT, quoting="none", header="yes")


def marks_of(path: Path) -> dict[str, bool]:
    """For words that people marked, whether they are spurious."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {word.casefold(): mark.strip() == "spurious" for word, mark, *_ in lines}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--marks", type=Path, required=True, help="what people said of words")
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--labels", nargs="+", help="names of the model's classes, where it has none")
    parser.add_argument("--data", help="labelled texts, in place of Rotten Tomatoes")
    parser.add_argument("--task", default="auto")
    parser.add_argument("--seeds", nargs="+", default=[], metavar="LABEL=word,word")
    parser.add_argument("--encoder")
    options = parser.parse_args()
    if options.model == MODEL and not options.labels:
        options.labels = LABELS
    torch.set_num_threads(1)
    marks = marks_of(options.marks)
    with tempfile.TemporaryDirectory() as folder:
        frame = ranked(options, Path(folder))
    frame = frame[frame.token.isin(marks)]
    spurious = np.array([marks[token] for token in frame.token])
    scores = frame.score.to_numpy()
    print(f"{len(frame)} of {len(marks)} marked words were tested")
    print(f"AUC {auc(scores[spurious], scores[~spurious]):.3f} ({spurious.sum()} spurious)")
    print(f"first {FIRST}: {spurious[:FIRST].sum()} right")
    for row, mark in zip(frame.head(FIRST).itertuples(), spurious, strict=False):
        said = "spurious" if mark else "genuine"
        print(f"  {row.token} ({row.label}) {row.score:.3f} {row.known} by {row.source}: people say {said}")


if __name__ == "__main__":
    main()
