"""From questions to rows and back: what a row holds, and that an answer is put together word by word."""

from typing import Any

import numpy as np
import pytest

from auditor.cidr.questions import Forward, Gradient
from auditor.cidr.rows import Item, Task, assemble, evaluate, items_of
from auditor.model.classifier import Classifier

TEXT = "a well-made film"


def asked(
    classifier: Classifier, question: Forward | Gradient, removal: str = "pad", text: str = TEXT
) -> list[Item]:
    """The rows of a question on a text, whose task waits for them."""
    encoded = classifier.encode(text)
    task: Task[Any] = Task(encoded, None, question=question)  # type: ignore[arg-type]
    task.items = items_of(classifier, task, removal)
    return task.items


def nothing(words: int = 3) -> np.ndarray:
    return np.zeros((1, words), dtype=bool)


def without(*removed: int) -> np.ndarray:
    row = nothing()
    row[0, list(removed)] = True
    return row


def test_a_text_as_written_is_all_present(tiny_bert: Classifier) -> None:
    [item] = asked(tiny_bert, Forward(nothing()))
    assert item.row.ids.tolist() == tiny_bert.encode(TEXT).ids.tolist()
    assert (item.row.presence == 1.0).all()


def test_all_pieces_of_a_removed_word_are_absent_and_special_tokens_stay(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode(TEXT)
    assert (encoded.word_of == 1).sum() > 1  # "well-made" is spelt in pieces
    [item] = asked(tiny_bert, Forward(without(1)))
    assert item.row.presence.tolist() == np.where(encoded.word_of == 1, 0.0, 1.0).tolist()


def test_half_way_every_word_is_half_present_but_the_removed_ones(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode(TEXT)
    [item] = asked(tiny_bert, Forward(without(0), alphas=np.array([0.5])))
    wanted = np.select([encoded.word_of < 0, encoded.word_of == 0], [1.0, 0.0], 0.5)
    assert item.row.presence.tolist() == wanted.tolist()


def test_deletion_takes_the_pieces_out(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode(TEXT)
    [item] = asked(tiny_bert, Forward(without(1)), "delete")
    assert item.row.ids.tolist() == encoded.ids[encoded.word_of != 1].tolist()
    assert item.row.types is not None
    assert len(item.row.types) == len(item.row)


def test_a_text_with_every_word_deleted_keeps_its_special_tokens(tiny_bert: Classifier) -> None:
    [item] = asked(tiny_bert, Forward(without(0, 1, 2)), "delete")
    assert len(item.row) == (tiny_bert.encode(TEXT).word_of < 0).sum()


def test_a_text_without_special_tokens_keeps_one_absent_piece(tiny_gpt2: Classifier) -> None:
    """An empty row would be no input at all."""
    [item] = asked(tiny_gpt2, Forward(np.ones((1, 1), dtype=bool)), "delete", "film")
    assert len(item.row) == 1
    assert item.row.presence.tolist() == [0.0]


def test_a_question_has_a_row_for_each_removal_in_their_order(tiny_bert: Classifier) -> None:
    items = asked(tiny_bert, Forward(np.eye(3, dtype=bool)))
    evaluate(tiny_bert, items)
    answer = assemble(items[0].task, "pad")
    assert answer.shape == (3, len(tiny_bert.labels))
    for word in range(3):
        [alone] = asked(tiny_bert, Forward(without(word)))
        assert answer[word] == pytest.approx(tiny_bert.logits([alone.row])[0], abs=1e-6)


@pytest.mark.parametrize("removal", ["pad", "delete"])
def test_slopes_of_pieces_add_up_to_slopes_of_words(tiny_bert: Classifier, removal: str) -> None:
    """By numbers: moving one word a little changes the probability by its slope."""
    question = Gradient(without(0), np.array([0.5]), 1)
    items = asked(tiny_bert, question, removal)
    evaluate(tiny_bert, items)
    values, slopes = assemble(items[0].task, removal)
    assert values.shape == (1,) and slopes.shape == (1, 3)
    assert slopes[0, 0] == 0.0
    encoded, row = tiny_bert.encode(TEXT), items[0].row
    word_of = encoded.word_of if removal == "pad" else encoded.word_of[encoded.word_of != 0]
    for word in (1, 2):
        shifted = []
        for step in (-0.01, 0.01):
            presence = np.where(word_of == word, row.presence + step, row.presence)
            logits = tiny_bert.logits([type(row)(row.ids, presence, row.types)])[0]
            shifted.append(np.exp(logits[1]) / np.exp(logits).sum())
        assert slopes[0, word] == pytest.approx((shifted[1] - shifted[0]) / 0.02, rel=0.02, abs=2e-4)


def test_a_task_that_waits_for_nothing_has_no_rows(tiny_bert: Classifier) -> None:
    task: Task[Any] = Task(tiny_bert.encode(TEXT), None)  # type: ignore[arg-type]
    assert items_of(tiny_bert, task, "pad") == []
