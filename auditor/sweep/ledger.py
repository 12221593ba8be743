"""Which errand is done next, and what becomes of one whose worker was lost.

An errand is lost with its worker without any fault of its own, or it is what the worker died of. So one whose
worker died is tried once more as it is, on another machine where there is one; what kills a second worker, or
runs out of memory, is cut in two, down to what cannot be divided, which is given up with a reason. A worker
whose machine is gone does not count.
"""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from auditor.sweep.errands import Errand

MEMORY = "out of memory for a single row"
"""Reason of what ran out of memory and cannot be divided, as the engine has it."""
DIED = "the worker died of it"
"""Reason of what was the end of two workers and cannot be divided."""
PATIENCE = 2
"""Workers that may die of an errand before it is cut."""


@dataclass(eq=False)
class Ticket:
    """An errand on its way."""

    number: int
    errand: Errand
    parent: "Ticket | None" = None
    """What it is a part of."""
    died: list[str] = field(default_factory=list)
    """Machines on which a worker died of it."""
    avoid: set[str] = field(default_factory=set)
    """Machines that should not be tried again."""
    parts: "list[Ticket]" = field(default_factory=list)
    result: Any = None
    done: bool = False


class Ledger:
    """The errands of one list: waiting, given out, done."""

    def __init__(self, errands: Iterable[Errand]) -> None:
        self._fresh = enumerate(errands)
        self._following = next(self._fresh, None)
        self._again: deque[Ticket] = deque()
        self._out: set[Ticket] = set()

    def take(self, place: str, others: Collection[str] = ()) -> Ticket | None:
        """What a worker at this place should do next; what failed there waits for `others`, if they are."""
        for ticket in self._again:
            if place not in ticket.avoid or set(others) <= ticket.avoid:
                self._again.remove(ticket)
                return self._given(ticket)
        if self._following is None:
            return None
        ticket, self._following = Ticket(*self._following), next(self._fresh, None)
        return self._given(ticket)

    @property
    def finished(self) -> bool:
        """Whether nothing is waiting or given out."""
        return self._following is None and not self._again and not self._out

    def done(self, ticket: Ticket, result: Any) -> tuple[int, Any] | None:
        """An errand has come out: its number with the result, once all its parts are there."""
        self._out.discard(ticket)
        ticket.result, ticket.done = result, True
        parent = ticket.parent
        if parent is None:
            return ticket.number, result
        if not all(part.done for part in parent.parts):
            return None
        return self.done(parent, parent.errand.joined([part.result for part in parent.parts]))

    def failed(self, ticket: Ticket, place: str, *, memory: bool, gone: Collection[str] = ()) -> Any:
        """The worker died of it, or ran out of memory; what `done` gives where it has to be given up.

        `gone` are the machines that are no longer there: what died with them did not die of the errand.
        """
        self._out.discard(ticket)
        ticket.died = [one for one in (*ticket.died, place) if one not in gone]
        ticket.avoid.add(place)
        if not memory and len(ticket.died) < PATIENCE:
            self._again.appendleft(ticket)
            return None
        parts = ticket.errand.parts()
        if not parts:
            return self.done(ticket, ticket.errand.given_up(MEMORY if memory else DIED))
        ticket.parts = [Ticket(ticket.number, part, ticket, avoid={place}) for part in parts]
        self._again.extendleft(reversed(ticket.parts))
        return None

    def _given(self, ticket: Ticket) -> Ticket:
        self._out.add(ticket)
        return ticket
