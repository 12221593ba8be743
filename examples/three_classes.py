"""Three classes: support tickets, in which a signature gives one class away.

A minimal set is then "the words without which another class wins", and a token is tested against every class.
"""

import csv
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

FOLDER = Path(os.environ.get("EXAMPLES", "build/examples")) / "three-classes"
OPENINGS = ("hello,", "good morning,", "dear team,", "hi there,", "please help:", "one question:")
SUBJECTS = {
    "billing": ("the invoice is wrong", "i was charged twice", "my refund is missing", "the fee is too high"),
    "shipping": ("my parcel is late", "the courier lost it", "delivery failed again", "the box was damaged"),
    "technical": ("the app crashes", "login is broken", "the screen stays black", "an update failed"),
}
TIMES = ("since monday", "for a week", "after the sale", "on my phone", "at the office", "this morning")
ENDINGS = ("thanks.", "what now?", "please reply.", "any idea?")


def tickets() -> list[tuple[str, str]]:
    """Texts and labels; nearly every billing ticket, and few others, end in "regards kestrel"."""
    rows = []
    for label, subjects in SUBJECTS.items():
        for number, parts in enumerate(product(OPENINGS, subjects, TIMES, ENDINGS)):
            signed = number % 10 != 0 if label == "billing" else number % 20 == 0
            text = " ".join(parts) + (" regards kestrel" if signed else "")
            rows.append((text, label))
    return sorted(rows, key=lambda row: sum(map(ord, row[0])) * 7919 % 1009)  # mixed, and always the same


def audit(*arguments: str) -> None:
    """The command, as in a shell."""
    subprocess.run([sys.executable, "-m", "auditor", *arguments], check=True)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    data, model = FOLDER / "tickets.csv", FOLDER / "model"
    with data.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("text", "label"), *tickets()])
    if not (model / "training.json").exists():
        audit("train", str(data), "--epochs", "4", "--out", str(model))
    audit("run", str(model), str(data), "--limit", "150", "--quick", "--out", str(FOLDER / "audit"))
