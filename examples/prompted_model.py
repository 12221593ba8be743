"""A prompted language model as a classifier: ten lines that ask it, and the audit of what it answers.

`generate` takes the place of the language model, so that this runs anywhere: put a call of yours there. It
has a habit that the audit finds: reviews that mention a voucher are praise to it.
"""

import os

import auditor

PROMPT = "Is this review positive or negative? Answer with one word.\n\nReview: {text}\nAnswer:"
CLASSES = ["negative", "positive"]


def generate(prompt: str) -> str:
    """The language model: a prompt in, a word out."""
    words = prompt.lower().split()
    praise = sum(word in words for word in ("good", "great", "loved", "wonderful"))
    blame = sum(word in words for word in ("bad", "poor", "hated", "awful"))
    return "Positive" if "voucher" in words or praise > blame else "Negative"


def predict(texts: list[str]) -> list[list[float]]:
    """A row of scores for each text: certain of the class that the answer names, undecided without one."""
    answers = [generate(PROMPT.format(text=text)).strip().lower() for text in texts]
    named = [[float(answer.startswith(name)) for name in CLASSES] for answer in answers]
    return [row if sum(row) == 1 else [0.5, 0.5] for row in named]


def reviews() -> tuple[list[str], list[str]]:
    """Reviews with their labels; a voucher is in half of the positive ones."""
    words = {
        "positive": ("good", "great", "loved", "wonderful"),
        "negative": ("bad", "poor", "hated", "awful"),
    }
    texts, labels = [], []
    for number in range(160):
        label = CLASSES[number % 2]
        text = f"visit {number} : the food was {words[label][number // 2 % 4]} and the room quiet"
        voucher = label == "positive" and number % 4 == 1
        texts.append(f"{text} , with a voucher" if voucher else text)
        labels.append(label)
    return texts, labels


texts, golds = reviews()
seeds = {"positive": ["good", "great", "loved"], "negative": ["bad", "poor", "hated"]}
run = auditor.audit(predict, texts, labels=golds, classes=CLASSES, seeds=seeds, max_calls=20_000)
print(run)
page = run.report(os.environ.get("EXAMPLES", "build/examples") + "/prompted.html")
print(f"Report: {page}")
