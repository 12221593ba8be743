"""Bytes to characters: what is sure is read, what is not is asked for."""

import gzip
from pathlib import Path

import pytest

from auditor.data.sources.decoding import data_suffix, find_encoding, open_bytes, open_text
from auditor.errors import AuditError


def file(folder: Path, *lines: bytes) -> Path:
    path = folder / "a.csv"
    path.write_bytes(b"\n".join(lines))
    return path


def read(path: Path, encoding: str) -> str:
    with open_text(path, encoding) as text:
        return text.read()


def test_the_suffix_of_a_packed_file() -> None:
    assert [data_suffix(Path(name)) for name in ("a.CSV", "a.csv.gz", "a.b.jsonl", "a")] == [
        *(".csv", ".csv", ".jsonl"),
        "",
    ]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_utf8_with_and_without_a_mark(tmp_path: Path, mark: bytes) -> None:
    path = file(tmp_path, mark + "text é 电影 👩".encode())
    assert find_encoding(path, "auto") == ("utf-8-sig", ())
    assert read(path, "utf-8-sig") == "text é 电影 👩"
    assert find_encoding(path, "UTF_8") == ("utf-8-sig", ())


def test_utf16_by_its_mark(tmp_path: Path) -> None:
    path = file(tmp_path, "café".encode("utf-16"))
    assert find_encoding(path, "auto") == ("utf-16", ()) and read(path, "utf-16") == "café"


def test_windows_1252_is_read_with_a_notice_that_shows_a_word(tmp_path: Path) -> None:
    path = file(tmp_path, b"text,label", "le café noir,1".encode("cp1252"), b"plain,0")
    encoding, (notice,) = find_encoding(path, "auto")
    assert encoding == "cp1252" and "le café noir" in read(path, encoding)
    assert "read as Windows-1252, for instance 'café'" in notice and "--encoding" in notice


def test_another_encoding_is_asked_for_and_then_read(tmp_path: Path) -> None:
    lines = [f"это хороший фильм {n},1".encode("cp1251") for n in range(5)]
    path = file(tmp_path, b"text,label", *lines)
    with pytest.raises(AuditError, match=r"5 of 6 lines of a.csv are not UTF-8") as caught:
        find_encoding(path, "auto")
    assert "--encoding" in caught.value.hint
    assert find_encoding(path, "cp1251") == ("cp1251", ())
    assert "это хороший фильм 4" in read(path, "cp1251")


def test_a_few_damaged_lines_are_kept_for_skips(tmp_path: Path) -> None:
    good = [b"text"] * 10
    assert find_encoding(file(tmp_path, *good, *[b"\xff\xfe\xfd"] * 3), "auto")[0] == "utf-8-sig"
    with pytest.raises(AuditError, match="4 of 14 lines"):
        find_encoding(file(tmp_path, *good, *[b"\xff\xfe\xfd"] * 4), "auto")
    assert find_encoding(file(tmp_path, *good * 40, *[b"\xff\xfe\xfd"] * 4), "auto")[0] == "utf-8-sig"


def test_damage_in_utf8_is_never_taken_for_another_encoding(tmp_path: Path) -> None:
    """Lines that were pasted from elsewhere into a UTF-8 file are lost; the others are read as they are."""
    lines = ["le café noir".encode()] * 9 + ["le café noir".encode("cp1252")] * 5
    assert find_encoding(file(tmp_path, *lines), "auto") == ("utf-8-sig", ())
    assert read(tmp_path / "a.csv", "utf-8-sig").count("café") == 9


def test_what_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="is a binary file, not csv"):
        find_encoding(file(tmp_path, b"PK\0\0"), "auto")
    with pytest.raises(AuditError, match="is not utf-16 text"):
        read(file(tmp_path, b"abc"), "utf-16")
    with pytest.raises(AuditError, match="does not exist"), open_bytes(tmp_path / "missing"):
        pass


def test_packed_files_are_unpacked_whatever_they_are_called(tmp_path: Path) -> None:
    path = file(tmp_path, gzip.compress("un café".encode("cp1252")))
    assert find_encoding(path, "auto")[0] == "cp1252" and read(path, "cp1252") == "un café"
