"""Options about models of any kind: what stands in the place of MODEL, and how it is asked."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.headings import of_model
from auditor.cli.options import stack
from auditor.errors import AuditError

if TYPE_CHECKING:
    from auditor.model.opening import Opened

asked_options = stack(
    [
        of_model(
            "--predict",
            metavar="MODULE:NAME",
            help="In place of MODEL: a function from a list of texts to class scores, or an object with "
            "predict_proba.",
        ),
        of_model(
            "--classes",
            metavar="NAME,…",
            help="The classes in the order of the scores, where nothing names them.",
        ),
        of_model("--target-label", metavar="NAME", help="Audit one label of a multi-label model."),
        of_model(
            "--mask-with", metavar="TEXT", help="Write this where a word is removed. [default: nothing]"
        ),
        of_model("--max-calls", type=click.IntRange(min=10), help="Texts to ask for in one session at most."),
    ]
)

TAKES = ("predict",)
"""Options that stand in the place of MODEL."""
ASKED_ONLY = ("classes", "mask_with", "max_calls")
"""Options that a network does not understand."""
LOADING = ("dtype", "trust_remote_code", "allow_pickle")
"""Options about loading a network."""


def stands_for_model(options: Mapping[str, Any]) -> str | None:
    """What was given in the place of MODEL, if anything."""
    given = [options[name] for name in TAKES if options[name]]
    if len(given) > 1:
        raise AuditError(f"two models were given: {given[0]} and {given[1]}", "Give one of them.")
    return str(given[0]) if given else None


def check_asked(options: Mapping[str, Any]) -> None:
    """Refuse options that only a model in place of MODEL understands, where there is none."""
    names = [name for name in ASKED_ONLY if options[name]]
    if names and stands_for_model(options) is None:
        raise AuditError(
            f"--{names[0].replace('_', '-')} is for models that are asked with texts",
            "Name one with --predict.",
        )


def opened(
    model: str,
    options: Mapping[str, Any],
    *,
    removal: str,
    labels: tuple[str, ...] = (),
    fields: int = 1,
    run: Path | None = None,
) -> "Opened":
    """The model that the options name; `labels` are the data's, `run` a directory that may hold answers."""
    from auditor.model.asked.askable import named
    from auditor.model.asked.text_model import Asking
    from auditor.model.opening import Wish, open_model
    from auditor.sweep.store import ANSWERS

    asking = Asking(
        name=model,
        labels=tuple(options["classes"].split(",")) if options["classes"] else (),
        fallback=labels,
        mask=options["mask_with"],
        target=options["target_label"],
        fields=fields,
        max_calls=options["max_calls"],
    )
    wish = Wish(
        asking,
        replacement="mask" if removal == "mask" else "pad",
        answers=None if run is None else run / ANSWERS,
        loading=tuple((name, options[name]) for name in LOADING),
    )
    return open_model(named(options["predict"]) if options["predict"] else model, wish)
