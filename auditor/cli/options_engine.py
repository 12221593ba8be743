"""Options about who asks the model: processes of this run, or workers of a Ray cluster."""

from typing import Any

import click

from auditor.cli.headings import running
from auditor.cli.options import stack
from auditor.cli.options_asked import stands_for_model
from auditor.config import ENGINES, EngineConfig, layered
from auditor.errors import AuditError

engine_options = stack(
    [
        running(
            "--engine",
            type=click.Choice(ENGINES),
            help="Who asks the model: processes of this run, or workers of a Ray cluster. [default: local]",
        ),
        running(
            "--address", metavar="HOST:PORT", help="The Ray cluster, or auto. [default: one is started here]"
        ),
        running("--workers", type=int, help="Ray workers at most. [default: all cores, or GPUs]"),
        running("--gpus-per-worker", type=float, help="GPUs of a Ray worker. [default: 0]"),
    ]
)
_FIELDS = ("engine", "address", "workers", "gpus_per_worker")


def engine_config(options: dict[str, Any], processes: int) -> EngineConfig:
    """The engine by file, environment and flags; what contradicts it is refused."""
    flags = {name: options[name] for name in _FIELDS}
    found = layered(EngineConfig, "engine", flags=flags, file=options["config_file"])
    if found.engine == "local":
        given = [name for name in _FIELDS[1:] if flags[name] is not None]
        if given:
            raise AuditError(f"--{given[0].replace('_', '-')} is for --engine ray", "Add --engine ray.")
        return found
    if processes > 1:
        raise AuditError("--processes is for the local engine", "With --engine ray, use --workers.")
    if stands_for_model(options):
        raise AuditError(
            "--engine ray is for networks, and this model is only asked with texts", "Leave --engine out."
        )
    if options["device"] not in ("auto", "cpu"):
        raise AuditError(
            f"--device {options['device']} contradicts --engine ray, which chooses devices for its workers",
            "Leave --device out, and say --gpus-per-worker 1.",
        )
    if options["redact"]:
        raise AuditError(
            "--redact contradicts --engine ray, which keeps texts in files of its own on every machine",
            "Use --processes, or redact the finished run: audit report RUN --redact.",
        )
    if found.gpus_per_worker and options["device"] == "cpu":
        raise AuditError("--device cpu contradicts --gpus-per-worker", "Leave one of them out.")
    return found
