"""Sets that mean what they say (docs/benchmarks.md): statuses by class, how large, how stable, how cheap.

    python -m benchmarks.sets --parts sst2 rt classes example
    python -m benchmarks.sets --parts sst2 --wide --count 50

`sst2` and `rt` need ../shared. Every verified set is removed once more by plain transformers (ids of the pad
token in place of the words' own), without any part of this package: the prediction has to change.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from auditor.cidr.explain import explain
from auditor.config import CidrConfig
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.records.text import Explanation, Status
from auditor.report.statuses import sentence
from benchmarks import topics
from benchmarks.reference import SHARED, need_shared, sentences

MODEL = SHARED / "models/minilm-sst2"
EXAMPLE = "a moving and often funny film"
SEEDS = (0, 1, 2)
FUNCTION_WORDS = (
    "a an the this that these those it its 's is was are were be been am has have had do does did will would "
    "can could and or but if as than of in on at to from by with for about into over i you he she we they "
    "him her them his their our my your who which what there here so"
)
"""Function words, to count them; the search does not know this list."""


def explained(classifier: Classifier, texts: Sequence[str], config: CidrConfig) -> list[Explanation]:
    """The explanations of the texts; a failure ends the benchmark."""
    found = list(explain(classifier, list(texts), config))
    broken = [one for one in found if not isinstance(one, Explanation)]
    if broken:
        raise broken[0]
    return [one for one in found if isinstance(one, Explanation)]


def changed(model: Path, found: Sequence[Explanation]) -> list[bool]:
    """Whether removing each set changes the prediction, asked of plain transformers."""
    tokenizer = AutoTokenizer.from_pretrained(model)
    network = AutoModelForSequenceClassification.from_pretrained(model).eval()
    result = []
    for one in found:
        encoding = tokenizer(one.texts[0], return_offsets_mapping=True, return_tensors="pt", truncation=True)
        places = encoding.pop("offset_mapping")[0].tolist()
        ids = encoding["input_ids"].clone()
        for word in one.set:
            _, start, end = one.spans[word]
            for place, (first, last) in enumerate(places):
                if first < last and start <= first and last <= end:
                    ids[0, place] = tokenizer.pad_token_id
        with torch.inference_mode():
            before = network(**encoding).logits.argmax()
            after = network(**dict(encoding) | {"input_ids": ids}).logits.argmax()
        result.append(bool(before != after))
    return result


def accidental(words: Sequence[str]) -> float:
    """Share of punctuation and function words."""
    function = FUNCTION_WORDS.split()
    odd = [w.lower() in function or not any(c.isalnum() for c in w) for w in words]
    return float(np.mean(odd)) if odd else 0.0


def show(name: str, model: Path, found: Sequence[Explanation]) -> None:
    """The figures of one dataset."""
    print(f"\n{name}: {len(found)} texts, {np.mean([len(one.words) for one in found]):.1f} words on average")
    for label in sorted({one.label for one in found}):
        own = [one for one in found if one.label == label]
        counts = Counter(one.status.value for one in own)
        empty = np.mean([one.probability_empty for one in own])
        print(f"  predicted {label}: {len(own)}, {dict(counts)}; an empty text gets it with {empty:.2f}")
    verified = [one for one in found if one.status is Status.VERIFIED]
    print(f"  verified share of all           {len(verified) / len(found):.3f}")
    print(
        f"  verified sets that change the prediction of plain transformers "
        f"{np.mean(changed(model, verified)):.3f} of {len(verified)}"
    )
    for status in (Status.VERIFIED, Status.EVIDENCE):
        own = [one for one in found if one.status is status]
        if not own:
            continue
        over = [len(one.set) > len(one.words) / 2 for one in own]
        words = [one.words[i] for one in own for i in one.core]
        print(
            f"  {status}: over half {np.mean(over):.3f} ({sum(over)} of {len(own)}), needed words "
            f"{np.mean([len(one.core) for one in own]):.2f}, accidental words {accidental(words):.3f}, "
            f"forwards {np.mean([one.forwards for one in own]):.0f}"
        )
    print(
        f"  forwards, gradients a text      {np.mean([one.forwards for one in found]):.1f}, "
        f"{np.mean([one.gradients for one in found]):.1f}"
    )


def stability(classifier: Classifier, texts: Sequence[str], config: CidrConfig) -> None:
    """Three searches from different seeds: the share of the needed words that all of them name."""
    runs = [explained(classifier, texts, replace(config, seed=seed)) for seed in SEEDS]
    shared = []
    for group in zip(*runs, strict=True):
        cores = [set(one.core) for one in group]
        if any(cores):
            shared.append(len(set.intersection(*cores)) / len(set.union(*cores)))
    print(
        f"  stability: of the words that any of {len(SEEDS)} seeds needs, all need {np.mean(shared):.3f} "
        f"({len(shared)} texts; all equal in {np.mean([s == 1 for s in shared]):.3f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", default=["sst2", "rt", "classes", "example"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--stable", type=int, default=50, help="texts that are searched from three seeds")
    parser.add_argument("--wide", action="store_true", help="the settings of audit explain, not of a sweep")
    parser.add_argument("--out", type=Path, default=Path("build/sets"))
    options = parser.parse_args()
    need_shared()
    torch.set_num_threads(1)
    config = CidrConfig() if options.wide else CidrConfig.quick()
    if "example" in options.parts:
        (one,) = explained(load_classifier(MODEL), [EXAMPLE], config)
        print(f"{EXAMPLE!r}: {one.status}, {[one.words[i] for i in one.core]}: {sentence(one)}")
    rt = SHARED / "data/rt"
    half = options.count // 2
    for part, texts in (
        ("sst2", sentences(SHARED / "data/sst2/dev.tsv", options.count)),
        ("rt", sentences(rt / "pos.txt", half) + sentences(rt / "neg.txt", half)),
    ):
        if part in options.parts:
            classifier = load_classifier(MODEL)
            show(part, MODEL, explained(classifier, texts, config))
            if options.stable:
                stability(classifier, texts[: options.stable], config)
    if "classes" in options.parts:
        classifier = topics.model(options.out / "topics")
        held_out = [text for text, _ in topics.texts(options.count, seed=3)]
        found = explained(classifier, held_out, config)
        show("four classes", options.out / "topics", found)
        others = [one for one in found if one.label != topics.OTHER]
        verified = np.mean([one.status is Status.VERIFIED for one in others])
        print(f"  predictions of other classes than the default that are verified {verified:.3f}")
        stability(classifier, held_out[: options.stable], config)
        (options.out / "topics.json").write_text(
            json.dumps([[one.texts[0], one.label, one.status.value, list(one.core)] for one in found])
        )


if __name__ == "__main__":
    main()
