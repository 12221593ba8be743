"""Loading a classifier from a directory or the hub, with errors a user can act on.

Safe by default: weights come from safetensors alone and no code from the model's repository is run, unless
asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.errors import AuditError, NoGradientsError, first_line
from auditor.model.classifier import Classifier
from auditor.network import hub_reachable

EAGER_ONLY = ("mpnet", "deberta", "deberta-v2")
"""Architectures whose gradients to `inputs_embeds` need eager attention."""

_FOR_PEOPLE = (OSError, ValueError, ImportError, RuntimeError)
"""Errors of the libraries that are written for people."""


def load_classifier(
    name: str | Path,
    *,
    device: str = "auto",
    dtype: str = "float32",
    replacement: str = "pad",
    target_label: str | None = None,
    trust_remote_code: bool = False,
    allow_pickle: bool = False,
) -> Classifier:
    """The classifier at a local directory or hub id, ready to be audited with gradients."""
    model, tokenizer = load_parts(
        name, device=device, dtype=dtype, trust_remote_code=trust_remote_code, allow_pickle=allow_pickle
    )
    return wrapped(str(name), model, tokenizer, replacement=replacement, target_label=target_label)


def wrapped(name: str, model: Any, tokenizer: Any, **options: Any) -> Classifier:
    """A loaded model with its tokenizer as a classifier; `NoGradientsError` where it can only be asked."""
    if not tokenizer.is_fast:
        raise NoGradientsError(f"{type(tokenizer).__name__} is a slow tokenizer: words have no pieces")
    classifier: Classifier = attempt(name, lambda: Classifier(model, tokenizer, **options))
    return classifier


def load_parts(
    name: str | Path,
    *,
    device: str = "auto",
    dtype: str = "float32",
    trust_remote_code: bool = False,
    allow_pickle: bool = False,
) -> tuple[Any, Any]:
    """The model at a local directory or hub id on its device, and its tokenizer."""
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer

    path = str(name)
    local = Path(path).exists()
    if local and is_adapter(Path(path)):
        return _adapted(Path(path), device, dtype, trust_remote_code, allow_pickle)
    shared = {"trust_remote_code": trust_remote_code, "local_files_only": local or not hub_reachable()}
    config = attempt(path, lambda: AutoConfig.from_pretrained(path, **shared))
    attempt(path, lambda: _check_architecture(path, config))
    if local:
        check_weights(Path(path), allow_pickle=allow_pickle)
    tokenizer = attempt(path, lambda: AutoTokenizer.from_pretrained(path, **shared))
    made_up = len(tokenizer) <= len(tokenizer.all_special_tokens) + 2  # where its files are missing
    if tokenizer.is_fast and made_up:
        raise AuditError(f"{path} has no tokenizer vocabulary", "Save the tokenizer beside the model.")
    attention = {"attn_implementation": "eager"} if config.model_type in EAGER_ONLY else {}
    model, info = attempt(
        path,
        lambda: AutoModelForSequenceClassification.from_pretrained(
            path,
            config=config,
            dtype=dtype,
            use_safetensors=None if allow_pickle else True,
            output_loading_info=True,
            **attention,
            **shared,
        ),
    )
    if info["missing_keys"]:
        missing = ", ".join(sorted(info["missing_keys"])[:3])
        raise AuditError(
            f"{path} is not fine-tuned: its weights lack {missing}",
            "Fine-tune it first, or give the directory of a fine-tuned model.",
        )
    return _moved(model, _device(device)), tokenizer


def is_adapter(path: Path) -> bool:
    """Whether a directory holds an adapter of the library peft, in place of a whole model."""
    return (path / "adapter_config.json").is_file()


def _adapted(
    path: Path, device: str, dtype: str, trust_remote_code: bool, allow_pickle: bool
) -> tuple[Any, Any]:
    from auditor.model.adapters import load_adapter

    model, tokenizer = load_adapter(
        path, dtype=dtype, trust_remote_code=trust_remote_code, allow_pickle=allow_pickle
    )
    return _moved(model, _device(device)), tokenizer


def _moved(model: Any, device: str) -> Any:
    import torch

    try:
        torch.zeros(1, device=device).item()  # `meta` would take the model, and has no numbers
        return model.to(device)
    except (RuntimeError, AssertionError) as error:
        raise AuditError(f"device {device!r} cannot be used here", "Use --device auto, or cpu.") from error


def _device(name: str) -> str:
    import torch

    if name != "auto":
        return name
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def attempt(path: str, load: Any) -> Any:
    """Run a transformers loader; turn what it raises into one line with a cure."""
    try:
        with quiet():
            return load()
    except AuditError:
        raise
    except Exception as error:  # a damaged file can make the libraries raise anything
        raise _explain(path, error) from error


@contextmanager
def quiet() -> Iterator[None]:
    """No progress bars and no chatter from transformers while a model loads; as before afterwards."""
    from transformers.utils import logging

    bars, level = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


def _explain(path: str, error: Exception) -> AuditError:
    text = str(error)
    telling = isinstance(error, _FOR_PEOPLE) and not isinstance(error, UnicodeDecodeError) and text.strip()
    first = first_line(error) if telling else "its files are damaged, or of another version"
    if "trust_remote_code" in text:
        return AuditError(
            f"{path} needs code from its own repository",
            "Read that code, then pass --trust-remote-code if you trust it.",
        )
    if "safetensors" in text and Path(path).exists():
        return AuditError(
            f"{path} has no safetensors weights", "Convert the model, or pass --allow-pickle if you trust it."
        )
    if not Path(path).exists():
        return AuditError(
            f"cannot load {path!r}: it is not a directory here, and the hub did not give it",
            "Check the path or the hub id, the network, and HF_HUB_OFFLINE.",
        )
    return AuditError(f"cannot load the model at {path}: {first}", "Check that the directory is complete.")


def check_weights(path: Path, *, allow_pickle: bool) -> None:
    """Refuse a directory without safetensors."""
    names = {file.name for file in path.iterdir()} if path.is_dir() else set()
    if any(name.endswith(".safetensors") for name in names):
        return
    if any(name.endswith((".bin", ".pt", ".pth")) for name in names):
        if allow_pickle:
            return
        raise AuditError(
            f"{path} holds pickled weights only, and loading them can run code",
            "Convert them to safetensors, or pass --allow-pickle if you trust the source.",
        )
    raise AuditError(f"{path} has no weights (*.safetensors)", "Check that the directory is complete.")


def _check_architecture(path: str, config: Any) -> None:
    architectures = config.architectures or []
    if architectures and not any(name.endswith("ForSequenceClassification") for name in architectures):
        raise AuditError(
            f"{path} is not a sequence classifier but {', '.join(architectures)}",
            "Fine-tune it for classification first.",
        )
