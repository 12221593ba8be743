"""The verdict rule, branch by branch: evidence in, verdict, severity and reasons out."""

from dataclasses import replace
from typing import Any

import pytest

from auditor.evidence.pair_verdicts import judge_pair
from auditor.evidence.statistics import rate
from auditor.evidence.verdicts import INTERACTS, RULE, Judgement, judge_token
from auditor.findings import (
    Association,
    Estimate,
    Evidence,
    Flips,
    Harm,
    Interaction,
    Intervention,
    Reliance,
    Severity,
    Task,
    Verdict,
)

ARTEFACT, CONTEXT, TASK, UNDECIDED = Verdict.ARTEFACT, Verdict.CONTEXT, Verdict.TASK, Verdict.UNDECIDED
HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
LEAK = {"share": rate(90, 100, p=1e-9, adjusted_p=1e-8), "base": 0.5}
FAVOURED = {"share": rate(7, 10, p=0.1, adjusted_p=0.4), "base": 0.5}
EVEN = {"share": rate(51, 100, p=0.4, adjusted_p=0.9), "base": 0.5}
NEEDED = Estimate(4.0, 3.0, 5.0, 50, 40, 1e-9, 1e-8)
"""Enrichment."""
FEW, NONE = rate(5, 100), Estimate()
OFTEN, SOMETIMES, SELDOM, NEVER = (
    Flips(rate(40, 40, p=1e-9), rate(1, 40), Estimate(0.8, 0.7, 0.9, 40)),
    Flips(rate(18, 40, p=1e-5), rate(1, 40), Estimate(0.4, 0.3, 0.5, 40)),
    Flips(rate(10, 40, p=0.01), rate(1, 40), Estimate(0.2, 0.1, 0.3, 40)),
    Flips(rate(1, 40, p=0.5), rate(1, 40), Estimate(0.0, -0.1, 0.1, 40)),
)
FEW_TURNED = Flips(rate(10, 40, p=0.01), rate(1, 40), Estimate(0.4, 0.3, 0.5, 40))
"""At least 0.14."""
MUCH, HALF, LITTLE = Estimate(0.5, 0.4, 0.6, 32), Estimate(0.3, 0.19, 0.41, 32), Estimate(0.1, 0.01, 0.19, 32)
"""Evidence that texts lose when it is deleted."""


def evidence(
    *,
    association: dict[str, Any] | None = None,
    needed: bool = False,
    share_of_sets: Estimate = FEW,
    deletion: Flips = NEVER,
    insertion: Flips = NEVER,
    lost: Estimate = MUCH,
    pull: float = 9.0,
    conflict: Estimate = NONE,
    reference: str = "none",
    lexicon: str = "none",
) -> Evidence:
    """Evidence in which nothing is remarkable but what is named."""
    enrichment = NEEDED if needed else replace(NEEDED, p=0.5, adjusted_p=0.9)
    return Evidence(
        association=Association(**association) if association else Association(),
        reliance=Reliance(enrichment, share_of_sets),
        intervention=Intervention(deletion, insertion, lost),
        task=Task(reference, rate(10, 20) if reference != "absent" else Estimate(), lexicon, pull),
        harm=Harm(conflict=conflict, followed=rate(conflict.n - (conflict.count or 0), conflict.n)),
    )


CASES: dict[str, tuple[dict[str, Any], Verdict]] = {
    "artefact: it moves the model, and its texts do without it": (
        {"association": LEAK, "insertion": SOMETIMES, "lost": LITTLE},
        ARTEFACT,
    ),
    "task: it moves the model, but half of that is missed where it is deleted": (
        {"association": LEAK, "insertion": SOMETIMES, "lost": HALF},
        TASK,
    ),
    "task: no evidence is lost, but as much probability as it gives": (
        {
            "association": LEAK,
            "insertion": SOMETIMES,
            "lost": LITTLE,
            "deletion": Flips(rate(9, 32, p=0.01), rate(0, 32), Estimate(0.25)),
        },
        TASK,
    ),
    "artefact: it turns few others, but many texts do without it": (
        {"association": LEAK, "insertion": FEW_TURNED, "lost": replace(LITTLE, n=20)},
        ARTEFACT,
    ),
    "task: it turns few others, and some texts do without it": (
        {"association": LEAK, "insertion": FEW_TURNED, "lost": replace(LITTLE, n=19)},
        TASK,
    ),
    "task: too few texts show that they do without it": (
        {"association": LEAK, "insertion": SOMETIMES, "lost": replace(LITTLE, n=9)},
        TASK,
    ),
    "artefact: the model rests on it": (
        {"association": LEAK, "insertion": SOMETIMES, "share_of_sets": rate(40, 100)},
        ARTEFACT,
    ),
    "task: many sets need it, but it turns few texts": (
        {"association": LEAK, "insertion": SELDOM, "share_of_sets": rate(40, 100)},
        TASK,
    ),
    "artefact of the dataset: a clear leak of which the model makes nothing": (
        {"association": LEAK, "lost": LITTLE, "pull": 1.0},
        ARTEFACT,
    ),
    "undecided: the model turns away from it": (
        {
            "association": LEAK,
            "insertion": Flips(rate(0, 40, p=1.0), rate(1, 40), Estimate(-0.3, -0.4, -0.2, 40)),
            "lost": Estimate(-0.5, -0.6, -0.4, 32),
            "pull": -3.0,
        },
        UNDECIDED,
    ),
    "undecided: as little as the labels would make of it": (
        {"association": LEAK, "lost": LITTLE, "pull": 2.3},  # logit of 90.5 against 10.5 is 2.15
        UNDECIDED,
    ),
    "undecided: a faint leak that is ignored": (
        {
            "association": {"share": rate(65, 100, p=1e-3, adjusted_p=0.04), "base": 0.5},
            "lost": LITTLE,
            "pull": 0.0,
        },
        UNDECIDED,
    ),
    "undecided: ignored, but in few texts": (
        {"association": LEAK, "lost": replace(LITTLE, n=19), "pull": 0.0},
        UNDECIDED,
    ),
    "artefact: it overrules the rest, and many texts do without it by the estimate": (
        {"association": LEAK, "insertion": OFTEN, "lost": replace(HALF, high=0.45, n=20)},
        ARTEFACT,
    ),
    "task: the same in fewer texts": (
        {"association": LEAK, "insertion": OFTEN, "lost": replace(HALF, high=0.45, n=19)},
        TASK,
    ),
    "task: it overrules the rest, and its texts need it": ({"association": LEAK, "insertion": OFTEN}, TASK),
    "undecided: it overrules the rest, and nobody knows whether its texts need it": (
        {"association": LEAK, "insertion": OFTEN, "lost": replace(MUCH, n=9)},
        UNDECIDED,
    ),
    "artefact: followed against the label": ({"association": LEAK, "conflict": rate(1, 20)}, ARTEFACT),
    "task: followed against the label, in few texts": (
        {"association": LEAK, "insertion": SOMETIMES, "conflict": rate(0, 9)},
        TASK,
    ),
    "artefact: followed against the label in few texts, and overruling the rest": (
        {"association": LEAK, "insertion": OFTEN, "conflict": rate(0, 4)},
        ARTEFACT,
    ),
    "artefact: the reference contradicts": ({"association": LEAK, "reference": "contradicted"}, ARTEFACT),
    "task: the lexicon, whatever else": (
        {"association": LEAK, "insertion": OFTEN, "lexicon": "listed"},
        TASK,
    ),
    "task: replicated, whatever else": (
        {"association": LEAK, "insertion": OFTEN, "conflict": rate(0, 20), "reference": "replicated"},
        TASK,
    ),
    "task: a leak that is weighed, by insertion": ({"association": LEAK, "insertion": SELDOM}, TASK),
    "task: a leak that is weighed, by deletion": (
        {"association": LEAK, "needed": True, "deletion": SELDOM},
        TASK,
    ),
    "task: favoured, needed, and it moves": (
        {"association": FAVOURED, "needed": True, "insertion": SELDOM},
        TASK,
    ),
    "context: needed, favoured, moves nothing when put in": (
        {"association": FAVOURED, "needed": True, "deletion": SELDOM},
        CONTEXT,
    ),
    "context: needed, not favoured": ({"association": EVEN, "needed": True, "insertion": SELDOM}, CONTEXT),
    "context: without labels": ({"needed": True, "deletion": SELDOM}, CONTEXT),
    "undecided: a leak that the model ignores": ({"association": LEAK}, UNDECIDED),
    "undecided: needed, and nothing moves": ({"association": EVEN, "needed": True}, UNDECIDED),
    "undecided: overrules, without labels": (
        {"needed": True, "insertion": OFTEN},
        UNDECIDED,
    ),
    "undecided: the reference contradicts what is no leak": (
        {"association": EVEN, "reference": "contradicted"},
        UNDECIDED,
    ),
    "undecided: absent and not listed are no evidence": (
        {"association": LEAK, "reference": "absent", "lexicon": "not listed"},
        UNDECIDED,
    ),
    "not overruling: half of the texts, but few texts": (
        {"association": LEAK, "insertion": Flips(rate(3, 5, p=0.03), rate(0, 5))},
        TASK,
    ),
    "not overruling: no more often than a placebo": (
        {"association": LEAK, "insertion": Flips(rate(40, 40, p=0.5), rate(40, 40))},
        UNDECIDED,
    ),
    "not followed: two conflicting texts prove nothing": (
        {"association": LEAK, "conflict": rate(0, 2)},
        UNDECIDED,
    ),
    "many sets alone prove nothing: a task may have few words": (
        {"association": LEAK, "share_of_sets": rate(60, 100)},
        UNDECIDED,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_branch_of_the_rule(case: str) -> None:
    given, verdict = CASES[case]
    assert judge_token(evidence(**given), reach=0.2).verdict is verdict


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"insertion": SOMETIMES, "lost": LITTLE}, TASK),  # a rare word of the task may be like that
        ({"insertion": OFTEN, "lost": LITTLE}, ARTEFACT),  # it overrules the rest
        ({"lost": LITTLE, "pull": 0.0}, UNDECIDED),
    ],
)
def test_what_is_rare_is_no_artefact_unless_it_overrules_the_rest(
    given: dict[str, Any], verdict: Verdict
) -> None:
    assert judge_token(evidence(association=LEAK, **given), reach=0.009).verdict is verdict


def reasons(judgement: Judgement) -> dict[str, tuple[str, bool]]:
    return {reason.rule: (reason.value, reason.met) for reason in judgement.reasons}


def test_leak_and_reliance_are_two_columns() -> None:
    both = judge_token(evidence(association=LEAK, needed=True, insertion=OFTEN), reach=0.2)
    assert (both.leaks, both.relies) == (True, True)
    ignored = judge_token(evidence(association=LEAK, lost=LITTLE, pull=0.0), reach=0.2)
    assert (ignored.verdict, ignored.leaks, ignored.relies) == (ARTEFACT, True, False)
    leak = judge_token(evidence(association=LEAK), reach=0.2)
    assert (leak.leaks, leak.relies) == (True, False)
    model = judge_token(evidence(association=EVEN, needed=True, deletion=SELDOM), reach=0.2)
    assert (model.leaks, model.relies) == (False, True)
    unlabelled = judge_token(evidence(needed=True, deletion=SELDOM), reach=0.2)
    assert (unlabelled.leaks, unlabelled.relies) == (None, True)
    moved = judge_token(evidence(association=EVEN, insertion=OFTEN), reach=0.2)
    assert not moved.relies  # no minimal set needs it


def test_an_artefact_knows_its_route_and_only_the_datasets_own_is_not_relied_on() -> None:
    found = {
        "contradicted": {"reference": "contradicted"},
        "follows": {"conflict": rate(1, 20)},
        "spare": {"insertion": SOMETIMES, "lost": LITTLE},
        "rests": {"insertion": SOMETIMES, "share_of_sets": rate(40, 100)},
        "idle": {"lost": LITTLE, "pull": 0.0},
    }
    for route, given in found.items():
        judgement = judge_token(evidence(association=LEAK, **given), reach=0.2)
        assert (judgement.verdict, judgement.route) == (ARTEFACT, route)
        assert judgement.relies == (route in ("follows", "spare", "rests"))  # though no set needs it
    assert judge_token(evidence(association=LEAK, insertion=OFTEN), reach=0.2).route == ""


def test_a_model_that_errs_to_a_third_class_does_not_follow_the_token() -> None:
    wrong = replace(evidence(association=LEAK), harm=Harm(conflict=rate(0, 20), followed=rate(0, 20)))
    assert judge_token(wrong, reach=0.2).verdict is UNDECIDED


def test_reasons_carry_the_values_that_met_them() -> None:
    found = reasons(
        judge_token(
            evidence(
                association=LEAK,
                needed=True,
                insertion=OFTEN,
                conflict=rate(1, 20),
                reference="contradicted",
                lexicon="not listed",
            ),
            reach=0.2,
        )
    )
    assert found["the labels favour it"] == ("90 of 100 texts against 0.50, adjusted p 1e-08", True)
    assert found["minimal sets need it more often than chance"] == (
        "40 of 50 sets, 4.0 times chance, adjusted p 1e-08",
        True,
    )
    assert found["deleted, it changes the prediction more often than a placebo"] == (
        "1 of 40, placebo 1 of 40, p 0.500",
        False,
    )
    assert found["inserted, it turns most texts of other classes"] == ("40 of 40, at least 0.91", True)
    assert found["where it conflicts with the true label, the model goes with it"] == (
        "19 of 20, at least 0.76",
        True,
    )
    assert found["the reference corpus has it contradicted"] == ("10 of 20", True)
    assert found["the lexicon lists it as a word of the task"] == ("not listed", False)
    assert found["its texts do without it: deleted, it takes less than it gives inserted"] == (
        "evidence 0.50, at most 0.60, and probability 0.00 in 32 texts; inserted, it gives 0.80",
        False,
    )
    assert found["the model makes nothing of it, inserted or deleted, and less than the labels would"] == (
        "inserted 0.70 to 0.90, deleted 0.40 to 0.60 in 32 texts; 9.0 logits, by the labels 2.2",
        False,
    )


def test_reasons_say_where_there_is_no_evidence() -> None:
    found = reasons(judge_token(replace(Evidence(), task=Task(reference="absent")), reach=0.2))
    assert found["the labels favour it"] == ("no labels", False)
    assert found["minimal sets need it more often than chance"] == ("no set", False)
    assert found["inserted, it turns texts of other classes more often than a placebo"] == (
        "not tried",
        False,
    )
    assert found["inserted, it turns most texts of other classes"] == ("no evidence", False)
    assert found["the reference corpus lacks it"] == ("not in it", False)
    assert found["its texts do without it: deleted, it takes less than it gives inserted"] == (
        "no evidence",
        False,
    )


@pytest.mark.parametrize(
    ("given", "reach", "severity"),
    [
        ({"insertion": OFTEN, "lost": LITTLE}, 0.2, HIGH),
        ({"insertion": OFTEN, "lost": LITTLE}, 0.004, LOW),  # it is hardly anywhere
        ({"insertion": SOMETIMES, "lost": LITTLE}, 0.2, MEDIUM),  # 0.31 at least
        ({"lost": LITTLE, "pull": 0.0}, 0.2, LOW),  # the dataset's, not the model's
        ({"reference": "contradicted", "share_of_sets": rate(40, 100)}, 0.2, MEDIUM),  # 0.31 at least
        ({"reference": "contradicted", "share_of_sets": rate(70, 100)}, 0.2, HIGH),
        ({"conflict": rate(0, 20)}, 0.2, HIGH),  # wrong in 0.84 at least
        ({"conflict": rate(3, 20)}, 0.2, HIGH),
        ({"conflict": rate(5, 20)}, 0.2, HIGH),  # 1 - 0.47
        ({"reference": "contradicted"}, 0.2, LOW),  # a leak that does nothing here
    ],
)
def test_the_severity_of_an_artefact(given: dict[str, Any], reach: float, severity: Severity) -> None:
    found = judge_token(evidence(association=LEAK, **given), reach=reach)
    assert (found.verdict, found.severity) == (ARTEFACT, severity)


def test_only_artefacts_are_severe() -> None:
    strong: dict[str, Any] = {"needed": True, "insertion": OFTEN}
    assert judge_token(evidence(association=LEAK, lexicon="listed", **strong), reach=1).severity is LOW
    assert judge_token(evidence(association=EVEN, **strong), reach=1).severity is LOW  # context-dependent
    assert judge_token(evidence(**strong), reach=1).severity is MEDIUM  # undecided


# Pairs

LARGE = Estimate(1.6, 1.2, 2.0, 16, p=1e-4, adjusted_p=1e-3)
FLAT, LEANING, AWAY, UNKNOWN = rate(25, 50), rate(45, 50), rate(5, 50), rate(2, 4)
SMALL = replace(LARGE, estimate=INTERACTS, low=INTERACTS - 0.01)


def judged(
    second: Estimate,
    leaning: tuple[Estimate, Estimate],
    association: dict[str, Any] | None = LEAK,
    reach: float = 0.2,
) -> Judgement:
    found = Evidence(
        association=Association(**association) if association else Association(),
        interaction=Interaction(second),
    )
    return judge_pair(found, reach=reach, leaning=leaning, base=0.5 if association else None)


@pytest.mark.parametrize(
    ("judgement", "verdict", "severity"),
    [
        (judged(LARGE, (FLAT, FLAT)), ARTEFACT, HIGH),
        (judged(LARGE, (AWAY, AWAY)), ARTEFACT, HIGH),  # one alone means another class
        (judged(LARGE, (FLAT, FLAT), reach=0.001), ARTEFACT, LOW),
        (judged(LARGE, (LEANING, LEANING)), CONTEXT, LOW),  # two words of the task
        (judged(LARGE, (FLAT, LEANING)), CONTEXT, LOW),
        (judged(LARGE, (FLAT, AWAY)), CONTEXT, LOW),  # "not" and "bad"
        (judged(LARGE, (FLAT, FLAT), EVEN), CONTEXT, LOW),  # the labels do not follow
        (judged(LARGE, (FLAT, UNKNOWN)), UNDECIDED, MEDIUM),
        (judged(LARGE, (Estimate(), Estimate()), None), UNDECIDED, MEDIUM),  # no labels
        (judged(SMALL, (FLAT, FLAT)), UNDECIDED, LOW),  # not large enough
        (judged(replace(LARGE, low=-0.1), (FLAT, FLAT)), UNDECIDED, MEDIUM),  # may be nothing
        (judged(Estimate(-1.6, -2.0, -1.2, 16, p=1e-4, adjusted_p=1e-3), (FLAT, FLAT)), UNDECIDED, LOW),
        (judged(replace(LARGE, adjusted_p=0.2), (FLAT, FLAT)), UNDECIDED, MEDIUM),  # so do placebo pairs
        (judged(Estimate(), (FLAT, FLAT)), UNDECIDED, LOW),
    ],
)
def test_each_branch_of_the_rule_for_pairs(
    judgement: Judgement, verdict: Verdict, severity: Severity
) -> None:
    assert (judgement.verdict, judgement.severity) == (verdict, severity)


def test_a_pair_says_what_it_saw() -> None:
    found = judged(LARGE, (FLAT, LEANING))
    assert (found.leaks, found.relies) == (True, True)
    interacts, follows, alone = found.reasons
    assert interacts.met and interacts.value.startswith("1.60") and interacts.value.endswith("1.20")
    assert follows.met and follows.value == "90 of 100 texts against 0.50, adjusted p 1e-08"
    assert not alone.met and "25 of 50" in alone.value and "45 of 50" in alone.value
    unlabelled = judged(LARGE, (Estimate(), Estimate()), None)
    assert unlabelled.leaks is None and unlabelled.reasons[1].value == "no labels"


def test_without_an_interaction_there_is_nothing_to_say() -> None:
    found = judge_pair(Evidence(), reach=1.0, leaning=(Estimate(), Estimate()), base=None)
    assert (found.verdict, found.relies) == (UNDECIDED, False)


def test_the_rule_is_written_down_with_its_verdicts() -> None:
    text = " ".join(RULE).lower()
    for verdict in Verdict:
        assert verdict.value in text
