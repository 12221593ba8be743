"""What a shortcut would be found in, read from a study: counts, thresholds, and who knows its words."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.config import EvidenceConfig
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.power.ground import ground_of, group_of, known_of, known_of_group
from auditor.power.thresholds import largest_p
from auditor.signals.counts import Token
from auditor.signals.evidence import COUNTED, Evidence, measure
from auditor.signals.insertion import Insertion
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from auditor.verdicts.knowing import Answer
from auditor.verdicts.making import worth_a_trial
from auditor.verdicts.tokens import score
from tests.signals.studies import POSITIVE, amber_rows, study_of, with_group
from tests.signals.support import LABELS, number


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Twenty texts; `amber` leaks the positive class."""
    return study_of(tmp_path_factory.mktemp("run"), amber_rows())


def inserted(*placebos: int) -> Iterator[Evidence]:
    for turned in placebos:
        yield Evidence({"insertion": Insertion(rate(9, 10), rate(turned, 10))})


def test_counts_by_hand(study: Study) -> None:
    found = ground_of(study, POSITIVE, [])
    assert found.labelled == tuple(study.labelled.tolist()) and sum(found.labelled) == 20
    assert found.audited == len(study.corpus) == 20
    negative = int((study.corpus.predicted == 0).sum())
    assert found.insertions == negative < study.config.insertions
    few = replace(study, config=replace(study.config, insertions=3))
    assert ground_of(few, POSITIVE, []).insertions == 3


def test_the_placebo_is_the_mean_of_those_that_were_tried(study: Study) -> None:
    assert ground_of(study, POSITIVE, inserted(1, 3)).placebo == pytest.approx(0.2)
    assert ground_of(study, POSITIVE, [Evidence({}), *inserted(4)]).placebo == pytest.approx(0.4)
    assert ground_of(study, POSITIVE, []).placebo == 0.0


def test_one_more_test_must_be_as_significant_as_the_whole_family_asks(study: Study) -> None:
    """The p of the family, and a test of the other class, which shows nothing."""
    found = ground_of(study, POSITIVE, [])
    for tests, asked in ((study.association, found.leak), (study.reliance, found.needed)):
        others = [*tests.p[tests.tested].tolist(), 1.0]
        assert asked == largest_p(others, level=0.05, method="bh")
        assert 0 < asked <= 0.05
    strict = replace(study, rule=replace(study.rule, level=0.01))
    assert ground_of(strict, POSITIVE, []).leak < found.leak


def test_without_labels_nothing_leaks(tmp_path: Path) -> None:
    bare = study_of(tmp_path, amber_rows(labelled=False))
    found = ground_of(bare, POSITIVE, [])
    assert found.labelled == (0, 0) and found.leak == 0.0 < found.needed


@pytest.mark.parametrize(("candidates", "promise"), [(99, -1.0), (0, 1.0)])
def test_where_there_is_room_for_all_no_promise_is_asked(
    study: Study, candidates: int, promise: float
) -> None:
    limited = replace(study, config=EvidenceConfig(candidates=candidates))
    assert ground_of(limited, POSITIVE, []).promise == promise


def test_with_room_for_some_the_last_of_them_is_to_be_beaten(study: Study) -> None:
    promising = worth_a_trial(study)
    scores = [
        score(evidence, study.reach(one), study.rule)
        for one, evidence in measure(study, promising, COUNTED).items()
    ]
    assert scores
    for room in range(1, len(scores) + 1):
        limited = replace(study, config=EvidenceConfig(candidates=room))
        assert ground_of(limited, POSITIVE, []).promise == round(scores[room - 1], 3)


def told(study: Study, *words: str) -> Study:
    lexicon = make_lexicon(LABELS, task="none", lexicon=dict.fromkeys(words))
    return replace(study, knowledge=Knowledge(lexicon))


def test_who_knows_the_words_of_a_shortcut(study: Study) -> None:
    words = [Token("amber"), Token("violet"), Token("film"), Token("plot")]
    assert known_of(study, words) == {(Answer.UNKNOWN, 0.5): 1.0}
    found = known_of(told(study, "amber"), words)
    assert found == {(Answer.RELATED, 0.0): 0.25, (Answer.UNKNOWN, 0.5): 0.75}
    assert sum(found.values()) == 1.0


def test_a_group_answers_for_its_words_where_there_is_one(study: Study) -> None:
    colours, candidate = with_group(study, ("amber", "violet"))
    amber, film = Token("amber"), Token("film")
    assert group_of(study, [amber]) is None and group_of(colours, [film]) is None
    assert group_of(colours, [amber, film]) == candidate.tokens[0]
    asked = told(colours, "amber")
    # Ten of the sixteen occurrences of the group are of a listed word.
    assert known_of_group(asked, [Token("violet")]) == {(Answer.RELATED, 0.0): 1.0}
    assert known_of(asked, [Token("violet")]) == {(Answer.UNKNOWN, 0.5): 1.0}
    assert known_of_group(asked, [film]) == known_of(asked, [film])


def test_of_several_groups_the_one_with_most_of_the_words(study: Study) -> None:
    one, first = with_group(study, ("amber", "violet"), "colours")
    both, second = with_group(one, ("amber", "film", "plot"), "some")
    tokens = {word: Token(word) for word in ("amber", "violet", "film", "plot")}
    assert group_of(both, [tokens["film"], tokens["plot"], tokens["amber"]]) == second.tokens[0]
    assert group_of(both, [tokens["amber"], tokens["violet"]]) == first.tokens[0]
    assert group_of(both, [tokens["amber"]]) == first.tokens[0]  # as many of the words: the narrower one
    assert number(both.corpus, "amber") not in (first.tokens[0], second.tokens[0])
