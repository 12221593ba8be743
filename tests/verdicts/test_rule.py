"""The verdict rule, branch by branch: evidence in, verdict, severity and reasons out."""

from dataclasses import replace
from typing import Any

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Judgement, Kind, Severity, Verdict
from auditor.records.evidence import Estimate
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.flips import Flips
from auditor.signals.harm import Harm
from auditor.signals.interaction import Interaction
from auditor.signals.statistics import rate
from auditor.verdicts.judging import judge
from auditor.verdicts.pair_rule import judge_pair
from auditor.verdicts.tokens import ARTEFACT_ROUTES, RELIED_ROUTES, judge_token
from tests.findings.builder import of
from tests.verdicts.support import (
    EVEN,
    FAVOURED,
    FEW_TURNED,
    HALF,
    LEAK,
    LITTLE,
    MUCH,
    OFTEN,
    SELDOM,
    SOMETIMES,
    evidence,
)

RULE = RuleConfig()
ARTEFACT, CONTEXT, TASK, UNDECIDED = Verdict.ARTEFACT, Verdict.CONTEXT, Verdict.TASK, Verdict.UNDECIDED
HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW


def token(given: dict[str, Any], reach: float = 0.2) -> Judgement:
    """The default rule on a token."""
    return judge_token(evidence(**given), reach, RULE)


CASES: dict[str, tuple[dict[str, Any], Verdict]] = {
    "artefact: it moves the model, and its texts do not need it": (
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
    "artefact: it turns few others, but many texts do not need it": (
        {"association": LEAK, "insertion": FEW_TURNED, "lost": replace(LITTLE, n=20)},
        ARTEFACT,
    ),
    "task: it turns few others, and some texts do not need it": (
        {"association": LEAK, "insertion": FEW_TURNED, "lost": replace(LITTLE, n=19)},
        TASK,
    ),
    "task: too few texts show that they do not need it": (
        {"association": LEAK, "insertion": SOMETIMES, "lost": replace(LITTLE, n=9)},
        TASK,
    ),
    "artefact: the model uses it throughout": (
        {"association": LEAK, "insertion": SOMETIMES, "share_of_sets": rate(40, 100)},
        ARTEFACT,
    ),
    "task: many sets need it, but it turns few texts": (
        {"association": LEAK, "insertion": SELDOM, "share_of_sets": rate(40, 100)},
        TASK,
    ),
    "artefact of the dataset: a clear leak that the model ignores": (
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
    "undecided: it weighs as much as the labels make it": (
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
    "artefact: it overrules the rest, and many texts do not need it by the estimate": (
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
    "context: needed, favoured, moves nothing when inserted": (
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
    assert token(given).verdict is verdict


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
    assert token({"association": LEAK, **given}, 0.009).verdict is verdict


def test_leak_and_reliance_are_two_columns() -> None:
    both = token({"association": LEAK, "needed": True, "insertion": OFTEN})
    assert (both.leaks, both.relies) == (True, True)
    ignored = token({"association": LEAK, "lost": LITTLE, "pull": 0.0})
    assert (ignored.verdict, ignored.leaks, ignored.relies) == (ARTEFACT, True, False)
    leak = token({"association": LEAK})
    assert (leak.leaks, leak.relies) == (True, False)
    model = token({"association": EVEN, "needed": True, "deletion": SELDOM})
    assert (model.leaks, model.relies) == (False, True)
    unlabelled = token({"needed": True, "deletion": SELDOM})
    assert (unlabelled.leaks, unlabelled.relies) == (None, True)
    moved = token({"association": EVEN, "insertion": OFTEN})
    assert not moved.relies  # no minimal set needs it


ROUTES: dict[str, dict[str, Any]] = {
    "contradicted": {"reference": "contradicted"},
    "followed": {"conflict": rate(1, 20)},
    "dispensable": {"insertion": SOMETIMES, "lost": LITTLE},
    "pervasive": {"insertion": SOMETIMES, "share_of_sets": rate(40, 100)},
    "ignored": {"lost": LITTLE, "pull": 0.0},
}


def test_an_artefact_knows_its_route_and_only_the_datasets_own_is_not_relied_on() -> None:
    assert tuple(ROUTES) == ARTEFACT_ROUTES
    for route, given in ROUTES.items():
        found = token({"association": LEAK, **given})
        assert (found.verdict, found.route) == (ARTEFACT, route)
        assert found.relies == (route in RELIED_ROUTES)  # though no set needs it


@pytest.mark.parametrize(
    ("given", "route"),
    [
        ({"association": LEAK, "insertion": OFTEN, "lexicon": "listed"}, "listed"),
        ({"association": LEAK, "insertion": OFTEN, "reference": "replicated"}, "replicated"),
        ({"needed": True, "insertion": OFTEN}, "overrules"),
        ({"association": LEAK, "insertion": OFTEN}, "used leak"),
        ({"association": LEAK}, "unused leak"),
        ({"association": FAVOURED, "needed": True, "insertion": SELDOM}, "used and favoured"),
        ({"association": EVEN, "needed": True, "deletion": SELDOM}, "relied on"),
        ({"association": EVEN}, "nothing"),
    ],
)
def test_every_other_verdict_has_a_route_too(given: dict[str, Any], route: str) -> None:
    assert token(given).route == route


def test_a_model_that_errs_to_a_third_class_does_not_follow_the_token() -> None:
    parts = evidence(association=LEAK).parts
    wrong = Evidence(parts | {"harm": Harm(conflict=rate(0, 20), followed=rate(0, 20))})
    assert judge_token(wrong, 0.2, RULE).verdict is UNDECIDED


def conditions(judgement: Judgement) -> dict[str, tuple[float | None, float, bool]]:
    return {one.code: (one.seen, one.asked, one.met) for one in judgement.conditions}


def test_conditions_carry_the_values_seen_and_asked_for() -> None:
    given: dict[str, Any] = {"association": LEAK, "needed": True, "insertion": OFTEN}
    given |= {"conflict": rate(1, 20), "reference": "contradicted", "lexicon": "not listed"}
    found = conditions(token(given))
    assert found["leaks"] == (1e-8, 0.05, True) and found["needed"] == (1e-8, 0.05, True)
    assert found["deletion_flips"] == (0.5, 0.05, False) and found["insertion_flips"] == (1e-9, 0.05, True)
    assert found["overrules"] == (rate(40, 40).low, 0.5, True)
    assert found["followed"] == (rate(19, 20).low, 0.5, True)
    assert found["contradicted"][2] and not found["listed"][2]
    assert found["common"] == (0.2, 0.01, True)
    assert found["dispensable"] == (pytest.approx(0.5 / 0.8), 0.5, False)  # it overrules: the estimate counts
    assert found["ignored"] == (0.9, 0.2, False)
    assert "interacts" not in found  # for pairs alone


def test_conditions_say_where_there_is_no_evidence() -> None:
    found = conditions(judge_token(Evidence({}), 0.2, RULE))
    for code in (
        "leaks",
        "favoured",
        "clear",
        "needed",
        "insertion_flips",
        "overrules",
        "dispensable",
        "ignored",
    ):
        seen, _, met = found[code]
        assert seen is None and not met, code
    assert "listed" not in found and "replicated" not in found  # neither lexicon nor reference was given


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
    found = token({"association": LEAK, **given}, reach)
    assert (found.verdict, found.severity) == (ARTEFACT, severity)


def test_only_artefacts_are_severe() -> None:
    strong: dict[str, Any] = {"needed": True, "insertion": OFTEN}
    assert token({"association": LEAK, "lexicon": "listed", **strong}, 1.0).severity is LOW
    assert token({"association": EVEN, **strong}, 1.0).severity is LOW  # context-dependent
    assert token(strong, 1.0).severity is MEDIUM  # undecided


# Pairs

LARGE = Estimate(1.6, 1.2, 2.0, 16, p=1e-4, adjusted_p=1e-3)
FLAT, LEANING, AWAY, UNKNOWN = rate(25, 50), rate(45, 50), rate(5, 50), rate(2, 4)
SMALL = replace(LARGE, estimate=RULE.interacts, low=RULE.interacts - 0.01)


def judged(
    second: Estimate,
    leaning: tuple[Estimate, Estimate],
    association: dict[str, Any] | None = LEAK,
    reach: float = 0.2,
) -> Judgement:
    found = of(
        Association(**association) if association else Association(),
        Interaction(second, first_alone=leaning[0], second_alone=leaning[1]),
    )
    return judge_pair(found, reach, RULE)


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
    assert (found.leaks, found.relies, found.route) == (True, True, "changes")
    seen = conditions(found)
    assert seen["interacts"] == (1.2, 0.2, True) and seen["leaks"] == (1e-8, 0.05, True)
    assert not seen["symmetric"][2] and list(seen) == ["interacts", "leaks", "symmetric"]
    unlabelled = judged(LARGE, (Estimate(), Estimate()), None)
    assert (unlabelled.leaks, unlabelled.route) == (None, "interacts")
    assert judged(LARGE, (FLAT, FLAT)).route == "together" and judged(SMALL, (FLAT, FLAT)).route == "nothing"


def test_without_an_interaction_there_is_nothing_to_say() -> None:
    found = judge_pair(Evidence({}), 1.0, RULE)
    assert (found.verdict, found.relies) == (UNDECIDED, False)


def test_the_kind_chooses_the_rule() -> None:
    found = evidence(association=LEAK, insertion=OFTEN, lost=LITTLE)
    assert judge(Kind.TOKEN, found, 0.2, RULE) == judge_token(found, 0.2, RULE)
    assert judge(Kind.PAIR, found, 0.2, RULE) == judge_pair(found, 0.2, RULE)
