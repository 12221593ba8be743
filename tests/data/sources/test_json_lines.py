"""JSON lines: typed values, one object per line."""

from pathlib import Path

import pytest

from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.json_lines import json_source
from auditor.errors import AuditError


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "a.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_values_keep_their_types_and_columns_come_from_all_sampled_rows(tmp_path: Path) -> None:
    path = written(tmp_path, '{"text": "a", "label": 1}\n\n{"text": null, "more": [true]}\n')
    source = json_source(path, FileOptions())
    assert source.columns == ("text", "label", "more")
    rows = [dict(row.values) for row in source.rows(("text",))]
    assert rows == [{"text": "a", "label": 1}, {"text": None, "more": [True]}]


def test_another_encoding(tmp_path: Path) -> None:
    path = written(tmp_path, '{"text": "un café noir", "label": 1}\n'.encode("cp1252"))
    source = json_source(path, FileOptions())
    assert next(source.rows(())).values["text"] == "un café noir" and "Windows-1252" in source.notices[0]
    named = json_source(path, FileOptions(encoding="latin-1"))
    assert next(named.rows(())).values["text"] == "un café noir" and named.notices == ()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n \n", "is empty"),
        ('{"a": 1}\n{"a": \n', "line 2 is not valid JSON"),
        ("[1]\n", "line 1 is a JSON list, not an object"),
        ("[" * 50_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(AuditError, match=said):
        json_source(written(tmp_path, content), FileOptions())
