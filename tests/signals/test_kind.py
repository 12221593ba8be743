"""The kind of a token: which ones tell, and what a pair is."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.config import RuleConfig
from auditor.features.kinds import KINDS
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.signals.kind import TELLING, TokenKind, conditions, figures, measure
from auditor.signals.study import Study
from tests.signals.studies import candidate, study_of, with_group
from tests.signals.support import LABELS, entry, explained

RULE = RuleConfig()


def test_tokens_have_a_kind_and_pairs_one_if_both_are_of_it(tmp_path: Path) -> None:
    rows = [entry(explained(f"[pos] film 3.5 @anna was #fun n{n}"), "pos") for n in range(8)]
    study = study_of(tmp_path, rows)
    words = [("[pos]",), ("film",), ("3.5",), ("@anna",), ("#fun",), ("film", "was"), ("film", "[pos]")]
    found = measure(study, [candidate(study, *some) for some in words])
    assert [one.kind for one in found] == ["marker", "word", "number", "handle", "hashtag", "word", ""]


@pytest.mark.parametrize("kind", [*KINDS, ""])
def test_words_and_pictures_may_be_part_of_a_task(kind: str) -> None:
    (condition,) = conditions(TokenKind(kind), RULE)
    assert condition.code == "kind"
    assert condition.met == (kind not in ("word", "emoji", "emoticon", "")) == (kind in TELLING)


def test_every_kind_that_tells_is_one() -> None:
    assert set(KINDS) > TELLING and figures(TokenKind("marker")) == ()


def test_a_marker_that_holds_a_word_of_the_task_is_exempt(study: Study) -> None:
    words = make_lexicon(LABELS, task="none", lexicon={"pos": None})
    marker = candidate(study, "[pos]")
    (told,), (plain,) = (
        measure(one, [marker]) for one in (replace(study, knowledge=Knowledge(words)), study)
    )
    assert (told, plain) == (TokenKind("marker", "listed_inside"), TokenKind("marker"))
    assert [conditions(one, RULE)[0].met for one in (told, plain)] == [False, True]


def test_a_group_has_a_kind_if_all_its_members_do(study: Study) -> None:
    for words, kind in ((("good", "fun"), "word"), (("good", "[pos]"), "")):
        wider, group = with_group(study, words)
        assert measure(wider, [group]) == [TokenKind(kind)]
