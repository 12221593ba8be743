"""`audit doctor`: what it says is what is there."""

import json
import platform
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import Result

from auditor.cli.doctor import COMPLETION, OPTIONAL, needed

Audit = Callable[..., Result]


def test_versions_devices_and_what_is_optional(audit: Audit) -> None:
    result = audit("doctor", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["audit"] == metadata.version("cidr-audit") and found["python"] == platform.python_version()
    assert found["libraries"].keys() == needed().keys() >= {"torch", "transformers", "click", "jinja2"}
    assert found["libraries"]["torch"]["version"] == metadata.version("torch")
    assert found["devices"][0] == "cpu"
    assert list(found["optional"]) == list(OPTIONAL)


def test_lines_for_people_name_every_library_and_what_is_missing_for(audit: Audit) -> None:
    result = audit("doctor")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert {*needed(), *OPTIONAL, "devices", "hub", "audit", "python"} <= set(lines)
    assert COMPLETION in lines["completion"]
    for name in OPTIONAL:
        assert ("not installed" in lines[name]) == ("pip install 'cidr-audit[" in lines[name])


@pytest.mark.parametrize(
    ("libraries", "said"),
    [
        ({"no-such-library": "1.2"}, "no-such-library   missing: install 1.2 or later"),
        ({"click": "99.1"}, "is too old: install 99.1 or later"),
    ],
    ids=["missing", "old"],
)
def test_what_is_missing_or_too_old_is_said_and_fails(
    audit: Audit, monkeypatch: pytest.MonkeyPatch, libraries: dict[str, str], said: str
) -> None:
    whole = needed()
    monkeypatch.setattr("auditor.cli.doctor.needed", lambda: whole | libraries)
    result = audit("doctor")
    assert result.exit_code == 1 and said in result.stdout


def test_the_optional_libraries_are_those_of_the_extras() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    extras = {
        name: {line.split(">")[0] for line in lines}
        for name, lines in project["optional-dependencies"].items()
    }
    for name, use in OPTIONAL.items():
        extra = use.split("cidr-audit[")[1].split("]")[0]
        assert name in extras[extra], name
