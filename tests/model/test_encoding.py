"""Every piece the model sees belongs to one word, or to none because it is special."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.encoding import SPECIAL, Encoded, encode
from tests.support import make_tokenizer

BERT = make_tokenizer("bert")
BYTES = make_tokenizer("gpt2", limit=1024)


def bert(*texts: str, limit: int | None = None) -> Encoded:
    return encode(BERT, texts, limit=limit, type_ids=True)


def by_word(encoded: Encoded) -> dict[str, list[str]]:
    tokens = BERT.convert_ids_to_tokens(encoded.ids.tolist())
    return {
        word.text: [t for t, w in zip(tokens, encoded.word_of, strict=True) if w == i]
        for i, word in enumerate(encoded.words)
    }


def test_words_and_pieces_by_hand() -> None:
    encoded = bert("Well-made [pos] film!")
    assert by_word(encoded) == {
        "Well-made": ["well", "-", "made"],
        "[pos]": ["[", "p", "##o", "##s", "]"],
        "film": ["film"],
        "!": ["!"],
    }
    assert encoded.word_of.tolist() == [SPECIAL, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, SPECIAL]
    assert encoded.types is not None
    assert encoded.types.tolist() == [0] * 12


def test_special_tokens_belong_to_no_word() -> None:
    encoded = bert("good film", "bad plot")
    tokens = BERT.convert_ids_to_tokens(encoded.ids.tolist())
    assert [t for t, w in zip(tokens, encoded.word_of, strict=True) if w == SPECIAL] == [
        "[CLS]",
        "[SEP]",
        "[SEP]",
    ]


def test_the_ids_are_what_the_tokenizer_alone_would_give() -> None:
    texts = ("The film was n't dull.", "A caf\u00e9 scene 👍🏽")
    assert bert(*texts).ids.tolist() == BERT(*texts)["input_ids"]


def test_two_fields_stay_apart() -> None:
    encoded = bert("good film", "good plot")
    assert [(word.text, word.field) for word in encoded.words] == [
        ("good", 0),
        ("film", 0),
        ("good", 1),
        ("plot", 1),
    ]
    assert encoded.word_of.tolist() == [-1, 0, 1, -1, 2, 3, -1]
    assert encoded.types is not None
    assert encoded.types.tolist() == [0, 0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("limit", "kept", "cut"),
    [(None, 6, 0), (9, 6, 0), (8, 6, 1), (7, 5, 1), (6, 4, 2), (3, 1, 5)],
)
def test_truncated_words_are_counted_wholly_or_in_part(limit: int | None, kept: int, cut: int) -> None:
    """[CLS] the film was good and warm+##p [SEP]: nine pieces, six words."""
    encoded = bert("the film was good and warmp", limit=limit)
    assert len(encoded.words) == kept
    assert encoded.truncated == cut


def test_truncation_counts_in_both_fields() -> None:
    encoded = bert("good film and plot", "dull", limit=6)  # [CLS] good film [SEP] dull [SEP]
    assert [word.text for word in encoded.words] == ["good", "film", "dull"]
    assert encoded.truncated == 2


def test_a_word_that_the_tokenizer_drops_is_no_word_and_was_not_cut() -> None:
    encoded = bert("good \u200b film")
    assert [word.text for word in encoded.words] == ["good", "film"]
    assert encoded.truncated == 0


def test_a_piece_over_two_words_goes_to_the_larger_share() -> None:
    class Joined:
        """Sees "x good" as one piece."""

        def __call__(self, *texts: str, **_: object) -> object:
            encoding = BERT(*texts, return_offsets_mapping=True)
            encoding.data["offset_mapping"] = [(0, 0), (0, 6), (6, 10), (0, 0)]
            return encoding

    encoded = encode(Joined(), ("x good",), limit=None, type_ids=False)
    assert [word.text for word in encoded.words] == ["good"]
    assert encoded.word_of.tolist() == [-1, 0, -1, -1]


def test_chinese_is_one_word_per_piece() -> None:
    encoded = bert("好电影 good")
    assert [word.text for word in encoded.words] == ["好", "电", "影", "good"]


def test_byte_level_pieces_of_an_emoji_are_one_word() -> None:
    encoded = encode(BYTES, ("ok 👍🏽 电影",), limit=None, type_ids=False)
    assert [word.text for word in encoded.words] == ["ok", "👍🏽", "电", "影"]
    assert np.bincount(encoded.word_of[encoded.word_of >= 0]).tolist()[2:] == [3, 3]


def test_a_very_long_word_is_cut_and_counted() -> None:
    encoded = bert("good " + "x" * 90, limit=16)
    assert len(encoded) == 16
    assert encoded.truncated == 1


def test_a_word_too_long_for_the_vocabulary_is_one_unknown_piece() -> None:
    encoded = bert("good " + "x" * 10_000, limit=16)
    assert encoded.word_of.tolist() == [-1, 0, 1, -1]
    assert encoded.truncated == 0


@pytest.mark.parametrize("texts", [("",), (" \n\t",), ("good", " ")])
def test_a_blank_text_is_refused(tiny_bert: Classifier, texts: tuple[str, ...]) -> None:
    with pytest.raises(AuditError, match="blank") as caught:
        tiny_bert.encode(*texts)
    assert caught.value.hint


def test_a_text_without_a_single_piece_is_refused(tiny_bert: Classifier) -> None:
    with pytest.raises(AuditError, match="no word"):
        tiny_bert.encode("\u200b")


AWKWARD = st.text(
    alphabet=st.one_of(
        st.sampled_from("good bad[]<>@#'."),
        st.sampled_from("👍🏽\u200d\ufe0f电の\u0301\u200bก"),
        st.characters(),
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=150)
@given(text=AWKWARD, limit=st.none() | st.integers(3, 20), tokenizer=st.sampled_from([BERT, BYTES]))
def test_every_kept_word_has_a_piece_and_its_own_characters(
    text: str, limit: int | None, tokenizer: object
) -> None:
    encoded = encode(tokenizer, (text,), limit=limit, type_ids=tokenizer is BERT)
    assert sorted(set(encoded.word_of.tolist()) - {SPECIAL}) == list(range(len(encoded.words)))
    assert all(text[word.start : word.end] == word.text for word in encoded.words)
    real = encoded.word_of[encoded.word_of >= 0]
    assert (np.diff(real) >= 0).all()
    assert encoded.truncated == 0 or (limit is not None and len(encoded) <= limit)
