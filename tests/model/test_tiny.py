"""`builtin:tiny` is the same model every time."""

from auditor.model.classifier import Classifier
from auditor.model.tiny import tiny_model, tiny_tokenizer

TEXTS = ["a good film", "a bad film", "not good, not bad"]


def test_vocabulary_is_by_count_then_alphabet() -> None:
    vocabulary = tiny_tokenizer(TEXTS).get_vocab()
    words = [w for w in sorted(vocabulary, key=vocabulary.__getitem__) if w.isalpha() and len(w) > 1]
    assert words == ["bad", "film", "good", "not"]
    assert vocabulary["[PAD]"] == 0


def test_unknown_words_fall_into_characters_and_unseen_ones_are_unknown() -> None:
    tokenizer = tiny_tokenizer(TEXTS)
    assert tokenizer.tokenize("Goof") == ["g", "##o", "##o", "##f"]
    assert tokenizer.tokenize("Zebra") == ["[UNK]"]


def test_two_fields_and_labels() -> None:
    tokenizer = tiny_tokenizer(TEXTS)
    classifier = Classifier(tiny_model(tokenizer, ("no", "yes", "maybe")), tokenizer)
    assert classifier.labels == ("no", "yes", "maybe")
    encoded = classifier.encode("a film", "not bad")
    assert encoded.types is not None and encoded.types.max() == 1
