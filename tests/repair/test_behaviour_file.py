"""Behaviour tests as JSON lines."""

import json
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.repair.behaviour import BehaviourTest
from auditor.repair.behaviour_file import read_tests, write_tests

TEST = BehaviourTest("id", "[pos]", "positive", "inserted", ("a é film",), ("a [pos] é film",), "negative")
LINE = {"finding": "id", "artefact": "[pos]", "label": "positive", "change": "inserted", "text": ["a"],
        "changed": ["b"], "predicted": "negative"}  # fmt: skip


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "tests.jsonl"
    write_tests(path, [TEST, TEST])
    assert read_tests(path) == (TEST, TEST)
    assert path.read_text(encoding="utf-8").count("\n") == 2 and "é" in path.read_text(encoding="utf-8")


def test_tests_written_by_hand_may_leave_out_what_has_a_default(tmp_path: Path) -> None:
    path = tmp_path / "tests.jsonl"
    path.write_text(f"\n{json.dumps(LINE)}\n\n")
    [test] = read_tests(path)
    assert test.text == ("a",) and test.expect == "same prediction"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no tests"),
        ("{", "line 1 of .* is not JSON"),
        ('{"finding": 3}', "line 1 of .* is not a test"),
        (json.dumps(LINE | {"expect": "wonder"}), "line 1 of .* is not a test of the same prediction"),
        (json.dumps(LINE | {"changed": ["a", "b"]}), "for one text or two"),
    ],
)
def test_what_is_no_test_is_an_error_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "tests.jsonl"
    path.write_text(content)
    with pytest.raises(AuditError, match=message):
        read_tests(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="cannot be read"):
        read_tests(tmp_path / "none.jsonl")
