"""Words, or pieces as words of their own."""

from auditor.evaluation.units import counted, in_units
from auditor.model.classifier import Classifier


def test_pieces_are_words_of_their_own(tiny_bert: Classifier) -> None:
    words = tiny_bert.encode("a well-made film")
    pieces = in_units(words, "pieces", tiny_bert.tokenizer)
    assert in_units(words, "words", tiny_bert.tokenizer) is words
    assert len(words.words) == 3
    assert [word.text for word in pieces.words] == ["a", "well", "-", "made", "film"]
    assert pieces.word_of.tolist() == [-1, 0, 1, 2, 3, 4, -1]
    assert counted(words, specials=False) == 3
    assert counted(pieces, specials=False) == 5
    assert counted(pieces, specials=True) == 7
