"""The paper's figures on ../shared (docs/benchmarks.md): LO, Comp and FMS of every method on three datasets.

    python -m benchmarks.paper --data sst2 rt --texts 200 --out build/paper

Texts are stored in blocks when they are done: the same command goes on where it was stopped. Each dataset
gets evaluation.json, evaluation.md and evaluation.html. `--model` takes another classifier; the paper's own
settings, with training, are `audit reproduce table`.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from auditor.config import CidrConfig
from auditor.data.examples import Example, make_example
from auditor.evaluation.conventions import convention
from auditor.evaluation.evaluation_page import save
from auditor.evaluation.methods import METHODS
from auditor.evaluation.stored_texts import measured_in_blocks, spent
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.model.pretrained import load_classifier
from benchmarks.reference import SHARED, labelled_texts, need_shared, sentences, text_id

LONGEST = 256
"""Words of an IMDB review that is taken."""
REFERENCE = Path(__file__).parent / "reference" / "minilm-sst2.json"
PAPER = ("ig", "sig", "dig", "gradient-x-input", "deeplift", "gradient-shap")
"""The baselines of the paper's table."""
ROWS = ("cidr-verified", *(name for name in METHODS if name != "cidr-verified"))
"""Every method, ours first: it is the one that is tested against the others."""


def texts_of(data: str, count: int) -> list[Example]:
    """A fixed sample: the first texts in the order of their hashes."""
    if data == "sst2":
        texts = sentences(SHARED / "data/sst2/dev.tsv", count)
    else:
        every = {text for text, _ in labelled_texts(data)}
        longest = LONGEST if data == "imdb" else len(max(every, key=len))
        texts = sorted((text for text in every if len(text.split()) <= longest), key=text_id)[:count]
    return [make_example((text,), None, row) for row, text in enumerate(texts, start=1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--data", nargs="+", default=["sst2", "rt"], choices=["sst2", "rt", "imdb"])
    parser.add_argument("--methods", nargs="+", default=list(ROWS), choices=METHODS)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--imdb-texts", type=int, default=50)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=50, help="nodes of every path of the paper's method")
    parser.add_argument("--block", type=int, default=10, help="texts that are stored together")
    parser.add_argument("--out", type=Path, default=Path("build/paper"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    need_shared()
    for data in options.data:
        _table(data, options)


def _table(data: str, options: argparse.Namespace) -> None:
    rules = convention("paper", steps=options.steps)
    examples = texts_of(data, options.imdb_texts if data == "imdb" else options.texts)
    config, out = CidrConfig(), options.out / data
    subjects = measured_in_blocks(
        out / "texts",
        load_classifier(options.model),
        examples,
        options.methods,
        convention=rules,
        config=config,
        seeds=options.seeds,
        block=options.block,
        progress=Counted(data),
    )
    wall, cpu = spent(out / "texts")
    found = replace(
        summarise(subjects, options.methods, options.seeds),
        model=Path(options.model).name,
        dataset=data,
        convention=rules.sentence,
        settings={name: getattr(config, name) for name in ("beta", "epsilon", "threshold", "rounds")},
        seconds=wall,
    )
    save(found, out)
    print(f"\n{data}: {found.texts} texts, {wall / 60:.1f} min, {cpu / 60:.1f} min of processor time")
    print((out / "evaluation.md").read_text(encoding="utf-8"))
    _goals(json.loads((out / "evaluation.json").read_text(encoding="utf-8")))
    if data == "sst2" and found.model == REFERENCE.stem:
        _against_reference(subjects)


class Counted:
    """A line of progress for each block."""

    def __init__(self, data: str) -> None:
        self.data, self.done, self.total = data, 0, 0

    def start(self, what: str, total: int | None) -> None:  # noqa: ARG002
        self.total = total or 0

    def advance(self, count: int = 1) -> None:
        self.done += count
        print(f"{self.data}: {self.done} of {self.total}", flush=True)

    def finish(self) -> None:
        return


def _against_reference(subjects: list[Subject]) -> None:
    """FMS among the texts that an independent, wider search can flip (see benchmarks.reference)."""
    known = json.loads(REFERENCE.read_text(encoding="utf-8"))
    scores = [
        subject.figures["cidr-verified", 0]["fms_pairs"]
        for subject in subjects
        if known.get(text_id(subject.example.texts[0]), {}).get("raw", {}).get("status") == "reachable"
    ]
    print(f"FMS of the {len(scores)} texts reachable by the reference: {np.mean(scores):.3f}")


def _goals(found: dict[str, Any]) -> None:
    """The figures to reach, each with what was measured; FMS at equal size."""
    methods, own = found["methods"], "cidr-verified"
    fms = {name: row["fms_same_size"]["estimate"] for name, row in methods.items()}
    baselines = {name: fms[name] for name in PAPER if name in fms}
    if own not in fms or not baselines:
        return
    best = max(baselines, key=lambda name: baselines[name])
    print(f"FMS of the reachable: {methods[own]['fms_reachable']['estimate']:.3f} (goal 0.95)")
    print(f"FMS above the best baseline ({best}), same size: {fms[own] - fms[best]:+.3f} (goal +0.30)")
    for test in found["comparisons"]:
        if test["metric"] in ("lo", "comp"):
            said = f"{test['verdict']} (p {test['adjusted']:.4f})"
            print(f"{test['metric']}: {test['method']} against {test['against']}: {said}")


if __name__ == "__main__":
    main()
