"""Every route of the rule has a sentence, which names the finding and its numbers."""

from dataclasses import replace

import pytest

from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.report.visible_text import quoted
from auditor.report.wording.features import ONE_OF
from auditor.report.wording.sentences import (
    KNOWN,
    PAIR_ROUTES,
    TOKEN_ROUTES,
    finding_sentence,
    next_step,
)
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.kind import OF_TEXTS, TELLING
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata
from auditor.verdicts import pair_rule, tokens
from tests.findings.builder import PAIR, TOKEN, a_finding, full_evidence, of
from tests.report.many import rejudged


def said(finding: Finding, route: str) -> str:
    return quoted(finding_sentence(rejudged(finding, route=route)))


def test_every_route_has_a_sentence_and_every_sentence_a_route() -> None:
    assert {happens for happens, _ in tokens.TABLE} == {*TOKEN_ROUTES}
    named = {pair_rule.TOGETHER, pair_rule.CHANGES, pair_rule.INTERACTS, pair_rule.NOTHING}
    assert named == {*PAIR_ROUTES}


def test_every_source_of_knowledge_has_a_sentence() -> None:
    lists = {"lexicon", "seeds", "sentiment", "toxicity"}
    related = {("related", source) for source in ("reviewer", "reference", "relevance", *lists)}
    unrelated = {("unrelated", source) for source in ("reviewer", "reference", "relevance")}
    function = {("function", "none"), ("grammar", "none")}
    assert related | unrelated | function == {*KNOWN} and {*ONE_OF} > TELLING | OF_TEXTS


@pytest.mark.parametrize(("answer", "expected"), [("one-group", "in one group"), ("no-group", "is gone")])
def test_groups_of_the_data_say_why(answer: str, expected: str) -> None:
    evidence = Evidence(full_evidence().parts | {"strata": Strata(answer)})
    finding = rejudged(a_finding(evidence=evidence), known="unrelated", source="groups")
    assert expected in said(finding, "obeyed-leak")


@pytest.mark.parametrize("route", TOKEN_ROUTES)
def test_sentences_on_tokens_name_the_token_as_it_is_written_and_its_class(route: str) -> None:
    finding = replace(a_finding(TOKEN, "[pos]"), forms=("[Pos]", "[pos]"))
    found = finding_sentence(rejudged(finding, route=route))
    assert [part.text for part in found if part.role == "code"] == ["[Pos]"]
    assert "positive" in quoted(found) and quoted(found).endswith(".")


@pytest.mark.parametrize("route", PAIR_ROUTES)
def test_sentences_on_pairs_name_both_words(route: str) -> None:
    found = finding_sentence(rejudged(a_finding(PAIR, "amber", "violet"), route=route))
    assert [part.text for part in found if part.role == "code"] == ["amber", "violet"]
    assert "0.40" in quoted(found) and quoted(found).endswith(".")


def test_sentences_by_hand() -> None:
    finding = replace(a_finding(TOKEN, "[pos]"), forms=())
    turned = "Put into 64 other texts, “[pos]” turned 61 positive; a neutral word turned 2."
    assert said(finding, "obeyed-leak") == (
        f"{turned} In the data, 61 of 64 texts with it are labelled positive. It is a marker, not part of "
        "the task."
    )
    assert said(rejudged(finding, known="unknown", source="none"), "obeyed") == (
        f"{turned} In the data, it does not go with that label. The audit cannot tell whether it is part of "
        "the task: you decide."
    )
    assert said(finding, "needed") == (
        "The model needs “[pos]” for its answer in 60 of 64 texts that hold it and are predicted positive, "
        "though in the data it does not go with that label. What it does depends on the words around it."
    )


def test_what_was_not_tried_is_said() -> None:
    """A leak that nobody inserted is not one that the model ignores."""
    parts = {name: part for name, part in full_evidence().parts.items() if name != "insertion"}
    finding = replace(a_finding(), evidence=Evidence(parts))
    assert said(finding, "ignored-leak").startswith("The model was not tried with “[pos]”.")


def test_none_is_said_as_none() -> None:
    silent = of(Insertion(rate(0, 40), rate(0, 40)))
    assert said(replace(a_finding(), evidence=silent), "obeyed").startswith(
        "Put into 40 other texts, “[pos]” turned none positive; a neutral word turned none."
    )


def test_a_renamed_finding_reads_right() -> None:
    """What redaction does: tokens are renamed in the record, and the words are made again."""
    finding = replace(a_finding(TOKEN, "labels"), tokens=("token 1",), forms=())
    assert said(finding, "ignored-leak").startswith("Put into 64 other texts, “token 1” turned 61 positive")
    for route in TOKEN_ROUTES:
        assert "“labels”" not in said(finding, route) and "“token 1”" in said(finding, route)


def test_what_an_unlabelled_dataset_cannot_say() -> None:
    for route in ("overrules", "obeyed", "needed"):
        assert "does not go with that label" not in said(rejudged(a_finding(), leaks=None), route)
        assert "does not go with that label" in said(rejudged(a_finding(), leaks=False), route)


def test_a_route_of_a_later_rule_still_gives_a_line() -> None:
    assert said(a_finding(PAIR, "amber", "violet"), "new") == "“amber” + “violet” → positive: artefact."


def test_every_verdict_has_a_next_step() -> None:
    steps = set()
    for kind in Kind:
        for verdict in Verdict:
            for leaks in (None, False, True):
                for relies in (False, True):
                    finding = replace(a_finding(), kind=kind)
                    steps.add(next_step(rejudged(finding, verdict=verdict, leaks=leaks, relies=relies)))
    assert len(steps) == 7 and all(step.endswith((".", "?")) for step in steps)


def test_the_real_rule_and_the_sentence_agree() -> None:
    """Negative control: the builder's artefact is one by the rule, and its sentence is that of its route."""
    finding = a_finding(severity=Severity.HIGH, evidence=full_evidence())
    assert (finding.judgement.route, finding.judgement.source) == ("obeyed-leak", "kind")
    assert quoted(finding_sentence(finding)).endswith("It is a marker, not part of the task.")
