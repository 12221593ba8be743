"""`audit doctor`: what it says is what is there."""

import json
import platform
from collections.abc import Callable
from importlib import metadata

import pytest
from click.testing import Result

from auditor.cli.doctor import NEEDED, OPTIONAL

Audit = Callable[..., Result]


def test_versions_devices_and_what_is_optional(audit: Audit) -> None:
    result = audit("doctor", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["audit"] == metadata.version("cidr-audit") and found["python"] == platform.python_version()
    assert list(found["libraries"]) == list(NEEDED)
    assert found["libraries"]["torch"] == metadata.version("torch") and found["devices"][0] == "cpu"
    assert list(found["optional"]) == list(OPTIONAL)


def test_lines_for_people_name_every_library_and_what_is_missing_for(audit: Audit) -> None:
    result = audit("doctor")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert {*NEEDED, *OPTIONAL, "devices", "hub", "audit", "python"} <= set(lines)
    for name in OPTIONAL:
        assert ("not installed; " in lines[name]) == ("pip install 'cidr-audit[" in lines[name])


def test_a_missing_library_is_said_and_fails(audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.cli.doctor.NEEDED", (*NEEDED, "no-such-library"))
    result = audit("doctor")
    assert result.exit_code == 1
    assert (
        "no-such-librarymissing: install it" in result.stdout.replace(" ", "", 1)
        or "missing: install it" in result.stdout
    )


def test_the_optional_libraries_are_those_of_the_extras() -> None:
    extras = {line.split(";")[0] for line in metadata.requires("cidr-audit") or () if "extra ==" in line}
    named = {requirement.split(">")[0].strip().lower() for requirement in extras}
    assert set(OPTIONAL) <= named
