"""What an audit is to find: how frequent, how strong, and how surely."""

from dataclasses import dataclass

from auditor.errors import AuditError

_FORM = "Write SHARE:EFFECT or SHARE:EFFECT:POWER, such as 0.01:0.5 or 0.01:0.5:0.8."


@dataclass(frozen=True)
class Goal:
    """Any word that is at least so frequent and so strong, with at least this chance."""

    reach: float = 0.02
    """Share of the texts that hold the word."""
    effect: float = 0.5
    """Share of the texts of other classes that it turns."""
    power: float = 0.9
    """Chance to find it."""

    def __post_init__(self) -> None:
        for name, value, high in (
            ("share", self.reach, 0.5),
            ("effect", self.effect, 1.0),
            ("power", self.power, 0.99),
        ):
            if not 0 < value <= high:
                raise AuditError(
                    f"the {name} to find is {value:g}; it must lie between 0 and {high:g}", _FORM
                )


def parse_goal(text: str) -> Goal:
    """A goal as `--find` has it: "0.01:0.5", or with its power, "0.01:0.5:0.8"."""
    parts = text.split(":")
    try:
        values = [float(part) for part in parts]
    except ValueError:
        values = []
    if len(values) not in (2, 3):
        raise AuditError(f"--find is {text!r}, which is not a share and an effect", _FORM)
    return Goal(*values)
