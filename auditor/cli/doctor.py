"""`audit doctor`: what is installed, what is missing, and what this machine has."""

import json
import os
import platform
from importlib import metadata
from typing import Any

import click

NEEDED = ("torch", "transformers", "datasets", "accelerate", "pandas", "pyarrow", "numpy", "scipy", "jinja2")
"""Libraries that the program does not run without."""
OPTIONAL = {
    "spacy": "tags words where they are planted (pip install 'cidr-audit[spacy]')",
    "peft": "loads LoRA adapters and trains them (pip install 'cidr-audit[peft]')",
    "captum": "measures Captum's methods in audit evaluate (pip install 'cidr-audit[bench]')",
    "psutil": "measures memory in the benchmarks (pip install 'cidr-audit[bench]')",
}
"""Libraries that some of it uses, and what for."""


@click.command(short_help="What is installed, and what is missing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def doctor(as_json: bool) -> None:
    """Print versions, devices, and what is optional and missing; for a bug report, or before a long run.

    Exits with 1 where something is missing that the program needs.

    \b
    Examples:
      audit doctor
      audit doctor --json
    """
    found = _examined()
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        for name, value in _lines(found):
            click.echo(f"{name:<14}{value}")
    if not all(found["libraries"].values()):
        raise click.exceptions.Exit(1)


def _examined() -> dict[str, Any]:
    """Versions, devices and the environment, as plain values."""
    from auditor.network import hub_reachable

    libraries = {name: _version(name) for name in NEEDED}
    return {
        "audit": metadata.version("cidr-audit"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "libraries": libraries,
        "optional": {name: _version(name) for name in OPTIONAL},
        "devices": _devices() if libraries["torch"] else [],
        "threads": os.environ.get("OMP_NUM_THREADS"),
        "hub": hub_reachable(),
    }


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _devices() -> list[str]:
    """Where a model can run."""
    import torch

    found = ["cpu"]
    for number in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        memory = torch.cuda.get_device_properties(number).total_memory / 2**30
        found.append(f"cuda:{number} ({torch.cuda.get_device_name(number)}, {memory:.0f} GB)")
    return [*found, "mps"] if torch.backends.mps.is_available() else found


def _lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    """The same for people."""
    lines = [
        ("audit", found["audit"]),
        ("python", f"{found['python']} on {found['platform']}, {found['cores']} cores"),
    ]
    lines += [(name, version or "missing: install it") for name, version in found["libraries"].items()]
    lines.append(("devices", ", ".join(found["devices"]) or "none"))
    lines.append(("threads", f"OMP_NUM_THREADS is {found['threads'] or 'not set: one thread a process'}"))
    lines.append(
        ("hub", "reachable" if found["hub"] else "not reachable: only what is cached or local loads")
    )
    for name, version in found["optional"].items():
        lines.append((name, version or f"not installed; {OPTIONAL[name]}"))
    return lines
