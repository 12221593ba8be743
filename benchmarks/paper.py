"""The paper's table on ../shared (docs/benchmarks.md): LO, Comp and FMS of every method on three datasets.

    python -m benchmarks.paper --data sst2 rt imdb --texts 200 --imdb-texts 50 --out /tmp/paper

Writes evaluation.json, evaluation.md and evaluation.html for each dataset. `--model` takes another model.
"""

import argparse
import csv
import json
import time
from dataclasses import replace
from pathlib import Path

import torch

from auditor.cli.console import Lines
from auditor.data.examples import Example, make_example
from auditor.evaluation.conventions import convention
from auditor.evaluation.evaluate import measure
from auditor.evaluation.methods import METHODS
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.model.loading import load_classifier
from auditor.report.evaluation_page import save
from benchmarks.reference import SHARED, sentences, text_id

LONGEST = 256
"""Words of an IMDB review that is taken."""
PAPER = ("ig", "sig", "dig", "gradient-x-input", "deeplift", "gradient-shap")
"""The baselines of the paper's table."""


def texts_of(data: str, count: int) -> list[Example]:
    """A fixed sample: the first texts in the order of their hashes."""
    folder = SHARED / "data" / data
    if data == "sst2":
        texts = sentences(folder / "dev.tsv", count)
    elif data == "rt":
        lines = {
            line.strip()
            for name in ("pos.txt", "neg.txt")
            for line in (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
            if line.strip()
        }
        texts = sorted(lines, key=text_id)[:count]
    else:
        with (folder / "imdb2000.csv").open(encoding="utf-8", newline="") as file:
            reviews = {row["review"].replace("<br />", " ").strip() for row in csv.DictReader(file)}
        texts = sorted((r for r in reviews if len(r.split()) <= LONGEST), key=text_id)[:count]
    return [make_example((text,), None, row) for row, text in enumerate(texts, start=1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--data", nargs="+", default=["sst2", "rt", "imdb"], choices=["sst2", "rt", "imdb"])
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=METHODS)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--imdb-texts", type=int, default=50)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--convention", default="paper")
    parser.add_argument("--rounding", default=None)
    parser.add_argument("--out", type=Path, default=Path("build/paper"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    classifier = load_classifier(options.model)
    rules = convention(options.convention, rounding=options.rounding)
    for data in options.data:
        begin = time.perf_counter()
        subjects = measure(
            classifier,
            texts_of(data, options.imdb_texts if data == "imdb" else options.texts),
            options.methods,
            convention=rules,
            seeds=options.seeds,
            progress=Lines(),
        )
        found = replace(
            summarise(subjects, options.methods, options.seeds),
            model=Path(options.model).name,
            dataset=data,
            convention=rules.sentence,
            seconds=time.perf_counter() - begin,
        )
        save(found, options.out / data)
        (options.out / data / "texts.json").write_text(json.dumps([_single(s) for s in subjects], indent=1))
        print(f"\n{data}: {found.texts} texts, {found.seconds / 60:.1f} min")
        print((options.out / data / "evaluation.md").read_text(encoding="utf-8"))
        _goals(json.loads((options.out / data / "evaluation.json").read_text(encoding="utf-8")))


def _single(subject: Subject) -> dict[str, object]:
    """What was measured of one text, for looking closer."""
    runs = {}
    for (method, seed), result in subject.results.items():
        runs[f"{method}/{seed}"] = {
            "items": [sorted(item) for item in getattr(result, "items", None) or ()],
            "top": list(getattr(result, "ranking", ())[:12]),
            **subject.figures.get((method, seed), {}),
        }
    words = [word.text for word in subject.encoded.words] if subject.encoded else []
    return {"id": subject.example.id, "words": words, "reachable": subject.reachable, "runs": runs}


def _goals(found: dict) -> None:  # type: ignore[type-arg]
    """The figures to reach, each with what was measured."""
    methods = found["methods"]
    fms = {name: row["fms"]["estimate"] for name, row in methods.items()}
    baselines = {name: fms[name] for name in PAPER if name in fms}
    if "cidr" not in fms or not baselines:
        return
    best = max(baselines, key=lambda name: baselines[name])
    print(f"FMS of the reachable: {methods['cidr']['fms_reachable']['estimate']:.3f} (goal 0.95)")
    print(f"FMS above the best baseline ({best}): {fms['cidr'] - fms[best]:+.3f} (goal +0.30)")
    for test in found["comparisons"]:
        if test["figure"] in ("lo", "comp"):
            said = f"{test['verdict']} (p {test['adjusted']:.4f})"
            print(f"{test['figure']}: cidr against {test['against']}: {said}")


if __name__ == "__main__":
    main()
