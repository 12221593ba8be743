"""How many texts `audit run` takes: all, so many, or as many as a goal needs."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from auditor.cli.headings import of_data
from auditor.cli.options import stack
from auditor.config import EvidenceConfig, RuleConfig
from auditor.errors import AuditError

if TYPE_CHECKING:
    from auditor.data.loading import Dataset
    from auditor.power.planning import Plan

find_options = stack(
    [
        of_data(
            "--find",
            metavar="SHARE:EFFECT",
            help="Take as many texts as it needs to find any word in this share of the texts that turns this "
            "share of the others; SHARE:EFFECT:POWER says how surely. [default: 0.02:0.5:0.9]",
        ),
        of_data("--all", "everything", is_flag=True, help="Audit every text, however many there are."),
    ]
)


def check_extent(options: Mapping[str, Any]) -> None:
    """Refuse two statements of how many texts to take."""
    named = {"--limit": options["limit"], "--find": options["find"], "--all": options["everything"]}
    given = [name for name, value in named.items() if value]
    if len(given) > 1:
        raise AuditError(f"{given[0]} and {given[1]} contradict each other", "Give one of them.")


def as_planned(
    dataset: "Dataset", options: Mapping[str, Any], config: EvidenceConfig, rule: RuleConfig, *, seed: int
) -> "tuple[Dataset, Plan | None]":
    """The texts that the options ask for; with the plan, where one was made."""
    if options["limit"] is not None or options["everything"]:
        return dataset, None
    from auditor.power.goal import Goal, parse_goal
    from auditor.power.planning import enough

    goal = parse_goal(options["find"]) if options["find"] else Goal()
    return enough(dataset, goal, config, rule, seed=seed)


def plan_lines(plan: "Plan") -> Iterator[str]:
    """What is audited, what that finds, and what it does not."""
    goal, chosen = plan.goal, plan.weights is not None
    yield (
        f"Plan: {plan.texts:,} of {plan.rows:,} different texts, those with rarer words first "
        f"(a random sample would need {plan.at_random:,})"
        if chosen
        else f"Plan: all {plan.rows:,} different texts"
    )
    yield (
        f"A word in {goal.reach:.3g} of the texts that turns {goal.effect:.3g} of the others is found with "
        f"probability {plan.chance:.2f}, even if the labels do not lean to it"
    )
    if plan.chance < goal.power:
        yield f"That is less than the {goal.power:.3g} asked for, and more of these texts would not help"
    yield (
        f"Not planned for: the {plan.rare:,} of {plan.words:,} different words that are in fewer texts, "
        "words that turn fewer texts, pairs and groups of words"
    )
