"""Which loader reads what the user named."""

import json
from pathlib import Path

import pytest

from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.opening import FILES, open_source
from auditor.data.sources.source import Source
from auditor.errors import AuditError


def opened(spec: str | Path, split: str | None = None) -> Source:
    return open_source(spec, split=split, stream=True, options=FileOptions())


def test_a_file_is_read_by_its_suffix(tmp_path: Path) -> None:
    for suffix in set(FILES) - {".parquet", ".xlsx"}:
        content = json.dumps({"text": "a b", "label": "x"}) if "j" in suffix else "text\tlabel\na b\tx\n"
        (tmp_path / f"a{suffix}").write_text(content)
        assert opened(tmp_path / f"a{suffix}").columns == ("text", "label")
        assert opened(str(tmp_path / f"a{suffix}")).description == f"a{suffix}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.txt", "a.txt has no known format"),
        ("missing.csv", "missing.csv does not exist"),
        ("", "save_to_disk did not write"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "a.txt").write_text("hello")
    with pytest.raises(AuditError, match=said):
        opened(tmp_path / name)


def test_a_file_has_no_splits(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text,label\na,b\n")
    with pytest.raises(AuditError, match="is one file and has no split 'dev'"):
        opened(tmp_path / "a.csv", "dev")


def test_the_built_in_corpus() -> None:
    assert opened("builtin:reviews", "dev").description == "builtin:reviews (dev)"
