"""Which task is it, by the names of the labels."""

import pytest

from auditor.errors import AuditError
from auditor.meaning.tasks import choose_task, name_words


@pytest.mark.parametrize(
    ("labels", "task", "poles"),
    [
        (("negative", "positive"), "sentiment", ("negative", "positive")),
        (("NEG", "POS"), "sentiment", ("negative", "positive")),
        (("Very Negative", "neutral", "very_positive"), "sentiment", ("negative", "neutral", "positive")),
        (("1 star", "3 stars", "5 stars"), "sentiment", ("negative", "neutral", "positive")),
        (("hate", "offensive", "neither"), "toxicity", ("toxic", "toxic", "clean")),
        (("non-toxic", "toxic"), "toxicity", ("clean", "toxic")),
        (("not_offensive", "offensive"), "toxicity", ("clean", "toxic")),
        (("normal", "Hate Speech"), "toxicity", ("clean", "toxic")),
        (("obscene", "identityHate", "none"), "toxicity", ("toxic", "toxic", "clean")),
        (("NOT", "OFF"), "toxicity", ("clean", "toxic")),
    ],
)
def test_labels_tell_the_task(labels: tuple[str, ...], task: str, poles: tuple[str, ...]) -> None:
    found = choose_task("auto", labels)
    assert (found.name, found.poles, found.why) == (task, poles, "label_names")


@pytest.mark.parametrize(
    "labels",
    [
        ("LABEL_0", "LABEL_1"),
        ("0", "1"),
        ("sports", "politics"),
        ("positive", "negative", "sports"),
        ("joy", "anger"),
        ("positive", "neutral"),
        ("not negative", "negative"),
        ("", "!"),
    ],
)
def test_one_name_that_says_nothing_is_enough_for_none(labels: tuple[str, ...]) -> None:
    found = choose_task("auto", labels)
    assert (found.name, found.why) == ("none", "label_names_unknown")


def test_a_task_that_is_given_needs_no_names() -> None:
    found = choose_task("sentiment", ("LABEL_0", "LABEL_1"))
    assert (found.name, found.poles, found.why) == ("sentiment", (None, None), "given")
    assert choose_task("none", ("negative", "positive")).why == "given"


def test_a_pole_has_a_label_where_there_is_exactly_one() -> None:
    labels = ("hate", "offensive", "neither")
    task = choose_task("auto", labels)
    assert task.label("clean", labels) == "neither" and task.label("toxic", labels) is None


def test_a_language_without_lists_is_said() -> None:
    found = choose_task("sentiment", ("negative", "positive"), language="de")
    assert (found.name, found.why) == ("none", "no_lexicon_for_language")


def test_an_unknown_task_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(AuditError, match="'topic'; allowed: auto, sentiment, toxicity, none"):
        choose_task("topic", ("a", "b"))


def test_names_are_split_at_anything_but_letters_and_at_capitals() -> None:
    assert name_words("notOffensive_2 hate-speech") == ("not", "offensive", "hate", "speech")
