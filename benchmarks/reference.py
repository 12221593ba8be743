"""The wide search that says which texts can be flipped at all, and how small the smallest set found is.

Independent of CIDR: every word, every pair of words, then greedy search from many starts, at most 4,000
forward passes a text. Done once and stored (`benchmarks/reference/*.json`), keyed by a hash of the text, so
that the benchmarks can say what share of the reachable texts a method reaches.

    python -m benchmarks.reference --out benchmarks/reference/minilm-sst2.json
"""

import argparse
import csv
import hashlib
import itertools
import json
from pathlib import Path

import numpy as np
import torch

from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import Encoded
from auditor.model.pretrained import load_classifier

SHARED = Path("../shared")
BUDGET = 4000
BATCH = 48


def need_shared() -> None:
    """End in a line where the data are not at hand."""
    if not SHARED.is_dir():
        raise SystemExit(
            f"{SHARED} is not there: the benchmarks need its data and model. The paper's settings from the "
            "hub: audit reproduce table --all"
        )


def sentences(path: Path, count: int) -> list[str]:
    """A fixed sample: the first `count` distinct texts in the order of their hashes."""
    need_shared()
    texts = {line.rsplit("\t", 1)[0] for line in path.read_text(encoding="utf-8").splitlines()}
    return sorted(texts, key=text_id)[:count]


def labelled_texts(data: str, split: str = "train") -> list[tuple[str, int]]:
    """Texts of SST2, Rotten Tomatoes or IMDB, 0 for negative and 1 for positive; only SST2 has splits."""
    need_shared()
    folder = SHARED / "data" / data
    if data == "sst2":
        lines = (folder / f"{split}.tsv").read_text(encoding="utf-8").splitlines()
        return [(text, int(label)) for text, label in (line.rsplit("\t", 1) for line in lines)]
    if data == "rt":
        return [
            (line.strip(), label)
            for label, name in enumerate(("neg.txt", "pos.txt"))
            for line in (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
            if line.strip()
        ]
    with (folder / "imdb2000.csv").open(encoding="utf-8", newline="") as file:
        return [
            (row["review"].replace("<br />", " ").strip(), int(row["sentiment"] in ("positive", "1")))
            for row in csv.DictReader(file)
        ]


def text_id(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Counter:
    """Remembers every evaluated removal, so that no forward pass is spent twice."""

    def __init__(self, classifier: Classifier, encoded: Encoded) -> None:
        self.classifier, self.encoded = classifier, encoded
        self.known: dict[frozenset[int], np.ndarray] = {}

    def logits(self, sets: list[frozenset[int]]) -> np.ndarray:
        new = [s for s in dict.fromkeys(sets) if s not in self.known]
        for start in range(0, len(new), BATCH):
            chunk = new[start : start + BATCH]
            rows = [
                self.classifier.row(self.encoded, np.where(np.isin(self.encoded.word_of, list(s)), 0.0, 1.0))
                for s in chunk
            ]
            self.known.update(zip(chunk, self.classifier.logits(rows), strict=True))
        return np.stack([self.known[s] for s in sets])


def search(counter: Counter, *, corrected: bool) -> dict[str, object]:
    """The smallest flipping set of words that the wide search finds under one meaning of the probability."""
    words = frozenset(range(len(counter.encoded.words)))
    plain, empty = counter.logits([frozenset(), words])
    target = int(plain.argmax())
    offset = empty if corrected else np.zeros_like(empty)

    def value(sets: list[frozenset[int]]) -> np.ndarray:
        return softmax(counter.logits(sets) - offset)[:, target]

    start = float(value([frozenset()])[0])
    result: dict[str, object] = {"words": len(words), "probability": round(start, 6)}
    if start <= 0.5:
        return result | {"status": "default"}
    singles = [frozenset([i]) for i in sorted(words)]
    pairs = [frozenset(p) for p in itertools.combinations(sorted(words), 2)]
    spent = len(counter.known)
    single_values, pair_values = value(singles), value(pairs) if pairs else np.array([])
    result["flipping_words"] = int((single_values <= 0.5).sum())
    result["flipping_pairs"] = int((pair_values <= 0.5).sum())
    if result["flipping_words"]:
        return result | {"status": "reachable", "size": 1}
    if result["flipping_pairs"]:
        return result | {"status": "reachable", "size": 2}
    best: frozenset[int] | None = None
    starts = [pairs[i] for i in np.argsort(pair_values)[:12]] + [frozenset()]
    for begin in starts:
        if len(counter.known) - spent > BUDGET:
            break
        current, level = begin, float(value([begin])[0])
        while level > 0.5 and current != words and (best is None or len(current) < len(best) - 1):
            if len(counter.known) - spent > BUDGET:
                break
            options = [current | {i} for i in sorted(words - current)]
            values = value(options)
            current, level = options[int(values.argmin())], float(values.min())
        if level <= 0.5 and (best is None or len(current) < len(best)):
            best = prune(current, value)
    if best is None:
        return result | {"status": "unreachable"}
    return result | {"status": "reachable", "size": len(best)}


def prune(current: frozenset[int], value) -> frozenset[int]:  # type: ignore[no-untyped-def]
    """Drop words one at a time while the rest still flips."""
    while len(current) > 1:
        options = [current - {i} for i in sorted(current)]
        values = value(options)
        if values.min() > 0.5:
            break
        current = options[int(values.argmin())]
    return current


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--data", type=Path, default=SHARED / "data/sst2/dev.tsv")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    classifier = load_classifier(options.model)
    stored = json.loads(options.out.read_text()) if options.out.exists() else {}
    for number, text in enumerate(sentences(options.data, options.count), start=1):
        if text_id(text) in stored:
            continue
        counter = Counter(classifier, classifier.encode(text))
        raw = search(counter, corrected=False)
        corrected = search(counter, corrected=True)
        stored[text_id(text)] = {"raw": raw, "corrected": corrected, "forwards": len(counter.known)}
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n")
        print(
            number, len(classifier.encode(text).words), raw["status"], corrected["status"], len(counter.known)
        )


if __name__ == "__main__":
    main()
