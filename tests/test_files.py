"""A file is there whole or not at all."""

from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.files import replacing, write_text


def test_text_replaces_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "file.txt"
    write_text(target, "one")
    write_text(target, "two ä")
    assert target.read_text(encoding="utf-8") == "two ä"
    assert list(target.parent.iterdir()) == [target]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "file.txt"
    write_text(target, "old")
    with pytest.raises(AuditError, match=r"cannot write .*No space left"), replacing(target) as temporary:
        temporary.write_text("half")
        raise OSError(28, "No space left on device")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
