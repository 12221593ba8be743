"""All that is known of a finding, in lines that hostile text cannot break."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision
from auditor.report.dossier import dossier, headline
from auditor.signals.evidence import CATALOGUE, Evidence
from tests.findings.builder import a_report
from tests.report.many import rejudged

REPORT = a_report()


def test_a_headline_is_one_line_with_the_id() -> None:
    assert headline(REPORT.findings[1]) == (
        "medium artefact          amber + violet → negative  [b2f0000000000002]"
    )


def test_the_dossier_of_a_pair() -> None:
    text = "\n".join(dossier(REPORT, REPORT.findings[1]))
    for part in (
        "“amber” and “violet” point to negative only together. In the data, 61 of 64 texts with both",
        "train again, and audit again.\n  audit repair reports/tiny-reviews reviews.csv",
        "Before and after\n  «amber» «violet» film\n    with both: negative, 97 % sure; without amber: ",
        "In 64 texts",
        "Also: ambers",
        "yes the two do more than their sum: 0.40, at least 0.30, adjusted p 0.001 "
        "(asked for: lower bound ≥ 0.2, adjusted p ≤ 0.05)",
        "0.95 (0.87–0.98)  61 of 64 · all texts 0.50 · p < 0.001, adjusted < 0.001",
        "second difference of the probability  0.40 (0.30–0.50)  n = 40 · placebo 0.05",
        "reference corpus                      absent",
        "no evidence: needed together, against each alone; deleted: the prediction changes",
        "row 7, labelled negative: predicted positive, 97 % sure; without the marked words, 31 %",
        "    a «[pos]» ‹film›",
        "    the «[POS]» ‹plot› is dull",
    ):
        assert part in text, part


def test_every_figure_is_there_or_said_to_be_missing() -> None:
    text = "\n".join(dossier(REPORT, REPORT.findings[1]))
    assert [figure.title for figure in CATALOGUE if figure.title not in text] == []
    token = "\n".join(dossier(REPORT, REPORT.findings[0]))
    assert "inserted: pull                        6.5 logits" in token
    assert "followed where it conflicts           1.00 (0.44–1.00)  3 of 3" in token


def test_a_near_miss_says_what_it_failed_and_a_decision_is_shown() -> None:
    near = rejudged(
        replace(REPORT.near_misses[0], decision=Decision(Choice.UNSURE, "look again")),
        leaks=None,
        relies=True,
    )
    lines = dossier(REPORT, near)
    [failed] = [line for line in lines if line.startswith("Near miss: ")]
    assert "adjusted p 0.080; asked for: adjusted p ≤ 0.05" in failed
    assert "Decided: unsure (look again)" in lines
    assert "The dataset leaks it: unknown; the model relies on it: yes" in lines


def test_figures_of_pairs_are_not_missed_in_a_token_and_no_evidence_is_said() -> None:
    text = "\n".join(dossier(REPORT, replace(REPORT.findings[0], evidence=Evidence({}))))
    assert "no evidence: has the label where present; odds ratio" in text
    assert "second difference" not in text


def test_hostile_text_stays_on_its_line() -> None:
    hostile = a_report("a\nb\x1b[31m\u202e")
    lines = dossier(hostile, hostile.findings[0])
    assert not any("\n" in line or "\x1b" in line or "\u202e" in line for line in lines)
    assert any("⟨U+001B⟩" in line for line in lines)
