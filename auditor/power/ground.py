"""What a shortcut would be found in: counts and thresholds, read from the study of an audit."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from auditor.power.chances import Ground, Known
from auditor.power.mixture import in_words, number_of
from auditor.power.thresholds import largest_p
from auditor.signals import kind, lexicon, reference, relevance
from auditor.signals.candidates import Candidate, significant
from auditor.signals.counts import Token
from auditor.signals.evidence import COUNTED, Evidence, measure
from auditor.signals.insertion import Insertion
from auditor.signals.recurrence import LEVEL, Tests
from auditor.signals.study import Study
from auditor.verdicts.knowing import known, unrelatedness
from auditor.verdicts.making import worth_a_trial
from auditor.verdicts.tokens import score

KNOWING = (reference, lexicon, kind, relevance)
"""Signals that say whether a token is part of the task, and look neither at texts nor at the model."""


def ground_of(study: Study, label: int, evidence: Iterable[Evidence]) -> Ground:
    """The ground for a shortcut of one class; `evidence` is what the audit measured of its candidates."""
    level, method = min(LEVEL, study.rule.level), study.config.correction
    corpus, tests = study.corpus, study.association
    needed = significant([study.reliance])
    # A token is tested for every class; for the others it shows nothing.
    quiet = [1.0] * (len(corpus.labels) - 1)

    def least(others: Sequence[float]) -> float:
        return largest_p([*others, *quiet], level=level, method=method)

    free = int(((corpus.predicted != label) & (corpus.predicted >= 0)).sum())
    placebos = [one.of(Insertion).placebo.estimate for one in evidence]
    turned = [share for share in placebos if share is not None]
    return Ground(
        labelled=tuple(study.labelled.tolist()),
        audited=len(corpus),
        leak=least(_values(tests)) if study.labelled.sum() else 0.0,
        leak_if_needed=largest_p([tests.p[one.cell] for one in needed], level=level, method=method),
        needed=least(_values(study.reliance)),
        promise=_last_promise(study),
        insertions=min(study.config.insertions, free),
        placebo=float(np.mean(turned)) if turned else 0.0,
    )


def _values(tests: Tests) -> list[float]:
    values: list[float] = tests.p[tests.tested].tolist()
    return values


def _last_promise(study: Study) -> float:
    """The promise of the last token that is tried; below every promise where there is room for more."""
    promising, most = worth_a_trial(study), study.config.candidates
    if len(promising) < most:
        return -1.0
    if not most:
        return 1.0
    last = promising[most - 1]
    counted = measure(study, [last], COUNTED)[last]
    return round(score(counted, study.reach(last), study.rule), 3)


def known_of(base: Study, tokens: Sequence[Token]) -> Known:
    """How often each answer to "is it the task?" is given to such words; none of them is in any text."""
    numbers = [number_of(base.corpus, token) for token in tokens]
    return _shares(base, numbers)


def known_of_group(base: Study, tokens: Iterable[Token]) -> Known:
    """The answer for the group that words are in; for the words themselves where there is none."""
    every = list(tokens)
    group = group_of(base, every)
    return known_of(base, every) if group is None else _shares(base, [group])


def _shares(base: Study, numbers: Sequence[int]) -> Known:
    candidates = [Candidate((number,), 0) for number in numbers]
    answers = Counter(
        (known(evidence, base.rule).answer, round(unrelatedness(evidence, base.rule), 2))
        for evidence in measure(base, candidates, KNOWING).values()
    )
    return {answer: count / len(numbers) for answer, count in answers.items()}


def group_of(base: Study, tokens: Iterable[Token]) -> int | None:
    """The number of the group that holds most of the words; of several the narrowest, which shows most."""
    numbers = {number_of(base.corpus, token) for token in tokens}
    groups = in_words(base.corpus, tokens) - numbers
    members = {group: base.corpus.members(group).tolist() for group in groups}
    return max(groups, key=lambda g: (len(numbers & set(members[g])), -len(members[g]), -g), default=None)
