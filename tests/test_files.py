"""A file is there whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.files import read_text, replacing, write_text


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


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_not_replaced(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A rename would put a file in the place of a device such as /dev/null."""
    make(tmp_path / "taken")
    with pytest.raises(AuditError, match="taken: it is not a file"):
        write_text(tmp_path / "taken", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"] and not (tmp_path / "taken").is_file()


def test_text_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    for content in (b"\xef\xbb\xbfgood\r\n", b"good\r\n"):
        (tmp_path / "words.txt").write_bytes(content)
        assert read_text(tmp_path / "words.txt") == "good\r\n"
    (tmp_path / "words.txt").write_bytes(b"g\xff")
    with pytest.raises(AuditError, match="not UTF-8 text") as caught:
        read_text(tmp_path / "words.txt", "Save it as UTF-8.")
    assert caught.value.hint == "Save it as UTF-8."
    with pytest.raises(AuditError, match=r"nothing.txt cannot be read: No such file"):
        read_text(tmp_path / "nothing.txt")
