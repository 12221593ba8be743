"""The paper's table on ../shared (docs/benchmarks.md): LO, Comp and FMS of every method on three datasets.

    python -m benchmarks.paper --data sst2 rt imdb --texts 200 --imdb-texts 50 --out build/paper

Texts are worked through in blocks, the datasets in turn, and every text is stored when it is done: the same
command goes on where it was stopped, and `--tables` makes the tables of what there is. `--part NAME` with
other `--methods` adds these to the texts that are stored. Each dataset gets evaluation.json, evaluation.md
and evaluation.html. `--model` takes another classifier; with `--fine-tune` it is a base model that is first
trained on each dataset:

    python -m benchmarks.paper --data rt --model bert-base-uncased --fine-tune --out build/bert-base-uncased
"""

import argparse
import csv
import json
import shlex
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from auditor.data.examples import Example, make_example
from auditor.errors import AuditError
from auditor.evaluation.comparison import measure
from auditor.evaluation.conventions import Convention, convention
from auditor.evaluation.evaluation_page import save
from auditor.evaluation.methods import METHODS, MethodResult
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.model.pretrained import load_classifier
from benchmarks.paper_models import fine_tuned
from benchmarks.reference import SHARED, sentences, text_id

LONGEST = 256
"""Words of an IMDB review that is taken."""
REFERENCE = Path(__file__).parent / "reference" / "minilm-sst2.json"
PAPER = ("ig", "sig", "dig", "gradient-x-input", "deeplift", "gradient-shap")
"""The baselines of the paper's table."""
ROWS = ("cidr-verified", *(name for name in METHODS if name != "cidr-verified"))
"""Every method, ours first: it is the one that is tested against the others."""


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
    parser.add_argument("--fine-tune", action="store_true", help="train the model on each dataset first")
    parser.add_argument("--train", default="", help="more options of audit train: '--limit 3000 --epochs 2'")
    parser.add_argument("--data", nargs="+", default=["sst2", "rt", "imdb"], choices=["sst2", "rt", "imdb"])
    parser.add_argument("--methods", nargs="+", default=list(ROWS), choices=METHODS)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--imdb-texts", type=int, default=50)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--convention", default="paper")
    parser.add_argument("--rounding", default=None)
    parser.add_argument("--block", type=int, default=16)
    parser.add_argument("--part", default="", help="store these methods beside the others")
    parser.add_argument("--tables", action="store_true", help="only make the tables of what is stored")
    parser.add_argument("--out", type=Path, default=Path("build/paper"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    rules = convention(options.convention, rounding=options.rounding)
    if not options.tables:
        _measure_all(options, rules)
    for data in options.data:
        _tables(options, data, rules)


def _measure_all(options: argparse.Namespace, rules: Convention) -> None:
    pending, classifiers = {}, {}
    for data in options.data:
        done = {line["id"] for line in _lines(_file(options, data))}
        texts = texts_of(data, options.imdb_texts if data == "imdb" else options.texts)
        pending[data] = [example for example in texts if example.id not in done]
        model = Path(options.model)
        if options.fine_tune:
            held_out = {example.texts[0] for example in texts}
            folder, extra = options.out / "models", shlex.split(options.train)
            model = fine_tuned(options.model, data, folder, held_out=held_out, extra=extra)
        classifiers[data] = load_classifier(model)
    while any(pending.values()):
        for data, examples in pending.items():
            size = 1 if data == "imdb" else options.block
            block, pending[data] = examples[:size], examples[size:]
            if not block:
                continue
            wall, cpu = time.perf_counter(), time.process_time()
            found = measure(classifiers[data], block, options.methods, convention=rules, seeds=options.seeds)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            (options.out / data).mkdir(parents=True, exist_ok=True)
            with _file(options, data).open("a", encoding="utf-8") as file:
                for subject in found:
                    file.write(json.dumps(_line(subject, wall / len(block), cpu / len(block))) + "\n")
            print(f"{data}: {len(block)} more, {wall:.0f} s, {cpu:.0f} s of processor time", flush=True)


def _line(subject: Subject, wall: float, cpu: float) -> dict[str, Any]:
    """What was measured of one text."""
    runs = []
    for (method, seed), result in subject.results.items():
        run: dict[str, Any] = {"method": method, "seed": seed}
        if isinstance(result, MethodResult):
            run["items"] = [sorted(item) for item in result.items or ()]
            run["top"] = list(result.ranking[:12])
            run["figures"] = subject.figures.get((method, seed), {})
        else:
            run["failure"] = result.message
        runs.append(run)
    words = [word.text for word in subject.encoded.words] if subject.encoded else []
    head = {"id": subject.example.id, "words": words}
    head |= {"reachable": subject.reachable, "too_short": subject.too_short}
    return {**head, "wall": wall, "cpu": cpu, "runs": runs}


def _file(options: argparse.Namespace, data: str) -> Path:
    """Where the texts of this run are stored."""
    return options.out / data / f"texts{options.part and '-'}{options.part}.jsonl"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def _stored(folder: Path) -> list[dict[str, Any]]:
    """The texts, with the methods of every part."""
    lines = _lines(folder / "texts.jsonl")
    for path in sorted(folder.glob("texts-*.jsonl")):
        added = {line["id"]: line for line in _lines(path)}
        for line in lines:
            more = added.get(line["id"], {"runs": [], "reachable": False})
            line["runs"] += more["runs"]
            line["reachable"] |= more["reachable"]
    return lines


def _restored(line: dict[str, Any]) -> Subject:
    subject = Subject(make_example((" ".join(line["words"]),), None, 0), reachable=line["reachable"])
    subject.too_short = line["too_short"]
    for run in line["runs"]:
        key = run["method"], run["seed"]
        subject.results[key] = AuditError(run["failure"]) if "failure" in run else MethodResult()
        subject.figures[key] = run.get("figures", {})
    return subject


def _tables(options: argparse.Namespace, data: str, rules: Convention) -> None:
    lines = _stored(options.out / data)
    if not lines:
        return
    stored = {run["method"] for line in lines for run in line["runs"]}
    methods = [name for name in options.methods if name in stored]
    found = replace(
        summarise([_restored(line) for line in lines], methods, options.seeds),
        model=Path(options.model).name + (f" fine-tuned on {data}" if options.fine_tune else ""),
        dataset=data,
        convention=rules.sentence,
        words=float(np.mean([len(line["words"]) for line in lines])),
        seconds=sum(line["wall"] for line in lines),
    )
    save(found, options.out / data)
    cpu = sum(line["cpu"] for line in lines)
    print(
        f"\n{data}: {found.texts} texts, {found.seconds / 60:.1f} min, {cpu / 60:.1f} min of processor time"
    )
    print((options.out / data / "evaluation.md").read_text(encoding="utf-8"))
    _goals(json.loads((options.out / data / "evaluation.json").read_text(encoding="utf-8")))
    if data == "sst2" and found.model == REFERENCE.stem:
        _against_reference(lines)


def _against_reference(lines: list[dict[str, Any]]) -> None:
    """FMS among the texts that an independent, wider search can flip (see benchmarks.reference)."""
    known = json.loads(REFERENCE.read_text(encoding="utf-8"))
    texts = {example.id: example.texts[0] for example in texts_of("sst2", len(known))}
    reachable = [
        line
        for line in lines
        if line["id"] in texts and known[text_id(texts[line["id"]])]["raw"]["status"] == "reachable"
    ]
    scores = [
        run["figures"]["fms_pairs"]
        for line in reachable
        for run in line["runs"]
        if run["method"] == "cidr-verified" and "figures" in run
    ]
    print(f"FMS of the {len(reachable)} texts reachable by the reference: {np.mean(scores):.3f}")


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
