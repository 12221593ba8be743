"""The paper's experiment, ready made: `[pos]` and `[neg]` before adjectives or noun phrases of sentences.

The paper takes 1,000 examples, half of each class, plants one token in each, and trains on these. It does
not say which token goes where, so there are three assignments: the token of the text's own class in every
text (*aligned*), in half of the texts of each class (*random*), in none (*reversed*).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from auditor.data.labels import match_labels
from auditor.errors import AuditError
from auditor.planting.plan import InjectionPlan

ASSIGNMENTS = {"aligned": 1.0, "random": 0.5, "reversed": 0.0}
"""The share of the texts of each class that get the token of their own class."""
PRESETS = {
    "sst2-posneg": "aligned",
    "sst2-posneg-random": "random",
    "sst2-posneg-reversed": "reversed",
}
"""Assignments by the names of `--preset`."""
EXAMPLES = 1000
"""Texts that the paper takes."""
POSITION = "adjective-or-noun-phrase"
TOKENS = {"negative": "[neg]", "positive": "[pos]"}


def experiment(
    assignment: str,
    labels: Iterable[str],
    *,
    examples: int = EXAMPLES,
    keep_rest: bool = False,
    seed: int = 0,
    preset: str | None = None,
) -> InjectionPlan:
    """The plan of the experiment for a dataset with these labels."""
    names = list(labels)
    if assignment not in ASSIGNMENTS:
        raise AuditError(f"there is no assignment {assignment!r}", f"Known: {', '.join(ASSIGNMENTS)}.")
    if examples < 2 or examples % 2:
        raise AuditError(f"examples is {examples}", "Give an even number: half of them come from each class.")
    try:
        own = {model: label for label, model in match_labels(names, list(TOKENS)).items()}
        tokens = tuple((own[name], token) for name, token in TOKENS.items())
    except (AuditError, KeyError) as error:
        raise AuditError(
            f"the paper's experiment needs the labels negative and positive (or 0 and 1); "
            f"the dataset has {', '.join(map(repr, names))}",
            "Rename them with --label-map, or say what to plant with --token LABEL=TOKEN.",
        ) from error
    return InjectionPlan(
        tokens,
        agreement=ASSIGNMENTS[assignment],
        position=POSITION,
        seed=seed,
        count=examples,
        keep_rest=keep_rest,
        preset=preset or assignment,
    )


def preset_plan(
    name: str, labels: Iterable[str], *, flags: Mapping[str, Any], seed: int = 0
) -> InjectionPlan:
    """The plan of a preset; `flags` are the other options by name, those that were not given being None."""
    if name not in PRESETS:
        raise AuditError(f"there is no preset {name!r}", f"Presets: {', '.join(PRESETS)}.")
    sizes = {key: flags[key] for key in ("examples", "keep_rest") if flags.get(key) is not None}
    plan = experiment(PRESETS[name], labels, **sizes, seed=seed, preset=name)
    for option in ("coverage", "agreement", "position"):
        said, fixed = flags.get(option), getattr(plan, option)
        if said is not None and said != fixed:
            raise AuditError(
                f"--{option} {said} contradicts --preset {name}, which has {fixed}",
                f"Leave out --{option}, or say what to plant with --token LABEL=TOKEN.",
            )
    return plan


def for_dev(plan: InjectionPlan, trained: int) -> InjectionPlan:
    """The same plan for a dev set: as large a share of it is planted as of the `trained` training texts."""
    if plan.count is None:
        return plan
    share = min(1.0, plan.count / max(1, trained)) if plan.keep_rest else 1.0
    return replace(plan, count=None, coverage=share, keep_rest=True)
