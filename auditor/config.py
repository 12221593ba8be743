"""Settings: frozen, validated when built, and layered.

Precedence: the defaults below, then `audit.toml`, then `AUDIT_*` variables, then flags. An unknown key is an
error that names the nearest known one.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from auditor.errors import AuditError, among
from auditor.files import read_text
from auditor.reading import parse_reading

CONFIG_FILE = "audit.toml"
CHOICES: dict[str, tuple[str, ...]] = {
    "method": ("verified", "paper"),
    "unit": ("pairs", "words"),
    "removal": ("pad", "mask", "delete"),
    "essence": ("flip", "threshold"),
}
PRECISIONS = ("no", "bf16", "fp16")
PACKED = ("auto", "yes", "no")
ENGINES = ("local", "ray")
CORRECTIONS = ("bh", "by")
POWERS = ("off", "quick", "full")
SECTIONS = ("cidr", "sweep", "engine", "audit", "rule")
"""Tables that the file may have."""
Settings = TypeVar("Settings")
PAPER: dict[str, Any] = {
    "unit": "pairs",
    "removal": "pad",
    "essence": "threshold",
    "fallback": False,
    "verify": False,
    "cooperate": True,
    "leading": 0,
    "tolerance": 0.01,
    "removal_steps": 4,
    "forward_budget": 1500,
}
"""What `method = paper` fixes: as printed, or (the last three) without meaning there."""
PAPER_STEPS = 50
"""Nodes of every path of the printed method, which names no number."""


@dataclass(frozen=True)
class CidrConfig:
    """How a minimal feature set is searched for; every hyperparameter of the paper, and ours."""

    method: str = "verified"
    """`verified`: ours, checked on the model; `paper`: as printed (see docs/paper.md)."""
    reading: str = ""
    """Where the paper can be read in two ways, what differs from how `paper` reads it: `ordered,strict`."""
    beta: float = 0.5
    """Weight of the individual contributions, IG_i without j (β of the paper, 0.4 to 0.6 there)."""
    epsilon: float = 0.5
    """Share of the knapsack rounds from which a pair recurs (ε of the paper, 0.3 to 0.7 there)."""
    rounds: int = 10
    """Knapsack rounds with fresh values (n_iter of the paper)."""
    threshold: float = 0.5
    """Probability at or below which the class is lost (t of the paper)."""
    seed: int = 0
    """Seed of the knapsack values; combined with the text, never with its place in a run."""
    steps: int = 14
    """Nodes of the first pass over the base path; tripled while the completeness error is too large."""
    tolerance: float = 0.01
    """Completeness error at which the base path is good enough."""
    removal_steps: int = 4
    """Nodes for each path without one word, placed by the base path's profile; more where paths are few. 0:
    none, what the whole text loses without the word is all that is known of its path."""
    unit: str = "pairs"
    """What a set is made of: `pairs` (the paper's modified problem) or `words` (the original one)."""
    removal: str = "pad"
    """What removing a word means: its pieces are padded, masked, or deleted."""
    essence: str = "flip"
    """When a class is lost: another class wins (`flip`), or its probability is at most `threshold`."""
    fallback: bool = True
    """Where no removal loses the class, find the words that hold most of what the text adds."""
    verify: bool = True
    """Check every set on the model and prune it to a minimal one."""
    refine: bool = True
    """Propose by knapsack rounds and frequency; without it, greedily: the heaviest pairs until the rest fits,
    or, with `paper`, as its listing is printed."""
    cooperate: bool = True
    """Use the paths without one word; without it, pairs are ranked by plain IG."""
    forward_budget: int = 1500
    """Forward passes the search for one text may spend."""
    leading: int = 0
    """Words, leading ones by attribution, that get a path of their own without them, and how widely is
    searched; 0 = all words, and every pair that the forward budget allows."""

    @classmethod
    def quick(cls) -> "CidrConfig":
        """Far fewer evaluations, for whole datasets: rougher scores, a narrower search."""
        return cls(steps=4, tolerance=1.0, removal_steps=0, leading=6)

    @classmethod
    def paper(cls, **settings: Any) -> "CidrConfig":
        """The method as printed; `settings` are those that the paper varies."""
        printed: dict[str, Any] = {"method": "paper", "steps": PAPER_STEPS}
        return cls(**(printed | PAPER | settings))

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            among(name, getattr(self, name), allowed)
        within("beta", self.beta, 0, 1)
        within("epsilon", self.epsilon, 0, 1)
        within("threshold", self.threshold, 0, 1)
        within("tolerance", self.tolerance, 1e-6, 1)
        within("rounds", self.rounds, 1, 10_000)
        within("seed", self.seed, 0, 2**32 - 1)
        within("steps", self.steps, 1, 10_000)
        within("removal_steps", self.removal_steps, 0, 10_000)
        within("forward_budget", self.forward_budget, 1, 10_000_000)
        within("leading", self.leading, 0, 10_000)
        if self.method == "paper":
            self._check_paper()
        elif self.reading:
            raise AuditError(
                f"reading is {self.reading!r}, but the method is 'verified'",
                "A reading is one of the paper: use --method paper.",
            )

    def _check_paper(self) -> None:
        parse_reading(self.reading)
        for name, fixed in PAPER.items():
            value = getattr(self, name)
            if value != fixed:
                raise AuditError(
                    f"{name} is {value!r}, which contradicts method 'paper' ({name} {fixed!r})",
                    "Leave it out, or use --method verified.",
                )


@dataclass(frozen=True)
class SweepConfig:
    """How a whole dataset is worked through; nothing here changes a result, but `mixed_precision` and,
    in the last digits, `packed`."""

    shard_size: int = 0
    """Examples in one shard, the unit that is computed, stored and resumed; 0 = 64, and fewer where several
    processes would otherwise have to wait for the last of few shards."""
    forward_tokens: int = 0
    """Pieces in one forward batch to begin with; 0 = chosen for the device."""
    gradient_tokens: int = 0
    """Pieces in one gradient batch to begin with; 0 = chosen for the device."""
    mixed_precision: str = "no"
    """Run the model in `bf16` or `fp16` where that is safe; `no` for full precision."""
    compile: bool = False
    """Compile the model with torch.compile first."""
    packed: str = "auto"
    """Pack the weights of linear layers once, on a CPU: `yes`, `no`, or where that is clearly faster."""
    failures: float = 0.1
    """Share of the examples that may fail before the run stops."""
    joining: float = 300.0
    """Seconds within which the processes of a run must have found each other."""
    patience: float = 60.0
    """Seconds without a sign of life after which a process of another machine is taken for lost."""

    def __post_init__(self) -> None:
        among("mixed_precision", self.mixed_precision, PRECISIONS)
        among("packed", self.packed, PACKED)
        within("shard_size", self.shard_size, 0, 100_000)
        within("forward_tokens", self.forward_tokens, 0, 2**31)
        within("gradient_tokens", self.gradient_tokens, 0, 2**31)
        within("failures", self.failures, 0, 1)
        within("joining", self.joining, 1, 86_400)
        within("patience", self.patience, 2, 86_400)


@dataclass(frozen=True)
class EngineConfig:
    """Who asks the model; nothing here changes a result."""

    engine: str = "local"
    """`local`: the processes of this run; `ray`: workers of a Ray cluster, which may come and go."""
    address: str = ""
    """Where the Ray cluster is: HOST:PORT, or `auto` for the one of this machine; "" starts one here."""
    workers: int = 0
    """Ray workers at most; 0 = as many as there are cores, or GPUs for them."""
    gpus_per_worker: float = 0.0
    """GPUs of a Ray worker; 0 = it computes on one core."""

    def __post_init__(self) -> None:
        among("engine", self.engine, ENGINES)
        within("workers", self.workers, 0, 100_000)
        within("gpus_per_worker", self.gpus_per_worker, 0, 64)
        if self.gpus_per_worker > 1 and self.gpus_per_worker % 1:
            raise AuditError(f"gpus_per_worker is {self.gpus_per_worker}; above 1 it must be a whole number")


@dataclass(frozen=True)
class EvidenceConfig:
    """How findings are made from the stored sets."""

    candidates: int = 120
    """Tokens that are intervened on, the most significant first."""
    pairs: int = 60
    """Pairs whose interaction is measured."""
    deletions: int = 32
    """Texts a token is deleted from."""
    insertions: int = 40
    """Texts a token is inserted into."""
    group_insertions: int = 80
    """Texts that a group of words, an opening or a form is put into: such are few, and members differ."""
    together: int = 16
    """Texts in which a pair's interaction is measured."""
    groups: bool = True
    """Count kinds, lists and families of words as well, each as one token."""
    correction: str = "bh"
    """Correction for many tests: Benjamini-Hochberg `bh`, or Benjamini-Yekutieli `by` for any dependence."""
    permutations: int = 20
    """Times the labels are permuted, and sets drawn at random, as controls."""
    power: str = "quick"
    """How much is tried to say what the audit would have found: nothing (`off`), what costs a seventh of the
    run at most (`quick`), or about as much as the run itself (`full`)."""

    @property
    def forwards(self) -> int:
        """Forward evaluations of interventions, with as many candidates and texts as are allowed."""
        tried = self.candidates * (6 * self.deletions + 2 * self.insertions)
        return tried + self.pairs * 7 * self.together

    def __post_init__(self) -> None:
        among("correction", self.correction, CORRECTIONS)
        among("power", self.power, POWERS)
        for one in fields(self):
            if type(one.default) is int:
                within(one.name, getattr(self, one.name), 0, 1_000_000)


@dataclass(frozen=True)
class RuleConfig:
    """The thresholds of the verdict rule; docs/method.md has the rule, made from these."""

    level: float = 0.05
    """p-value, corrected where many were tested, up to which something is more than chance."""
    clear: float = 0.1
    """How far P(label | token) lies above the label's share in a clear leak (lower bound); where less than
    twice that is left up to 1, half of what is left is enough."""
    obeyed: float = 0.15
    """Share of the texts of other classes that an obeyed token turns (lower bound)."""
    decides: float = 0.5
    """The same share for a token that decides alone: a keyword, or an artefact of high severity."""
    widespread: float = 0.05
    """Share of the texts that hold a leak which the model ignores, from which it is of medium severity."""
    related: float = 0.9
    """Relevance (percentile among other words) from which a word is part of the task."""
    unrelated: float = 0.5
    """Relevance below which a word is not part of the task."""
    speaks: float = 0.2
    """How much nearer to the listed words of its label than to those of another (logarithm of shares) a word
    lies whose relevance excuses that it decides alone."""
    interacts: float = 0.2
    """Second difference from which two words do more than their sum (lower bound)."""
    known_within: float = 0.5
    """Width of the interval of P(label | one word of a pair alone) up to which it says that nothing leans."""

    def __post_init__(self) -> None:
        for one in fields(self):
            within(one.name, getattr(self, one.name), 0, 1)
        if self.unrelated > self.related:
            raise AuditError(
                f"unrelated is {self.unrelated} and related is {self.related}",
                "A word below `unrelated` must not reach `related`.",
            )


def within(name: str, value: float, low: float, high: float) -> None:
    """An error unless a setting lies between two values."""
    if not low <= value <= high:
        raise AuditError(f"{name} is {value}; it must lie between {low:g} and {high:g}")


def layered(
    kind: type[Settings],
    section: str,
    *,
    flags: Mapping[str, Any],
    base: Settings | None = None,
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Settings of one kind from the file's `[section]`, the environment and the flags that were given.

    `base` has the values to begin with, in place of the defaults.
    """
    values = given(kind, section, flags=flags, file=file, environment=environment)
    return kind(**values) if base is None else replace(base, **values)  # type: ignore[type-var]


def given(
    kind: type[Any],
    section: str,
    *,
    flags: Mapping[str, Any],
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the file, the environment and the flags say about settings of one kind, and nothing else."""
    variables = os.environ if environment is None else environment
    known = {field.name: field.type for field in fields(kind)}
    values: dict[str, Any] = {}
    content = _read(file)
    for name in content:
        _known(name, dict.fromkeys(SECTIONS), str(file or CONFIG_FILE))
    table = content.get(section, {})
    if not isinstance(table, dict):
        raise AuditError(f"{section} in {file or CONFIG_FILE} is not a table", f"Begin it with [{section}].")
    for name, value in table.items():
        values[_known(name, known, f"[{section}] of {file or CONFIG_FILE}")] = value
    for name, declared in known.items():
        text = variables.get(f"AUDIT_{name.upper()}")
        if text is not None:
            values[name] = _parse(f"AUDIT_{name.upper()}", text, declared)
    values |= {name: value for name, value in flags.items() if value is not None}
    for name, value in values.items():
        _check_type(name, value, known[_known(name, known, "the flags")])
    return values


def _read(file: Path | None) -> dict[str, Any]:
    path = file or Path(CONFIG_FILE)
    if not path.exists():
        if file is not None:
            raise AuditError(f"{file} does not exist", "Check the path given with --config.")
        return {}
    try:
        return tomllib.loads(read_text(path, "Settings are TOML in a text file."))
    except tomllib.TOMLDecodeError as error:
        raise AuditError(f"{path} is not valid TOML: {error}") from error


def _known(name: str, known: Mapping[str, Any], where: str) -> str:
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, n=1)
    cure = f"Did you mean {near[0]!r}?" if near else f"Known keys: {', '.join(sorted(known))}."
    raise AuditError(f"unknown key {name!r} in {where}", cure)


def _parse(variable: str, text: str, declared: Any) -> Any:
    """An environment variable's text as the type its setting has."""
    kind = next(kind for kind in _kinds(declared) if kind is not NoneType)
    try:
        if kind is bool:
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[
                text.lower()
            ]
        return kind(text)
    except (KeyError, ValueError) as error:
        raise AuditError(f"{variable} is {text!r}; a value of type {kind.__name__} is needed") from error


def _kinds(declared: Any) -> tuple[type, ...]:
    """The types that a declaration such as `int` or `int | None` allows."""
    return get_args(declared) if get_origin(declared) else (declared,)


def _check_type(name: str, value: Any, declared: Any) -> None:
    allowed = _kinds(declared)
    numeric = float in allowed and isinstance(value, int) and not isinstance(value, bool)
    mixed = isinstance(value, bool) and bool not in allowed
    if not numeric and (mixed or not isinstance(value, allowed)):
        kinds = " or ".join(kind.__name__ for kind in allowed if kind is not NoneType)
        raise AuditError(f"{name} is {value!r}; a value of type {kinds} is needed")
