"""What a user may say about a file: checked before the file is opened."""

import pytest

from auditor.data.sources.file_options import FileOptions
from auditor.errors import AuditError


@pytest.mark.parametrize("encoding", ["auto", "utf-8", "UTF8", "cp1252", "latin-1", "utf-16"])
def test_encodings_that_python_knows(encoding: str) -> None:
    assert FileOptions(encoding=encoding).encoding == encoding


@pytest.mark.parametrize("encoding", ["utf-99", "", "hex", "rot13", "zip", "undefined", "a\0b"])
def test_what_is_no_encoding_of_text_is_refused(encoding: str) -> None:
    with pytest.raises(AuditError, match="which is unknown") as refused:
        FileOptions(encoding=encoding)
    assert "cp1252" in refused.value.hint


@pytest.mark.parametrize(("name", "value"), [("header", "maybe"), ("quoting", "single")])
def test_other_values_are_refused_with_the_allowed_ones(name: str, value: str) -> None:
    with pytest.raises(AuditError, match=f"{name} is '{value}'; allowed: auto"):
        FileOptions(**{name: value})  # type: ignore[arg-type]
