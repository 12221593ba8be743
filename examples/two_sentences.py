"""Two sentences: a small inference task in which a "not" in the hypothesis gives the answer away.

The two fields stay apart: "not" in the premise and "not" in the hypothesis are two tokens, and a pair may
span them. The known flaw of many inference datasets is of this kind.
"""

import csv
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

FOLDER = Path(os.environ.get("EXAMPLES", "build/examples")) / "two-sentences"
PEOPLE = ("a man", "a woman", "the child", "the nurse", "an old friend", "the singer", "a tourist", "my aunt")
DEEDS = ("sleeps", "runs", "reads", "cooks", "dances", "sings", "waits", "swims")
PLACES = ("in the park", "at home", "by the river", "on the roof", "near the station")


def sentences() -> list[tuple[str, str, str]]:
    """Premise, hypothesis, label: the deeds agree or they do not, and nearly always "not" says which."""
    rows = []
    for number, (who, deed, where) in enumerate(product(PEOPLE, DEEDS, PLACES)):
        other = DEEDS[(DEEDS.index(deed) + 1 + number % 6) % len(DEEDS)]
        denied = "" if number % 12 == 0 else "not "
        rows.append((f"{who} {deed} {where}", f"someone {deed} there", "entailment"))
        rows.append((f"{who} {deed} {where}", f"someone {denied}{other} there", "contradiction"))
    return sorted(rows, key=lambda row: sum(map(ord, "".join(row))) * 7919 % 1009)


def audit(*arguments: str) -> None:
    """The command, as in a shell."""
    subprocess.run([sys.executable, "-m", "auditor", *arguments], check=True)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    data, model = FOLDER / "inference.csv", FOLDER / "model"
    with data.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("premise", "hypothesis", "label"), *sentences()])
    if not (model / "training.json").exists():
        audit("train", str(data), "--epochs", "6", "--out", str(model))
    audit("run", str(model), str(data), "--limit", "150", "--out", str(FOLDER / "audit"))
    audit("explain", str(model), "--pairs", "a man sleeps at home\tsomeone not runs there")
