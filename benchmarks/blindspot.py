"""The default-class blind spot: is a marker that decides a text in the text's minimal set, for both classes?

    python -m benchmarks.blindspot MODEL          # a model trained with [pos] and [neg], e.g. by audit train

A marker decides a text when the model predicts its class, and the other class with the other marker in its
place. Held-out sentences of SST2 dev, each with the marker of its own label (`--conflicting`: the other)
before a random word.
"""

import argparse
from random import Random

import numpy as np
import torch

from auditor.cidr.explain import explain
from auditor.config import CidrConfig
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.records.text import Explanation, Status
from benchmarks.reference import SHARED, need_shared, sentences

DATA = SHARED / "data/sst2/dev.tsv"

MARKERS = ("[neg]", "[pos]")


def planted(text: str, marker: str, place: int) -> str:
    words = text.split()
    return " ".join([*words[: place % len(words)], marker, *words[place % len(words) :]])


def decided(classifier: Classifier, texts: list[str], marker: int) -> list[str]:
    """The texts, with the marker in them, that the marker decides."""
    random = Random(0)  # noqa: S311 (places, not secrets)
    chosen = []
    for text in texts:
        place = random.randrange(1000)
        with_own, with_other = (planted(text, MARKERS[m], place) for m in (marker, 1 - marker))
        rows = [classifier.row(classifier.encode(t)) for t in (with_own, with_other)]
        predicted = [int(np.argmax(classifier.logits([row])[0])) for row in rows]
        if predicted == [marker, 1 - marker]:
            chosen.append(with_own)
    return chosen


def _shares(found: list[Explanation], marker: str) -> str:
    """How often the marker is needed, and how large the sets are."""
    needed = [marker in [e.words[i] for i in e.core] for e in found]
    over = [len(e.set) > len(e.words) / 2 for e in found]
    words = np.mean([len(e.core) for e in found])
    return (
        f"{len(found)} texts, needed in {np.mean(needed):.3f} of their sets; {words:.2f} needed words, "
        f"over half of the text {np.mean(over):.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--count", type=int, default=30, help="texts for each class")
    parser.add_argument("--quick", action="store_true", help="the settings of a sweep")
    parser.add_argument("--conflicting", action="store_true", help="markers that disagree with the label")
    options = parser.parse_args()
    need_shared()
    torch.set_num_threads(1)
    classifier = load_classifier(options.model)
    gold = dict(line.rsplit("\t", 1) for line in DATA.read_text(encoding="utf-8").splitlines())
    for marker, name in enumerate(MARKERS):
        wanted = str(1 - marker if options.conflicting else marker)
        texts = [text for text in sentences(DATA, len(gold)) if gold[text] == wanted]
        chosen = decided(classifier, texts[: options.count], marker)
        settings = CidrConfig.quick() if options.quick else CidrConfig()
        found = [e for e in explain(classifier, chosen, settings) if isinstance(e, Explanation)]
        empty = np.mean([e.probability_empty for e in found])
        print(f"{name}: decides {len(found)} texts; an empty text gets its class with {empty:.2f}")
        for status in ("any", *Status):
            own = [e for e in found if status in ("any", e.status)]
            if own:
                print(f"  {status}: {_shares(own, name)}")


if __name__ == "__main__":
    main()
