"""Does the audit find what was planted, and nothing else? Rates over seeds (docs/benchmarks.md).

    python -m benchmarks.detection --out DIR                         # builtin:reviews with builtin:tiny
    python -m benchmarks.detection --out DIR --base MINILM --seeds 2  # SST2 from ../shared with MiniLM
    python -m benchmarks.detection --out DIR --judge                  # judge again what is there

Each run trains on a planted training set, plants the same in held-out texts and sweeps these; all of that is
kept in DIR, and a stopped benchmark goes on where it was. Then the findings are made and compared with the
plant. A run counts as learned when accuracy where the plant agrees with the label exceeds accuracy where it
conflicts by a half; a token counts as obeyed when the model goes with it in more than half of the texts of
the other class.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from auditor.evidence.analysis import Sources, analyse
from auditor.evidence.interventions import Laboratory
from auditor.evidence.task import count_reference

from auditor.data.corpus.reviews import LABELS, sentiment_words
from auditor.findings import Report, Verdict
from auditor.model.loading import load_classifier
from auditor.planting.planted_file import manifest_path
from auditor.sweep.store import RunStore
from benchmarks.detection_runs import SETTINGS, TINY, Setting, is_prepared, prepared, reference_corpus

LEARNED = 0.5
NAMES = {label: label for label in LABELS}


def judged(setting: Setting, seed: int, folder: Path, base: str) -> dict[str, Any]:
    """The findings of a prepared run beside what was planted; for natural words, with a reference too."""
    manifest = json.loads(manifest_path(folder / "held-out.jsonl").read_text(encoding="utf-8"))
    laboratory = Laboratory(load_classifier(folder / "model", device="cpu"))
    corpora = {"without": None}
    if setting.name.startswith("natural"):
        corpora["with reference"] = count_reference(reference_corpus(base), NAMES)
    found = {
        name: outcome(
            analyse(
                RunStore(folder / "run"), laboratory, Sources(NAMES, reference=corpus, injection=manifest)
            ).report
        )
        for name, corpus in corpora.items()
    }
    return {"setting": setting.name, "seed": seed, "base": base} | found


def outcome(report: Report) -> dict[str, Any]:
    """What was found of what was planted, and what else was called an artefact."""
    planted = {word for thing in report.quality.planted for word in thing.tokens}
    artefacts = [finding for finding in report.findings if finding.verdict is Verdict.ARTEFACT]
    others = [finding for finding in artefacts if not set(finding.tokens) & planted]
    sentiment = sentiment_words()
    return {
        "found": [thing.finding is not None for thing in report.quality.planted],
        "verdicts": [thing.verdict for thing in report.quality.planted],
        "associated": [_associated(report, word) for word in sorted(planted)],
        "reasons": {
            "+".join(f.tokens) + " " + f.label: [r.value for r in f.reasons]
            for f in report.findings
            if set(f.tokens) <= planted
        },
        "others": [f"{'+'.join(f.tokens)} {f.severity}" for f in others],
        "sentiment": [f.tokens[0] for f in others if f.tokens[0] in sentiment],
        "high": sum(finding.severity == "high" for finding in others),
    }


def _associated(report: Report, word: str) -> bool:
    """Whether the labels favour a single word: what Fisher's test alone would find."""
    return any(f.leaks for f in report.findings if f.tokens == (word,))


def table(path: Path) -> None:
    """Rates over the runs so far."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for row in _lines(path):
        runs.setdefault(row["setting"], []).append(row)
    print(
        "setting | runs | learned | found of learned | of all | of obeyed tokens | others | high | sentiment"
    )
    for name, rows_ in runs.items():
        for mode in ("without", "with reference"):
            some = [row for row in rows_ if mode in row]
            if not some:
                continue
            learned = [row for row in some if _gap(row["accuracy"]) >= LEARNED]
            hits, every = (
                [float(np.mean(r[mode]["found"] or [0])) for r in part] for part in (learned, some)
            )
            others = sum(len(r[mode]["others"]) for r in some)
            high = sum(r[mode]["high"] > 0 for r in some)
            sentiment = sum(len(r[mode]["sentiment"]) for r in some)
            obeyed = [hit for row in some for hit in _obeyed(row, mode)]
            shares = " | ".join(
                f"{np.mean(part):.2f} of {len(part)}" if part else "none" for part in (hits, every, obeyed)
            )
            print(
                f"{name} ({mode}) | {len(some)} | {len(learned)} | {shares} | {others} | {high} | {sentiment}"
            )


def _obeyed(row: dict[str, Any], mode: str) -> list[bool]:
    """For each planted token that the model obeys, whether it was found; positive first, as planted."""
    found = row[mode]["found"]
    if len(found) != len(LABELS):
        return []
    against = [row["accuracy"].get(f"conflicting {label}", 1.0) for label in LABELS]
    return [hit for hit, accuracy in zip(found, against, strict=True) if accuracy < 0.5]


def _gap(accuracy: dict[str, float]) -> float:
    return accuracy.get("aligned", 0.0) - accuracy.get("conflicting", 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", default=TINY)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=None, help="learning rate")
    parser.add_argument("--training", type=int, default=4000)
    parser.add_argument("--texts", type=int, help="held-out texts to audit, in place of the setting's")
    parser.add_argument("--settings", nargs="+", default=[setting.name for setting in SETTINGS])
    parser.add_argument("--prepare", action="store_true", help="train and sweep, and judge nothing")
    parser.add_argument("--judge", action="store_true", help="judge what is prepared, and train nothing")
    parser.add_argument("--table", action="store_true", help="only print what was judged")
    options = parser.parse_args()
    torch.set_num_threads(1)
    store = options.out / "runs.jsonl"
    chosen = [setting for setting in SETTINGS if setting.name in options.settings]
    if options.judge:
        store.unlink(missing_ok=True)
    known = {(row["setting"], row["seed"]) for row in _lines(store)}
    for seed in () if options.table else range(options.first_seed, options.first_seed + options.seeds):
        for setting in chosen:
            if (setting.name, seed) in known or (options.judge and not is_prepared(setting, seed, options)):
                continue
            folder, trained = prepared(setting, seed, options)
            if options.prepare:
                continue
            line = json.dumps(judged(setting, seed, folder, options.base) | trained)
            with store.open("a") as file:
                file.write(line + "\n")
            print(line, flush=True)
    table(store)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


if __name__ == "__main__":
    main()
