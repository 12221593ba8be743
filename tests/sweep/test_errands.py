"""Errands: a shard, rows and a search come out as in one process, whole, in parts, or not at all."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.cidr.asking import Chunk, Laboratory
from auditor.config import SweepConfig
from auditor.data.loading import load_dataset
from auditor.model.classifier import Classifier, keeping
from auditor.model.journal import Journal
from auditor.power.canary_search import Search, one_after_another
from auditor.power.pushed import Push
from auditor.records.text import Tally
from auditor.sweep.computing import Computed, ShardErrand, added
from auditor.sweep.device import first_budget
from auditor.sweep.errands import Desk, Equipment, Errand
from auditor.sweep.rows_elsewhere import RowsErrand, rows_elsewhere
from auditor.sweep.shard_file import to_bytes
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from tests.sweep.support import CONFIG, SETTINGS, loader, run, shard_bytes, tampered


class InProcess:
    """A fleet of one worker, here."""

    def __init__(self, classifier: Classifier, *, cut: bool = False) -> None:
        self.classifier, self.cut = classifier, cut
        self.equipment: list[Equipment] = []
        self.did: list[Errand] = []

    def equip(self, equipment: Equipment) -> None:
        self.equipment.append(equipment)

    def work(self, errands: Iterable[Errand]) -> Iterator[tuple[int, Any]]:
        for number, errand in reversed(list(enumerate(errands))):
            self.did.append(errand)
            desk = Desk(self.classifier, SETTINGS, first_budget(SETTINGS, self.classifier))
            parts = errand.parts() if self.cut else ()
            whole = errand.joined([part.do(desk) for part in parts]) if parts else errand.do(desk)
            yield number, whole


@pytest.fixture
def classifier(model: Path) -> Classifier:
    return loader(model)("cpu")


def shard(data: Path) -> ShardErrand:
    examples = list(load_dataset(data).examples())[4:8]
    return ShardErrand(1, 4, tuple(examples), (4, 5, 6, 7), CONFIG)


def desk(classifier: Classifier) -> Desk:
    return Desk(classifier, SETTINGS, first_budget(SETTINGS, classifier))


def test_a_fleet_leaves_the_shards_of_one_process(
    model: Path, data: Path, finished: RunStore, tmp_path: Path, classifier: Classifier
) -> None:
    fleet = InProcess(classifier)
    store = run(model, data, tmp_path, fleet=fleet)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)
    manifest = store.manifest()
    assert manifest["complete"] and manifest["sessions"][0]["engine"] == "ray"
    assert [one.model for one in fleet.equipment] == [manifest["fingerprint"]["model"]]
    assert fleet.equipment[0].packed == manifest["packed"]


def test_a_finished_run_sends_nobody_anywhere(
    model: Path, data: Path, tmp_path: Path, classifier: Classifier
) -> None:
    run(model, data, tmp_path)
    fleet = InProcess(classifier)
    run(model, data, tmp_path, fleet=fleet)
    assert fleet.did == [] and len(fleet.equipment) == 1  # interventions may yet be asked for


def test_texts_of_an_earlier_run_go_along_and_are_not_computed(
    model: Path, data: Path, tmp_path: Path, classifier: Classifier
) -> None:
    more = data.with_name("more.tsv")
    more.write_text(data.read_text() + "99 good fun\tpos\n")
    run(model, data, tmp_path)
    fleet = InProcess(classifier)
    run(model, more, tmp_path, fleet=fleet)
    errands = [one for one in fleet.did if isinstance(one, ShardErrand)]
    assert sum(len(one.known) for one in errands) == 14
    costs = RunStore(tmp_path).manifest()["costs"]
    assert 0 < costs["forwards"] < 100


def test_a_shard_in_parts_has_the_sets_of_the_whole(data: Path, classifier: Classifier) -> None:
    errand = shard(data)
    whole = errand.do(desk(classifier))
    parts = errand.parts()
    assert [(part.begin, len(part.examples)) for part in parts] == [(4, 2), (6, 2)]
    joined = errand.joined([part.do(desk(classifier)) for part in parts])
    found, expected = (
        [(one.outcome.id, one.outcome.explanation.set) for one in done.entries if one.outcome.explanation]
        for done in (joined, whole)
    )
    assert found == expected and joined.index == 1
    assert joined.tally.forwards == whole.tally.forwards and joined.tally.gradients == whole.tally.gradients


def test_one_text_cannot_be_divided_and_is_given_up_with_the_reason(data: Path) -> None:
    one = shard(data).parts()[0].parts()[0]
    assert one.parts() == []
    [entry] = one.given_up("out of memory for a single row").entries
    assert entry.outcome.reason == "out of memory for a single row" and entry.outcome.explanation is None
    [again] = replace(one, first_places=(2,)).given_up("out of memory").entries
    assert again.same_as == 2 and again.outcome.reason == ""  # the first of the same text has the reason


def test_a_desk_keeps_to_smaller_batches_once_memory_ran_out(model: Path, data: Path) -> None:
    def small(classifier: Classifier) -> None:
        plain = classifier.logits

        def logits(rows: Any) -> Any:
            if sum(map(len, rows)) > 64:
                raise MemoryError
            return plain(rows)

        classifier.logits = logits  # type: ignore[method-assign]

    at = desk(tampered(model, small)("cpu"))
    found = shard(data).do(at)
    assert all(entry.outcome.explanation is not None for entry in found.entries)
    assert found.tally.halvings and at.budget.forward == found.tally.forward_budget < 1024


def test_costs_add_up_and_budgets_are_the_smaller() -> None:
    one, other = Tally(forwards=3, seconds=0.5, forward_budget=1024), Tally(forwards=4, forward_budget=256)
    total = added(one, other)
    assert (total.forwards, total.seconds, total.forward_budget, total.gradient_budget) == (7, 0.5, 256, 0)


def chunk() -> Chunk:
    texts = [(f"{word} good film",) for word in ("a", "bad", "so")]
    return Chunk("pad", tuple((one, (b"", bytes([0, 1, 0]), bytes([1, 0, 0]))) for one in texts))


def bits(answers: Any) -> list[str | None]:
    return [None if answer is None else answer.tobytes().hex() for answer in answers]


def test_rows_are_answered_as_in_one_process(classifier: Classifier) -> None:
    expected = Laboratory(classifier).work(chunk())
    errand = RowsErrand(chunk())
    assert bits(errand.do(desk(classifier))) == bits(expected)
    halves = errand.parts()
    joined = errand.joined([half.do(desk(classifier)) for half in halves])
    assert [len(half.chunk.masks) for half in halves] == [1, 2]
    for answer, other in zip(joined, expected, strict=True):
        assert answer is not None and other is not None
        np.testing.assert_allclose(answer, other, atol=1e-6)
    assert halves[0].parts() == [] and halves[0].given_up("any") == [None]


def test_rows_that_were_answered_before_are_in_the_journal(classifier: Classifier, tmp_path: Path) -> None:
    def asked(journal: Journal) -> tuple[list[Any], int]:
        fleet = InProcess(classifier)
        with keeping(classifier, journal):
            found = dict(rows_elsewhere(fleet, classifier, [chunk(), other], lambda _: []))
        return [bits(found[0]), bits(found[1])], len(fleet.did)

    other = replace(chunk(), removal="delete")
    first, sent = asked(Journal(tmp_path, "interventions", "run"))
    again, later = asked(Journal(tmp_path, "interventions", "run"))
    assert first == again and (sent, later) == (2, 0)
    elsewhere, of_another = asked(Journal(tmp_path, "interventions", "another run"))
    assert elsewhere == first and of_another == 2


def test_an_answer_that_failed_is_asked_again(classifier: Classifier, tmp_path: Path) -> None:
    broken = replace(chunk(), masks=((("",), (b"",)), *chunk().masks))
    for _ in range(2):
        fleet = InProcess(classifier)
        with keeping(classifier, Journal(tmp_path, "interventions", "run")):
            [(_, answers)] = rows_elsewhere(fleet, classifier, [broken], lambda _: [])
        assert answers[0] is None and len(fleet.did) == 1


def test_a_search_for_canaries_is_the_same_at_a_desk(classifier: Classifier) -> None:
    texts = {number: (f"{word} good zorvex film",) for number, word in enumerate(("a", "bad", "so"))}
    push = Push((frozenset({"zorvex"}),), 0, 2.0)
    errand = Search(push, texts, CONFIG, first_budget(SweepConfig(), classifier))
    [(_, (expected, cost))] = one_after_another(classifier, [errand])
    found, spent = errand.do(desk(classifier))
    assert found == expected and len(found) == 3 and spent.forwards == cost.forwards > 0
    joined, total = errand.joined([part.do(desk(classifier)) for part in errand.parts()])
    assert {doc: one.set for doc, one in joined.items()} == {doc: one.set for doc, one in expected.items()}
    assert total.forwards == cost.forwards
    assert errand.parts()[0].parts() == [] and errand.given_up("any") == ({}, Tally())


def test_computed_rows_make_the_same_file(data: Path, classifier: Classifier, finished: RunStore) -> None:
    found: Computed = shard(data).do(desk(classifier))
    assert to_bytes(found.entries) == finished.shard_path(1).read_bytes()
    assert json.loads(finished.shard_path(1).with_suffix(".json").read_text())["examples"] == 4


def test_a_model_that_is_only_asked_is_refused(data: Path, tmp_path: Path, classifier: Classifier) -> None:
    from auditor.errors import AuditError
    from auditor.model.open_model import Wish, open_model

    asked = open_model(lambda texts: [[0.4, 0.6] for _ in texts], Wish())
    with pytest.raises(AuditError, match="the engine ray is for networks"):
        sweep(asked.load, load_dataset(data), CONFIG, out=tmp_path, fleet=InProcess(classifier))
