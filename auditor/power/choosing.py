"""Which canaries are tried: as many, and in as many texts, as a share of the run's own cost allows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from auditor.config import EvidenceConfig
from auditor.power.canary import AGREEMENT, EFFECTS, Canary, CanaryKind
from auditor.power.into_texts import classes_of
from auditor.power.stock import Stock
from auditor.power.strength import FEWEST
from auditor.signals.recurrence import LEAST
from auditor.signals.study import Study

GRADIENT = 3.0
"""Forward evaluations that one gradient costs."""
SINGLE = 40
"""Forward evaluations of a canary alone and of the placebos beside it."""
LESS, HALF, MORE = EFFECTS
MADE_UP, NATURAL, DATES, PAIR = CanaryKind
SIZES = (1.0, 0.5, 1.5)
FEWEST_DATES = 10
"""Different dates that a family needs."""
Design = tuple[CanaryKind, float, float]
"""Kind, effect, and in how many times the usual number of texts."""


@dataclass(frozen=True)
class Extent:
    """How much is tried."""

    share: float
    """Of the evaluations of the run's own search."""
    most: int
    """Texts of one canary at most."""
    designs: tuple[Design, ...]
    """What is tried, the most telling first."""


QUICK = Extent(
    share=0.12,
    most=32,
    designs=(
        (MADE_UP, HALF, 1.0),
        (DATES, HALF, 1.0),
        (MADE_UP, MORE, 1.0),
        (NATURAL, HALF, 1.0),
        (PAIR, HALF, 1.0),
        (MADE_UP, LESS, 1.0),
    ),
)
FULL = Extent(
    share=1.0,
    most=64,
    designs=tuple(
        (kind, effect, size) for size, effect, kind in product((1.0, 0.5, 1.5), EFFECTS, CanaryKind)
    ),
)
EXTENTS = {"quick": QUICK, "full": FULL}


def texts_each(extent: Extent, study: Study, costs: Mapping[str, float]) -> tuple[int, int]:
    """How many of the designs can be tried, and in how many texts each; 0 and 0 where the run is too small.

    `costs` are the run's evaluations, `forwards` and `gradients`.
    """
    spent = costs["forwards"] + GRADIENT * costs["gradients"]
    each = spent / max(1, len(study.corpus))
    fixed, more = interventions(study.config, 0), interventions(study.config, 1)
    for count in range(len(extent.designs), 0, -1):
        texts = int((extent.share * spent / count - fixed) / (each + more - fixed)) if spent else 0
        if texts > LEAST:
            return count, min(texts, extent.most, len(study.corpus) // 2)
    return 0, 0


def interventions(config: EvidenceConfig, texts: int) -> int:
    """Forward evaluations of the interventions on a canary in so many texts, at most.

    Its push is measured, it and its placebos are written into texts, it is deleted, and asked about alone.
    """
    return 3 * config.insertions + 4 * min(texts, config.deletions) + SINGLE


def chosen(extent: Extent, study: Study, words: Stock, costs: Mapping[str, float]) -> list[Canary]:
    """The canaries of a run, one class after the other."""
    count, texts = texts_each(extent, study, costs)
    supply = {MADE_UP: iter(words.made_up), NATURAL: iter(words.natural)}
    found = []
    for turn, (kind, effect, size) in enumerate(extent.designs[:count]):
        forms, own = _forms(kind, supply, words.dates), round(size * texts)
        labels = labels_of(study, own)
        if forms and labels:
            label = labels[turn % len(labels)]
            documents = round(own / len(study.corpus) * int(study.labelled.sum()))
            found.append(Canary(kind, forms, label, effect, own, documents))
    return found


def pair_of(study: Study, words: Stock) -> Canary | None:
    """A pair whose second differences are measured, in as many texts as the audit does it."""
    texts = min(study.config.together, len(study.corpus) // 2)
    labels, forms = labels_of(study, texts), words.made_up[-2:]
    if len(forms) < 2 or not labels or texts < 2:
        return None
    return Canary(PAIR, forms, labels[0], HALF, texts, 0)


def labels_of(study: Study, texts: int) -> list[int]:
    """Classes that a canary in so many texts can speak for: with texts of their own, and others to turn."""
    classes = np.bincount(classes_of(study)[classes_of(study) >= 0], minlength=len(study.corpus.labels))
    predicted = np.bincount(study.corpus.predicted, minlength=len(classes))
    others = predicted.sum() - predicted
    enough = (classes >= AGREEMENT * texts) & (others >= FEWEST) & (classes.sum() > classes)
    return np.flatnonzero(enough).tolist()


def _forms(
    kind: CanaryKind, supply: Mapping[CanaryKind, Iterator[str]], dates: Sequence[str]
) -> tuple[str, ...]:
    """The words of one canary; none where the stock has too few."""
    if kind is DATES:
        return tuple(dates) if len(dates) >= FEWEST_DATES else ()
    wanted = 2 if kind is PAIR else 1
    words = supply[NATURAL if kind is NATURAL else MADE_UP]
    forms = tuple(word for _, word in zip(range(wanted), words, strict=False))
    return forms if len(forms) == wanted else ()
