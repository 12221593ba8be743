"""Which label a list of words speaks for: as the labels' names say, else as the data do.

Labels called `LABEL_0` and `LABEL_1` say nothing. But where words of praise are listed, the label that they
go with in the data is the one they speak for.
"""

import numpy as np

from auditor.meaning.lexicons import ANY
from auditor.signals.study import Study

CLEARLY = 1.1
"""How much more often than any text one with a listed word has the label, at least."""


def sides(study: Study) -> dict[str, str]:
    """By group of listed words, the label it speaks for; without those of which that is not known."""
    listed = study.knowledge.lexicon.listed.values()
    named = {one.group: one.label for one in listed if one.label is not None}
    if {one.group for one in listed} <= {*named, ANY}:
        return named
    return {group: label for group, label in _by_data(study).items() if label not in named.values()} | named


def _by_data(study: Study) -> dict[str, str]:
    """The label that each group goes with; nothing where two groups go with the same."""
    corpus, tests = study.corpus, study.association
    groups: dict[str, list[int]] = {}
    for number, token in enumerate(corpus.vocabulary):
        listing = None if number in corpus.groups else study.knowledge.lexicon.listing(token.text)
        if listing is not None and listing.group != ANY:
            groups.setdefault(listing.group, []).append(number)
    found = {}
    base = study.labelled / max(1, study.labelled.sum())
    for group, members in groups.items():
        holding = tests.observed[members].sum(axis=0)
        if not holding.sum() or not base.all():
            continue
        lift = holding / holding.sum() / base
        if lift.max() >= CLEARLY:
            found[group] = corpus.labels[int(np.argmax(lift))]
    return found if len({*found.values()}) == len(found) else {}
