"""What a success promises, checked: files that load again, pages that are whole and harmless."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from click.testing import Result
from jsonschema import Draft202012Validator

from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.findings.report_file import read_report
from auditor.findings.schema import schema
from benchmarks.fuzz_workshop import Attack
from tests.report.pages import Page

REPORT = ("index.html", "report.json", "summary.md")
_VALIDATOR = Draft202012Validator(schema())


def broken_promises(attack: Attack, result: Result, folder: Path) -> list[str]:
    """What a command that ended well did not keep."""
    command = attack.arguments[0] if attack.arguments else ""
    if attack.out is None or "--help" in attack.arguments:
        return []
    checks = {
        "run": lambda: _report(folder / attack.out),
        "report": lambda: _report(folder / attack.out),
        "inject": lambda: _planted(folder / attack.out, result),
        "explain": lambda: _explained(attack, result, folder),
        "train": lambda: _files(folder / attack.out, ("training.json", "model.safetensors")),
        "evaluate": lambda: _files(
            folder / attack.out, ("evaluation.json", "evaluation.html", "evaluation.md")
        ),
        "show": lambda: _json(attack, result.stdout),
        "diff": lambda: _json(attack, result.stdout),
    }
    try:
        return list(checks[command]()) if command in checks else []
    except (AuditError, OSError, ValueError, KeyError) as error:
        return [f"what was written cannot be used: {type(error).__name__}: {error}"]


def _files(folder: Path, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if not (folder / name).is_file() or not (folder / name).stat().st_size:
            yield f"a success without {name}"
        elif name.endswith(".html"):
            yield from Page((folder / name).read_text(encoding="utf-8")).problems


def _report(folder: Path) -> Iterator[str]:
    missing = list(_files(folder, REPORT))
    yield from missing
    if missing:
        return
    try:
        read_report(folder)
    except AuditError as error:
        yield f"a report that cannot be read: {error.message[:200]}"
        return
    content = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    yield from (f"not in the schema: {error.json_path}" for error in _VALIDATOR.iter_errors(content))
    if re.search(r"(?<!\\)<(script|img)", (folder / "summary.md").read_text(encoding="utf-8")):
        yield "summary.md holds markup of the dataset"


def _planted(out: Path, result: Result) -> Iterator[str]:
    said = re.search(r"planted in (\d+) of (\d+) texts", result.stdout)
    if said is None:
        yield "inject did not say what it did"
        return
    loaded = load_dataset(out)
    manifest = json.loads(out.with_name(out.name + ".injection.json").read_text(encoding="utf-8"))
    if len(loaded) != int(said[2]) or len(manifest["touched"]) != int(said[1]):
        yield f"said {said[0]}, wrote {len(loaded)} and {len(manifest['touched'])}"
    if loaded.fingerprint != manifest["output"]:
        yield "the dataset that was written is not the one in the manifest"


def _explained(attack: Attack, result: Result, folder: Path) -> Iterator[str]:
    if "--json" in attack.arguments:
        found = [json.loads(line) for line in result.stdout.split("\n") if line]
        if not found:
            yield "a success that explains nothing"
    elif not result.stdout.strip():
        yield "a success that explains nothing"
    if "--html" in attack.arguments:
        yield from _files(folder, ("page.html",))


def _json(attack: Attack, stdout: str) -> Iterator[str]:
    if "--json" in attack.arguments:
        json.loads(stdout)
    elif not stdout.strip() and attack.arguments[0] == "diff":
        yield "a success that says nothing"
