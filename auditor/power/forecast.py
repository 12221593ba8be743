"""The power that an audit will have, before anything is computed: from the labels alone.

The labels' test is the audit's own, made now. How the model will treat a shortcut is not known: what usually
happens is assumed, and that the minimal sets of no other word are discoveries.
"""

import numpy as np

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.examples import Example
from auditor.data.loading import Dataset
from auditor.power.behaviours import behaviours
from auditor.power.canary import CanaryKind
from auditor.power.chances import Ground
from auditor.power.looking import LOOKED_AT
from auditor.power.odds import Chance, Odds, Shortcut
from auditor.power.pair_chances import PairGround
from auditor.power.resolution import EFFECT, SMALL, resolution
from auditor.power.shift import Shift
from auditor.power.thresholds import largest_p
from auditor.signals.labelled import Labelled, count_labelled
from auditor.signals.recurrence import LEAST, LEVEL, label_tests
from auditor.verdicts.knowing import Answer

NO_SHIFTS = dict.fromkeys(CanaryKind, Shift())


def forecast(dataset: Dataset, config: EvidenceConfig, rule: RuleConfig) -> tuple[Chance, float | None]:
    """The chance of a made-up word in 1 % of the texts, and the smallest reach that is hardly missed."""
    odds = expected_odds(dataset, config, rule)
    return odds.chance(Shortcut(CanaryKind.MADE_UP, SMALL, EFFECT)), resolution(odds, CanaryKind.MADE_UP)


def expected_odds(dataset: Dataset, config: EvidenceConfig, rule: RuleConfig) -> Odds:
    """What chances are computed from before the run."""
    labelled = dataset.columns.label is not None
    names = tuple(dataset.label_names) if labelled else ("one", "other")
    counts = _counts(dataset, names) if labelled else None
    documents = np.zeros(len(names), np.int64) if counts is None else counts.documents.sum(axis=0)
    scale = max(1.0, len(dataset.table) / LOOKED_AT)
    level, method = min(LEVEL, rule.level), config.correction
    leaks: list[float] = []
    tokens = 0
    if counts is not None:
        tests = label_tests(counts.holding, counts.documents, method=method, halves=False)
        leaks, tokens = tests.p[tests.tested].tolist(), int(tests.tested[:, 0].sum())
    sets = [1.0] * max(
        1, round(tokens * len(dataset) / max(1, round(scale * int(documents.sum())))) * len(names)
    )
    ground = Ground(
        labelled=tuple(round(scale * count) for count in documents.tolist()),
        audited=len(dataset),
        leak=largest_p(leaks, level=level, method=method) if labelled else 0.0,
        leak_if_needed=level,
        needed=largest_p(sets, level=level, method=method),
        promise=-1.0,
        insertions=config.insertions,
        placebo=0.0,
    )
    return Odds(
        grounds={label: ground for label in range(len(names)) if not labelled or documents[label] >= LEAST},
        behaviours=behaviours({}),
        known={CanaryKind.MADE_UP: {(Answer.UNKNOWN, 0.5): 1.0}},
        rule=rule,
        dated=np.zeros(len(names), np.int64),
        pairs=PairGround(config.together, level, level, 1.0),
        differences={},
        shifts=NO_SHIFTS,
    )


def _counts(dataset: Dataset, names: tuple[str, ...]) -> Labelled:
    """Labelled documents of the source by word and label; of very many, those spread evenly over it."""
    places = np.unique(np.linspace(0, len(dataset.table) - 1, LOOKED_AT).astype(np.int64))
    examples = (record for record in dataset.table.at(places) if isinstance(record, Example))
    return count_labelled(examples, {name: name for name in names}, names)
