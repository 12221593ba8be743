"""What was answered in words is shown, also by a signal that nobody named here."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from auditor.report.numbers import NONE
from auditor.report.wording import answers as module
from auditor.report.wording.answers import answers
from auditor.signals.evidence import SIGNALS, Evidence
from auditor.signals.lexicon import Lexicon
from auditor.signals.relevance import Relevance
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata, Stratum
from tests.findings.builder import full_evidence, of


def test_answers_by_hand() -> None:
    assert answers(full_evidence(), pair=False) == [
        ("Gardner's z, for comparison", "5.1"),
        ("labels confirmed on the other half", "yes"),
        ("sets confirmed on the other half", "yes"),
        ("reference corpus", "absent"),
        ("task lexicon", "not listed"),
        ("kind of token", "marker"),
        ("groups of the data", "none given"),
    ]


def test_groups_of_the_data_are_shown_each_in_a_line() -> None:
    groups = (Stratum("site one", rate(20, 20, p=1e-6), 0.4), Stratum("site two", rate(10, 20, p=0.6), 0.5))
    found = answers(of(Strata("one-group", rate(10, 20, p=0.6), 0.5, groups)), pair=False)
    assert ("groups of the data", "the link holds in one of them") in found
    assert found[-2:] == [
        ("in group site one", "20 of 20 with the label, against 0.40, p < 0.001"),
        ("in group site two", "10 of 20 with the label, against 0.50, p 0.600"),
    ]


def test_codes_are_words_and_reasons_are_there_only_where_there_are_some() -> None:
    evidence = of(Lexicon("listed", "sentiment"), Relevance(0.4, exempt="function_word"))
    found = dict(answers(evidence, pair=False))
    assert found["listed by"] == "built-in list of sentiment words"
    assert found["relevance does not decide"] == "it is a function word"
    assert "relevance unknown" not in found


def test_without_evidence_nothing_is_denied() -> None:
    found = dict(answers(Evidence({}), pair=True))
    given = [found.pop(name) for name in ("reference corpus", "task lexicon", "groups of the data")]
    assert given == ["none given"] * 3
    assert set(found.values()) == {NONE} and "how the words were removed" in found


@dataclass(frozen=True)
class Sort:
    """A record that the report does not know."""

    answer: str = "word"
    is_rare: bool | None = None
    size: float = 3.0


def test_a_new_signal_is_shown_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIGNALS", (*SIGNALS, SimpleNamespace(NAME="sort", Record=Sort)))
    assert answers(Evidence({}), pair=False)[-2:] == [("sort", "word"), ("sort: is rare", NONE)]
