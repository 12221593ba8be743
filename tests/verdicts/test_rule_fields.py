"""Every threshold matters: moved by a fifth, in either direction, it changes a verdict or a severity.

The cases lie within a tenth of a threshold, one on each side of it. To change the rule, change the cases; the
loop over the fields of `RuleConfig` stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from auditor.config import RuleConfig
from auditor.findings.finding import Kind, Severity, Verdict
from auditor.records.evidence import Estimate
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.flips import Flips
from auditor.signals.harm import Harm
from auditor.signals.interaction import Interaction
from auditor.signals.statistics import rate
from auditor.verdicts.judging import judge
from tests.findings.builder import of
from tests.verdicts.support import LEAK, LITTLE, SELDOM, SOMETIMES, evidence

RULE = RuleConfig()


@dataclass(frozen=True)
class Case:
    """A token or a pair close to a threshold."""

    name: str
    evidence: Evidence
    reach: float = 0.2
    kind: Kind = Kind.TOKEN

    def outcome(self, rule: RuleConfig) -> tuple[Verdict, Severity]:
        """What a user sees of the judgement."""
        judgement = judge(self.kind, self.evidence, self.reach, rule)
        return judgement.verdict, judgement.severity


def leak(**given: Any) -> Evidence:
    """A token that the labels favour."""
    return evidence(**{"association": LEAK, **given})


def dispensable(**given: Any) -> Evidence:
    """A leak that turns texts, and that its own texts do not need."""
    return leak(**{"insertion": SOMETIMES, "lost": LITTLE, **given})


def inserted(low: float) -> Flips:
    """It turns at least so many of the texts of other classes."""
    return Flips(Estimate(low + 0.1, low, low + 0.2, 40, p=1e-9), rate(1, 40), Estimate(0.4, 0.3, 0.5, 40))


def share(estimate: float, adjusted_p: float) -> dict[str, Any]:
    """P(label | token), over a base of one half."""
    count = round(1000 * estimate)
    return {"share": replace(rate(count, 1000), adjusted_p=adjusted_p), "base": 0.5}


def followed(low: float) -> Evidence:
    """A leak with which the model goes in at least so many conflicting texts."""
    harm = Harm(followed=Estimate(low + 0.1, low, low + 0.2, 20))
    return Evidence(leak().parts | {"harm": harm})


def pair(low: float, *, width: float = 0.2) -> Evidence:
    """A pair whose label follows both words: its second difference, and what is known of one word alone."""
    alone = Estimate(0.5, 0.5 - width / 2, 0.5 + width / 2, 50)
    second = Estimate(low + 0.2, low, low + 0.4, 16, p=1e-4, adjusted_p=1e-3)
    return of(Association(**LEAK), Interaction(second, first_alone=alone, second_alone=alone))


def cases(side: float) -> Iterator[Case]:
    """Cases a tenth below (-0.1) or above (0.1) each threshold."""

    def near(name: str) -> float:
        return float(getattr(RULE, name)) * (1 + side)

    yield Case("level", dispensable(association=share(0.9, near("level"))))
    yield Case("overrules", dispensable(insertion=inserted(near("overrules"))), reach=0.006)
    yield Case("follows", followed(near("follows")))
    lost = Estimate(0.1, 0.01, near("dispensable") * 0.4, 32)
    yield Case("dispensable", dispensable(lost=lost))
    deleted = Flips(rate(9, 32, p=0.5), rate(0, 32), Estimate(near("dispensable_probability") * 0.4))
    yield Case("dispensable_probability", dispensable(deletion=deleted))
    yield Case("turns", dispensable(insertion=inserted(near("turns")), lost=replace(LITTLE, n=15)))
    yield Case("ignored", leak(lost=Estimate(0.1, 0.01, near("ignored"), 32), pull=0.0))
    yield Case("some", dispensable(lost=replace(LITTLE, n=round(near("some")))))
    yield Case("many", leak(lost=replace(LITTLE, n=round(near("many"))), pull=0.0))
    yield Case("common", dispensable(), reach=near("common"))
    sets = Estimate(0.3, near("pervasive"), 0.4, 100)
    yield Case("pervasive", leak(insertion=SOMETIMES, share_of_sets=sets))
    yield Case("interacts", pair(near("interacts")), kind=Kind.PAIR)
    favoured = share(0.5 + near("favoured"), 0.4)
    yield Case("favoured", evidence(association=favoured, needed=True, insertion=SELDOM))
    yield Case("known_within", pair(1.0, width=near("known_within")), kind=Kind.PAIR)
    yield Case("strong", dispensable(insertion=inserted(near("strong"))))
    sets = Estimate(0.4, near("notable"), 0.5, 100)
    yield Case("notable", leak(reference="contradicted", share_of_sets=sets))
    yield Case("reach", dispensable(insertion=inserted(0.6)), reach=near("reach"))


CASES = {side: list(cases(side)) for side in (-0.1, 0.1)}


def moved(name: str, factor: float) -> RuleConfig:
    """The rule with one threshold multiplied."""
    value = getattr(RULE, name) * factor
    return replace(RULE, **{name: round(value) if isinstance(getattr(RULE, name), int) else value})


def changed(rule: RuleConfig, looked_at: list[Case]) -> list[str]:
    """The cases that the rule judges otherwise than the default."""
    return [case.name for case in looked_at if case.outcome(rule) != case.outcome(RULE)]


@pytest.mark.parametrize("factor", [0.8, 1.2])
@pytest.mark.parametrize("name", [field.name for field in fields(RuleConfig)])
def test_a_threshold_that_moves_by_a_fifth_changes_an_outcome(name: str, factor: float) -> None:
    everything = [case for side in CASES.values() for case in side]
    assert getattr(moved(name, factor), name) != getattr(RULE, name)
    assert changed(moved(name, factor), everything)


@pytest.mark.parametrize("name", [field.name for field in fields(RuleConfig)])
def test_the_case_of_a_threshold_changes_with_it(name: str) -> None:
    """A case a tenth below changes when the threshold falls, one above when it rises; not the other way."""
    below, above = ([case for case in CASES[side] if case.name == name] for side in (-0.1, 0.1))
    assert changed(moved(name, 0.8), below) == changed(moved(name, 1.2), above) == [name]
    assert changed(moved(name, 1.2), below) == changed(moved(name, 0.8), above) == []


def test_a_rule_that_did_not_move_changes_nothing() -> None:
    """Negative control, also for moves that are too small to reach a case."""
    everything = [case for side in CASES.values() for case in side]
    assert changed(RuleConfig(), everything) == []
    for field in fields(RuleConfig):
        assert (
            changed(moved(field.name, 1.04), everything) == changed(moved(field.name, 0.96), everything) == []
        )
