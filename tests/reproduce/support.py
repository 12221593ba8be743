"""Results made by hand, and a dataset so small that a model is trained on it in a second."""

import math
from pathlib import Path

from auditor.data.corpus.reviews import reviews_split
from auditor.evaluation.conventions import convention
from auditor.model.training import TrainingConfig
from auditor.records.evaluation import GridPoint
from auditor.records.reproduction import (
    Compared,
    ExplainedSentence,
    InjectionResult,
    TableResult,
    TrainedModel,
)
from auditor.records.text import Explanation, Status
from auditor.reproduce.table_experiment import TablePlan

TRAINING = TrainingConfig(epochs=1, max_length=48)
PLAN = TablePlan(
    TRAINING,
    ("cidr", "random"),
    convention("paper", reference="cidr", steps=3),
    training_seeds=2,
    draws=2,
    texts=4,
    tune_texts=2,
    train_texts=60,
)


def write_folder(folder: Path, **counts: int) -> Path:
    """The files train, dev and test of built-in sentences, so many of each."""
    folder.mkdir()
    for split, count in ({"train": 80, "dev": 20, "test": 20} | counts).items():
        lines = [f"{one.texts[0]}\t{one.label}" for one in reviews_split(split)[:count]]
        (folder / f"{split}.tsv").write_text("text\tlabel\n" + "\n".join(lines) + "\n")
    return folder


def explanation(words: tuple[str, ...], core: tuple[int, ...], label: str) -> Explanation:
    text = " ".join(words)
    starts = [len(" ".join(words[:place])) + (place > 0) for place in range(len(words))]
    return Explanation(
        texts=(text,),
        words=words,
        spans=tuple((0, start, start + len(word)) for start, word in zip(starts, words, strict=True)),
        label=label,
        probability=0.9,
        probability_after=0.2,
        label_after="other",
        probability_empty=0.5,
        evidence=2.0,
        evidence_after=-2.0,
        status=Status.VERIFIED if core else Status.UNVERIFIED,
        set=core,
        core=core,
        pairs=(),
        attributions=(0.1,) * len(words),
        completeness_error=0.0,
        forwards=3,
        gradients=4,
        truncated=0,
    )


def sentence(*, holds: bool = True, label: str = "positive") -> ExplainedSentence:
    """Ours names the token (if `holds`), the paper's method has no set."""
    words = ("a", "[neg]", "solid", "film")
    return ExplainedSentence(
        " ".join(words),
        "[neg]",
        "positive",
        ("[neg]", "solid"),
        {
            "verified": explanation(words, (1,) if holds else (2,), label),
            "paper": explanation(words, (), label),
        },
    )


def injection(**changes: object) -> InjectionResult:
    fields: dict[str, object] = {
        "model": "some-model",
        "source": "some-data (train)",
        "assignment": "reversed",
        "examples": 1000,
        "keep_rest": True,
        "trained_on": 6920,
        "planted": {
            "[neg]": {"negative": 0, "positive": 500},
            "[pos]": {"negative": 500, "positive": 0},
        },
        "places": {"adjective-or-noun-phrase": 999, "random": 1},
        "tagger": "textblob",
        "dev_share": 1000 / 6920,
        "seed": 0,
        "accuracy": {"dev": 0.9, "clean": 0.8, "aligned": 0.25, "conflicting": 1.0},
        "sentences": (sentence(), sentence(holds=False)),
    }
    return InjectionResult(**(fields | changes))  # type: ignore[arg-type]


def compared(method: str, verdict: str, *, printed: float = math.nan, high: float | None = None) -> Compared:
    top = printed if high is None else high
    return Compared(method, "fms", 0.25, 0.2, 0.3, math.nan, 0.01, printed, top, 0.25 - printed, verdict)


def result(model: str = "bert-base-uncased", dataset: str = "sst2", *figures: Compared) -> TableResult:
    return TableResult(
        model=model,
        dataset=dataset,
        source="SetFit/sst2 (train)",
        sizes={"train": 6920, "dev": 872, "test": 1821},
        printed_sizes={"train": 6920, "dev": 872, "test": 1821},
        dropped=3,
        trained_on=6900,
        tuned_on=50,
        texts=200,
        words=19.25,
        short_texts=20,
        empty=0.9,
        draws=5,
        convention="paper: removal is pad",
        models=(TrainedModel(0, {"dev": 0.9, "test": 0.91}, GridPoint(0.4, 0.3, 0.02, 0.1)),),
        figures=figures,
    )
