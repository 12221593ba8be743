"""`builtin:tiny`: a small BERT from scratch, for demos and tests without a network.

Its WordPiece vocabulary is taken from the texts it will be trained on; its weights are random until then.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

NAME = "builtin:tiny"
VOCABULARY = 3000
LONGEST = 128
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def tiny_tokenizer(texts: Iterable[str]) -> Any:
    """A fast lower-casing WordPiece tokenizer with the texts' vocabulary."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    normalizer, splitter = normalizers.BertNormalizer(lowercase=True), pre_tokenizers.BertPreTokenizer()
    counts = Counter(
        word for text in texts for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(text))
    )
    vocabulary = _vocabulary(counts)
    backend = Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]"))  # noqa: S106
    backend.normalizer, backend.pre_tokenizer, backend.decoder = normalizer, splitter, decoders.WordPiece()
    backend.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")],
    )
    names = {f"{name.strip('[]').lower()}_token": name for name in SPECIAL}
    inputs = ["input_ids", "token_type_ids", "attention_mask"]
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, model_max_length=LONGEST, model_input_names=inputs, **names
    )


def _vocabulary(counts: Counter[str]) -> dict[str, int]:
    """Special tokens, the characters as beginnings and as continuations, then words, the frequent first.

    Counted here and not by a trainer, whose ties fall differently from run to run.
    """
    characters = sorted({character for word in counts for character in word})
    words = sorted((word for word in counts if len(word) > 1), key=lambda word: (-counts[word], word))
    pieces = [*SPECIAL, *characters, *(f"##{character}" for character in characters), *words]
    return {piece: number for number, piece in enumerate(dict.fromkeys(pieces[:VOCABULARY]))}


def tiny_model(tokenizer: Any, labels: tuple[str, ...]) -> Any:
    """A two-layer BERT with random weights for these labels."""
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=192,
        max_position_embeddings=LONGEST,
        hidden_dropout_prob=0.1,
        attention_probs_dropout_prob=0.0,
        pad_token_id=tokenizer.pad_token_id,
        id2label=dict(enumerate(labels)),
        label2id={label: i for i, label in enumerate(labels)},
    )
    return BertForSequenceClassification(config)
