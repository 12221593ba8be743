"""All that is known of a finding, in lines that hostile text cannot break."""

from dataclasses import replace

from auditor.findings import Decision, Evidence
from auditor.report.dossier import dossier, headline

REPORT = report()


def test_a_headline_is_one_line_with_the_id() -> None:
    assert headline(REPORT.findings[1]) == (
        "medium artefact          amber + violet → negative  [b2f0000000000002]"
    )


def test_the_dossier_of_a_pair() -> None:
    text = "\n".join(dossier(REPORT, REPORT.findings[1]))
    for part in (
        "alone turns 61 of 64",
        "Take `amber` + `violet` out",
        "64 texts hold it",
        "Also: ambers",
        "yes inserted, it turns most texts of other classes: 61 of 64 (asked: at least 0.5)",
        "0.950  (0.870 to 0.980)  61 of 64  p 1e-12  adjusted p 1e-10",
        "second difference                 1.800",
        "contradicted, not listed",
        "no evidence: needed, beyond its members, P(label | one of the two), accuracy of the worst group",
        "row 7: positive 0.970 → 0.310, labelled negative\n    a «[pos]» ‹film›",
        "    the «[POS]» ‹plot› is dull",
    ):
        assert part in text, part


def test_a_near_miss_says_what_it_failed_and_a_decision_is_shown() -> None:
    near = replace(REPORT.near_misses[0], decision=Decision("unsure", "look again"), leaks=None)
    lines = dossier(REPORT, near)
    assert "Near miss: adjusted p 0.08, asked for at most 0.05" in lines
    assert "Decided: unsure (look again)" in lines
    assert "The dataset leaks it: unknown; the model leans on it: yes" in lines


def test_figures_of_pairs_are_not_missed_in_a_token_and_no_evidence_is_said() -> None:
    text = "\n".join(dossier(REPORT, replace(REPORT.findings[0], evidence=Evidence())))
    assert "no evidence: P(label | present), odds ratio" in text
    assert "second difference" not in text


def test_hostile_text_stays_on_its_line() -> None:
    hostile = report("a\nb\x1b[31m\u202e")
    lines = dossier(hostile, hostile.findings[0])
    assert not any("\n" in line or "\x1b" in line or "\u202e" in line for line in lines)
    assert any("⟨U+001B⟩" in line for line in lines)
