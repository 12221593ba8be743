"""What every text holds is said to be untested, and why there are no families."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.findings.report import Caution
from auditor.meaning.knowledge import Knowledge
from auditor.model.embeddings import Embeddings, Origin
from auditor.report.wording.notices import NO_FAMILIES, caution_text
from auditor.signals.study import Study
from auditor.sweep.shard_file import Entry
from auditor.verdicts.contrast import cautions_about_features, without_contrast
from tests.signals.features import feature_study
from tests.signals.studies import study_of
from tests.signals.support import entry, explained


def dated(path: Path, without: int, count: int = 60) -> Study:
    """Texts with a date each, and some without."""
    texts = [f"film n{n} 2020-02-0{n % 9 + 1}" for n in range(count - without)]
    return feature_study(path, labelled([*texts, *(f"plain film p{n}" for n in range(without))]))


def labelled(texts: list[str]) -> list[Entry]:
    return [entry(explained(text), ("neg", "pos")[n % 2]) for n, text in enumerate(texts)]


@pytest.mark.parametrize(("without", "said"), [(0, True), (4, True), (5, False)])
def test_a_dataset_where_every_text_has_a_date(tmp_path: Path, without: int, said: bool) -> None:
    study = dated(tmp_path, without)
    assert ("date" in without_contrast(study)) is said
    cautions = [one for one in cautions_about_features(study) if one.code == "no-contrast"]
    assert (Caution("no-contrast", 60 - without, 60, about="date") in cautions) is said
    if said:
        text = caution_text(Caution("no-contrast", 60 - without, 60, about="date"))
        assert text == f"All but {without} of 60 texts hold dates: no contrast, so that they were not tested."


def test_it_is_not_tested_and_nothing_is_found(tmp_path: Path) -> None:
    study = dated(tmp_path, 0)
    token = next(n for n in study.corpus.groups if study.word(n) == "date")
    assert (study.association.p[token] == 1).all()


def test_one_marker_in_every_text_and_one_opening(tmp_path: Path) -> None:
    texts = [f"Dear all , film f{n} was [x] n{n % 5}" for n in range(40)]
    study = feature_study(
        tmp_path, [entry(explained(text), ("neg", "pos")[n % 2]) for n, text in enumerate(texts)]
    )
    assert set(without_contrast(study)) == {"marker", "opening"}
    assert "hold the same opening" in caution_text(Caution("no-contrast", 40, 40, about="opening"))


def test_words_and_punctuation_in_every_text_are_not_mentioned(tmp_path: Path) -> None:
    study = study_of(
        tmp_path, [entry(explained(f"the film . n{n}"), ("neg", "pos")[n % 2]) for n in range(40)]
    )
    assert without_contrast(study) == {}
    few = study_of(tmp_path / "few", [entry(explained(f"[x] n{n}"), "pos") for n in range(9)])
    assert without_contrast(few) == {}  # nine texts say nothing anyway


def test_without_labels_the_texts_of_the_run_are_asked(tmp_path: Path) -> None:
    study = study_of(tmp_path, [entry(explained(f"[x] film n{n}")) for n in range(40)])
    assert without_contrast(study) == {"marker": 40}


def embeddings(matrix: np.ndarray, *, scratch: bool = False) -> Knowledge:
    return Knowledge(embeddings=Embeddings([], matrix, lambda _: [], Origin("own", "x", scratch)))


@pytest.mark.parametrize(
    ("knowledge", "reason"),
    [
        (Knowledge(), "no_embeddings"),  # a model that is only asked has none
        (embeddings(np.ones((4, 3)), scratch=True), "trained_from_scratch"),
        (embeddings(np.full((4, 3), np.nan)), "not_numbers"),
        (embeddings(np.ones((4, 1))), "one_dimension"),
        (embeddings(np.eye(4)), "few_lists"),
    ],
)
def test_families_say_why_there_are_none(study: Study, knowledge: Knowledge, reason: str) -> None:
    told = replace(study, knowledge=knowledge)
    assert cautions_about_features(told)[-1] == Caution("no-families", about=reason)
    assert knowledge.vectors(["good"]) is None and knowledge.facts()["no_families_because"] == reason
    said = caution_text(Caution("no-families", about=reason))
    assert NO_FAMILIES[reason] in said and said.endswith("Kinds and known lists were.")
    off = replace(told, config=replace(study.config, groups=False))
    assert not [one for one in cautions_about_features(off) if one.code == "no-families"]
