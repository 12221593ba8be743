"""How sentences of the built-in corpus are made: all templates fit, and twins differ in their slots only."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.corpus import grammar, vocabulary
from auditor.data.corpus.grammar import SLOT, fill, make_skeleton, slot_words
from auditor.data.corpus.vocabulary import DOMAINS, NEGATIVE, POSITIVE, Domain

SEEDS = st.integers(0, 2**31)
TEMPLATES = [template for _, some in grammar.KINDS.values() for template in some]


def test_the_shares_of_the_kinds_add_up_to_one() -> None:
    assert sum(share for share, _ in grammar.KINDS.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_has_a_slot_and_only_known_places(template: str) -> None:
    assert SLOT.search(template)
    neutral = set(re.findall(r"\{([a-z]+)\??\}", SLOT.sub("", template)))
    for domain in DOMAINS:
        assert neutral <= set(grammar._choices(domain))


@given(SEEDS)
def test_a_skeleton_has_nothing_but_its_slots_open(seed: int) -> None:
    skeleton, domain = make_skeleton(Random(seed))  # noqa: S311
    assert domain in DOMAINS
    left = SLOT.sub("", skeleton)
    assert "{" not in left and "?" not in left
    assert skeleton.endswith(".") and "  " not in skeleton


@given(SEEDS)
def test_twins_differ_where_the_slots_are_and_nowhere_else(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    skeleton, domain = make_skeleton(random)
    twins = fill(skeleton, domain, random)
    fixed = SLOT.split(skeleton)[::3]  # what stands between the slots
    pattern = re.compile("(.+)".join(map(re.escape, fixed)), re.DOTALL)
    for sentence in twins.values():
        assert pattern.fullmatch(sentence)


@given(SEEDS)
def test_a_slot_takes_a_word_of_its_side_and_none_twice(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    skeleton, domain = make_skeleton(random)
    twins = fill(skeleton, domain, random)
    slots = list(SLOT.finditer(skeleton))
    fixed = SLOT.split(skeleton)[::3]
    for label, other in ((NEGATIVE, POSITIVE), (POSITIVE, NEGATIVE)):
        filled = re.fullmatch("(.+?)".join(map(re.escape, fixed)), twins[label], re.DOTALL)
        assert filled is not None
        assert len(set(filled.groups())) == len(slots)
        for slot, word in zip(slots, filled.groups(), strict=True):
            assert word in slot_words(slot[2], domain)[label if slot[1] == "+" else other]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.things[0])
def test_articles_fit(domain: Domain) -> None:
    """What stands after "a" begins with a consonant, what stands after "an" with a vowel."""
    for label in (NEGATIVE, POSITIVE):
        assert not any(word[0] in "aeiou" for word in slot_words("c", domain)[label])
        assert all(word[0] in "aeiou" for word in slot_words("v", domain)[label])
        assert not any(word[0] in "aeiou" for word in slot_words("n", domain)[label])


@pytest.mark.parametrize("kind", list("acvbson"))
def test_either_label_has_as_many_words_for_a_slot(kind: str) -> None:
    """So that a word of one label is no rarer; after "a", where some are unfit, all but as many."""
    for domain in DOMAINS:
        words = slot_words(kind, domain)
        sizes = len(set(words[NEGATIVE])), len(set(words[POSITIVE]))
        assert min(sizes) >= 3
        assert abs(sizes[0] - sizes[1]) <= (2 if kind == "c" else 0)


def test_no_word_of_sentiment_is_neutral_filling() -> None:
    polar = {
        word
        for domain in DOMAINS
        for kind in "acvbson"
        for words in slot_words(kind, domain).values()
        for word in words
    }
    neutral = {
        word
        for domain in DOMAINS
        for some in grammar._choices(domain).values()
        for filling in some
        for word in re.findall(r"[a-z']+", re.sub(r"\{[a-z]+\??\}", "", filling))
    }
    assert not polar & neutral
    assert not {word for word in polar if word in vocabulary.DEGREES}
