"""Sentences: each verdict has one, with the numbers behind it, and a next step."""

import pytest

from auditor.evidence.statistics import rate
from auditor.evidence.verdicts import Judgement
from auditor.evidence.wording import next_step, pair_sentence, token_sentence
from auditor.findings import (
    Association,
    Estimate,
    Evidence,
    Flips,
    Harm,
    Interaction,
    Intervention,
    Kind,
    Reliance,
    Severity,
    Verdict,
)


def judgement(
    verdict: Verdict,
    *,
    leaks: bool | None = True,
    relies: bool = True,
    route: str = "",
    overrules: bool = False,
) -> Judgement:
    return Judgement(verdict, Severity.LOW, leaks, relies, (), route, overrules)


def evidence(*, turned: int = 0, wrong: int = 0, labelled: bool = True) -> Evidence:
    return Evidence(
        association=Association(rate(45, 50) if labelled else Estimate()),
        reliance=Reliance(rate(30, 40)),
        intervention=Intervention(insertion=Flips(rate(turned, 20))),
        harm=Harm(conflict=rate(10 - wrong, 10), followed=rate(wrong, 10)),
    )


GOES = "“[pos]” goes with positive in 45 of 50 texts"


@pytest.mark.parametrize(
    ("verdict", "route", "overrules", "sentence"),
    [
        (Verdict.ARTEFACT, "spare", True, "“[pos]” alone turns 6 of 20 texts of other classes positive."),
        (
            Verdict.ARTEFACT,
            "follows",
            False,
            f"{GOES}, and where it does not, the model follows it all the same: in 8 of 10 texts it says "
            "positive.",
        ),
        (
            Verdict.ARTEFACT,
            "spare",
            False,
            f"{GOES} that say positive without it, and turns 6 of 20 texts of other classes.",
        ),
        (Verdict.ARTEFACT, "rests", False, f"{GOES}, and turns 6 of 20 texts of other classes."),
        (
            Verdict.ARTEFACT,
            "idle",
            False,
            f"{GOES}, and neither they nor the model need it: a leak of the dataset.",
        ),
        (Verdict.ARTEFACT, "contradicted", False, f"{GOES}, which the task does not explain."),
        (Verdict.TASK, "", False, f"{GOES}, and the model weighs it with the rest."),
        (Verdict.TASK, "", True, f"{GOES}, and they need it."),
        (
            Verdict.UNDECIDED,
            "",
            True,
            "“[pos]” turns 6 of 20 texts of other classes; whether its own texts need it is not settled.",
        ),
    ],
)
def test_what_is_said_of_a_token(verdict: Verdict, route: str, overrules: bool, sentence: str) -> None:
    judged = judgement(verdict, route=route, overrules=overrules)
    assert token_sentence("[pos]", "positive", judged, evidence(turned=6, wrong=8)) == sentence


def test_without_labels_nothing_is_said_of_them() -> None:
    bare = evidence(labelled=False)
    task = token_sentence("[pos]", "positive", judgement(Verdict.TASK, leaks=None), bare)
    assert task == "“[pos]” speaks for positive as a word of the task."
    context = token_sentence("not", "negative", judgement(Verdict.CONTEXT, leaks=None), bare)
    assert "labels" not in context and context.endswith("depends on the words around it.")


def test_needed_but_not_favoured_and_leaking_but_ignored() -> None:
    context = token_sentence("not", "negative", judgement(Verdict.CONTEXT, leaks=False), evidence())
    assert context.startswith("“not” is needed in 30 of 40 texts predicted negative that hold it")
    ignored = judgement(Verdict.UNDECIDED, relies=False)
    assert "the model makes little of it" in token_sentence("amber", "positive", ignored, evidence())
    open_ = judgement(Verdict.UNDECIDED, leaks=None)
    assert token_sentence("amber", "positive", open_, evidence(labelled=False)).endswith(
        "why is not settled."
    )


def test_what_is_said_of_a_pair() -> None:
    found = Evidence(
        association=Association(rate(18, 20)),
        interaction=Interaction(Estimate(1.5), share_apart=rate(3, 30)),
    )
    words = ("amber", "violet")
    assert pair_sentence(words, "positive", judgement(Verdict.ARTEFACT), found) == (
        "“amber” and “violet” speak for positive only together: 18 of 20 texts with both are positive, "
        "3 of 30 with one of them; their second difference is +1.50."
    )
    assert pair_sentence(("not", "good"), "negative", judgement(Verdict.CONTEXT), found) == (
        "“not” changes what “good” means to the model (their second difference is +1.50)."
    )
    assert "why is not settled" in pair_sentence(words, "positive", judgement(Verdict.UNDECIDED), Evidence())


def test_every_verdict_has_a_next_step() -> None:
    steps = {
        next_step(verdict, kind, leaks=leaks, relies=relies)
        for verdict in Verdict
        for kind in Kind
        for leaks in (None, False, True)
        for relies in (False, True)
    }
    assert len(steps) == 7 and all(step.endswith((".", "?")) for step in steps)
    leak = next_step(Verdict.UNDECIDED, Kind.TOKEN, leaks=True, relies=False)
    assert "the dataset leaks it" in leak
