"""`audit explain`: the minimal feature set of one text, or of a few."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail
from auditor.cli.headings import Command, of_data, output
from auditor.cli.options import cidr_config, cidr_options, model_options
from auditor.cli.options_asked import asked_options, check_asked, opened, stands_for_model
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.files import write_text
from auditor.records.text import Explanation


@click.command(cls=Command, short_help="Show what a prediction rests on.")
@click.argument("model", metavar="[MODEL]")
@click.argument("texts", metavar="TEXT...", nargs=-1)
@of_data("--pairs", is_flag=True, help="Each text is two fields with a tab between them.")
@output("--json", "as_json", is_flag=True, help="One JSON object a line.")
@output(
    "--trace", is_flag=True, help="With --json: every step of the paper's method (implies --method paper)."
)
@output("--html", type=click.Path(path_type=Path, dir_okay=False), help="Also write a page.")
@cidr_options
@model_options
@asked_options
def explain(
    model: str,
    texts: tuple[str, ...],
    pairs: bool,
    as_json: bool,
    trace: bool,
    html: Path | None,
    **options: Any,
) -> None:
    """Show the words without which MODEL would not predict what it does.

    MODEL is a directory or a hub id. TEXT is a text, or - for standard input, one text a line.

    \b
    Examples:
      audit explain path/to/model "a moving and often funny film"
      audit explain path/to/model "dull" "moving" --html explained.html
      audit explain path/to/model - --json < sentences.txt
      audit explain path/to/model "a moving and often funny film" --json --trace --method paper
      audit explain "a moving and often funny film" --predict my_module:predict
      printf 'a man sleeps\\tnobody is awake\\n' | audit explain path/to/nli-model - --pairs
    """
    check_asked(options)
    if asked := stands_for_model(options):
        model, texts = asked, (model, *texts)
    if not texts:
        raise click.UsageError("Missing argument 'TEXT...'.")
    config = _config(options, trace=trace, as_json=as_json)
    chosen = list(_texts(texts))
    if not chosen:
        raise AuditError("standard input is empty, so no text was explained", "Give it one text a line.")
    split = [_fields(text) for text in chosen] if pairs else chosen
    from auditor.report.explanation import page, to_json
    from auditor.report.terminal import show

    explained: list[Explanation] = []
    failed = 0
    answers = _trace(model, split, config, options) if trace else _explain(model, split, config, options)
    for text, outcome in zip(chosen, answers, strict=True):
        if isinstance(outcome, AuditError):
            failed += 1
            fail(f"{outcome.message} (text {text[:60]!r})", outcome.hint)
            continue
        explained.append(outcome.explanation if trace else outcome)
        steps = outcome.as_dict() if trace else None
        click.echo(to_json(explained[-1], steps)) if as_json else show(outcome)
    if html and explained:
        write_text(html, page(explained, model))
        click.echo(f"wrote {html}", err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _explain(model: str, texts: list[Any], config: Any, options: dict[str, Any]) -> Iterator[Any]:
    from auditor.cidr.explain import explain as explain_texts

    return explain_texts(_opened(model, texts, config, options), texts, config)


def _opened(model: str, texts: list[Any], config: Any, options: dict[str, Any]) -> Any:
    """The model, loaded or to be asked."""
    fields = 1 if isinstance(texts[0], str) else 2
    found = opened(model, options, removal=config.removal, fields=fields).load(options["device"])
    for notice in getattr(found, "notices", ()):
        click.echo(f"Note: {notice}", err=True)
    return found


def _trace(model: str, texts: list[Any], config: Any, options: dict[str, Any]) -> Iterator[Any]:
    from auditor.cidr.explain import trace
    from auditor.model.pretrained import load_classifier

    loading = {name: options[name] for name in ("device", "dtype", "trust_remote_code", "allow_pickle")}
    return trace(load_classifier(model, **loading), texts, config)


def _config(options: dict[str, Any], *, trace: bool, as_json: bool) -> CidrConfig:
    """The settings; a trace is of the paper's method, and JSON alone holds it."""
    if trace and not as_json:
        raise AuditError("--trace was given without --json", "Add --json: the trace is a JSON object.")
    if trace and stands_for_model(options):
        raise AuditError("--trace is of the paper's method, which needs gradients", "Give a MODEL instead.")
    if trace and options["method"] == "verified":
        raise AuditError("--trace contradicts --method verified", "The trace is of --method paper.")
    if trace:
        options["method"] = "paper"
    return cidr_config(options)


def _texts(arguments: tuple[str, ...]) -> Iterator[str]:
    for argument in arguments:
        if argument == "-":
            # Bytes that are no UTF-8 become surrogates, which are then refused text by text.
            lines = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").splitlines()
            yield from lines
        else:
            yield argument


def _fields(text: str) -> tuple[str, str]:
    first, tab, second = text.partition("\t")
    if not tab:
        raise AuditError(f"no tab in {text[:60]!r}", "With --pairs a text is two fields with a tab between.")
    return first, second
