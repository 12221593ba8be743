"""A finding by id, by token, or by the beginning of its id."""

import pytest

from auditor.errors import AuditError
from auditor.review.lookup import find
from auditor.review.redaction import redact
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (TOKEN, [TOKEN]),
        (TOKEN[:4], [TOKEN]),
        ("a1", [TOKEN, NEAR]),
        ("[POS]", [TOKEN]),
        ("[pos]s", [TOKEN]),
        ("amber", [PAIR]),
        ("violet+amber", [PAIR]),
        ("amber + violet", [PAIR]),
        ("ＭＯＶＩＮＧ", [WORD]),
        ("plot", [NEAR]),
    ],
)
def test_what_a_finding_goes_by(name: str, expected: list[str]) -> None:
    assert [finding.id for finding in find(a_report(), name)] == expected


def test_a_token_goes_before_the_beginning_of_an_id() -> None:
    assert [finding.id for finding in find(a_report("b2"), "b2")] == [TOKEN]


def test_a_token_goes_before_the_pairs_that_hold_it() -> None:
    assert [finding.id for finding in find(a_report("amber"), "amber")] == [TOKEN]
    assert [finding.id for finding in find(a_report("amber"), "amber+violet")] == [PAIR]


@pytest.mark.parametrize(
    ("name", "hint"), [("ambr", "'amber'"), ("", "audit show RUN"), ("qqqqqqq", "audit show RUN")]
)
def test_what_is_not_there_gets_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(AuditError) as caught:
        find(a_report(), name)
    assert hint in caught.value.hint


def test_redacted_findings_go_by_their_names() -> None:
    assert [finding.id for finding in find(redact(a_report()), "token 1")] == ["finding-1"]
