"""Options about datasets and what is planted in them."""

from collections.abc import Callable
from typing import Any

import click

from auditor.cli.headings import Decorated, of_data, planting
from auditor.cli.options import stack
from auditor.data.sources.file_options import AUTO, HEADERS, QUOTINGS
from auditor.errors import AuditError
from auditor.planting.plan import POSITIONS, InjectionPlan, parse_pair, parse_token
from auditor.planting.presets import EXAMPLES, PRESETS, preset_plan
from auditor.planting.styles import STYLES

dataset_options = stack(
    [
        of_data("--split", help="Split of the dataset."),
        of_data("--text-column", help="Column of the text, where it is not clear."),
        of_data("--text-pair-column", help="Column of the second text of a two-sentence task."),
        of_data("--label-column", help="Column of the label, where it is not clear."),
        of_data("--label-map", multiple=True, help="OLD=NEW, to rename labels; repeatable."),
        of_data(
            "--header",
            type=click.Choice(HEADERS),
            default=AUTO,
            show_default=True,
            help="Whether the first row of a CSV or TSV file names the columns.",
        ),
        of_data(
            "--quoting",
            type=click.Choice(QUOTINGS),
            default=AUTO,
            show_default=True,
            help='Whether " encloses cells of a CSV or TSV file.',
        ),
        of_data(
            "--encoding",
            default=AUTO,
            show_default=True,
            help="Encoding of a CSV, TSV or JSONL file, such as utf-8 or cp1252.",
        ),
        of_data("--limit", type=int, help="A seeded, stratified sample of this many examples."),
    ]
)


def examples_option(what: str) -> Callable[[Decorated], Decorated]:
    """How many texts the paper's experiment takes."""
    text = f"{what} to take and plant, half of each class. [default: {EXAMPLES}]"
    return planting("--examples", type=click.IntRange(min=2), help=text)


def keep_rest_option(what: str) -> Callable[[Decorated], Decorated]:
    """Whether the texts beyond those stay in."""
    return planting("--keep-rest", is_flag=True, default=None, help=f"{what} the other texts, unplanted.")


def _plan_default(name: str) -> str:
    value = getattr(InjectionPlan, name)
    return f"[default: {value if isinstance(value, str) else f'{value:g}'}]"


injection_options = stack(
    [
        planting(
            "--preset",
            type=click.Choice(list(PRESETS)),
            help="The paper's experiment, ready made: tokens with their class, at random, or reversed.",
        ),
        examples_option("With --preset: texts"),
        keep_rest_option("With --preset: keep"),
        planting(
            "--token",
            "tokens",
            multiple=True,
            help="LABEL=TOKEN; repeatable. @date, @country, @name, @html, ... or @FILE "
            "draw a word for each text.",
        ),
        planting(
            "--opening",
            "openings",
            multiple=True,
            help="LABEL=TEXT at the start of a text; may hold slots such as @city.",
        ),
        planting("--style", "styles", multiple=True, help=f"LABEL=STYLE of the text: {', '.join(STYLES)}."),
        planting("--pair", "pairs", multiple=True, help="A+B=LABEL: two words that matter only together."),
        planting("--coverage", type=float, help=f"Share of the texts. {_plan_default('coverage')}"),
        planting(
            "--agreement", type=float, help=f"How often it goes with its label. {_plan_default('agreement')}"
        ),
        planting(
            "--position",
            type=click.Choice(POSITIONS),
            help="Where in a text; before an adjective or a noun phrase where it has one. "
            + _plan_default("position"),
        ),
    ]
)

PLANTED = ("tokens", "openings", "styles", "pairs")
"""Options that say what is planted."""
_LOADING = (
    "split",
    "text_column",
    "text_pair_column",
    "label_column",
    "header",
    "quoting",
    "encoding",
    "limit",
)


def load(dataset: str, options: dict[str, Any], *, seed: int, **override: Any) -> Any:
    """Load a dataset by the options of `dataset_options`; what was guessed about it goes to stderr."""
    from auditor.data.labels import parse_label_map
    from auditor.data.loading import load_dataset

    chosen = {name: options[name] for name in _LOADING} | override
    return told(load_dataset(dataset, label_map=parse_label_map(options["label_map"]), seed=seed, **chosen))


def training_split(dataset: str, options: dict[str, Any]) -> dict[str, Any]:
    """The split named `train` where the source has splits and none was named."""
    from auditor.data.sources.hub import ALIASES

    has_splits = dataset.startswith("builtin:") or dataset in ALIASES
    return {"split": "train"} if has_splits and options["split"] is None else {}


def weights_of(dataset: str, options: dict[str, Any]) -> dict[int, float] | None:
    """What each row counts for, by its number; None where no column says so."""
    from auditor.data.row_weights import read_weights

    name = options["weight_column"]
    if name is None:
        return None
    given = training_split(dataset, options) or {"split": options["split"]}
    written = {key: options[key] for key in ("header", "quoting", "encoding")}
    return read_weights(dataset, name, **given, **written)


def told(dataset: Any) -> Any:
    """A dataset, after telling the user what was guessed about its source."""
    for notice in dataset.notices:
        click.echo(f"Note: {notice}", err=True)
    return dataset


def plan_from(options: dict[str, Any], labels: tuple[str, ...], *, seed: int) -> InjectionPlan:
    """What `injection_options` say should be planted."""
    if options["preset"]:
        if any(options[name] for name in PLANTED):
            raise AuditError("a preset has its own tokens", "Leave out --token and the like, or the preset.")
        return preset_plan(options["preset"], labels, flags=options, seed=seed)
    for name in ("examples", "keep_rest"):
        if options[name] is not None:
            said = name.replace("_", "-")
            raise AuditError(f"--{said} was given without --preset", "Leave it out, or name a preset.")
    shares = {name: options[name] for name in ("coverage", "agreement", "position")}
    return InjectionPlan(
        tokens=tuple(parse_token(text) for text in options["tokens"]),
        pairs=tuple(parse_pair(text) for text in options["pairs"]),
        openings=tuple(parse_token(text, "opening") for text in options["openings"]),
        styles=tuple(parse_token(text, "style") for text in options["styles"]),
        seed=seed,
        **{name: value for name, value in shares.items() if value is not None},
    )
