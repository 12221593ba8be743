"""Does the artefact score agree with people? Words that Rotten Tomatoes' labels favour (docs/benchmarks.md).

    python -m benchmarks.judgement                        # stand-in for people: TextBlob's lexicon
    python -m benchmarks.judgement --marks marks.tsv      # word<TAB>spurious or genuine, a line each

The score needs predictions and insertions and no minimal sets, so the sweep is left out: every text is stored
with its prediction and an empty set. The AUC is the chance that a spurious word scores above a genuine one.
"""

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import torch
from auditor.evidence.analysis import Sources, analyse
from auditor.evidence.frames import token_frame
from auditor.evidence.interventions import AS_IS, Laboratory, ask
from auditor.evidence.task import Lexicon

from auditor.config import EvidenceConfig
from auditor.data.corpus.reviews import LABELS
from auditor.data.examples import Example
from auditor.model.classifier import softmax
from auditor.model.loading import load_classifier
from auditor.records.text import Explanation, Outcome, Status
from auditor.sweep.store import RunStore
from auditor.sweep.table import Entry
from benchmarks.detection_runs import reference_corpus
from benchmarks.reference import SHARED, text_id

NAMES = {label: label for label in LABELS}


def entries(laboratory: Laboratory, examples: Sequence[Example]) -> list[Entry]:
    """Every text with its prediction and no set."""
    found = []
    answers = ask(laboratory, [(example.texts, AS_IS) for example in examples])
    for example, logits in zip(examples, answers, strict=True):
        if logits is None:
            continue
        chance = softmax(logits[0])
        top = int(chance.argmax())
        words = laboratory.classifier.encode(*example.texts).words
        found.append(
            Entry(
                Outcome(
                    example.id,
                    example.row,
                    example.label,
                    Explanation(
                        texts=example.texts,
                        words=tuple(word.text for word in words),
                        spans=tuple((word.field, word.start, word.end) for word in words),
                        label=LABELS[top],
                        probability=float(chance[top]),
                        probability_after=float(chance[top]),
                        label_after=LABELS[top],
                        probability_empty=0.5,
                        evidence=0.0,
                        evidence_after=0.0,
                        status=Status.UNREACHABLE,
                        set=(),
                        core=(),
                        pairs=(),
                        attributions=(0.0,) * len(words),
                        completeness_error=0.0,
                        forwards=1,
                        gradients=0,
                        truncated=0,
                    ),
                    "",
                )
            )
        )
    return found


def stored(folder: Path, rows: list[Entry]) -> RunStore:
    """A run that holds these rows."""
    store = RunStore(folder)
    data = {
        "source": "rt",
        "columns": {"text": "text", "text_pair": None, "label": "label"},
        "unreadable": {},
    }
    store.write_manifest(
        {
            "complete": True,
            "seed": 0,
            "data": data,
            "fingerprint": {},
            "labels": True,
            "shard_size": len(rows),
            "shards": 1,
            "repeated": 0,
            "skips": {},
        }
    )
    store.write_shard(0, rows, {})
    return store


def lexicon() -> dict[str, float]:
    """TextBlob's words of sentiment with their mean polarity."""
    import textblob.en

    path = Path(textblob.en.__file__).with_name("en-sentiment.xml")
    found: dict[str, list[float]] = {}
    for word in ElementTree.parse(path).getroot():  # noqa: S314
        found.setdefault(str(word.get("form")), []).append(float(word.get("polarity", 0)))
    return {word: float(np.mean(values)) for word, values in found.items()}


def marks_of(path: Path | None, words: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bool]:
    """For words with their label, whether they are spurious; without a file, whether a lexicon lacks them."""
    if path is not None:
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        said = {word.casefold(): mark.strip() == "spurious" for word, mark, *_ in lines}
        return {(word, label): said[word] for word, label in words if word in said}
    listed, sign = lexicon(), {"positive": 1, "negative": -1}
    found = {}
    for word, label in words:
        polarity = listed.get(word, 0.0) * sign[label]
        if polarity >= 0:  # a word that leans the other way is neither
            found[word, label] = polarity == 0
    return found


def auc(spurious: Sequence[float], genuine: Sequence[float]) -> float:
    """The chance that one of the first is above one of the second; a tie counts half."""
    first, second = np.array(spurious)[:, None], np.array(genuine)[None, :]
    return float(((first > second) + 0.5 * (first == second)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=str(SHARED / "models/minilm-sst2"))
    parser.add_argument("--marks", type=Path, help="what people said of words")
    parser.add_argument("--texts", type=int, default=4000)
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--least", type=int, default=10, help="texts that must hold a word")
    options = parser.parse_args()
    torch.set_num_threads(1)
    laboratory = Laboratory(load_classifier(options.model, device="cpu"))
    laboratory.classifier.labels = LABELS
    examples = sorted(reference_corpus(options.model), key=lambda e: text_id(e.texts[0]))[: options.texts]
    unique = list({example.id: example for example in examples}.values())
    config = EvidenceConfig(candidates=0, scored=options.words, pairs=0, permutations=0)
    with tempfile.TemporaryDirectory() as name:
        store = stored(Path(name) / "run", entries(laboratory, unique))
        sources = Sources(NAMES)
        words = {word: None for word, polarity in lexicon().items() if polarity}
        for title, given in (
            ("score", sources),
            ("with a lexicon", replace(sources, lexicon=Lexicon(words))),
        ):
            frame = token_frame(analyse(store, laboratory, given, config))
            frame = frame[frame.artefact_score.notna() & (frame.documents >= options.least)]
            marks = marks_of(options.marks, list(zip(frame.token, frame.label, strict=True)))
            sides: dict[bool, list[float]] = {True: [], False: []}
            for token, label, score in zip(frame.token, frame.label, frame.artefact_score, strict=True):
                if (token, label) in marks:
                    sides[marks[token, label]].append(score)
            print(
                f"{title}: AUC {auc(sides[True], sides[False]):.3f} "
                f"({len(sides[True])} spurious, {len(sides[False])} genuine words)",
                flush=True,
            )
            if options.marks is None:
                return  # the stand-in is that very lexicon


if __name__ == "__main__":
    main()
