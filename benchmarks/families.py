"""Do kinds, lists and families gather a shortcut whose surface changes? (docs/benchmarks.md)

    python -m benchmarks.families --out DIR                          # builtin:reviews with builtin:tiny
    python -m benchmarks.families --out DIR --base MINILM --seeds 2   # SST2 from ../shared with MiniLM
    python -m benchmarks.families --out DIR --judge                   # read again what is there

Each run trains on a training set with a plant in the negative texts, plants the same in held-out texts and
sweeps these, as `benchmarks.detection` does. Then the stored sets are read a second time: every feature is
counted as one more token, tested by association and reliance as words are, and compared with the plant. What
both tests find is marked BOTH, and REST where they find it without the words that are found alone.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from auditor.evidence.counts import Corpus, Token, gather, normal
from auditor.evidence.recurrence import Tests, association, reliance

from auditor.data.corpus.reviews import LABELS
from auditor.features.families import families
from auditor.features.feature import Entries, Feature, extend, joined, remainder
from auditor.features.gathering import gathered
from auditor.features.vectors import FloatArray, Pieces, why_without_meaning, word_vectors
from auditor.planting.planted_file import manifest_path
from auditor.sweep.store import RunStore
from benchmarks.detection_runs import TINY, Setting, is_prepared, prepared

PLANTS = [
    f"{slot} {coverage}" for slot in ("date", "country", "name", "html") for coverage in (0.5, 0.25, 0.1)
]
OTHERS = ["opening 0.5", "synonyms 0.5", "elongated 0.5", "clean", "permuted"]
SOURCES = ("texts", "needed")
OBEYED = 0.5
"""Accuracy on conflicting texts below which the model obeys the plant."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A run, read a second time."""

    corpus: Corpus
    """With the features as further tokens."""
    original: Corpus
    """Without."""
    features: tuple[Feature, ...]
    first: int
    """Number of the first feature."""


def read(folder: Path, source: str) -> list[Reading]:
    """A prepared run with everything that is gathered from the vocabulary.

    Families of all words have seen neither sets nor labels and are counted on all texts; families of words
    that the sets of one half need are counted on the other.
    """
    corpus = gather(RunStore(folder / "run"), LABELS, gold_names={label: label for label in LABELS})
    words = [token.text for token in corpus.vocabulary]
    vectors = embedded(folder, words)
    first_half = corpus.half[corpus.doc] == 0
    texts = np.bincount(corpus.token, minlength=len(words)).astype(float)
    needed = np.bincount(corpus.token, weights=corpus.needed & first_half, minlength=len(words))
    weights = needed if source == "needed" else texts
    found = families(words, vectors, weights)
    if source == "needed":
        return [extended(corpus, gathered(words)), extended(half(corpus, 1), found)]
    return [extended(corpus, (*gathered(words), *found))]


def embedded(folder: Path, words: list[str]) -> FloatArray:
    """Unit vectors in the input embeddings of the run's model; kept beside it, since they do not change."""
    stored = folder / "vectors.npz"
    if stored.exists():
        return np.asarray(np.load(stored)["vectors"])
    from auditor.model.loading import load_classifier

    classifier = load_classifier(folder / "model", device="cpu")
    table = classifier.model.get_input_embeddings().weight.detach().float().numpy()
    pieces = pieces_of(classifier.tokenizer)
    reason = why_without_meaning(table, pieces)
    print(f"   families: {reason or 'the embeddings carry meaning'}")
    vectors = np.zeros((len(words), 2)) if reason else word_vectors(words, table, pieces)
    np.savez_compressed(stored, vectors=vectors)
    return vectors


def pieces_of(tokenizer: Any) -> Pieces:
    """What cuts words into the tokenizer's pieces."""

    def pieces(words: Sequence[str]) -> list[list[int]]:
        cut = tokenizer([f" {word}" for word in words], add_special_tokens=False)["input_ids"]
        return [[piece for piece in some if piece != tokenizer.unk_token_id] for some in cut]

    return pieces


def half(corpus: Corpus, number: int) -> Corpus:
    """The corpus with the sets and labels of one half alone."""
    other = corpus.half != number
    return replace(
        corpus,
        gold=np.where(other, -1, corpus.gold),
        size=np.where(other, 0, corpus.size),
        needed=corpus.needed & ~other[corpus.doc],
    )


def extended(corpus: Corpus, features: tuple[Feature, ...]) -> Reading:
    """The corpus with each feature as one more token."""
    tokens = len(corpus.vocabulary)
    own = Entries(corpus.token, corpus.doc, corpus.times, corpus.needed)
    every = joined([own, extend(own, tokens, features)])
    total = tokens + len(features)
    grown = replace(
        corpus,
        vocabulary=(*corpus.vocabulary, *(Token(f"{f.kind} {f.name}") for f in features)),
        forms=(*corpus.forms, *((f.name,) for f in features)),
        token=every.token,
        doc=every.doc,
        times=every.times,
        needed=every.needed,
        start=np.searchsorted(every.token, np.arange(total + 1)),
    )
    return Reading(grown, corpus, features, tokens)


def tested(reading: Reading) -> list[dict[str, Any]]:
    """For each feature and class that both tests find, what they count."""
    corpus = reading.corpus
    leaks, relies = association(corpus, corpus.gold, halves=False), reliance(corpus, halves=False)
    alone = np.flatnonzero((leaks.significant | relies.significant)[: reading.first].any(axis=1))
    rests = extended(reading.original, tuple(remainder(f, set(alone.tolist())) for f in reading.features))
    rest = association(rests.corpus, corpus.gold, halves=False), reliance(rests.corpus, halves=False)
    found = []
    for number, feature in enumerate(reading.features):
        for label, name in enumerate(corpus.labels):
            cell = (reading.first + number, label)
            row = _row(feature, name, cell, leaks, relies, corpus)
            row["rest"] = [float(tests.adjusted[cell]) for tests in rest]
            found.append(row)
    return sorted(found, key=lambda row: (-row["needed"], row["feature"]))


def _row(
    feature: Feature, label: str, cell: tuple[int, int], leaks: Tests, relies: Tests, corpus: Corpus
) -> dict[str, Any]:
    """Counts and adjusted p of one feature and class."""
    sets = int(((corpus.predicted == cell[1]) & (corpus.size > 0)).sum())
    return {
        "feature": f"{feature.kind} {feature.name} {feature.source[:8]}",
        "label": label,
        "members": len(feature.members),
        "texts": int(leaks.holding[cell]),
        "labelled": int(leaks.observed[cell]),
        "sets": sets,
        "held": int(relies.holding[cell]),
        "needed": int(relies.observed[cell]),
        "chance": round(float(relies.expected[cell]), 1),
        "leaks": float(leaks.adjusted[cell]),
        "relies": float(relies.adjusted[cell]),
    }


def false_alarms(reading: Reading, runs: int = 100) -> int:
    """Of so many runs with labels dealt out anew, in how many some feature leaks and is relied on."""
    corpus, generator = reading.corpus, np.random.default_rng(0)
    relied = reliance(corpus, halves=False).significant
    alarms = 0
    for _ in range(runs):
        leaks = association(corpus, generator.permutation(corpus.gold), halves=False).significant
        alarms += bool((leaks & relied)[reading.first :].any())
    return alarms


def judged(setting: Setting, seed: int, folder: Path, trained: dict[str, Any], source: str) -> dict[str, Any]:
    """What the second reading finds, and how much of the plant each feature holds."""
    manifest = json.loads(manifest_path(folder / "held-out.jsonl").read_text(encoding="utf-8"))
    planted = {normal(word) for drawn in manifest.get("families", {}).values() for word in drawn}
    planted |= {normal(token) for _, token in manifest["plan"]["tokens"] if not token.startswith("@")}
    rows, alarms = [], []
    for reading in read(folder, source):
        alarms.append(false_alarms(reading))
        words = [token.text for token in reading.corpus.vocabulary]
        share = {
            f"{f.kind} {f.name} {f.source[:8]}": round(
                len(planted & {words[m] for m in f.members}) / max(1, len(planted)), 2
            )
            for f in reading.features
        }
        rows += [
            row | {"planted": share[row["feature"]]}
            for row in tested(reading)
            if row["relies"] <= 0.05 or row["leaks"] <= 0.05
        ]
    obeyed = trained["accuracy"].get("conflicting", 1.0) < OBEYED
    return {
        "setting": setting.name,
        "seed": seed,
        "source": source,
        "obeyed": obeyed,
        "found": rows,
        "alarms": alarms,
    } | trained


def show(row: dict[str, Any]) -> None:
    """One run for a reader."""
    print(f"== {row['setting']} seed {row['seed']} from {row['source']}: obeyed {row['obeyed']}")
    print(f"   {row['accuracy']}; of 100 runs with permuted labels, {row['alarms']} with an alarm")
    for one in row["found"]:
        both = "BOTH" if one["relies"] <= 0.05 and one["leaks"] <= 0.05 else "    "
        both = "REST" if both == "BOTH" and max(one["rest"]) <= 0.05 else both
        print(
            f"  {both} {one['feature'][:60]:60} {one['label']:9} plant {one['planted']:.2f} members "
            f"{one['members']:4} label {one['labelled']}/{one['texts']} needed {one['needed']}/{one['held']} "
            f"of {one['sets']} sets (chance {one['chance']}) p {one['leaks']:.1g} {one['relies']:.1g}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", default=TINY)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=None, help="learning rate")
    parser.add_argument("--training", type=int, default=4000)
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--settings", nargs="+", default=[*PLANTS, *OTHERS])
    parser.add_argument("--sources", nargs="+", choices=SOURCES, default=["texts"], help="of families")
    parser.add_argument("--judge", action="store_true", help="read what is prepared, and train nothing")
    options = parser.parse_args()
    torch.set_num_threads(1)
    for name in options.settings:
        setting = Setting(name, permuted=name == "permuted")
        for seed in range(options.seeds):
            if options.judge and not is_prepared(setting, seed, options):
                continue
            folder, trained = prepared(setting, seed, options)
            for source in options.sources:
                row = judged(setting, seed, folder, trained, source)
                with (options.out / "families.jsonl").open("a") as file:
                    file.write(json.dumps(row) + "\n")
                show(row)


if __name__ == "__main__":
    main()
