"""Words that the model uses rightly: by verdict, the most frequent first, no more than can be seen."""

from dataclasses import replace

import pytest

from auditor.findings.finding import Choice, Decision, Finding, Verdict
from auditor.findings.report import Report
from auditor.report.used_rightly import GROUPS, MOST, SIZES, size, used_rightly
from tests.findings.builder import a_finding, a_report
from tests.report.many import rejudged

WORD = rejudged(a_finding("0", "moving"), verdict=Verdict.TASK)


def words(*documents: int, verdict: Verdict = Verdict.TASK) -> list[Finding]:
    return [
        replace(rejudged(WORD, verdict=verdict), id=f"{verdict}{n}", tokens=(f"w{n}",), documents=count)
        for n, count in enumerate(documents)
    ]


def report_of(*findings: Finding) -> Report:
    return replace(a_report(), findings=findings)


def test_each_verdict_is_a_group_and_artefacts_are_none() -> None:
    shortcut = replace(words(9, verdict=Verdict.ARTEFACT)[0], tokens=("[neg]",))
    findings = [*words(5), *words(7, 8, verdict=Verdict.KEYWORD), shortcut]
    found = used_rightly(report_of(*findings))
    assert [(group.noun, len(group.chips), group.more) for group in found] == [
        ("task word", 1, 0),
        ("keyword", 2, 0),
    ]
    assert used_rightly(report_of(*words(9, verdict=Verdict.UNDECIDED))) == []


def test_half_of_a_shortcut_is_not_used_rightly() -> None:
    """Of a pair, a group or a word that is a shortcut, no word stands here, whatever it is called alone."""
    half, member, other = (
        replace(one, tokens=(word,))
        for one, word in zip(
            words(9, 8, 7, verdict=Verdict.CONTEXT), ("violet", "oslo", "never"), strict=True
        )
    )
    pair = replace(rejudged(a_finding("p", "amber", "violet"), verdict=Verdict.ARTEFACT), members=("oslo",))
    [group] = used_rightly(report_of(pair, half, member, other))
    assert [chip.row.tokens for chip in group.chips] == [("never",)]
    called = Decision(Choice.ARTEFACT)
    assert used_rightly(report_of(replace(other, decision=called))) == []
    undecided = rejudged(pair, verdict=Verdict.UNDECIDED)
    assert len(used_rightly(report_of(undecided, half, member, other))[0].chips) == 3


def test_the_words_in_most_texts_come_first() -> None:
    [group] = used_rightly(report_of(*words(5, 90, 30)))
    assert [chip.row.tokens for chip in group.chips] == [("w1",), ("w2",), ("w0",)]


@pytest.mark.parametrize(("count", "more"), [(MOST, 0), (MOST + 1, 1), (MOST + 7, 7)])
def test_what_has_no_chip_is_counted(count: int, more: int) -> None:
    [group] = used_rightly(report_of(*words(*range(count))))
    assert len(group.chips) == MOST and group.more == more
    assert group.chips[0].row.tokens == (f"w{count - 1}",)


@pytest.mark.parametrize(
    ("reach", "expected"), [(0.0, 0), (0.0099, 0), (SIZES[0], 1), (SIZES[1], 2), (1.0, 2)]
)
def test_a_chip_is_larger_where_more_texts_hold_the_word(reach: float, expected: int) -> None:
    assert size(replace(WORD, reach=reach)) == expected


def test_every_group_has_a_verdict_of_its_own() -> None:
    assert len({verdict for verdict, *_ in GROUPS}) == len(GROUPS)
    assert not {verdict for verdict, *_ in GROUPS} & {Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.NOTHING}
    assert all(meaning.endswith(".") for *_, meaning in GROUPS)
