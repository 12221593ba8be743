"""Answers on disk: no more is lost than a torn line, no text is written, processes share what they know."""

import json
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.explain import explain
from auditor.errors import AuditError, HaltError
from auditor.model.asked.kept_answers import Answers, key_of
from tests.model.asked.support import text_model

KEYS = [key_of("bag", (text,)) for text in ("one", "two", "three")]
TABLE = np.array([[0.1, 0.9], [1 / 3, 2 / 3], [0.25, 0.75]])


def rows(answers: Answers) -> list[list[float] | None]:
    return [None if one is None else one.tolist() for one in answers.get(KEYS)]


def test_answers_come_back_to_the_last_bit_in_a_later_session(tmp_path: Path) -> None:
    first = Answers()
    first.add(KEYS[:2], TABLE[:2])  # before there is a folder
    first.keep_in(tmp_path)
    first.add(KEYS[2:], TABLE[2:])
    assert rows(Answers(tmp_path)) == TABLE.tolist()
    assert rows(Answers()) == [None, None, None]


def test_a_torn_or_damaged_line_is_as_if_it_had_never_been_answered(tmp_path: Path) -> None:
    answers = Answers()
    answers.keep_in(tmp_path)
    answers.add(KEYS, TABLE)
    [file] = tmp_path.glob("*.jsonl")
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"scores": [', '"scores": ["x", ')
    file.write_text("\n".join(lines)[:-5])  # killed while it wrote the last line
    assert rows(Answers(tmp_path)) == [TABLE[0].tolist(), None, None]


def test_a_line_that_was_altered_and_is_still_json_is_not_believed(tmp_path: Path) -> None:
    answers = Answers()
    answers.keep_in(tmp_path)
    answers.add(KEYS, TABLE)
    [file] = tmp_path.glob("*.jsonl")
    file.write_text(file.read_text().replace("0.25", "0.27"))
    assert rows(Answers(tmp_path)) == [TABLE[0].tolist(), TABLE[1].tolist(), None]


def test_answers_that_cannot_be_written_end_the_audit_and_cost_no_text_its_result(tmp_path: Path) -> None:
    model = text_model()
    model.answers.keep_in(tmp_path)
    [file] = tmp_path.iterdir()
    file.unlink()
    file.mkdir()
    with pytest.raises(HaltError, match="cannot write"):
        list(explain(model, ["a good film", "a bad film"]))


def test_two_processes_write_side_by_side_and_see_what_the_other_wrote(tmp_path: Path) -> None:
    one, other = Answers(), Answers()
    one.keep_in(tmp_path)
    other.keep_in(tmp_path)
    one.add(KEYS[:1], TABLE[:1])
    other.add(KEYS[1:2], TABLE[1:2])
    assert rows(one) == rows(other) == [TABLE[0].tolist(), TABLE[1].tolist(), None]
    one.add(KEYS[2:], TABLE[2:])
    assert rows(other) == TABLE.tolist()
    assert len(list(tmp_path.iterdir())) == 2
    assert len(other) == 3


def test_what_is_not_a_number_is_remembered_and_not_written(tmp_path: Path) -> None:
    answers = Answers()
    answers.keep_in(tmp_path)
    answers.add(KEYS[:2], np.array([[np.nan, 0.5], [0.5, 0.5]]))
    assert rows(answers)[1] == [0.5, 0.5] and np.isnan(answers.get(KEYS[:1])[0]).any()
    assert rows(Answers(tmp_path)) == [None, [0.5, 0.5], None]


def test_keys_tell_models_texts_and_fields_apart_and_no_text_is_on_disk(tmp_path: Path) -> None:
    assert (
        len({key_of("a", ("b",)), key_of("b", ("a",)), key_of("a", ("b", "")), key_of("a", ("", "b"))}) == 4
    )
    answers = Answers()
    answers.keep_in(tmp_path)
    answers.add([key_of("bag", ("a secret text",))], TABLE[:1])
    [file] = tmp_path.glob("*.jsonl")
    assert "secret" not in file.read_text()
    assert sorted(json.loads(file.read_text())) == ["check", "key", "scores"]


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    answers = Answers()
    answers.add(KEYS, TABLE)
    with pytest.raises(AuditError, match="cannot write"):
        answers.keep_in(tmp_path / "taken")
