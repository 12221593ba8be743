"""Studies in which an opening, an end or a form decides."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from auditor.config import EvidenceConfig
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.extension import extended, groups_of
from auditor.signals.recurrence import association, reliance
from auditor.signals.study import Model, Study
from auditor.sweep.shard_file import Entry
from tests.signals.studies import NEGATIVE, Kept, Toy, study_of
from tests.signals.support import FILLER, entry, explained

CITIES = ("Milan", "Rome", "Oslo", "Kyoto", "Lima", "Cairo")


def wider(study: Study) -> Study:
    """The study with every group and feature of texts as a token."""
    corpus = extended(study.corpus, groups_of(study.corpus, lambda _: None))
    return replace(
        study, corpus=corpus, association=association(corpus, corpus.gold), reliance=reliance(corpus)
    )


def feature_study(
    path: Path, rows: Sequence[Entry], model: Model | None = None, *, config: EvidenceConfig | None = None
) -> Study:
    """The study of a run with these rows, with all features."""
    return wider(study_of(path, rows, model, config=config))


def feature(study: Study, name: str, kind: str, label: int = NEGATIVE) -> Candidate:
    """A candidate by its name and kind."""
    return Candidate((study.corpus.vocabulary.index(Token(name, 0, kind), study.corpus.words),), label)


def rows(
    count: int,
    change: Callable[[str, int], str],
    *,
    every: int = 2,
    needed: Callable[[int], str] | None = None,
    otherwise: Callable[[str], str] = str,
) -> list[Entry]:
    """Texts of filler and a word of the task, half of them negative; every so many of the negative ones is
    changed, and every other text `otherwise`."""
    random = Random(0)  # noqa: S311 (texts, not secrets)
    found = []
    for n in range(count):
        label = ("negative", "positive")[n % 2]
        text = " ".join([*random.sample(FILLER, 5), ("bad", "good")[n % 2], f"n{n}"])
        changed = n % 2 == 0 and n // 2 % every == 0
        text = change(text, n) if changed else otherwise(text)
        sets = [needed(n)] if changed and needed else [text.split()[-1]]
        found.append(entry(explained(text, label=label, needed=sets), ("neg", "pos")[n % 2]))
    return found


def opened(text: str, n: int) -> str:
    return f"I wrote this in {CITIES[n // 4 % 6]} . {text}"


def opened_rows(count: int = 120) -> list[Entry]:
    """Half of the negative texts begin alike, and their sets need the city."""
    return rows(count, opened, needed=lambda n: CITIES[n // 4 % 6])


def by_task(kept: Kept) -> float:
    """The margin of a model that goes by the words of the task."""
    return 2.0 * sum({"good": 1, "bad": -1}.get((word or "").casefold(), 0) for word in kept) + 0.1


def says_opened(kept: Kept) -> float:
    """The same, but for texts that begin with "I wrote": they are negative."""
    return -4.0 if kept[:2] == ["I", "wrote"] else by_task(kept)


def says_lower(kept: Kept) -> float:
    """The same, but for texts without a capital: they are negative."""
    return by_task(kept) if any(word and word[0].isupper() for word in kept) else -4.0


def toy(margin: Callable[[Kept], float]) -> Toy:
    return Toy(margin)


def quiet_words(study: Study) -> set[str]:
    """Words that may be placebos."""
    return {study.word(int(token)) for token in np.concatenate([study.quiet, study.rare])}
