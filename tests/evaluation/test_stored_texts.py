"""An evaluation in blocks: the same figures, stored texts used again, anything else measured anew."""

import json
from pathlib import Path
from typing import Any

import pytest

from auditor.config import CidrConfig
from auditor.data.examples import Example, make_example
from auditor.evaluation.comparison import measure
from auditor.evaluation.conventions import Convention
from auditor.evaluation.stored_texts import measured_in_blocks, spent
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.model.classifier import Classifier

METHODS = ("cidr-verified", "random")
TEXTS = ["the film is a good one and not a bad plot", "dull", "a dull and bad story with a plot", "", "fun"]
EXAMPLES = [make_example((text,), None, row) for row, text in enumerate(TEXTS, start=1)]


def stored(
    folder: Path, classifier: Classifier, examples: list[Example] = EXAMPLES, **changes: Any
) -> list[Subject]:
    settings: dict[str, Any] = {"convention": Convention(), "config": CidrConfig(), "seeds": 2, "block": 2}
    return measured_in_blocks(folder, classifier, examples, METHODS, **(settings | changes))


def test_the_table_is_that_of_an_evaluation_in_one_piece(tiny_bert: Classifier, tmp_path: Path) -> None:
    whole = measure(tiny_bert, EXAMPLES, METHODS, convention=Convention(), config=CidrConfig(), seeds=2)
    first, again = stored(tmp_path, tiny_bert), stored(tmp_path, tiny_bert)
    for found in (first, again):
        table, plain = (summarise(some, METHODS, 2) for some in (found, whole))
        assert [f.reason for f in table.failures] == [f.reason for f in plain.failures] and table.failures
        assert (table.short_texts, table.words) == (plain.short_texts, plain.words)
        for row, other in zip(table.methods, plain.methods, strict=True):
            for name in ("lo", "comp", "fms", "fms_same_size", "set_size", "forwards"):
                assert row.figures[name].value == pytest.approx(other.figures[name].value, abs=1e-6), name
    assert spent(tmp_path)[0] > 0


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in sorted(folder.iterdir())}


def test_what_is_stored_is_not_measured_again(tiny_bert: Classifier, tmp_path: Path) -> None:
    stored(tmp_path, tiny_bert, EXAMPLES[:2])
    before = times(tmp_path)
    stored(tmp_path, tiny_bert)
    after = times(tmp_path)
    assert list(after) == ["00000.json", "00001.json", "00002.json"]
    assert after["00000.json"] == before["00000.json"]
    stored(tmp_path, tiny_bert)
    assert times(tmp_path) == after


def test_a_torn_file_and_other_settings_are_measured_anew(tiny_bert: Classifier, tmp_path: Path) -> None:
    stored(tmp_path, tiny_bert)
    right = json.loads((tmp_path / "00000.json").read_text())["texts"]
    (tmp_path / "00000.json").write_text('{"request": {')
    stored(tmp_path, tiny_bert)
    mended = json.loads((tmp_path / "00000.json").read_text())["texts"]
    assert [line["text"] for line in mended] == [line["text"] for line in right]
    before = times(tmp_path)
    stored(tmp_path, tiny_bert, config=CidrConfig(beta=0.4))
    assert all(time != before[name] for name, time in times(tmp_path).items())
