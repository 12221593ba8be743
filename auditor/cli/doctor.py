"""`audit doctor`: what is installed, what is missing, and what this machine has."""

import json
import os
import platform
import re
from importlib import metadata
from typing import Any

import click

PROGRAM = "cidr-audit"
OPTIONAL = {
    "spacy": "tags words where they are planted (pip install 'cidr-audit[spacy]')",
    "peft": "loads LoRA adapters and trains them (pip install 'cidr-audit[peft]')",
    "ray": "audits on a Ray cluster (pip install 'cidr-audit[ray]')",
    "captum": "measures Captum's methods in audit evaluate (pip install 'cidr-audit[bench]')",
}
"""Libraries that some of it uses, and what for."""
COMPLETION = 'eval "$(_AUDIT_COMPLETE=bash_source audit)" in ~/.bashrc (or zsh_source, fish_source)'


@click.command(short_help="What is installed, and what is missing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def doctor(as_json: bool) -> None:
    """Print versions, devices, and what is optional and missing; for a bug report, or before a long run.

    Exits with 1 where something is missing or too old that the program needs.

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
            click.echo(f"{name:<18}{value}")
    if not all(_fits(one) for one in found["libraries"].values()):
        raise click.exceptions.Exit(1)


def _examined() -> dict[str, Any]:
    """Versions, devices and the environment, as plain values."""
    from auditor.network import hub_reachable

    libraries = {name: {"version": _version(name), "needed": least} for name, least in needed().items()}
    present = {name: one["version"] is not None for name, one in libraries.items()}
    return {
        "audit": metadata.version(PROGRAM),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "libraries": libraries,
        "optional": {name: _version(name) for name in OPTIONAL},
        "devices": _devices() if present["torch"] else [],
        "threads": os.environ.get("OMP_NUM_THREADS"),
        "hub": present["transformers"] and hub_reachable(),
    }


def needed() -> dict[str, str]:
    """The libraries that the program does not run without, each with the oldest version that will do."""
    lines = [line for line in metadata.requires(PROGRAM) or () if "extra ==" not in line]
    found = (re.match(r"([\w.-]+)\s*(?:>=\s*([\d.]+))?", line) for line in lines)
    return {match[1]: match[2] or "0" for match in found if match}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _fits(library: dict[str, str | None]) -> bool:
    """Whether a library is there, and new enough."""
    have = library["version"]
    return have is not None and _numbers(have) >= _numbers(library["needed"] or "0")


def _numbers(version: str) -> tuple[int, ...]:
    """ "2.13.0+cpu" as (2, 13, 0)."""
    return tuple(int(number) for number in re.findall(r"\d+", re.split(r"[+a-z]", version)[0]))


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
    lines += [(name, _told(one)) for name, one in found["libraries"].items()]
    lines += [
        ("devices", ", ".join(found["devices"]) or "none"),
        ("threads", f"OMP_NUM_THREADS is {found['threads'] or 'not set: one thread a process'}"),
        ("hub", "reachable" if found["hub"] else "not reachable: only what is cached or local loads"),
    ]
    for name, version in found["optional"].items():
        lines.append((name, version or f"not installed (optional); {OPTIONAL[name]}"))
    return [*lines, ("completion", COMPLETION)]


def _told(library: dict[str, str | None]) -> str:
    have, least = library["version"], library["needed"]
    if have is None:
        return f"missing: install {least} or later"
    return have if _fits(library) else f"{have} is too old: install {least} or later"
