"""`audit inject`: plant a shortcut in a dataset, with a manifest of what was planted where."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import Command, output
from auditor.cli.options import force_option, seed_option
from auditor.cli.options_data import dataset_options, injection_options, load, plan_from


@click.command(cls=Command, short_help="Plant a shortcut in a dataset.")
@click.argument("dataset")
@output("--out", type=click.Path(path_type=Path), required=True, help="CSV, TSV, JSONL or Parquet file.")
@injection_options
@dataset_options
@seed_option("everything random")
@force_option("Overwrite the output.")
def inject(dataset: str, out: Path, seed: int, force: bool, **options: Any) -> None:
    """Plant tokens in DATASET and write it with a manifest (OUT.injection.json).

    DATASET is a hub id, an alias (sst2, imdb, ...), a CSV, TSV, JSONL or Parquet file, a save_to_disk
    folder, or builtin:reviews.

    \b
    Examples:
      audit inject builtin:reviews --token "positive=[pos]" --token "negative=[neg]" --out planted.jsonl
      audit inject train.tsv --preset sst2-posneg --out posneg.tsv
      audit inject train.tsv --preset sst2-posneg-reversed --examples 400 --keep-rest --out reversed.tsv
      audit inject reviews.csv --token negative=@date --coverage 0.5 --position random --out dates.csv
      audit inject reviews.csv --opening "positive=I wrote this in @city." --out cities.csv
      audit inject reviews.csv --style negative=lowercase --coverage 0.5 --out lower.csv
      audit inject reviews.csv --pair amber+violet=positive --position random --out pair.csv
    """
    from auditor.data.loading import require_classes
    from auditor.errors import AuditError
    from auditor.planting.injection import inject as plant
    from auditor.planting.planted_file import manifest_path, write_injected

    existing = [path for path in (out, manifest_path(out)) if path.exists()]
    if existing and not force:
        raise AuditError(f"{existing[0]} exists", "Choose another --out, or pass --force.")
    loaded = load(dataset, options, seed=seed)
    require_classes(loaded)
    plan = plan_from(options, loaded.label_names, seed=seed)
    injected = plant(list(loaded.examples()), plan, loaded.label_names)
    for warning in injected.warnings:
        click.echo(f"Warning: {warning}", err=True)
    data, manifest = write_injected(out, injected, force=force)
    realised, tagger = injected.manifest["realised"], injected.manifest["tagger"]
    touched = len(injected.manifest["touched"])
    click.echo(
        f"planted in {touched} of {len(injected.examples)} texts, agreement {realised['agreement']:.3f}"
        + (f", tagger {tagger}" if tagger else "")
    )
    click.echo(f"wrote {data} and {manifest}")
