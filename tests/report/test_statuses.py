"""Every status is a sentence with the numbers of its record."""

from dataclasses import replace

import pytest

from auditor.records.text import SOME, Status
from auditor.report.statuses import sentence
from tests.report.support import EXPLANATION

PAIR = EXPLANATION.pairs[0]
TOO = "the model would say positive to an empty text too"
SAME = replace(EXPLANATION, label_after="positive", probability_after=0.7, probability_empty=0.6)


@pytest.mark.parametrize(
    ("explanation", "expected"),
    [
        (EXPLANATION, "without 1 pair the model says negative"),
        (
            replace(EXPLANATION, pairs=(PAIR, PAIR)),
            "without 2 pairs the model says negative, and no part of the set does that",
        ),
        (
            replace(EXPLANATION, pairs=(), set=(0, 1, 2)),
            "without 3 words the model says negative, and no part of the set does that",
        ),
        (
            replace(EXPLANATION, pairs=(PAIR,) * 6),
            "without 6 pairs the model says negative, and no part with one pair less does that",
        ),
        (replace(EXPLANATION, label_after="positive"), "without 1 pair the probability falls to 0.400"),
        (
            replace(SAME, status=Status.EVIDENCE, evidence=3.0, evidence_after=1.2),
            f"{TOO} (0.600); 1 pair carries 60% of what the text adds",
        ),
        (
            replace(SAME, status=Status.EVIDENCE, evidence=2.0, evidence_after=-1.0, pairs=()),
            f"{TOO} (0.600); 2 words carry 100% of what the text adds",
        ),
        (
            replace(SAME, status=Status.DEFAULT, set=(), pairs=(), probability_empty=0.895, evidence=SOME),
            f"{TOO} (0.895), and the text adds nothing for it",
        ),
        (
            replace(SAME, status=Status.DEFAULT, set=(), pairs=()),
            "the class is lost with every word in place: there is nothing to remove",
        ),
        (
            replace(SAME, status=Status.UNREACHABLE, set=(), pairs=()),
            "none of 12 removals that were tried changes the prediction",
        ),
        (
            replace(EXPLANATION, status=Status.UNVERIFIED),
            "1 pair proposed and not checked on the model",
        ),
    ],
)
def test_the_sentence_of_a_status(explanation: object, expected: str) -> None:
    assert sentence(explanation) == expected  # type: ignore[arg-type]


def test_a_label_cannot_write_to_the_page() -> None:
    hostile = replace(EXPLANATION, label_after="\u202enegative")
    assert "\u202e" not in sentence(hostile)
