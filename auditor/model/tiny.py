"""`builtin:tiny`: a small BERT from scratch, for demos and tests without a network.

Its WordPiece vocabulary is learned from the texts it will be trained on; its weights are random until then.
"""

from collections.abc import Iterable
from typing import Any

NAME = "builtin:tiny"
VOCABULARY = 3000
LONGEST = 128


def tiny_tokenizer(texts: Iterable[str]) -> Any:
    """A fast lower-casing WordPiece tokenizer with the texts' vocabulary."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    special = {"unk": "[UNK]", "pad": "[PAD]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
    backend = Tokenizer(models.WordPiece(unk_token=special["unk"]))
    backend.normalizer = normalizers.BertNormalizer(lowercase=True)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(
        vocab_size=VOCABULARY,
        special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"],
        show_progress=False,
    )
    backend.train_from_iterator(texts, trainer)
    ends = [(token, backend.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    backend.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    names = {f"{role}_token": token for role, token in special.items()}
    return PreTrainedTokenizerFast(tokenizer_object=backend, model_max_length=LONGEST, **names)


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
