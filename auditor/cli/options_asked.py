"""Options about models of any kind: what stands in the place of MODEL, and how it is asked."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.headings import of_model
from auditor.cli.options import stack
from auditor.errors import AuditError

if TYPE_CHECKING:
    from auditor.model.open_model import Opened

asked_options = stack(
    [
        of_model(
            "--predict",
            metavar="MODULE:NAME",
            help="In place of MODEL: a function from a list of texts to class scores, or an object with "
            "predict_proba.",
        ),
        of_model(
            "--endpoint",
            metavar="URL",
            help="In place of MODEL: a text-classification server, asked as Hugging Face's servers are; the "
            "variable AUDIT_ENDPOINT_TOKEN has its token.",
        ),
        of_model(
            "--request-size",
            type=click.IntRange(min=1),
            default=16,
            show_default=True,
            help="Texts in one request to the server.",
        ),
        of_model(
            "--concurrency",
            type=click.IntRange(min=1, max=256),
            default=4,
            show_default=True,
            help="Requests to the server at the same time, in each process.",
        ),
        of_model(
            "--timeout",
            type=click.FloatRange(min=0.1),
            default=30,
            show_default=True,
            help="Seconds that the server has for an answer, before it is asked again.",
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

TAKES = ("predict", "endpoint")
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
            "Name one with --predict or --endpoint.",
        )


def without_query(argument: str) -> str:
    """An argument as it may be kept: a URL without its query, which can hold what nobody should read."""
    head, _, _ = argument.partition("?")
    return head if "://" in head else argument


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
    from auditor.model.asked.endpoint import Endpoint, Patience
    from auditor.model.asked.text_model import Asking
    from auditor.model.open_model import Wish, open_model
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
    if options["predict"]:
        return open_model(named(options["predict"]), wish)
    if options["endpoint"]:
        asking = replace(asking, batch=options["request_size"], concurrency=options["concurrency"])
        server = Endpoint(options["endpoint"], Patience(timeout=options["timeout"]))
        return open_model(server, replace(wish, asking=asking))
    return open_model(model, wish)
