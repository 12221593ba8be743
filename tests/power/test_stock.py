"""Words for canaries: of every kind, new to the data, readable by the model, none of the task."""

from types import SimpleNamespace
from typing import Any

from auditor.features.kinds import kind_of
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.meaning.space import Space
from auditor.power.stock import WORDS, stock

NOTHING = Knowledge()


def any_word(_: str) -> bool:
    return True


def test_there_are_words_of_every_kind_and_the_seed_chooses_them() -> None:
    found = stock(NOTHING, set(), any_word, seed=0)
    assert {len(words) for words in (found.made_up, found.natural, found.dates)} == {WORDS}
    assert len(set(found.every)) == 3 * WORDS
    assert {kind_of(word) for word in found.dates} == {"date"}
    assert {kind_of(word.casefold()) for word in (*found.made_up, *found.natural)} == {"word"}
    assert stock(NOTHING, set(), any_word, seed=0) == found != stock(NOTHING, set(), any_word, seed=1)


def test_what_the_data_holds_or_the_model_cannot_read_is_left_out() -> None:
    before = stock(NOTHING, set(), any_word, seed=0)
    taken = {before.made_up[0], before.natural[0].casefold()}
    found = stock(NOTHING, taken, lambda word: word != before.dates[0], seed=0)
    assert not taken & {word.casefold() for word in found.every} and before.dates[0] not in found.dates
    assert stock(NOTHING, set(), lambda _: False, seed=0).every == ()


def test_natural_words_come_from_the_space_without_words_of_the_task() -> None:
    words = ("table", "wonderful", "the", "ox", "river", "positive", "x1y2", "stone")
    space: Any = SimpleNamespace(background=words, reason="", whole={"river": "River"})
    knowledge = Knowledge(make_lexicon(("negative", "positive"), task="sentiment"), space=space)
    assert set(stock(knowledge, set(), any_word, seed=0).natural) == {"table", "River", "stone"}
    silent = Knowledge(space=Space(reason="no_spread"))
    assert len(stock(silent, set(), any_word, seed=0).natural) == WORDS
