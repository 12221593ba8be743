"""Weights: a column of numbers, 0 or larger, by row."""

from pathlib import Path

import pytest

from auditor.data.row_weights import read_weights
from auditor.errors import AuditError


def test_weights_go_by_the_number_of_the_row_and_empty_texts_have_theirs(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("text,label,weight\na film,pos,2\n,neg,3\nb film,neg,0.5\n")
    assert read_weights(path, "weight") == {1: 2.0, 2: 3.0, 3: 0.5}


@pytest.mark.parametrize("value", ["", "heavy", "-1", "nan", "inf"])
def test_what_is_no_weight_is_an_error_with_its_row(value: str, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text(f"text,label,weight\na film,pos,1\nb film,neg,{value}\n")
    with pytest.raises(AuditError, match="row 2 has the weight"):
        read_weights(path, "weight")


def test_a_column_that_is_not_there_is_an_error_that_lists_those_that_are(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("text,label\na film,pos\n")
    with pytest.raises(AuditError, match="no column 'weight'") as caught:
        read_weights(path, "weight")
    assert "'text', 'label'" in caught.value.hint


def test_the_built_in_corpus_has_no_weights() -> None:
    with pytest.raises(AuditError, match="no column"):
        read_weights("builtin:reviews", "weight", split="train")
