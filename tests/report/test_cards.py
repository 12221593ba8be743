"""Cards hold what a reviewer needs, in words."""

from dataclasses import replace

from auditor.config import RuleConfig
from auditor.records.estimates import Estimate
from auditor.report.cards import LONGEST, SHORTEST, CardView, card, measure, needs_all, text_limit
from auditor.report.figures import figures_of
from auditor.report.numbers import NONE
from auditor.report.visible_text import quoted
from auditor.signals.evidence import CATALOGUE, Evidence
from auditor.signals.reliance import Reliance
from tests.findings.builder import PAIR, a_finding
from tests.report import states
from tests.report.many import make_report

RULE = RuleConfig()


def test_a_card_by_hand() -> None:
    report = make_report(3)
    finding = report.findings[0]
    view = card(finding, report, RULE)
    assert (view.row.tokens, view.row.label) == (("[pos]",), "positive")
    assert (view.leaks, view.relies, view.places, view.failed) == ("yes", "yes", "", "")
    assert "“[pos]” turned 52 positive; a neutral word turned 1." in quoted(view.sentence)
    assert len(view.tried) == 3 and view.command.startswith("audit repair reports/planted-reviews ")
    assert len(view.examples) == 3 and len(view.counterexamples) == 3
    assert len(view.deciding) == 3 and all(why.met for why in view.deciding)
    assert len(view.conditions) == len(finding.judgement.conditions) - 1  # nothing to interact with
    assert all(one in view.conditions for one in view.deciding)
    assert "own" in {segment.role for segment in view.examples[0].fields[0]}
    assert "held" in {segment.role for segment in view.counterexamples[0].fields[0]}


def test_what_is_not_asked_about_is_shown_in_short() -> None:
    report = make_report(12)
    view = card(report.findings[0], report, RULE, full=False)
    assert view.deciding and len(view.examples) == 1
    assert not (view.conditions or view.measures or view.figures or view.silent or view.tried)
    assert [f.tokens[0] for f in report.findings if needs_all(f)] == [
        *("[pos]", "[neg]", "matinee", "spielberg", "seagal"),
    ]


def titles(view: CardView) -> set[str]:
    """What a card shows, or says that it has no evidence for."""
    return {one.title for one in view.measures} | {title for title, _ in view.figures} | {*view.silent}


def test_every_figure_of_the_catalogue_is_on_the_card() -> None:
    pair = a_finding(PAIR, "amber", "violet")
    view = card(pair, make_report(1), RULE)
    assert {figure.title for figure in CATALOGUE} <= titles(view)
    token = card(a_finding(), make_report(1), RULE)
    assert {figure.title for figure in CATALOGUE if not figure.pairs_only} <= titles(token)
    assert not {figure.title for figure in CATALOGUE if figure.pairs_only} & titles(token)


def test_the_card_shows_pull_alone_and_followed() -> None:
    view = card(a_finding(), make_report(1), RULE)
    assert dict(view.figures)["inserted: pull"] == "6.5 logits"
    assert dict(view.figures)["has the label where present: tested"] == "p < 0.001, adjusted < 0.001"
    assert "as the whole text" in view.silent
    [followed] = [one for one in view.measures if one.title == "followed where it conflicts"]
    assert (followed.value, followed.detail) == ("1.00 (0.44–1.00)", "3 of 3")


def test_a_share_is_drawn_beside_its_placebo_and_its_base() -> None:
    shares = {figure.name: measure(figure) for figure in figures_of(a_finding()) if figure.unit == "share"}
    assert shares["insertion"].detail == "61 of 64 · placebo 0.03" and "placebo" in shares["insertion"].chart
    assert shares["share"].detail == "61 of 64 · all texts 0.50"
    assert "base" in shares["share"].chart


def test_without_labels_the_leak_is_not_denied() -> None:
    report = states.no_labels()
    view = card(report.findings[0], report, RULE)
    assert view.leaks == "no labels"
    assert view.examples[0].gold == "" and not view.examples[0].wrong


def test_what_was_not_measured_is_no_evidence() -> None:
    empty = replace(a_finding(PAIR, "a", "b"), evidence=Evidence({}))
    view = card(empty, make_report(1), RULE)
    assert view.measures == [] and view.silent == [figure.title for figure in CATALOGUE]
    named = dict(view.figures)
    given = {named.pop(title) for title in ("reference corpus", "task lexicon", "groups of the data")}
    assert given == {"none given"}
    assert set(named.values()) == {NONE}


def test_a_pair_shows_its_second_difference() -> None:
    shown = dict(card(a_finding(PAIR, "amber", "violet"), make_report(1), RULE).figures)
    assert shown["second difference of the probability"].startswith(
        "0.40 (0.30–0.50) · n = 40 · placebo 0.05"
    )


def test_a_pair_says_by_what_the_model_relies_on_it() -> None:
    pair, report = a_finding(PAIR, "amber", "violet"), make_report(1)
    assert card(pair, report, RULE).relies == "yes, by what the two do together"
    unneeded = Evidence(pair.evidence.parts | {"reliance": Reliance(Estimate(0.0, 0.0, 6.0, 75, 0))})
    found = card(replace(pair, evidence=unneeded), report, RULE)
    assert found.relies == "yes, by what the two do together, though no minimal set needs both"


def test_a_heading_claims_no_need_that_the_marks_deny() -> None:
    report = make_report(1)
    needed = report.findings[0]
    assert card(needed, report, RULE).examples_title == "Texts whose answer needs it"
    held = replace(needed, examples=needed.counterexamples)
    view = card(held, report, RULE)
    assert "held" in {segment.role for segment in view.examples[0].fields[0]}
    assert view.examples_title == "Texts that hold it and are predicted so"


def test_texts_that_a_redacted_report_lacks_are_left_out() -> None:
    report = make_report(1, shown={})
    assert card(report.findings[0], report, RULE).examples == []


def test_a_near_miss_says_what_it_failed() -> None:
    report = make_report(1)
    failed = card(report.near_misses[0], report, RULE).failed
    assert failed.startswith("the labels favour it: ")
    assert failed.endswith("adjusted p 0.080; asked for: adjusted p ≤ 0.05")


def test_more_findings_mean_shorter_texts() -> None:
    assert text_limit(0) == text_limit(5) == LONGEST
    assert text_limit(200) == SHORTEST
    assert LONGEST > text_limit(60) > SHORTEST
