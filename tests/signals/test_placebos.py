"""Placebos: words that show nothing, of like frequency."""

from pathlib import Path

import numpy as np
import pytest

from auditor.signals.counts import Token
from auditor.signals.placebos import PLACEBOS, alike, frequent, word_alike
from auditor.signals.study import Study
from tests.signals.studies import study_of
from tests.signals.support import FILLER, entry, explained, number


def test_quiet_tokens_show_nothing_and_are_words(study: Study) -> None:
    words = {study.corpus.vocabulary[token].text for token in study.quiet}
    assert words and words <= set(FILLER)
    assert study.quiet_set == set(study.quiet.tolist())
    for tests in (study.association, study.reliance):
        assert (tests.p[study.quiet] > 0.2).all()


@pytest.mark.parametrize("word", ["good", "[pos]", "film"])
def test_placebos_are_of_like_frequency(study: Study, word: str) -> None:
    token = number(study.corpus, word)
    frequency = np.diff(study.corpus.start)
    distance = {t: abs(np.log(frequency[t] / frequency[token])) for t in study.quiet.tolist() if t != token}
    found = alike(study, token)
    assert token not in found and len(found) == min(PLACEBOS, len(distance))
    assert [distance[one] for one in found] == sorted(distance.values())[:PLACEBOS]


def test_the_most_frequent_come_first(study: Study) -> None:
    found = frequent(study, 3)
    counts = sorted((int(study.frequency[token]) for token in study.quiet), reverse=True)
    assert [int(study.frequency[token]) for token in found] == counts[:3]
    assert len(frequent(study, 1000)) == len(study.quiet)


def filler_rows(count: int = 12) -> list[str]:
    return [f"{'the ' if n % 2 else ''}film was amber n{n}" for n in range(count)]


def test_the_placebo_in_a_text_is_a_quiet_word_or_any_other(tmp_path: Path) -> None:
    rows = [entry(explained(text), ("pos", "neg")[n // 2 % 2]) for n, text in enumerate(filler_rows())]
    rows += [entry(explained("amber 7 8"), "pos"), entry(explained("amber"), "neg")]
    study = study_of(tmp_path, rows)
    amber = number(study.corpus, "amber")
    assert {study.corpus.vocabulary[t].text for t in study.quiet} == {"the", "film", "was", "amber"}
    # amber stands in 14 texts, film and was in 12 each, the in 6: the first of the nearest is chosen.
    assert word_alike(study, explained("the film was amber"), amber) == 1
    assert word_alike(study, explained("the amber"), amber) == 0
    assert word_alike(study, explained("amber 7 8"), amber) == 1  # no quiet word: any other one
    assert word_alike(study, explained("amber AMBER"), amber) is None


def test_placebos_are_of_the_same_field(tmp_path: Path) -> None:
    rows = [
        entry(explained(f"film was n{n}", f"film so n{n}"), ("pos", "neg")[n // 2 % 2]) for n in range(12)
    ]
    study = study_of(tmp_path, rows, paired=True)
    vocabulary = study.corpus.vocabulary
    for field, other in ((0, "was"), (1, "so")):
        found = alike(study, number(study.corpus, "film", field))
        assert [vocabulary[token] for token in found] == [Token(other, field)]


def test_without_quiet_words_there_are_no_placebos(tmp_path: Path) -> None:
    study = study_of(tmp_path, [entry(explained("amber film"), "pos")])
    assert len(study.quiet) == 0
    assert alike(study, 0) == [] and frequent(study, 5) == []
