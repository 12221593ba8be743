"""Every route of the rule has a sentence, which names the finding and its numbers."""

import ast
import inspect
from dataclasses import replace
from types import ModuleType

import pytest

from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.report.visible_text import quoted
from auditor.report.wording.sentences import PAIR_ROUTES, TOKEN_ROUTES, finding_sentence, next_step
from auditor.verdicts import pair_rule, tokens
from tests.findings.builder import PAIR, TOKEN, a_finding, full_evidence
from tests.report.many import rejudged


def routes(rule: ModuleType) -> set[str]:
    """Texts that stand beside a verdict in the code of the rule."""
    pairs = [node for node in ast.walk(ast.parse(inspect.getsource(rule))) if isinstance(node, ast.Tuple)]
    return {
        second.value
        for pair in pairs
        if len(pair.elts) == 2
        for first, second in [pair.elts]
        if ast.unparse(first).startswith("Verdict.") and isinstance(second, ast.Constant)
    }


def said(finding: Finding, route: str) -> str:
    return quoted(finding_sentence(rejudged(finding, route=route)))


def test_every_route_has_a_sentence_and_every_sentence_a_route() -> None:
    assert routes(tokens) | {*tokens.ARTEFACT_ROUTES} == {*TOKEN_ROUTES}
    assert routes(pair_rule) == {*PAIR_ROUTES}


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
    assert "+0.40" in quoted(found) and quoted(found).endswith(".")


def test_sentences_by_hand() -> None:
    finding = replace(a_finding(TOKEN, "[pos]"), forms=())
    assert said(finding, "dispensable") == (
        "The model calls 61 of 64 texts of other classes positive once “[pos]” is inserted. The texts that "
        "hold it lose little when it is deleted."
    )
    assert said(finding, "ignored") == (
        "“[pos]” goes with positive in 61 of 64 texts, and the model ignores it: a leak of the dataset."
    )
    assert said(finding, "followed") == (
        "“[pos]” goes with positive in 61 of 64 texts. Of the texts with another label that hold it, the "
        "model calls 3 of 3 positive all the same."
    )


def test_a_renamed_finding_reads_right() -> None:
    """What redaction does: tokens are renamed in the record, and the words are made again."""
    finding = replace(a_finding(TOKEN, "labels"), tokens=("token 1",), forms=())
    assert said(finding, "unused leak").startswith("“token 1” goes with positive in 61 of 64 texts")
    for route in TOKEN_ROUTES:
        assert "“labels”" not in said(finding, route) and "“token 1”" in said(finding, route)


def test_what_an_unlabelled_dataset_cannot_say() -> None:
    finding = rejudged(a_finding(), leaks=None)
    assert "Without labels" in said(finding, "overrules")
    assert "the labels do not favour it" not in said(finding, "relied on")
    assert "Too few texts" in said(rejudged(finding, leaks=True), "overrules")


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
    assert finding.judgement.route == "dispensable"
    assert "lose little" in quoted(finding_sentence(finding))
