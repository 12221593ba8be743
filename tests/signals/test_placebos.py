"""Placebos: words that show nothing, of like frequency."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.insertion import drawn_members
from auditor.signals.insertion import measure as measure_insertions
from auditor.signals.placebos import PLACEBOS, alike, frequent, words_alike
from auditor.signals.recurrence import LEAST
from auditor.signals.study import Study
from tests.signals.studies import study_of, weighing, with_group
from tests.signals.support import FILLER, LABELS, entry, explained, number


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
    assert words_alike(study, explained("the film was amber"), amber) == [1]
    assert words_alike(study, explained("the amber"), amber) == [0]
    assert words_alike(study, explained("amber 7 8"), amber) == [1]  # no quiet word: any other one
    assert words_alike(study, explained("amber AMBER"), amber) == []


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


# Groups


def random_families(path: Path, seed: int) -> tuple[Study, list[Candidate]]:
    """Texts of rare words, some of which are thrown together at random."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    rare = [f"r{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(300)]
    rows = []
    for n in range(240):
        words = [*random.sample(rare, 3), *random.choices(FILLER, k=3), ("bad", "good")[n % 2], f"n{n}"]
        rows.append(entry(explained(" ".join(words), label=LABELS[n % 2]), ("neg", "pos")[n % 2]))
    effect = {word: random.gauss(0, 1.0) for word in rare}
    study = study_of(path, rows, weighing({**effect, "bad": -1.0, "good": 1.0}, bias=0.05))
    families, wide = [], study
    known = [word for word in rare if Token(word) in study.corpus.vocabulary]
    for n in range(20):
        members = tuple(sorted(random.sample(known, 30)))
        wide, one = with_group(replace(wide), members, name=f"some {n}")
        families.append(one)
    return wide, families


def test_placebos_of_rare_members_are_as_rare_and_differ_from_member_to_member(tmp_path: Path) -> None:
    study, families = random_families(tmp_path, 0)
    drawn = drawn_members(study, families[0].tokens[0])
    group = set(study.corpus.members(families[0].tokens[0]).tolist())
    rare = set(study.rare.tolist())
    assert len({tuple(placebos) for _, placebos in drawn}) > len(drawn) / 2
    for member, placebos in drawn:
        if study.frequency[member] < LEAST:
            assert len(placebos) == PLACEBOS and set(placebos) <= rare - group
            assert max(abs(study.frequency[one] - study.frequency[member]) for one in placebos) <= 1
    assert drawn == drawn_members(study, families[0].tokens[0])


def test_a_family_thrown_together_turns_no_more_than_its_placebos(tmp_path: Path) -> None:
    """Each word has an effect of its own, up or down; one in twenty families turns more by chance."""
    below = tried = 0
    for seed in range(3):
        study, families = random_families(tmp_path / str(seed), seed)
        for found in measure_insertions(study, families):
            tried += 1
            below += (found.rate.p or 1.0) <= 0.05
    assert tried == 60 and below <= 7


def test_words_of_a_group_that_shows_something_and_words_of_the_task_are_no_placebos(tmp_path: Path) -> None:
    rows = [
        entry(explained(f"{'marked' if n % 2 else 'plain'} zz{chr(97 + n % 26)} n{n}"), ("neg", "pos")[n % 2])
        for n in range(52)
    ]
    study = study_of(tmp_path, rows)
    words = {study.word(n) for n in study.rare.tolist()}
    assert "zza" in words and "marked" not in words and "n1" not in words
    told = replace(study, knowledge=Knowledge(make_lexicon(LABELS, lexicon={"zza": None})))
    assert "zza" not in {told.word(n) for n in told.rare.tolist()}
    wide, group = with_group(study, tuple(f"zz{chr(97 + n)}" for n in range(1, 26, 2)))
    [token] = group.tokens
    loud = replace(wide.association, adjusted=wide.association.adjusted.copy())
    loud.adjusted[token], loud.tested[token] = 0.0, True
    left = {wide.word(n) for n in replace(wide, association=loud).rare.tolist()}
    assert "zzb" not in left and "zza" in left
