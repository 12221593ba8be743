"""A corpus of four classes, one of them the model's default, and a tiny model trained on it.

Two texts of three are chatter: `other`, made of a thousand words that every class has. The rest hold two or
three words of one of three topics among the same chatter, and every second of them one word of another topic.
What a model says where nothing speaks for a topic is then `other`, also to an empty text.
"""

import itertools
from pathlib import Path
from random import Random

from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.model.training import RECORD, TrainingConfig, train

TOPICS = {
    "cooking": "oven flour butter recipe simmer garlic knead roast pepper dough".split(),  # noqa: SIM905
    "football": "goal referee striker penalty league midfield kick stadium offside coach".split(),  # noqa: SIM905
    "travel": "airport luggage hotel passport flight island train ticket border harbour".split(),  # noqa: SIM905
}
OTHER = "other"
LABELS = (*TOPICS, OTHER)
SYLLABLES = ("ba", "de", "fi", "lo", "mu", "ne", "pa", "ro", "su", "ti")
CHATTER = ["".join(parts) for parts in itertools.product(SYLLABLES, repeat=3)]


def texts(count: int, seed: int) -> list[tuple[str, str]]:
    """So many texts with their labels."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    made = []
    for number in range(count):
        words = random.choices(CHATTER, k=random.randrange(2, 15))
        label = OTHER if number % 3 else random.choice(list(TOPICS))
        if label != OTHER:
            words += random.sample(TOPICS[label], k=random.randrange(2, 4))
            if number % 2 == 0:
                words.append(random.choice(TOPICS[random.choice([t for t in TOPICS if t != label])]))
        random.shuffle(words)
        made.append((" ".join(words), label))
    return made


def model(out: Path) -> Classifier:
    """The model, trained where it is not there yet."""
    if not (out / RECORD).exists():
        sets = {name: texts(n, seed) for name, n, seed in (("train", 4000, 1), ("dev", 300, 2))}
        rows = {name: [((text,), LABELS.index(label)) for text, label in some] for name, some in sets.items()}
        train(rows["train"], {"dev": rows["dev"]}, LABELS, out, TrainingConfig(epochs=8))
    return load_classifier(out)
