"""The wheel holds what the program needs, wherever it is installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked far from the checkout."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    for name in files.stdout.splitlines():
        if name.startswith(("auditor/", "templates/")) or name in ("pyproject.toml", "README.md", "LICENSE"):
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    folder = out / "unpacked"
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


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
"""


def test_it_works_from_the_wheel_alone(unpacked: Path, tmp_path: Path) -> None:
    """Templates, schema and built-in corpus, far from the checkout."""
    sample = ROOT / "reports" / "sample"
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(unpacked), str(sample / "report.json")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again/index.html").read_bytes() == (sample / "index.html").read_bytes()
