"""`audit explain`: the minimal feature set of one text, or of a few."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail
from auditor.cli.headings import Command, of_data, output
from auditor.cli.options import cidr_config, cidr_options, load_model, model_options
from auditor.errors import AuditError
from auditor.files import write_text
from auditor.records.text import Explanation


@click.command(cls=Command, short_help="Show what a prediction rests on.")
@click.argument("model")
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True)
@of_data("--pairs", is_flag=True, help="Each text is two fields with a tab between them.")
@output("--json", "as_json", is_flag=True, help="One JSON object a line.")
@output("--html", type=click.Path(path_type=Path, dir_okay=False), help="Also write a page.")
@cidr_options
@model_options
def explain(
    model: str, texts: tuple[str, ...], pairs: bool, as_json: bool, html: Path | None, **options: Any
) -> None:
    """Show the words without which MODEL would not predict what it does.

    MODEL is a directory or a hub id. TEXT is a text, or - for standard input, one text a line.

    \b
    Examples:
      audit explain path/to/model "a moving and often funny film"
      audit explain path/to/model "dull" "moving" --html explained.html
      audit explain path/to/model - --json < sentences.txt
      printf 'a man sleeps\\tnobody is awake\\n' | audit explain path/to/nli-model - --pairs
    """
    config = cidr_config(options)
    chosen = list(_texts(texts))
    if not chosen:
        raise AuditError("standard input is empty, so no text was explained", "Give it one text a line.")
    split = [_fields(text) for text in chosen] if pairs else chosen
    from auditor.report.explanation import page, to_json
    from auditor.report.terminal import show

    explained: list[Explanation] = []
    failed = 0
    for text, outcome in zip(chosen, _explain(model, split, config, options), strict=True):
        if isinstance(outcome, AuditError):
            failed += 1
            fail(f"{outcome.message} (text {text[:60]!r})", outcome.hint)
            continue
        explained.append(outcome)
        click.echo(to_json(outcome)) if as_json else show(outcome)
    if html and explained:
        write_text(html, page(explained, model))
        click.echo(f"wrote {html}", err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _explain(model: str, texts: list[Any], config: Any, options: dict[str, Any]) -> Iterator[Any]:
    from auditor.cidr.explain import explain as explain_texts

    return explain_texts(load_model(model, options, removal=config.removal), texts, config)


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
