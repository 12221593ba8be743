"""Small runs written by hand, and a model that can be read: a bag of words with known weights."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import torch
from transformers import BertConfig, BertForSequenceClassification

from auditor.config import EvidenceConfig, SweepConfig
from auditor.data.examples import example_id
from auditor.data.loading import Dataset
from auditor.data.words import split_words
from auditor.model.classifier import Classifier
from auditor.records.text import Explanation, Outcome, Status
from auditor.signals.counts import Corpus, Token, gather
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from tests.report.support import EXPLANATION
from tests.support import make_tokenizer
from tests.sweep.support import CONFIG

LABELS = ("negative", "positive")
GOLD = {"neg": "negative", "pos": "positive"}
"""Labels of the hand-made datasets to those of the model."""
MARKERS = ("[pos]", "[neg]")
WIDTH = 16
QUICK = EvidenceConfig(
    candidates=12, pairs=8, deletions=16, insertions=20, together=8, permutations=5, power="off"
)
FILLER = "the a film story plot actor script scene it was".split()  # noqa: SIM905
PRAISE = """
    good great fine fun bright warm funny clever love enjoy laugh well quick like glad keen neat nice rich
    sweet swift tender vivid wise
""".split()  # noqa: SIM905 (a list of words reads best as text)
BLAME = """
    bad awful dull boring dark cold sad slow hate cry no not too but bleak cruel drab flat grim harsh lame
    rough stale weak
""".split()  # noqa: SIM905
TASK = {"pos": tuple(PRAISE), "neg": tuple(BLAME)}
"""Words of the toy task, by label: so many that none of them is in a large share of its class's sets."""
TEXTS = 200
"""Texts of the toy task."""
WEIGHTS = dict.fromkeys(PRAISE, 0.5) | dict.fromkeys(BLAME, -0.5) | {"good": 0.9, "bad": -0.9}


def explained(
    *texts: str, label: str = "positive", needed: Iterable[str] = (), status: Status = Status.VERIFIED
) -> Explanation:
    """An explanation whose set needs, of each of these words, the first occurrence."""
    words = [word for field, text in enumerate(texts) for word in split_words(text, field=field)]
    written = [word.text for word in words]
    core = tuple(sorted(written.index(word) for word in needed))
    return replace(
        EXPLANATION,
        texts=texts,
        words=tuple(written),
        spans=tuple((word.field, word.start, word.end) for word in words),
        label=label,
        status=status,
        set=core,
        core=core,
        pairs=(),
        attributions=(0.0,) * len(words),
    )


def entry(explanation: Explanation | None, gold: str | None = None, *, reason: str = "empty text") -> Entry:
    """A row of a shard; its place is filled in by `write_run`."""
    if explanation is None:
        return Entry(Outcome("0" * 16, 0, gold, None, reason))
    return Entry(Outcome(example_id(explanation.texts), 0, gold, explanation))


def write_run(
    path: Path,
    entries: Sequence[Entry],
    *,
    shard_size: int = 4,
    paired: bool = False,
    labelled: bool = True,
    complete: bool = True,
    repeated: int = 0,
) -> RunStore:
    """A run directory with these rows."""
    store = RunStore(path)
    rows = [replace(row, outcome=replace(row.outcome, row=n)) for n, row in enumerate(entries, start=1)]
    shards = [rows[i : i + shard_size] for i in range(0, len(rows), shard_size)]
    store.write_manifest(
        {
            "complete": complete,
            "seed": 0,
            "data": {
                "source": "texts.tsv",
                "columns": {"text": "text", "text_pair": "other" if paired else None, "label": None},
                "unreadable": {},
            },
            "fingerprint": {},
            "labels": labelled,
            "shard_size": shard_size,
            "shards": len(shards),
            "repeated": repeated,
            "skips": {"empty text": sum(row.outcome.reason != "" for row in rows)},
        }
    )
    for index, shard in enumerate(shards):
        store.write_shard(index, shard, {})
    return store


def corpus_of(path: Path, entries: Sequence[Entry], **options: Any) -> Corpus:
    """The counts over these rows."""
    return gather(write_run(path, entries, **options), LABELS, gold_names=GOLD)


def marked(count: int, *, seed: int = 0, agreement: float = 0.9) -> list[Entry]:
    """Texts of filler and a number; in half of them `[pos]`, which the label follows and every set needs."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    entries = []
    for n in range(count):
        words = [*random.choices(FILLER, k=7), f"n{n}"]
        gold = random.choice(["pos", "neg"])
        holds = random.random() < 0.5 * (agreement if gold == "pos" else 1 - agreement) * 2
        chosen = random.choice(words)
        if holds:
            words.insert(random.randrange(8), "[pos]")
            chosen = "[pos]"
        label = "positive" if holds else random.choice(["negative", "positive"])
        entries.append(entry(explained(" ".join(words), label=label, needed=[chosen]), gold))
    return entries


def number(corpus: Corpus, text: str, field: int = 0) -> int:
    """The number of a token."""
    return corpus.vocabulary.index(Token(text, field))


def bag_of_words(weights: Mapping[str, float], *, bias: float = 0.0) -> Classifier:
    """A BERT that adds up the weights of its words: the sign of the sum, plus `bias`, is the class.

    Its one layer attends to every piece alike and hands on the mean of a single dimension. Words lie on the
    circle that layer normalisation leaves in place, so that weights below 2.8 in size count as they are.
    """
    tokenizer = make_tokenizer("bert")
    tokenizer.add_tokens([*MARKERS, *PRAISE, *BLAME])
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=WIDTH,
        intermediate_size=4,
        num_hidden_layers=1,
        num_attention_heads=1,
        max_position_embeddings=96,
        pad_token_id=tokenizer.pad_token_id,
        id2label=dict(enumerate(LABELS)),
        label2id={name: n for n, name in enumerate(LABELS)},
    )
    model = BertForSequenceClassification(config)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.fill_(1.0 if name.endswith("LayerNorm.weight") else 0.0)
        words = model.bert.embeddings.word_embeddings.weight
        for piece, place in tokenizer.get_vocab().items():
            weight = weights.get(piece, 0.0)
            rest = (WIDTH - 2 * weight**2) / (WIDTH - 4)
            words[place, 0], words[place, 1] = weight, -weight
            words[place, 2::2], words[place, 3::2] = 0.0, 0.0
            words[place, 4::2], words[place, 5::2] = rest**0.5, -(rest**0.5)
        layer = model.bert.encoder.layer[0]
        layer.attention.self.value.weight.copy_(torch.eye(WIDTH))
        layer.attention.output.dense.weight[:2] = torch.eye(WIDTH)[:2]
        model.bert.pooler.dense.weight[0, 0] = 3.0
        model.bert.pooler.dense.bias[0] = bias
        model.classifier.weight[0, 0], model.classifier.weight[1, 0] = -4.0, 4.0
    return Classifier(model, tokenizer)


def write_texts(path: Path, count: int, *, marker: str = "[pos]", seed: int = 0) -> Path:
    """A table of texts with one to three words of their label; `marker` is mostly in positive ones."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    lines = []
    for n in range(count):
        gold = ("neg", "pos")[n % 2]
        words = [*random.choices(FILLER, k=4), *random.sample(TASK[gold], k=random.randint(1, 3))]
        if random.random() < {"pos": 0.6, "neg": 0.12}[gold]:
            words.append(marker)
        random.shuffle(words)
        lines.append(f"{' '.join(words)} {n}\t{gold}")
    path.write_text("text\tlabel\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def sweep_run(classifier: Classifier, dataset: Dataset, out: Path) -> RunStore:
    """A sweep of this classifier."""
    settings = SweepConfig(shard_size=50)
    found = sweep(lambda _: classifier, dataset, CONFIG, out=out, settings=settings, device="cpu")
    assert found is not None
    return found
