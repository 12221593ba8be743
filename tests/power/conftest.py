"""A swept run of a model whose words have known weights, ready for canaries."""

from dataclasses import replace

import pytest

from auditor.cidr.asking import Laboratory
from auditor.model.classifier import Classifier
from auditor.normal import normal
from auditor.power.canary import FIELD
from auditor.power.canary_trials import Bench
from auditor.power.measuring import Audited
from auditor.power.mixture import prepared
from auditor.records.text import Tally
from auditor.signals.counts import Token
from auditor.signals.study import Study
from auditor.sweep.store import RunStore
from auditor.verdicts.analysis import Analysis, Sources, analyse
from tests.signals.support import GOLD, LABELS, QUICK
from tests.sweep.support import CONFIG

WORDS = ("zorvex", "lumikan", "Lisbon", *(f"2041-03-{day:02}" for day in range(1, 19)))
"""What canaries of the tests are made of; no text holds any of them."""


@pytest.fixture(scope="package")
def audited(obedient: Classifier, store: RunStore) -> Audited:
    """The run of 200 texts, audited with room for every candidate."""
    config = replace(QUICK, candidates=60, deletions=8, insertions=16)
    found: Analysis = analyse(store, Laboratory(obedient), Sources(LABELS, GOLD, model="bag"), config)
    evidence = list(found.found.evidence.values())
    return Audited(found.study, evidence, obedient, CONFIG, 0, store.manifest()["costs"])


@pytest.fixture(scope="package")
def base(audited: Audited) -> Study:
    """Its study with the words of canaries in the vocabulary."""
    words = {Token(normal(word), FIELD): word for word in WORDS}
    return prepared(audited.study, words)


@pytest.fixture(scope="package")
def bench(audited: Audited, base: Study) -> Bench:
    """What canaries are tried on."""
    return Bench(base, audited.classifier, audited.method, 0, Tally())
