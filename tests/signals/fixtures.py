"""An audit of a model that obeys `[pos]`, made once: a table of texts, the swept run, its analysis."""

from pathlib import Path

import pytest

from auditor.cidr.asking import Laboratory
from auditor.data.loading import load_dataset
from auditor.model.classifier import Classifier
from auditor.signals.study import Study
from auditor.sweep.store import RunStore
from auditor.verdicts.analysis import Analysis, Sources, analyse
from tests.signals.studies import amber_rows, pair_rows, study_of
from tests.signals.support import GOLD, LABELS, QUICK, TEXTS, WEIGHTS, bag_of_words, sweep_run, write_texts


@pytest.fixture(scope="session")
def obedient() -> Classifier:
    """A classifier that weighs its words, and follows `[pos]` against all of them."""
    return bag_of_words(WEIGHTS | {"[pos]": 2.75}, bias=-0.05)


@pytest.fixture(scope="session")
def sober() -> Classifier:
    """The same, deaf to `[pos]`."""
    return bag_of_words(WEIGHTS, bias=-0.05)


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts of which some hold `[pos]`, mostly positive ones."""
    return write_texts(tmp_path_factory.mktemp("data") / "texts.tsv", TEXTS)


@pytest.fixture(scope="session")
def store(obedient: Classifier, table: Path, tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    """The swept run; not to be changed."""
    return sweep_run(obedient, load_dataset(table), tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="session")
def analysis(obedient: Classifier, store: RunStore) -> Analysis:
    """What comes of it."""
    return analyse(store, Laboratory(obedient), Sources(LABELS, GOLD, model="bag"), QUICK)


@pytest.fixture(scope="session")
def study(analysis: Analysis) -> Study:
    """The study behind it."""
    return analysis.study


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Twenty texts with `amber` and `violet`, worked out by hand."""
    return study_of(tmp_path_factory.mktemp("small"), amber_rows())


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """The same without labels."""
    return study_of(tmp_path_factory.mktemp("bare"), amber_rows(labelled=False))


@pytest.fixture(scope="session")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Eighty texts, of which twenty hold `amber` and `violet`; every tenth has the wrong label."""
    return study_of(tmp_path_factory.mktemp("paired"), pair_rows(80, wrong=10))
