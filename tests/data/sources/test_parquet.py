"""Parquet: only the columns that are asked for are read; class names come from the metadata."""

import gzip
import json
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.parquet import parquet_source
from auditor.errors import AuditError


def written(folder: Path, **metadata: str) -> Path:
    table = pyarrow.table({"text": ["a", "b"], "label": [0, 1], "more": [None, 0.5]})
    path = folder / "a.parquet"
    pyarrow.parquet.write_table(table.replace_schema_metadata(metadata or None), path)
    return path


def test_rows_have_the_columns_that_are_asked_for(tmp_path: Path) -> None:
    source = parquet_source(written(tmp_path), FileOptions())
    assert source.columns == ("text", "label", "more")
    assert [dict(row.values) for row in source.rows(("label",))] == [{"label": 0}, {"label": 1}]
    assert next(source.rows(source.columns)).values == {"text": "a", "label": 0, "more": None}


def test_names_of_classes(tmp_path: Path) -> None:
    features = {"label": {"names": ["no", "yes"], "_type": "ClassLabel"}, "text": {"_type": "Value"}}
    told = json.dumps({"info": {"features": features}})
    assert parquet_source(written(tmp_path, huggingface=told), FileOptions()).class_names == {
        "label": ("no", "yes")
    }
    for other in ("{", "[]", '{"info": null}'):
        assert parquet_source(written(tmp_path, huggingface=other), FileOptions()).class_names == {}


def test_a_packed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet.gz"
    path.write_bytes(gzip.compress(written(tmp_path).read_bytes()))
    assert len(list(parquet_source(path, FileOptions()).rows(("text",)))) == 2


def test_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("text,label\n")
    with pytest.raises(AuditError, match=r"a.parquet is not a Parquet file, or is damaged"):
        parquet_source(path, FileOptions())
