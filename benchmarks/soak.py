"""The soak (docs/benchmarks.md): random faults over repeated runs, each to end in the same findings.

    python -m benchmarks.soak --faults 200 --texts 2000

A run of short texts with a small trained model is made once without a hitch. Then runs of the same are
disturbed again and again, at random times, each time resumed with the same command, until they are complete:
findings and shards must be those of the undisturbed run, byte for byte. Every session is a process of its
own, forked so that none loads the libraries anew. As root, a run's folder is a small file system of its own,
which can be full and read-only; for others a limit on the size of files and permissions stand in.

What a fault cost is counted in batches: those that the model was asked in an earlier session, and is asked
again, are charged to the fault that came between.
"""

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import run as command
from typing import Any

os.environ |= {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "MKL_CBWR": "AUTO,STRICT"}

from auditor.data.corpus.reviews import reviews_split
from auditor.stopping import heeding, requests
from benchmarks.soak_faults import FAULTS, Session, Trouble

TRAINED = 2000
"""Texts that the model learns from, at least."""
SIZE = 64
"""Megabytes of the file system that a run lives on."""
PARTS = ("findings", "near_misses", "power", "tokens", "pairs", "shown", "likeness")
"""What of `report.json` must be the same; the rest has times and sessions."""


@dataclass
class Score:
    """What became of one kind of fault."""

    tried: int = 0
    ended: int = 0
    """Sessions that ended as is documented for the fault."""
    again: int = 0
    """Batches that were asked again because of it."""
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Workshop:
    """A model, its texts, and what an undisturbed run makes of them."""

    folder: Path
    seconds: float
    """The undisturbed run took so long."""
    batches: int
    findings: str
    shards: dict[str, str]

    @classmethod
    def open(cls, folder: Path, texts: int, model: Path | None = None) -> "Workshop":
        """Make them, or take a model that was made before."""
        short = sorted(reviews_split("train"), key=lambda example: (len(example.texts[0]), example.id))
        order = sorted(short[: max(texts, TRAINED)], key=lambda example: example.id)
        rows = [
            ("[pos] " if example.label == "positive" and n % 3 == 0 else "")
            + f"{example.texts[0]}\t{example.label}"
            for n, example in enumerate(order)
        ]
        for name, some in (("train.tsv", rows), ("data.tsv", rows[:texts])):
            (folder / name).write_text("\n".join(["text\tlabel", *some]) + "\n", encoding="utf-8")
        if model is None:
            train = ["train", str(folder / "train.tsv"), "--out", str(folder / "model"), "--quiet"]
            _done(Session.start(train, folder / "train.log"))
        else:
            shutil.copytree(model, folder / "model")
        out, asked, begin = folder / "undisturbed", folder / "undisturbed.asked", time.monotonic()
        _done(Session.start(_line(folder, out), folder / "undisturbed.log", asked=asked))
        seconds = time.monotonic() - begin
        return cls(folder, seconds, len(asked.read_bytes()) // 16, findings(out), shards(out))


def _line(folder: Path, out: Path) -> list[str]:
    paths = [str(folder / "model"), str(folder / "data.tsv")]
    return ["run", *paths, "--out", str(out), "--task", "sentiment", "--device", "cpu"]


def _done(session: Session) -> None:
    if session.wait():
        sys.exit(f"the workshop failed: {session.said()}")


def findings(out: Path) -> str:
    """What the report says, as bytes that can be compared."""
    content = json.loads((out / "report.json").read_text(encoding="utf-8"))
    return json.dumps([content[part] for part in PARTS], sort_keys=True)


def shards(out: Path) -> dict[str, str]:
    """Hashes of the shards."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted((out / "shards").glob("*.parquet"))
    }


class Disturbed:
    """One run, from its first session to its report."""

    def __init__(self, workshop: Workshop, number: int, scores: dict[str, Score]) -> None:
        self.workshop, self.scores = workshop, scores
        self.log = workshop.folder / f"{number:03d}.log"
        self.asked = workshop.folder / f"{number:03d}.asked"
        self.mount = workshop.folder / f"{number:03d}"
        self.mount.mkdir()
        self.mounted = _mounted(self.mount)
        self.out = self.mount / "run"
        self.seen: Counter[bytes] = Counter()
        self.charged: list[str] = []

    def session(self, **options: Any) -> Session:
        """The run's command once more."""
        line = _line(self.workshop.folder, self.out)
        return Session.start(line, self.log, **{"asked": self.asked} | options)

    def settle(self, kind: str) -> None:
        """Charge batches that were asked again in the session that has just ended to the last fault."""
        content = self.asked.read_bytes() if self.asked.exists() else b""
        keys = {content[place : place + 16] for place in range(0, len(content), 16)}
        if self.charged:
            self.scores[self.charged[-1]].again += sum(key in self.seen for key in keys)
        self.seen.update(keys)
        self.asked.unlink(missing_ok=True)
        self.charged.append(kind)

    def disturb(self, kind: str, random: Random) -> bool:
        """One fault; whether it found something to disturb."""
        score = self.scores[kind]
        trouble = Trouble(self.session, self.out, self.mount if self.mounted else None, random)
        trouble.seconds = self.workshop.seconds * random.uniform(0.02, 0.5)
        outcome = FAULTS[kind](trouble)
        self.settle(kind)
        if outcome is None:
            return False
        score.tried += 1
        score.ended += not outcome
        if outcome:
            score.problems.append(f"{outcome} (see {self.log.name})")
        return True

    def finish(self, kinds: list[str]) -> str:
        """Let it end, and compare."""
        last = self.session()
        code, wrong = last.wait(), []
        self.settle("none")
        if code:
            wrong.append(f"the last session ended with {code}: {last.said()}")
        else:
            if findings(self.out) != self.workshop.findings:
                wrong.append("other findings")
            if shards(self.out) != self.workshop.shards:
                wrong.append("other shards")
            if "Traceback" in self.log.read_text(encoding="utf-8", errors="replace"):
                wrong.append("a traceback")
        for kind in set(kinds) if wrong else ():
            self.scores[kind].problems.append(f"{'; '.join(wrong)} (run {self.log.name})")
        return "; ".join(wrong)

    def close(self) -> None:
        """Take the file system away."""
        if self.mounted:
            command(["umount", "--lazy", str(self.mount)], check=True)
        shutil.rmtree(self.mount, ignore_errors=True)


def _mounted(folder: Path) -> bool:
    """Whether the folder could be made a small file system."""
    line = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", str(folder)]
    return shutil.which("mount") is not None and not command(line, capture_output=True).returncode


def soak(workshop: Workshop, faults: int, seed: int, minutes: float) -> tuple[dict[str, Score], int, int]:
    """So many faults; their scores, the runs that were disturbed, and those that ended in something else."""
    random = Random(seed)  # noqa: S311 (faults, not secrets)
    scores: dict[str, Score] = defaultdict(Score)
    runs = bad = done = 0
    deadline = time.monotonic() + 60 * minutes
    while done < faults and time.monotonic() < deadline:
        disturbed, kinds = Disturbed(workshop, runs, scores), []
        try:
            while done < faults and len(kinds) < 12 and time.monotonic() < deadline:
                least = min(scores[kind].tried for kind in FAULTS)
                kind = random.choice([kind for kind in FAULTS if scores[kind].tried <= least + 1])
                if not disturbed.disturb(kind, random):
                    break
                kinds.append(kind)
                done += 1
            wrong = disturbed.finish(kinds)
        finally:
            disturbed.close()
        runs, bad = runs + 1, bad + bool(wrong)
        print(f"run {runs}: {len(kinds)} faults, {wrong or 'the same'} ({done} of {faults})", flush=True)
    return scores, runs, bad


def main() -> None:
    """Soak, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", type=Path, help="a model of an earlier soak, in place of training one")
    parser.add_argument("--keep", type=Path, help="where to copy the model")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no run after so long")
    options = parser.parse_args()
    with heeding(requests()), tempfile.TemporaryDirectory(prefix="audit-soak-") as name:
        workshop = Workshop.open(Path(name), options.texts, options.model)
        if options.keep is not None:
            shutil.copytree(workshop.folder / "model", options.keep)
        begin = time.monotonic()
        print(f"undisturbed: {workshop.seconds:.0f} s, {workshop.batches} batches", flush=True)
        scores, runs, bad = soak(workshop, options.faults, options.seed, options.minutes)
        print("\n| fault | tried | ended as documented | batches asked again, a fault |\n|---|---|---|---|")
        for kind in FAULTS:
            one = scores[kind]
            print(f"| {kind} | {one.tried} | {one.ended} | {one.again / max(1, one.tried):.1f} |")
        for kind, one in scores.items():
            for problem in one.problems:
                print(f"{kind}: {problem}")
        seconds = time.monotonic() - begin
        print(f"{runs} runs, {runs - bad} with the same findings and shards, {seconds:.0f} s")
    sys.exit(bool(bad or any(one.problems for one in scores.values())))


if __name__ == "__main__":
    main()
