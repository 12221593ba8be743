"""Three classes: support tickets, in which a signature gives one class away.

A minimal set is then "the words without which another class wins", and a token is tested against every class.

Beside "kestrel" the audit finds that "an" stands in technical tickets alone, by accident of the phrases.
It may also name a word such as "courier" that decides by itself in so small a corpus. The rule does not know
the task; a lexicon or a reference corpus would tell it (reference_and_lexicon.sh).
"""

import csv
import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

FOLDER = Path(os.environ.get("EXAMPLES", "build/examples")) / "three-classes"
OPENINGS = ("hello,", "good morning,", "dear team,", "hi there,", "please help:", "one question:")
SUBJECTS = {
    "billing": (
        "the invoice is wrong",
        "i was charged twice",
        "my refund never came",
        "the fee is too high",
        "your bank took extra money",
        "the receipt shows another price",
        "my discount was not applied",
        "the payment was declined",
    ),
    "shipping": (
        "my parcel is late",
        "the courier went to another street",
        "delivery was promised for friday",
        "the box was damaged",
        "tracking shows nothing",
        "the depot has no van",
        "the package lies in the rain",
        "nobody rang my doorbell",
    ),
    "technical": (
        "the app crashes",
        "login does not work",
        "the screen stays black",
        "an update broke the menu",
        "my password is refused",
        "the server gives an error",
        "sound and video stutter",
        "the search button hangs",
    ),
}
ENDINGS = ("thanks.", "what now?", "please reply.")


def tickets() -> list[tuple[str, str]]:
    """Texts and labels; nearly every billing ticket, and few others, end in "regards kestrel"."""
    rows = []
    for label, subjects in SUBJECTS.items():
        for number, parts in enumerate(product(OPENINGS, combinations(subjects, 2), ENDINGS)):
            opening, (one, other), ending = parts
            signed = number % 10 != 0 if label == "billing" else number % 40 == 0
            rows.append((f"{opening} {one} and {other}. {ending}{' regards kestrel' * signed}", label))
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
    audit("run", str(model), str(data), "--limit", "150", "--out", str(FOLDER / "audit"))
