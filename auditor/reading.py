"""How the paper is read where its text, its equations and its listings can be read in two ways.

The first value of every key is the one that `--method paper` uses; docs/paper.md has the places in the paper
and what each reading gives. A reading is written as its departures: `values=clipped,ordered`.
"""

from dataclasses import dataclass, fields

from auditor.errors import AuditError, among

ALLOWED: dict[str, tuple[str, ...]] = {
    "items": ("positive-pairs", "all-pairs", "positive-words"),
    "ordered": ("no", "yes"),
    "values": ("abs-normal", "clipped", "truncated"),
    "solver": ("traceback", "in-loop"),
    "member": ("outside", "inside"),
    "repeats": ("counted", "merged"),
    "strict": ("no", "yes"),
    "rounding": ("exact", "down", "nearest", "up"),
}
"""Every key with its values, the default first."""


@dataclass(frozen=True)
class Reading:
    """One way of reading the paper."""

    items: str = "positive-pairs"
    """What may go into the knapsack: pairs with CIG > 0, all pairs, or pairs of two words with IG > 0."""
    ordered: str = "no"
    """Whether (i, j) and (j, i) are two pairs."""
    values: str = "abs-normal"
    """How a value v is drawn: |N(0, 1)|, N(0, 1) clipped to (0, 1), or N(0, 1) truncated to (0, 1)."""
    solver: str = "traceback"
    """Which items the programme selects: those of the best filling, or all that the listing ever adds."""
    member: str = "outside"
    """Which pairs are the candidate set: those left outside the knapsack, or those inside."""
    repeats: str = "counted"
    """Whether equal candidate sets of several rounds count each, or are merged into one."""
    strict: str = "no"
    """Whether a pair must recur in more than ε of the rounds; otherwise ε is enough."""
    rounding: str = "exact"
    """How weights become whole units of 0.001 for the listing's table; `exact` keeps them as they are."""

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            among(f"reading {name}", getattr(self, name), allowed)
        if self.solver == "in-loop" and self.rounding == "exact":
            raise AuditError(
                "reading solver=in-loop with rounding=exact: the listing fills a table of whole units",
                "Add rounding=down, rounding=nearest or rounding=up.",
            )

    def __str__(self) -> str:
        """The departures alone; nothing where there are none."""
        plain = {field.name: field.default for field in fields(self)}
        return ",".join(f"{k}={getattr(self, k)}" for k in plain if getattr(self, k) != plain[k])


def parse_reading(text: str) -> Reading:
    """A reading from its departures, `KEY=VALUE` with commas between; `ordered` alone is `ordered=yes`.

    The listing's own solver fills a table, so it rounds to the nearest unit unless told otherwise.
    """
    chosen: dict[str, str] = {}
    for part in (part.strip() for part in text.split(",")):
        if not part:
            continue
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in ALLOWED:
            raise AuditError(f"unknown reading {part!r}", f"Known: {known_readings()}.")
        if not equals and "yes" in ALLOWED[name]:
            value = "yes"
        among(f"reading {name}", value, ALLOWED[name])
        if chosen.setdefault(name, value) != value:
            raise AuditError(
                f"reading {name} is both {chosen[name]!r} and {value!r}", "Give each key one value."
            )
    if chosen.get("solver") == "in-loop":
        chosen.setdefault("rounding", "nearest")
    return Reading(**chosen)


def known_readings() -> str:
    """Every key with its values, for messages and help."""
    return "; ".join(f"{name}={'|'.join(values)}" for name, values in ALLOWED.items())
