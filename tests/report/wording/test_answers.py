"""What was answered in words is shown, also by a signal that nobody named here."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from auditor.report.numbers import NONE
from auditor.report.wording import answers as module
from auditor.report.wording.answers import answers
from auditor.signals.evidence import SIGNALS, Evidence
from tests.findings.builder import full_evidence


def test_answers_by_hand() -> None:
    assert answers(full_evidence(), pair=False) == [
        ("Gardner's z, for comparison", "5.1"),
        ("labels confirmed on the other half", "yes"),
        ("sets confirmed on the other half", "yes"),
        ("reference corpus", "absent"),
        ("task lexicon", "not listed"),
    ]


def test_without_evidence_nothing_is_denied() -> None:
    found = dict(answers(Evidence({}), pair=True))
    assert found.pop("reference corpus") == found.pop("task lexicon") == "none given"
    assert set(found.values()) == {NONE} and "how the words were removed" in found


@dataclass(frozen=True)
class Kind:
    """A record that the report does not know."""

    answer: str = "word"
    is_rare: bool | None = None
    size: float = 3.0


def test_a_new_signal_is_shown_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIGNALS", (*SIGNALS, SimpleNamespace(NAME="kind", Record=Kind)))
    assert answers(Evidence({}), pair=False)[-2:] == [("kind", "word"), ("kind: is rare", NONE)]
