"""A leak that others explain is gone where they are not; one of its own is still there."""

from pathlib import Path

import numpy as np
import pytest

from auditor.signals.candidates import Candidate
from auditor.signals.study import Study
from auditor.verdicts.explained import is_explained, texts_of
from tests.signals.studies import NEGATIVE, POSITIVE, candidate, study_of
from tests.signals.support import entry, explained


def study(path: Path, counts: dict[tuple[str, str], int], *, labelled: bool = True) -> Study:
    """So many texts with these words and this label."""
    rows = []
    for (words, gold), count in counts.items():
        for n in range(count):
            label = {"neg": "negative", "pos": "positive"}[gold]
            text = explained(f"{words} film {gold}{n} {words.replace(' ', '')}", label=label)
            rows.append(entry(text, gold if labelled else None))
    return study_of(path, rows)


def asked(found: Study, word: str, by: str, label: int = NEGATIVE) -> bool:
    return is_explained(found, candidate(found, word, label=label), texts_of(found, [candidate(found, by)]))


def test_a_by_product_is_explained(tmp_path: Path) -> None:
    """`date` is in half of the negative texts; `long` where it is, and in as many others of each label."""
    found = study(
        tmp_path,
        {
            ("date long", "neg"): 40,
            ("plain", "neg"): 30,
            ("long", "neg"): 10,
            ("plain", "pos"): 70,
            ("long", "pos"): 10,
        },
    )
    assert found.association.adjusted[candidate(found, "long", label=NEGATIVE).cell] < 0.05
    assert asked(found, "long", "date")
    assert not asked(found, "date", "plain")


def test_a_leak_of_its_own_is_not(tmp_path: Path) -> None:
    """`long` goes with negative with `date` and without it."""
    found = study(
        tmp_path,
        {
            ("date long", "neg"): 40,
            ("plain", "neg"): 20,
            ("long", "neg"): 20,
            ("plain", "pos"): 79,
            ("long", "pos"): 1,
        },
    )
    assert not asked(found, "long", "date")


def test_what_stands_only_where_the_other_does_not_is_explained_if_nothing_is_left(tmp_path: Path) -> None:
    """Texts without punctuation are negative; `point` goes with positive only because they lack it."""
    found = study(tmp_path, {("bare", "neg"): 150, ("point", "neg"): 150, ("point", "pos"): 300})
    assert found.association.adjusted[candidate(found, "point", label=POSITIVE).cell] < 0.05
    assert asked(found, "point", "bare", POSITIVE)
    few = study(tmp_path / "few", {("bare", "neg"): 12, ("point", "neg"): 6, ("point", "pos"): 18})
    assert asked(few, "point", "bare", POSITIVE)
    counts = {("bare", "neg"): 30, ("plain", "neg"): 28, ("point", "neg"): 2, ("point", "pos"): 20}
    own = study(tmp_path / "own", {**counts, ("plain", "pos"): 40})
    assert not asked(own, "point", "bare", POSITIVE)


@pytest.mark.parametrize(("inside", "explained_by"), [(9, True), (8, False)])
def test_without_a_leak_it_is_the_share_of_texts(tmp_path: Path, inside: int, explained_by: bool) -> None:
    counts = {("date word", "neg"): inside, ("word", "neg"): 10 - inside, ("plain", "pos"): 10}
    found = study(tmp_path, counts, labelled=False)
    assert asked(found, "word", "date") is explained_by


def test_nothing_covered_explains_nothing(tmp_path: Path) -> None:
    found = study(tmp_path, {("word", "neg"): 20, ("plain", "pos"): 20})
    one = candidate(found, "word", label=NEGATIVE)
    assert not is_explained(found, one, np.zeros(len(found.corpus), dtype=bool))
    assert not texts_of(found, []).any()
    absent = Candidate((len(found.corpus.vocabulary) - 1,), NEGATIVE)
    assert texts_of(found, [one, absent]).sum() >= 20
    assert asked(found, "word", "word")  # all of its texts
