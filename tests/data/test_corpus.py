"""The built-in corpus: its size, its balance, its difficulty, and the rule that decides it."""

import re
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import false_discovery_control, hypergeom

from auditor.data.corpus.reviews import LABELS, reviews, reviews_reference, reviews_split, sentiment_words
from auditor.data.examples import Example, example_id, fingerprint
from auditor.data.words import split_words
from auditor.errors import AuditError

LEXICON = sentiment_words()
NEGATORS = {"not", "n't", "never", "hardly"}


def words_of(example: Example) -> list[str]:
    return text_words(example.texts[0])


@cache
def text_words(text: str) -> list[str]:
    return [word.text for word in split_words(text)]


def read(sentence: str) -> str:
    """The true rule, written without the grammar: drop what is conceded, then read the last clause.

    A negator turns round the words of sentiment that follow it in the clause.
    """
    sentence = re.sub(r", even though .*$", "", sentence)
    sentence = re.split(r"\b(?:but|yet)\b", sentence)[-1]
    sentence = re.sub(r"\b(?:though|although|despite)\b[^,]*,", "", sentence)
    sentence = re.split(r"\band (?=the |this |there |not |what |i )|, and ", sentence)[-1]
    turned = False
    for word in (word.text for word in split_words(sentence)):
        turned = turned or word in NEGATORS
        if word in LEXICON:
            return LABELS[(LEXICON[word] == LABELS[1]) != turned]
    raise AssertionError(f"no word of sentiment in the clause that counts: {sentence}")


def association(examples: list[Example]) -> dict[str, tuple[float, int, int]]:
    """For every word the exact two-sided p of its counts, and how many texts of each label hold it."""
    totals = Counter(example.label for example in examples)
    counts: dict[str, Counter[str | None]] = defaultdict(Counter)
    for example in examples:
        for word in set(words_of(example)):
            counts[word][example.label] += 1
    result = {}
    for word, by_label in counts.items():
        negative, positive = by_label[LABELS[0]], by_label[LABELS[1]]
        table = hypergeom(len(examples), totals[LABELS[1]], negative + positive)
        p = 2 * min(table.cdf(positive), table.sf(positive - 1))
        result[word] = (min(1.0, float(p)), negative, positive)
    return result


def test_it_is_large_enough_distinct_and_lower_case() -> None:
    texts = [example.texts[0] for example in reviews()]
    assert len(texts) >= 6000
    assert len(set(texts)) == len(texts)
    assert all(text == text.lower() and "{" not in text and "  " not in text for text in texts)
    lengths = [len([word for word in words_of(example) if word not in ".,"]) for example in reviews()]
    assert min(lengths) >= 6
    assert max(lengths) <= 25


def test_the_same_seed_gives_the_same_sentences_on_every_machine() -> None:
    assert reviews(0) == reviews()
    assert reviews(1) != reviews(0)
    assert fingerprint(reviews())[:16] == "b0bf0ffab843ee92"


def test_ids_come_from_the_text() -> None:
    example = reviews()[7]
    assert example.id == example_id(example.texts)
    assert example.row == 8


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_no_neutral_word_is_associated_with_the_label_in_any_split(split: str) -> None:
    found = association(reviews_split(split))
    neutral = {word: value for word, value in found.items() if word not in sentiment_words()}
    assert len(neutral) > 150
    for word, (p, negative, positive) in neutral.items():
        assert negative == positive, word  # twins share every neutral word
        assert p == pytest.approx(1.0), word
    adjusted = false_discovery_control([p for p, _, _ in neutral.values()])
    assert (adjusted > 0.05).all()


def test_words_of_sentiment_are_associated_with_their_own_label() -> None:
    found = association(reviews() + reviews_reference())
    adjusted = false_discovery_control([found[word][0] for word in LEXICON])
    assert (adjusted < 0.05).mean() > 0.95
    for word, label in LEXICON.items():
        assert (found[word][2] > found[word][1]) == (label == "positive"), word


def test_a_planted_leak_would_be_found() -> None:
    leaking = [
        Example(e.id, (e.texts[0].replace("monday", "tuesday"),), e.label, e.row)
        if e.label == "positive"
        else e
        for e in reviews()
    ]
    assert association(leaking)["monday"][0] < 1e-6


def test_lengths_and_shapes_are_the_same_for_both_labels() -> None:
    lexicon = sentiment_words()
    shapes: dict[str, Counter[str]] = {label: Counter() for label in LABELS}
    for example in reviews():
        assert example.label is not None
        shape = " ".join("*" if word in lexicon else word for word in words_of(example))
        shapes[example.label][shape] += 1
    assert shapes["negative"] == shapes["positive"]


def test_the_true_rule_decides_every_sentence() -> None:
    wrong = [
        example for example in reviews() + reviews_reference() if read(example.texts[0]) != example.label
    ]
    assert wrong == []


def test_counting_words_of_sentiment_does_not_solve_it() -> None:
    lexicon, right = sentiment_words(), 0.0
    for example in reviews():
        votes = Counter(lexicon[word] for word in words_of(example) if word in lexicon)
        tie = votes["positive"] == votes["negative"]
        right += 0.5 if tie else votes[str(example.label)] == max(votes.values())
    assert 0.6 < right / len(reviews()) < 0.8


def test_a_bag_of_words_does_not_solve_it() -> None:
    """Logistic regression on word presence."""
    train, test = reviews_split("train"), reviews_split("test")
    places = {word: i for i, word in enumerate(sorted({word for e in train for word in words_of(e)}))}

    def matrix(examples: list[Example]) -> np.ndarray:
        made = np.zeros((len(examples), len(places)), dtype=np.float32)
        for row, example in enumerate(examples):
            made[row, [places[word] for word in words_of(example) if word in places]] = 1
        return made

    x, y = matrix(train), np.array([e.label == "positive" for e in train], dtype=np.float32)
    signs = 2 * y - 1

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margin = signs * (x @ weights)
        slope = x.T @ (-signs / (1 + np.exp(margin))) + 0.5 * weights
        return float(np.logaddexp(0, -margin).sum() + 0.25 * weights @ weights), slope

    weights = minimize(loss, np.zeros(len(places)), jac=True, method="L-BFGS-B").x
    right = ((matrix(test) @ weights > 0) == [e.label == "positive" for e in test]).mean()
    assert 0.65 < right < 0.85


def test_negation_and_contrast_decide_at_least_a_fifth() -> None:
    """Sentences whose words of sentiment do not all speak for the label."""
    lexicon = sentiment_words()
    turned = [e for e in reviews() if any(lexicon.get(word, e.label) != e.label for word in words_of(e))]
    assert len(turned) / len(reviews()) > 0.3


def test_splits_are_disjoint_complete_and_keep_twins_together() -> None:
    splits = {name: reviews_split(name) for name in ("train", "dev", "test")}
    assert sum(map(len, splits.values())) == len(reviews())
    assert len(splits["train"]) > 6000
    for examples in splits.values():
        assert Counter(e.label for e in examples)["positive"] * 2 == len(examples)
    lexicon = sentiment_words()
    shapes = [
        {tuple("*" if word in lexicon else word for word in words_of(e)) for e in examples}
        for examples in splits.values()
    ]
    assert not shapes[0] & shapes[1] and not shapes[0] & shapes[2] and not shapes[1] & shapes[2]


def test_the_reference_corpus_has_other_sentences() -> None:
    reference = {example.id for example in reviews_reference()}
    assert len(reference) == len(reviews())
    assert not reference & {example.id for example in reviews()}


def test_an_unknown_split_or_corpus_lists_the_known_ones() -> None:
    with pytest.raises(AuditError, match="no split 'validation'") as caught:
        reviews_split("validation")
    assert "train, dev, test" in caught.value.hint
    with pytest.raises(AuditError, match="unknown built-in corpus"):
        reviews_split("dev", name="tweets")
