"""LoRA adapters: small matrices beside the frozen weights of a base model (extra `peft`).

An adapter's directory holds what training added, and names the model that it was added to. Loaded, the two
are merged into a plain network of the base's architecture, which is then audited like any other.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

from auditor.errors import AuditError
from auditor.model import tiny
from auditor.model.pretrained import EAGER_ONLY, attempt
from auditor.network import hub_reachable

CONFIG = "adapter_config.json"
WEIGHTS = "adapter_model.safetensors"
ALPHA = 2
"""How much the adapter counts, for each unit of its rank."""


def with_lora(model: Any, rank: int, *, grown: bool) -> Any:
    """A model whose linear layers learn through matrices of this rank.

    With `grown`, the vocabulary has new tokens, whose embeddings are learned too.
    """
    peft = _peft()
    embeddings = next(
        name.rpartition(".")[2]
        for name, layer in model.named_modules()
        if layer is model.get_input_embeddings()
    )
    config = peft.LoraConfig(
        task_type=peft.TaskType.SEQ_CLS,
        r=rank,
        lora_alpha=ALPHA * rank,
        lora_dropout=0.05,
        target_modules="all-linear",
        modules_to_save=[embeddings] if grown else None,
    )
    adapted = peft.get_peft_model(model, config)
    # Learned embeddings are among the saved modules; peft would ask the hub whether to save them once more.
    adapted.save_pretrained = partial(adapted.save_pretrained, save_embedding_layers=False)
    return adapted


def check_lora(rank: int | None, base_model: str) -> None:
    """Refuse an adapter that could never be loaded, before anything is trained."""
    if rank is None:
        return
    if base_model == tiny.NAME:
        raise AuditError(
            f"--lora-rank needs a base model with weights of its own, and {tiny.NAME} begins from nothing",
            "Name one with --base-model, or leave --lora-rank out.",
        )
    _peft()


def load_adapter(path: Path, *, dtype: str, trust_remote_code: bool, allow_pickle: bool) -> tuple[Any, Any]:
    """The base model with an adapter merged into it, and the tokenizer."""
    from transformers import AutoTokenizer

    peft = _peft()
    base = _base_of(path)
    if not (path / WEIGHTS).is_file() and not allow_pickle:
        raise AuditError(
            f"{path} holds no {WEIGHTS}", "Save the adapter as safetensors, or pass --allow-pickle."
        )
    shared = {"trust_remote_code": trust_remote_code, "local_files_only": not hub_reachable()}
    own = any((path / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json"))
    try:
        tokenizer = attempt(base, lambda: AutoTokenizer.from_pretrained(str(path) if own else base, **shared))
        model = attempt(base, lambda: _network(path, base, dtype, allow_pickle=allow_pickle, shared=shared))
    except AuditError as error:
        message = f"the base model of the adapter in {path}: {error.message}"
        raise AuditError(message, error.hint) from error
    if len(tokenizer) > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    adapted = attempt(str(path), lambda: peft.PeftModel.from_pretrained(model, str(path)))
    return attempt(str(path), adapted.merge_and_unload), tokenizer


def _network(path: Path, base: str, dtype: str, *, allow_pickle: bool, shared: dict[str, Any]) -> Any:
    """The base model with a head for the adapter's classes."""
    from transformers import AutoConfig, AutoModelForSequenceClassification

    config = AutoConfig.from_pretrained(base, **shared)
    if (path / "config.json").is_file():
        pieces = config.vocab_size
        config = AutoConfig.from_pretrained(str(path), **shared)
        config.vocab_size = pieces  # it grows to the tokenizer's once the base's embeddings are read
    elif classes := _classes(path):
        config.num_labels = classes
    attention = {"attn_implementation": "eager"} if config.model_type in EAGER_ONLY else {}
    model, info = AutoModelForSequenceClassification.from_pretrained(
        base,
        config=config,
        dtype=dtype,
        ignore_mismatched_sizes=True,
        use_safetensors=None if allow_pickle else True,
        output_loading_info=True,
        **attention,
        **shared,
    )
    added = _tensors(path)
    made = {*info["missing_keys"], *(key for key, *_ in info["mismatched_keys"])}
    unlearned = sorted(key for key in made if not any(name.endswith(key) for name in added))
    if unlearned and added:
        raise AuditError(
            f"neither {base} nor its adapter in {path} has the weights {', '.join(unlearned[:3])}",
            "Save the classification head with the adapter (modules_to_save).",
        )
    return model


def _base_of(path: Path) -> str:
    try:
        base = json.loads((path / CONFIG).read_text(encoding="utf-8"))["base_model_name_or_path"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AuditError(
            f"{path / CONFIG} names no base model", "Save the adapter again with peft."
        ) from error
    if not isinstance(base, str) or not base:
        raise AuditError(f"{path / CONFIG} names no base model", "Save the adapter again with peft.")
    return base


def _tensors(path: Path) -> dict[str, tuple[int, ...]]:
    """Names and shapes of an adapter's weights; empty where they are pickled."""
    from safetensors import safe_open

    if not (path / WEIGHTS).is_file():
        return {}
    with safe_open(str(path / WEIGHTS), framework="np") as file:
        return {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118


def _classes(path: Path) -> int | None:
    """Classes of the head that an adapter brings along."""
    heads = [shape for name, shape in _tensors(path).items() if _is_head(name)]
    return heads[0][0] if heads else None


def _is_head(name: str) -> bool:
    """Whether a weight is the last layer of a classification head (`classifier`, `score`, `out_proj`)."""
    parts = name.split(".")
    return parts[-1] == "weight" and parts[-2] in ("classifier", "score", "out_proj") and "lora" not in name


def _peft() -> Any:
    try:
        import peft
    except ImportError as error:
        raise AuditError("adapters need the library peft", "pip install 'cidr-audit[peft]'") from error
    return peft
