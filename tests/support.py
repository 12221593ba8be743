"""Parts that tests share: tiny models in memory, and toy functions that answer the method's questions."""

import warnings
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from tokenizers.decoders import ByteLevel
from transformers import AutoConfig, AutoModelForSequenceClassification, PreTrainedTokenizerFast

from auditor.cidr.questions import Asking, Forward, Question, Result
from auditor.data.words import Word
from auditor.model.classifier import Classifier
from auditor.model.encoding import Encoded

WORDS = """
    a an the this that it is was and or but not no so too very of in on to with for film movie story plot
    actor script scene good bad great awful fine dull fun boring bright dark warm cold funny sad clever
    slow quick well made love hate like enjoy laugh cry watch see longer probe model at hand
""".split()  # noqa: SIM905 (a list of words reads best as text)
KINDS = (
    "bert",
    "distilbert",
    "roberta",
    "xlm-roberta",
    "electra",
    "albert",
    "mpnet",
    "deberta-v2",
    "modernbert",
    "gpt2",
)
BERT_STYLE = ("bert", "distilbert", "electra", "albert", "deberta-v2", "modernbert")
EAGER_ONLY = ("mpnet", "deberta-v2")
TYPED = ("bert", "electra", "albert", "deberta-v2")
PIECES = [chr(c) for c in range(33, 127) if not chr(c).isupper()]


def make_tokenizer(kind: str = "bert", *, limit: int = 64) -> Any:
    """A fast tokenizer with the special tokens, and the ids of them, that a kind of model expects."""
    if kind == "gpt2":
        return _byte_level(limit)
    cls, pad, sep, unk, mask = (
        ("[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]")
        if kind in BERT_STYLE
        else ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    )
    specials = [pad, unk, cls, sep, mask] if kind in BERT_STYLE else [cls, pad, sep, unk, mask]
    vocabulary = {
        piece: i
        for i, piece in enumerate(dict.fromkeys([*specials, *WORDS, *PIECES, *(f"##{p}" for p in PIECES)]))
    }
    backend = Tokenizer(models.WordPiece(vocabulary, unk_token=unk))
    backend.normalizer = normalizers.BertNormalizer(lowercase=True)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    second = f"{sep} $B {sep}" if kind in BERT_STYLE else f"{sep} {sep} $B {sep}"
    if kind in TYPED:
        second = f"{sep} $B:1 {sep}:1"
    backend.post_processor = processors.TemplateProcessing(
        single=f"{cls} $A {sep}",
        pair=f"{cls} $A {second}",
        special_tokens=[(cls, vocabulary[cls]), (sep, vocabulary[sep])],
    )
    names = ["input_ids", *(["token_type_ids"] if kind in TYPED else []), "attention_mask"]
    return PreTrainedTokenizerFast(
        tokenizer_object=backend,
        unk_token=unk,
        pad_token=pad,
        cls_token=cls,
        sep_token=sep,
        mask_token=mask,
        model_max_length=limit,
        model_input_names=names,
    )


def _byte_level(limit: int) -> Any:
    """GPT-2's kind: bytes, no special token around the text, no pad token."""
    vocabulary = {
        piece: i for i, piece in enumerate([*sorted(pre_tokenizers.ByteLevel.alphabet()), "<|end|>"])
    }
    backend = Tokenizer(models.BPE(vocabulary, []))
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = ByteLevel()
    backend.post_processor = processors.ByteLevel(trim_offsets=True)
    return PreTrainedTokenizerFast(
        tokenizer_object=backend,
        eos_token="<|end|>",
        bos_token="<|end|>",
        model_max_length=limit,
        model_input_names=["input_ids", "attention_mask"],
    )


def make_model(kind: str = "bert", *, labels: int = 2, seed: int = 0, double: bool = False) -> Any:
    """A tiny random classifier with weights large enough that every word matters."""
    tokenizer = make_tokenizer(kind)
    specials = {
        f"{name}_token_id": getattr(tokenizer, f"{name}_token_id")
        for name in ("pad", "bos", "eos", "cls", "sep")
    }
    config = AutoConfig.for_model(
        kind, **_sizes(kind), **specials, vocab_size=len(tokenizer), num_labels=labels
    )
    attention = {"attn_implementation": "eager"} if kind in EAGER_ONLY else {}
    with warnings.catch_warnings():  # DeBERTa-v2 is still scripted when its module is imported
        warnings.filterwarnings("ignore", message=".*torch.jit.script.*", category=DeprecationWarning)
        model = AutoModelForSequenceClassification.from_config(config, **attention)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.copy_(0.3 * torch.randn(parameter.shape, generator=generator))
    return (model.double() if double else model).eval()


def _sizes(kind: str) -> dict[str, Any]:
    if kind == "gpt2":
        return {"n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 256}
    if kind == "distilbert":
        return {"dim": 16, "hidden_dim": 32, "n_layers": 1, "n_heads": 2, "max_position_embeddings": 96}
    sizes = {
        "hidden_size": 16,
        "intermediate_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "max_position_embeddings": 96,
    }
    if kind in ("electra", "albert"):
        sizes["embedding_size"] = 8
    if kind == "deberta-v2":
        sizes |= {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "type_vocab_size": 2}
    if kind == "modernbert":
        sizes |= {"num_hidden_layers": 2, "global_attn_every_n_layers": 2, "local_attention": 8}
    return sizes


def make_classifier(
    kind: str = "bert", *, replacement: str = "pad", limit: int = 64, **options: Any
) -> Classifier:
    """A tiny random classifier, wrapped."""
    return Classifier(make_model(kind, **options), make_tokenizer(kind, limit=limit), replacement=replacement)


# Toy functions of word presence: they stand in for a model, so that the right answer is known.

Logits = Callable[[torch.Tensor], torch.Tensor]
"""(words,) presence to (classes,) logits, differentiable."""


def answer(question: Question, logits: Logits) -> Any:
    """What a model with these logits would say."""
    kept = torch.as_tensor(~question.removed, dtype=torch.float64)
    alphas = 1.0 if question.alphas is None else torch.as_tensor(question.alphas)[:, None]
    points = kept * alphas  # (rows, words)
    if isinstance(question, Forward):
        return torch.stack([logits(point) for point in points]).numpy()
    values, slopes = [], []
    for point in points:
        presence = point.clone().requires_grad_(True)
        chosen = torch.softmax(logits(presence), dim=-1)[question.target]
        (slope,) = torch.autograd.grad(chosen, presence)
        values.append(chosen.item())
        slopes.append(slope.numpy())
    return np.array(values), np.where(question.removed, 0.0, np.stack(slopes))


def drive(asking: Asking[Result], logits: Logits) -> Result:
    """Run a computation to its end on a toy function."""
    reply: Any = None
    while True:
        try:
            question = asking.send(reply)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        reply = answer(question, logits)


def probability(value: Callable[[torch.Tensor], torch.Tensor]) -> Logits:
    """Two-class logits whose first probability is exactly `value`, a function into (0, 1)."""
    return lambda presence: torch.stack([torch.log(value(presence)), torch.log1p(-value(presence))])


def from_table(table: np.ndarray) -> Logits:
    """Logits from a table over subsets: entry b is the margin with the words of bit mask b *kept*.

    Between the corners it is the multilinear extension, the expectation when each word is kept with the
    probability of its presence.
    """
    margins = torch.as_tensor(table, dtype=torch.float64)

    def logits(presence: torch.Tensor) -> torch.Tensor:
        level = margins
        for share in presence.flip(0):  # the last word is the highest bit
            level = level.reshape(2, -1)
            level = (1 - share) * level[0] + share * level[1]
        margin = level.reshape(())
        return torch.stack([margin / 2, -margin / 2])

    return logits


def subsets(items: Any) -> list[tuple[Any, ...]]:
    """Every subset, the empty one and the whole included."""
    pool = list(items)
    return [part for size in range(len(pool) + 1) for part in combinations(pool, size)]


def toy_encoded(words: int) -> Encoded:
    """A text of so many one-piece words between two special tokens, for toy functions."""
    names = [f"w{i}" for i in range(words)]
    text = " ".join(names)
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    return Encoded(
        texts=(text,),
        words=tuple(Word(name, *span) for name, span in zip(names, spans, strict=True)),
        ids=np.arange(words + 2),
        word_of=np.array([-1, *range(words), -1]),
        types=None,
        truncated=0,
    )
