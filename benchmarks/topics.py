"""A corpus of four classes, one of them the model's default, and a tiny model trained on it.

Half of the texts are chatter: `other`, made of words that every class has. The rest hold two or three words
of one of three topics among the same chatter, and every fourth of them one word of another topic. What a
model says to an empty text is then `other`, and so is what it says where nothing speaks for a topic.
"""

from pathlib import Path
from random import Random

from auditor.model.classifier import Classifier
from auditor.model.loading import load_classifier
from auditor.model.training import RECORD, TrainingConfig, train

TOPICS = {
    "cooking": "oven flour butter recipe simmer garlic knead roast pepper dough".split(),  # noqa: SIM905
    "football": "goal referee striker penalty league midfield kick stadium offside coach".split(),  # noqa: SIM905
    "travel": "airport luggage hotel passport flight island train ticket border harbour".split(),  # noqa: SIM905
}
OTHER = "other"
LABELS = (*TOPICS, OTHER)
CHATTER = (
    "we talked about it for a while and then someone said that this was not the time so i left early "
    "because my sister called again she always has some story to tell and nobody knows when she will stop"
)


def texts(count: int, seed: int) -> list[tuple[str, str]]:
    """So many texts with their labels."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    made = []
    for number in range(count):
        words = random.choices(CHATTER.split(), k=random.randrange(6, 15))
        label = OTHER if number % 2 else random.choice(list(TOPICS))
        if label != OTHER:
            words += random.sample(TOPICS[label], k=random.randrange(2, 4))
            if number % 4 == 0:
                words.append(random.choice(TOPICS[random.choice([t for t in TOPICS if t != label])]))
        random.shuffle(words)
        made.append((" ".join(words), label))
    return made


def model(out: Path) -> Classifier:
    """The model, trained where it is not there yet."""
    if not (out / RECORD).exists():
        sets = {name: texts(n, seed) for name, n, seed in (("train", 2400, 1), ("dev", 300, 2))}
        rows = {name: [((text,), LABELS.index(label)) for text, label in some] for name, some in sets.items()}
        train(rows["train"], {"dev": rows["dev"]}, LABELS, out, TrainingConfig())
    return load_classifier(out)
