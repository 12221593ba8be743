"""Options for models that are asked with texts: a function or object by name, or a server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import of_model
from auditor.cli.options import stack
from auditor.errors import AuditError

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
        of_model(
            "--mask-with", metavar="TEXT", help="Write this where a word is removed. [default: nothing]"
        ),
        of_model("--max-calls", type=click.IntRange(min=10), help="Texts to ask for in one session at most."),
    ]
)

TAKES = ("predict",)
"""Options that stand in the place of MODEL."""


def stands_for_model(options: dict[str, Any]) -> str | None:
    """What was given in the place of MODEL, if anything."""
    given = [options[name] for name in TAKES if options[name]]
    if len(given) > 1:
        raise AuditError(f"two models were given: {given[0]} and {given[1]}", "Give one of them.")
    return str(given[0]) if given else None


def check_asked(options: dict[str, Any]) -> None:
    """Refuse options that only a model in place of MODEL understands, where there is none."""
    names = [name for name in ("classes", "mask_with", "max_calls") if options[name]]
    if names and stands_for_model(options) is None:
        raise AuditError(
            f"--{names[0].replace('_', '-')} is for models that are asked with texts",
            "Name one with --predict.",
        )


def asked_loader(
    options: dict[str, Any], *, labels: tuple[str, ...] = (), fields: int = 1, run: Path | None = None
) -> Callable[[str], Any]:
    """What makes the model on a device; `labels` are the data's, `run` a directory that may hold answers."""

    def load(device: str) -> Any:  # noqa: ARG001 (it computes where it likes)
        from auditor.model.asked.askable import askable, named
        from auditor.model.asked.kept_answers import Answers
        from auditor.model.asked.text_model import Asking, TextModel
        from auditor.sweep.store import ANSWERS

        found = askable(named(options["predict"]))
        asking = Asking(
            name=options["predict"],
            labels=tuple((options["classes"] or "").split(",")) if options["classes"] else found.labels,
            fallback=labels,
            identity=found.identity,
            mask=options["mask_with"],
            fields=fields,
            max_calls=options["max_calls"],
        )
        return TextModel(found.ask, asking, Answers(run and run / ANSWERS))

    return load
