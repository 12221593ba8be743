"""What each reading of the paper gives on a real model (docs/paper.md).

    python -m benchmarks.readings --texts 60 --out build/readings

The two matrices of every text are asked for once; every reading then works on the same matrices. What was
measured of a text is stored, so that the same command goes on where it was stopped.
Counted are empty sets, pairs of a set, its share of the words, sets without which F <= t (*essence*), and
the FMS as printed for pairs: with the set removed F <= t, and F > t with any one pair less. An empty set
scores 0.

`single` has the default reading and each departure alone, for the paper's β and ε; `product` has every
combination of items, ordered, values, solver, member, repeats and strict at β = 0.5, for the paper's ε.
"""

import argparse
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from auditor.cidr.engine import Task, run
from auditor.cidr.paper.bounds import Couple
from auditor.cidr.paper.matrices import Matrices, distinct, matrices, padded
from auditor.cidr.paper.printed import Trace, printed
from auditor.cidr.questions import Asking, Forward, WordSet, masks
from auditor.data.examples import example_id
from auditor.errors import AuditError
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import Encoded
from auditor.model.pretrained import load_classifier
from auditor.reading import ALLOWED, Reading, parse_reading
from benchmarks.reference import SHARED, need_shared, sentences

BETAS, EPSILONS = (0.4, 0.5, 0.6), (0.3, 0.4, 0.5, 0.6, 0.7)
PRINTED = {"lowest": 0.483, "highest": 0.592}
"""The paper's FMS of CIDR over its nine settings; on SST2 0.592, 0.525 and 0.584."""
COUNTED = ("empty", "pairs", "words", "essence", "fms")
Key = tuple[str, str, float, float]
"""Part, reading, β and ε."""


def single() -> list[tuple[Reading, float]]:
    """The default, each departure alone, and the pair of departures that makes Proposition 3 tight."""
    texts = ["", *(f"{name}={value}" for name, values in ALLOWED.items() for value in values[1:])]
    texts += ["ordered,items=positive-words"]
    return [(parse_reading(text), beta) for text in texts for beta in BETAS]


def product() -> list[tuple[Reading, float]]:
    """Combinations whose knapsacks differ; what only counts their candidates otherwise is added later."""
    names = ("items", "ordered", "values", "solver")
    combinations = itertools.product(*(ALLOWED[name] for name in names))
    return [
        (parse_reading(",".join(f"{n}={v}" for n, v in zip(names, chosen, strict=True))), 0.5)
        for chosen in combinations
    ]


def minimal_sets(trace: Trace, part: str) -> Iterator[tuple[str, float, tuple[Couple, ...]]]:
    """The reading in words, ε and the set, for every ε and, in the product, every way of counting."""
    names = ("member", "repeats", "strict")
    ways = [ALLOWED[name] if part == "product" else (getattr(trace.reading, name),) for name in names]
    for member, repeat, strict in itertools.product(*ways):
        chosen = trace.inside if member == "inside" else ~trace.inside
        share = (np.unique(chosen, axis=0) if repeat == "merged" else chosen).sum(axis=0) / len(chosen)
        reading = replace(trace.reading, member=member, repeats=repeat, strict=strict)
        name = str(reading) or "as --method paper reads it"
        for epsilon in EPSILONS:
            recurs = (share > epsilon if strict == "yes" else share >= epsilon) & (share > 0)
            yield name, epsilon, tuple(itertools.compress(trace.bounds.items, recurs))


def proposed(encoded: Encoded, known: Matrices, part: str, seed: int) -> dict[Key, list[Couple]]:
    """The set of every reading for one text."""
    sets: dict[Key, list[Couple]] = {}
    for reading, beta in single() if part == "single" else product():
        trace = printed(
            known.ig,
            known.without,
            generator=np.random.default_rng([seed, int(example_id(encoded.texts), 16)]),
            beta=beta,
            reading=reading,
        )
        for name, epsilon, members in minimal_sets(trace, part):
            sets[part, name, beta, epsilon] = distinct(members)
        if part == "single" and str(reading) in ("", "ordered=yes"):
            name = "Algorithm 2, greedy" + (", ordered" if reading.ordered == "yes" else "")
            sets[part, name, beta, 0.0] = distinct(trace.greedy)
    return sets


def judged(encoded: Encoded, known: Matrices, parts: list[str], seed: int) -> Asking[dict[Key, list[float]]]:
    """What is counted of every reading's set, on the model."""
    words = [word.text for word in encoded.words]
    sets = {k: v for part in parts for k, v in proposed(encoded, known, part, seed).items()}
    after: dict[WordSet, float] = {frozenset(): known.written}
    whole = {tuple(members): padded(words, members) for members in sets.values()}
    yield from _ask(after, list(whole.values()), known, len(words))
    less = {
        members: [padded(words, [other for other in members if other != pair]) for pair in members]
        for members, gone in whole.items()
        if members and after[gone] <= 0.5
    }
    yield from _ask(after, [part for parts in less.values() for part in parts], known, len(words))
    counted = {}
    for key, chosen in sets.items():
        members = tuple(chosen)
        essential = bool(members) and after[whole[members]] <= 0.5
        minimal = essential and all(after[part] > 0.5 for part in less[members])
        share = len(whole[members]) / len(words)
        counted[key] = [float(not members), float(len(members)), share, float(essential), float(minimal)]
    return counted


def _ask(after: dict[WordSet, float], sets: list[WordSet], known: Matrices, words: int) -> Asking[None]:
    new = [members for members in dict.fromkeys(sets) if members not in after]
    if new:
        logits = yield Forward(masks(new, words))
        after.update(zip(new, softmax(logits)[:, known.target].tolist(), strict=True))


def of_text(classifier: Classifier, text: str, options: argparse.Namespace) -> dict[str, Any]:
    """What is measured of one text, from its file where there is one."""
    encoded = classifier.encode(text)
    name = f"{example_id(encoded.texts)}-{options.steps}-{options.seed}-{'-'.join(options.parts)}.json"
    file: Path = options.out / name
    if not file.exists():
        found = answered(classifier, encoded, measured(encoded, options))
        file.write_text(json.dumps(found), encoding="utf-8")
    stored: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return stored


def measured(encoded: Encoded, options: argparse.Namespace) -> Asking[dict[str, Any]]:
    """The completeness error, and what is counted of every reading."""
    known = yield from matrices(len(encoded.words), steps=options.steps)
    counted = yield from judged(encoded, known, options.parts, options.seed)
    error = abs(float(known.ig.sum()) - (known.written - known.empty))
    return {"error": error, "counted": [[*key, values] for key, values in counted.items()]}


def answered(classifier: Classifier, encoded: Encoded, asking: Asking[dict[str, Any]]) -> dict[str, Any]:
    """A computation's result on the model."""
    outcome = next(iter(run(classifier, [Task(encoded, asking)]))).outcome
    if isinstance(outcome, dict):
        return outcome
    raise outcome or AuditError("the computation has no result")


def table(found: dict[Key, list[list[float]]], part: str) -> list[dict[str, Any]]:
    """A row for every reading: the mean at β = ε = 0.5, and the best FMS over β and ε."""
    names = list(dict.fromkeys(name for one, name, _, _ in found if one == part))
    rows = []
    for name in names:
        keys = [key for key in found if key[:2] == (part, name)]
        middle = min(keys, key=lambda key: (abs(key[2] - 0.5), abs(key[3] - 0.5)))
        fms = {key: float(np.mean(found[key], axis=0)[4]) for key in keys}
        best = max(keys, key=lambda key: fms[key])
        row = {"reading": name, "best_fms": fms[best], "beta": best[2], "epsilon": best[3]}
        rows.append(row | dict(zip(COUNTED, np.mean(found[middle], axis=0).tolist(), strict=True)))
    return rows


def show(rows: list[dict[str, Any]], count: int | None) -> None:
    """The rows, or the best of them."""
    for row in sorted(rows, key=lambda row: -row["best_fms"])[:count] if count else rows:
        figures = ", ".join(f"{name} {row[name]:.3f}" for name in COUNTED)
        at = f"β {row['beta']:g}, ε {row['epsilon']:g}"
        print(f"{row['reading']:55} {figures}; best FMS {row['best_fms']:.3f} ({at})")
    best = max(row["best_fms"] for row in rows)
    print(f"best of {len(rows)}: {best:.3f}; the paper prints {PRINTED['lowest']} to {PRINTED['highest']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--texts", type=int, default=60)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--parts", nargs="+", default=["single", "product"], choices=["single", "product"])
    parser.add_argument("--out", type=Path, default=Path("build/readings"))
    options = parser.parse_args()
    need_shared()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    classifier = load_classifier(options.model)
    found: dict[Key, list[list[float]]] = {}
    errors = []
    for text in sentences(SHARED / "data/sst2/dev.tsv", options.texts):
        stored = of_text(classifier, text, options)
        errors.append(stored["error"])
        for part, name, beta, epsilon, counted in stored["counted"]:
            found.setdefault((part, name, beta, epsilon), []).append(counted)
        print(f"{len(errors)} texts", end="\r", flush=True)
    print(
        f"{len(errors)} texts, completeness error {np.median(errors):.4f} (median), {max(errors):.4f} at most"
    )
    tables = {part: table(found, part) for part in options.parts}
    (options.out / "readings.json").write_text(json.dumps(tables, indent=1))
    for part, rows in tables.items():
        print(f"\n{part}")
        show(rows, None if part == "single" else 20)


if __name__ == "__main__":
    main()
