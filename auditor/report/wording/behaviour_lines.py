"""What behaviour tests show, in lines for a terminal."""

from collections.abc import Iterator, Sequence

from auditor.repair.behaviour import Answered, Tally
from auditor.report.numbers import counted, of, share_of, with_interval
from auditor.report.visible_text import name, one_line

SHOWN = 3
"""Failing tests of an artefact that are shown."""


def behaviour_lines(
    results: Sequence[Answered], tallies: Sequence[Tally], most_failing: float
) -> Iterator[str]:
    """A line for each artefact, some of its failing tests, and the outcome."""
    for tally in tallies:
        state = "passes" if tally.passes else "FAILS"
        named = f"{one_line(tally.artefact, 40)} → {name(tally.label)}"
        yield f"{state:<7} {named:<36} {of(tally.failed)} tests fail: {with_interval(tally.failed)}"
        failed = [one for one in results if one.failed and one.test.finding == tally.finding]
        for result in failed[: 0 if tally.passes else SHOWN]:
            changed = one_line(" | ".join(result.test.changed), 100)
            yield f"        {result.before or 'no answer'} → {result.after or 'no answer'}: {changed}"
    count = sum(not tally.passes for tally in tallies)
    share = share_of(most_failing)
    if count:
        failing = counted(count, "artefact fails", "artefacts fail")
        yield f"{failing} the check: more than {share} of the tests fail"
    else:
        passing = counted(len(tallies), "artefact passes", "artefacts pass")
        yield f"{passing} the check: at most {share} of the tests of each may fail"
