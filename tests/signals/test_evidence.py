"""Evidence: every signal has the same shape, and a new one is one module and one entry."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.records.codec import decode, plain
from auditor.records.estimates import Condition, Estimate, Figure
from auditor.signals.association import Association
from auditor.signals.candidates import Candidate
from auditor.signals.evidence import CATALOGUE, COUNTED, SIGNALS, Evidence, Signal, measure
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.lexicon import Lexicon
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from tests.signals.studies import Toy, candidate

RULE = RuleConfig()
NAMES = [signal.NAME for signal in SIGNALS]


@pytest.fixture(scope="module")
def chosen(study: Study) -> list[Candidate]:
    """A shortcut, a word of the task, filler, and pairs, in no order."""
    pairs = list(study.pair_choices)[:2]
    return [
        pairs[0],
        candidate(study, "[pos]"),
        candidate(study, "good"),
        *pairs[1:],
        candidate(study, "film"),
    ]


@pytest.fixture(scope="module")
def measured(study: Study, chosen: list[Candidate]) -> dict[Candidate, Evidence]:
    return measure(study, chosen)


def test_names_codes_and_figures_are_unique() -> None:
    codes = [one.code for signal in SIGNALS for one in signal.conditions(signal.Record(), RULE)]
    for names in (NAMES, codes, [figure.name for figure in CATALOGUE]):
        assert max(Counter(names).values()) == 1


@pytest.mark.parametrize("signal", SIGNALS, ids=NAMES)
def test_a_record_is_frozen_documented_and_begins_without_evidence(signal: Signal) -> None:
    record = signal.Record
    assert is_dataclass(record) and record.__dataclass_params__.frozen and record.__doc__
    assert all(one.default is not MISSING or one.default_factory is not MISSING for one in fields(record))
    assert not any(condition.met for condition in signal.conditions(record(), RULE))
    for figure in signal.figures(record()):
        assert figure.estimate.estimate is None and figure.title and figure.hint.endswith(".")
        assert figure.unit in ("share", "effect", "ratio", "logits")


@pytest.mark.parametrize("signal", SIGNALS, ids=NAMES)
def test_a_signal_gives_a_record_for_each_candidate_in_order(
    signal: Signal, study: Study, chosen: list[Candidate], measured: dict[Candidate, Evidence]
) -> None:
    found = signal.measure(study, chosen)
    assert [type(one) for one in found] == [signal.Record] * len(chosen)
    assert found == [measured[one].of(signal.Record) for one in chosen]
    assert signal.measure(study, []) == []


@pytest.mark.parametrize("signal", SIGNALS, ids=NAMES)
def test_records_survive_json(signal: Signal, measured: dict[Candidate, Evidence]) -> None:
    for evidence in measured.values():
        record = evidence.of(signal.Record)
        assert decode(signal.Record, plain(record)) == record


def test_the_whole_evidence_survives_json_in_the_order_of_the_signals(
    measured: dict[Candidate, Evidence],
) -> None:
    for evidence in measured.values():
        stored = plain(evidence)
        assert list(stored) == NAMES and decode(Evidence, stored) == evidence
    with pytest.raises(AuditError, match="not a known part"):
        decode(Evidence, {"association": plain(Association()), "colour": {}})


def test_what_was_not_measured_is_no_evidence() -> None:
    evidence = Evidence({"lexicon": Lexicon("listed")})
    assert evidence.of(Lexicon) == Lexicon("listed") and evidence.of(Association) == Association()


def test_a_subclass_is_not_taken_for_another_signal() -> None:
    """Deletion and insertion are both flips."""
    evidence = Evidence({"insertion": Insertion(rate(9, 10))})
    assert evidence.of(Insertion).rate.count == 9
    assert [evidence.of(signal.Record) for signal in SIGNALS if signal.NAME == "deletion"] == [
        next(signal.Record for signal in SIGNALS if signal.NAME == "deletion")()
    ]


def test_conditions_of_all_signals_are_found_by_their_code() -> None:
    leak = Association(rate(45, 50, p=1e-9, adjusted_p=1e-8), 0.5)
    found = Evidence({"association": leak}).conditions(RULE)
    assert found["leaks"].met and found["clear"].met and not found["needed"].met
    assert {code for code, condition in found.items() if condition.code != code} == set()
    stricter = Evidence({"association": leak}).conditions(replace(RULE, level=0.0))
    assert not stricter["leaks"].met


def test_figures_of_pairs_are_for_pairs() -> None:
    evidence = Evidence({"interaction": Interaction(Estimate(0.5)), "reliance": Reliance(Estimate(2.0))})
    names = {pair: [figure.name for figure in evidence.figures(pair=pair)] for pair in (False, True)}
    assert set(names[True]) - set(names[False]) == {"beyond_members", "second_difference", "share_apart"}
    assert names[True] == [figure.name for figure in CATALOGUE]


def test_counted_signals_ask_nothing_of_the_model(study: Study, chosen: list[Candidate]) -> None:
    toy = Toy()
    silent = replace(study, model=toy)
    counted = measure(silent, chosen, COUNTED)
    assert toy.asked == []
    assert {signal.NAME for signal in SIGNALS} - {signal.NAME for signal in COUNTED} == {
        "deletion", "insertion", "pieces", "alone", "interaction"
    }  # fmt: skip
    whole = measure(study, chosen)
    for one in chosen:
        assert counted[one].parts.items() <= whole[one].parts.items()


# A new signal


@dataclass(frozen=True)
class Length:
    """How long a token is."""

    letters: int | None = None


def lengths(study: Study, candidates: Sequence[Candidate]) -> list[Length]:
    return [Length(sum(len(study.corpus.vocabulary[t].text) for t in one.tokens)) for one in candidates]


def test_a_new_signal_is_a_module_with_five_names(study: Study, chosen: list[Candidate]) -> None:
    def conditions(found: Length, rule: RuleConfig) -> tuple[Condition, ...]:
        return (Condition("long", found.letters, rule.level, (found.letters or 0) > 9),)

    def figures(found: Length) -> tuple[Figure, ...]:
        return (Figure("letters", "letters", "Letters it has.", Estimate(found.letters)),)

    signal: Any = SimpleNamespace(
        NAME="length", Record=Length, measure=lengths, conditions=conditions, figures=figures
    )
    found = measure(study, chosen, (*COUNTED, signal))
    assert found[candidate(study, "[pos]")].of(Length) == Length(5)
    assert measure(study, [], (signal,)) == {}
