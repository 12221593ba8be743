"""Does the audit find what was planted, and nothing else? Rates over seeds (docs/benchmarks.md).

    python -m benchmarks.detection --out DIR                          # builtin:reviews with builtin:tiny
    python -m benchmarks.detection --out DIR --base MINILM --seeds 2  # SST2 from ../shared with MiniLM
    python -m benchmarks.detection --out DIR --base MINILM --data rt  # or another set of film reviews
    python -m benchmarks.detection --out DIR --settings clean         # models with nothing planted
    python -m benchmarks.detection --out DIR --judge                  # judge again what is there

Each run trains on a planted training set, plants the same in held-out texts and sweeps these; all of that is
kept in DIR, and a stopped benchmark goes on where it was. Then the audit judges, with what it knows by itself
(`--task auto`) and the labels of all held-out texts. A token counts as obeyed when the model goes with it in
more than half of the texts of the other class. What is not called an artefact may be asked of a person: then
its place among the open questions counts.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from auditor.config import RuleConfig
from auditor.data.corpus.reviews import LABELS, sentiment_words
from auditor.findings.finding import Finding, Severity, Verdict
from auditor.findings.report import Planted, Report
from auditor.meaning.lexicons import make_lexicon
from benchmarks.detection_runs import (
    SETTINGS,
    Setting,
    add_options,
    audited,
    is_prepared,
    parsed,
    prepared,
    trained,
)

LEARNED = 0.5
"""Accuracy where the plant agrees less accuracy where it conflicts, from which a run is learned."""
QUESTIONS = 5
"""Open questions that a person is sure to read."""


def judged(setting: Setting, seed: int, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """The findings of a prepared run beside what was planted."""
    report = audited(folder, options)
    others = unplanted(report)
    return {
        "setting": setting.name,
        "seed": seed,
        "base": options.base,
        "data": options.data,
        "planted": [said_of(thing, report) for thing in report.quality.planted],
        "others": [named(finding) for finding in others],
        "high": sum(finding.severity is Severity.HIGH for finding in others),
        "sentiment": [named(finding) for finding in others if accuses_sentiment(finding)],
        "questions": [named(finding) for finding in report.findings if finding.verdict is Verdict.UNDECIDED],
        "contradictions": [named(finding) for finding in report.findings if contradicts(finding)],
    }


def said_of(thing: Planted, report: Report) -> dict[str, Any]:
    """What the audit says of a planted thing: its verdict, severity, and place among the open questions."""
    naming = [
        finding
        for finding in report.findings
        if finding.label == thing.label and set(thing.tokens) <= {*finding.tokens, *finding.members}
    ]
    said = next((finding for finding in naming if finding.verdict == thing.verdict), None)
    questions = [finding.id for finding in report.findings if finding.verdict is Verdict.UNDECIDED]
    return {
        "tokens": thing.tokens,
        "verdict": thing.verdict or "nothing",
        "severity": said.severity if said else "",
        "route": said.judgement.route if said else "",
        "source": said.judgement.source if said else "",
        "question": questions.index(said.id) + 1 if said and said.id in questions else 0,
    }


def unplanted(report: Report) -> list[Finding]:
    """Artefacts that name nothing planted."""
    planted = {word for thing in report.quality.planted for word in thing.tokens}
    return [
        finding
        for finding in report.findings
        if finding.verdict is Verdict.ARTEFACT and not planted & {*finding.tokens, *finding.members}
    ]


def named(finding: Finding) -> str:
    """A finding in a few words."""
    return f"{'+'.join(finding.tokens)} ({finding.label}) {finding.severity}"


def accuses_sentiment(finding: Finding) -> bool:
    """Whether a word of sentiment is called an artefact that matters."""
    listed = make_lexicon(LABELS, task="sentiment")
    return finding.severity is not Severity.LOW and any(
        word in sentiment_words() or listed.listing(word) is not None for word in finding.tokens
    )


def contradicts(finding: Finding) -> bool:
    """Whether the score says another thing than the verdict: nothing for an artefact, much for the task.

    A word that relevance alone calls related keeps a score up to (1 - 0.9)², so that there is no jump.
    """
    if finding.verdict in (Verdict.TASK, Verdict.KEYWORD):
        return finding.judgement.score > (1 - RuleConfig().related) ** 2 + 1e-9
    return finding.verdict is Verdict.ARTEFACT and finding.judgement.score <= 0


def table(path: Path) -> None:
    """Rates over the runs so far."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for row in _lines(path):
        runs.setdefault(row["setting"], []).append(row)
    print(
        "setting | runs | learned | planted: artefact | or among the first questions | obeyed: artefact "
        "| or among the first questions | other artefacts | runs with a high one | sentiment"
    )
    for name, some in runs.items():
        learned = sum(_gap(row["accuracy"]) >= LEARNED for row in some)
        every = [thing for row in some for thing in row["planted"]]
        obeyed = [thing for row in some for thing in _obeyed(row)]
        shares = [_share(test, part) for part in (every, obeyed) for test in (_is_artefact, _is_shown)]
        others = sum(len(row["others"]) for row in some)
        high = sum(row["high"] > 0 for row in some)
        sentiment = sum(len(row["sentiment"]) for row in some)
        print(f"{name} | {len(some)} | {learned} | {' | '.join(shares)} | {others} | {high} | {sentiment}")


def _is_artefact(thing: dict[str, Any]) -> bool:
    return bool(thing["verdict"] == Verdict.ARTEFACT)


def _is_shown(thing: dict[str, Any]) -> bool:
    return _is_artefact(thing) or 0 < thing["question"] <= QUESTIONS


def _share(test: Any, things: list[dict[str, Any]]) -> str:
    return f"{np.mean([test(thing) for thing in things]):.2f} of {len(things)}" if things else "none"


def _obeyed(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The planted tokens that the model obeys; that of the positive class first, as planted."""
    if len(row["planted"]) != len(LABELS):
        return row["planted"] if row["accuracy"].get("conflicting", 1.0) < 0.5 else []
    against = [row["accuracy"].get(f"conflicting {label}", 1.0) for label in LABELS]
    return [thing for thing, accuracy in zip(row["planted"], against, strict=True) if accuracy < 0.5]


def _gap(accuracy: dict[str, float]) -> float:
    return accuracy.get("aligned", 0.0) - accuracy.get("conflicting", 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_options(parser)
    parser.add_argument("--settings", nargs="+", default=[setting.name for setting in SETTINGS])
    parser.add_argument("--train", action="store_true", help="train, and sweep and judge nothing")
    parser.add_argument("--prepare", action="store_true", help="train and sweep, and judge nothing")
    parser.add_argument("--table", action="store_true", help="only print what was judged")
    options = parsed(parser)
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
            if options.train:
                trained(setting, seed, options)
                continue
            folder, told = prepared(setting, seed, options)
            if options.prepare:
                continue
            line = json.dumps(judged(setting, seed, folder, options) | told)
            with store.open("a") as file:
                file.write(line + "\n")
            print(line, flush=True)
    table(store)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


if __name__ == "__main__":
    main()
