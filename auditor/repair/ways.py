"""The ways of repairing a dataset.

A way is a module with `NAME` and `repair(marked, config) -> Repaired`, a pure function. To add one, write the
module and list it in `WAYS`; `docs/repair.md` says when to use it.
"""

from collections.abc import Mapping
from typing import Protocol

from auditor.errors import among
from auditor.repair import balance, counterfactual, mask, reweight
from auditor.repair.marked_rows import Marked
from auditor.repair.repaired import RepairConfig, Repaired


class Way(Protocol):
    """One way of repairing."""

    @property
    def NAME(self) -> str:  # noqa: N802 (a constant of the module)
        """What `--how` calls it."""

    def repair(self, marked: Marked, config: RepairConfig) -> Repaired:
        """The repaired rows."""


WAYS: tuple[Way, ...] = (mask, balance, counterfactual, reweight)
"""The first is the default."""
NAMES = tuple(way.NAME for way in WAYS)


def repaired(marked: Marked, how: str, config: RepairConfig) -> Repaired:
    """The dataset repaired in one of the ways."""
    among("how", how, NAMES)
    ways: Mapping[str, Way] = {way.NAME: way for way in WAYS}
    return ways[how].repair(marked, config)
