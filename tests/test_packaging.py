"""The wheel holds what the program needs, wherever it is installed, and the source archive what builds it."""

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from auditor.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that was built from it."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    for name in files.stdout.splitlines():
        if name.startswith(("auditor/", "templates/")) or name in ("pyproject.toml", "README.md", "LICENSE"):
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    return out


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked far from the checkout."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(folder)  # noqa: S202 (the project's own archive)
    return folder


def test_both_archives_have_the_name_of_this_version(built: Path) -> None:
    name = f"cidr_audit-{PROJECT['version']}"
    assert sorted(path.name for path in built.iterdir()) == [f"{name}-py3-none-any.whl", f"{name}.tar.gz"]


def test_the_source_archive_has_the_licence_and_nothing_of_a_workplace(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "templates/report.html"} <= names
    assert not [name for name in names if name.startswith((".venv", "build", "reports", "dist"))]


def test_the_metadata_are_valid_and_say_what_the_project_says(unpacked: Path) -> None:
    [folder] = unpacked.glob("*.dist-info")
    found = Metadata.from_email((folder / "METADATA").read_bytes(), validate=True)
    assert (found.name, str(found.version)) == (PROJECT["name"], PROJECT["version"])
    assert found.license_expression == "Apache-2.0" and (folder / "licenses" / "LICENSE").exists()
    assert found.description_content_type == "text/markdown"
    assert found.description == (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(found.provides_extra or ()) == set(PROJECT["optional-dependencies"])
    needed = [one for one in found.requires_dist or () if one.marker is None]
    assert len(needed) == len(PROJECT["dependencies"])
    assert "audit = auditor.cli.main:main" in (folder / "entry_points.txt").read_text(encoding="utf-8")


def test_pinned_versions_are_within_the_ranges() -> None:
    pins = [Requirement(line) for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]]
    pinned = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in pins}
    extras = [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    for needed in map(Requirement, [*PROJECT["dependencies"], *extras]):
        name = canonicalize_name(needed.name)
        if name != "spacy":  # CI tags words with TextBlob
            assert needed.specifier.contains(pinned[name]), needed


def test_every_package_and_template_is_inside(unpacked: Path) -> None:
    def names(root: Path, folder: str, pattern: str) -> set[str]:
        return {str(p.relative_to(root / folder)) for p in (root / folder).rglob(pattern)}

    for pattern in ("*.py", "*.json"):
        assert names(ROOT, "auditor", pattern) <= names(unpacked, "auditor", pattern)
    for pattern in ("*.html", "*.css", "*.js", "*.json"):
        assert names(ROOT, "templates", pattern) <= names(unpacked, "auditor/templates", pattern)
    assert (unpacked / "auditor" / "py.typed").exists()


CODE = """
import json, sys, auditor
from auditor.data.corpus.reviews import reviews_split
from auditor.report.explanation import page
from auditor.findings.schema import PATH
assert auditor.__file__.startswith(sys.argv[1]), auditor.__file__
assert "The words a prediction rests on" in page([], "m")
assert json.loads(PATH.read_text(encoding="utf-8"))["title"] == "Audit report"
assert len(reviews_split("test")) > 500
from auditor.cli.main import main
main(["report", sys.argv[2], "--out", "again"], standalone_mode=False)
for name in json.loads(sys.argv[3]):
    main([name, "--help"], standalone_mode=False)
"""


def test_it_works_from_the_wheel_alone(unpacked: Path, tmp_path: Path) -> None:
    """Templates, schema and built-in corpus, far from the checkout."""
    sample = ROOT / "reports" / "sample"
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(unpacked), str(sample / "report.json"), json.dumps(COMMANDS)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again/index.html").read_bytes() == (sample / "index.html").read_bytes()
