"""The model that fine-tuning starts from: its tokenizer, its layers, and a new head for the classes.

Any encoder that `AutoModelForSequenceClassification` knows will do, whatever it was trained for before.
Markers that were planted become whole tokens with embeddings of their own, as far apart as any two random
ones: the default of copying the mean embedding starts `[pos]` and `[neg]` as twins, and the model then learns
one and treats the other as its absence.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from auditor.errors import AuditError
from auditor.model import tiny
from auditor.model.pretrained import EAGER_ONLY, attempt, check_weights
from auditor.network import hub_reachable


def base_model(
    name: str, labels: tuple[str, ...], texts: Sequence[str], *, markers: Sequence[str], layers: int | None
) -> tuple[Any, Any]:
    """Tokenizer and model for these classes; `texts` give `builtin:tiny` its vocabulary."""
    added = [marker for marker in markers if is_marker(marker)]
    if name == tiny.NAME:
        tokenizer = tiny.tiny_tokenizer(texts)
        tokenizer.add_tokens(added)
        return tokenizer, tiny.tiny_model(tokenizer, labels)
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    where = {"local_files_only": Path(name).exists() or not hub_reachable()}
    tokenizer = attempt(name, lambda: AutoTokenizer.from_pretrained(name, **where))
    config = attempt(name, lambda: _config(name, labels, layers, where))
    attention = {"attn_implementation": "eager"} if config.model_type in EAGER_ONLY else {}
    if Path(name).exists():
        check_weights(Path(name), allow_pickle=False)
    model = attempt(
        name,
        lambda: AutoModelForSequenceClassification.from_pretrained(
            name, config=config, ignore_mismatched_sizes=True, use_safetensors=True, **attention, **where
        ),
    )
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
        model.config.pad_token_id = tokenizer.pad_token_id
    if tokenizer.add_tokens(added):
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    return tokenizer, model


def is_marker(token: str) -> bool:
    """Whether a planted token is a marker such as `[pos]` rather than a natural word."""
    return not token.replace("-", "").replace("'", "").isalpha()


def _config(name: str, labels: tuple[str, ...], layers: int | None, where: dict[str, Any]) -> Any:
    """The base model's configuration, for one of these classes for each text."""
    from transformers import AutoConfig

    changes: dict[str, Any] = {
        "id2label": dict(enumerate(labels)),
        "label2id": {label: number for number, label in enumerate(labels)},
        "problem_type": "single_label_classification",
    }
    if layers is not None:
        before = AutoConfig.from_pretrained(name, **where)
        if layers > before.num_hidden_layers:
            raise AuditError(
                f"layers is {layers}, and the base model has {before.num_hidden_layers}",
                "Give --layers at most that number, or leave it out.",
            )
        changes["num_hidden_layers"] = layers
        if getattr(before, "layer_types", None):
            changes["layer_types"] = list(before.layer_types)[:layers]
    return AutoConfig.from_pretrained(name, **changes, **where)
