"""Texts that nobody expects go through a whole analysis: it ends, and its report can be written and read."""

from pathlib import Path

import numpy as np
import pytest

from auditor.config import EvidenceConfig
from auditor.data.examples import make_example
from auditor.features.families import families
from auditor.features.feature import Feature
from auditor.findings.report_file import from_json, to_json
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.report.page import report_page
from auditor.signals.insertion import drawn_members
from auditor.signals.labelled import LabelledData
from auditor.verdicts.analysis import Sources, analyse
from tests.signals.features import feature_study
from tests.signals.studies import Toy
from tests.signals.support import GOLD, LABELS, entry, explained, write_run

TEXTS = {
    "digits": lambda n: f"{n * 7919 % 100000} {n % 3}{n} 12",
    "one emoji": lambda n: "😀👍🏽❤️"[n % 3],
    "a very long word": lambda n: f"{'x' * 10_000}{n} short",
    "mixed scripts": lambda n: f"Привет {n} 中文 film Ωmega שלום١٢٣",
    "right to left": lambda n: f"\u202eהסרט היה {'טוב' if n % 2 else 'רע'} {n}\u202c",
    "no blanks": lambda n: f"这部电影{'很好' if n % 2 else '很差'}第{n}次",
    "marks": lambda n: "!?" * (n % 7 + 1),
    "capitals": lambda n: f"A{chr(65 + n % 26)} LOUD TEXT {n}",
    "one word": lambda n: f"w{n}",
    "line breaks": lambda n: f"\n\n{n}\n\t\u2028x\n",
    "markup": lambda n: f"<b>{n}</b> <br/> &amp; [x{n}] {{y}}",
}


def toy() -> Toy:
    return Toy(lambda kept: 1.0 if len(kept) % 2 else -1.0)


@pytest.mark.parametrize("name", TEXTS)
def test_an_analysis_of_hostile_texts_ends(tmp_path: Path, name: str) -> None:
    texts = list(dict.fromkeys(TEXTS[name](n) for n in range(60)))
    rows = []
    for n, text in enumerate(texts):
        one = explained(text, label=LABELS[n % 2])
        rows.append(entry(one, ("neg", "pos")[n % 2]))
    store = write_run(tmp_path, rows, shard_size=100)
    examples = [make_example((text,), ("neg", "pos")[n % 2], n + 1) for n, text in enumerate(texts * 2)]
    sources = Sources(
        LABELS,
        GOLD,
        knowledge=Knowledge(make_lexicon(LABELS)),
        labelled=LabelledData(lambda: examples, GOLD, LABELS),
    )
    report = analyse(store, toy(), sources, EvidenceConfig(permutations=1)).report
    assert report.summary.texts == len(texts)
    assert from_json(to_json(report)) == report
    assert "<html" in report_page(report)


def test_a_family_of_more_than_5000_members_is_counted_and_drawn_from(tmp_path: Path) -> None:
    """Six thousand different years of the same shape, two a text."""
    texts = [f"film inv-{n}-a inv-{n + 3000}-a plot" for n in range(1000, 4000)]
    rows = [
        entry(explained(text, label=LABELS[n % 2]), ("neg", "pos")[n % 2]) for n, text in enumerate(texts)
    ]
    study = feature_study(tmp_path, rows)
    token = next(n for n in study.corpus.groups if study.word(n) == "xxx-dddd-x")
    assert len(study.corpus.members(token)) == 6000 and study.association.holding[token, 0] == 3000
    drawn = drawn_members(study, token)
    assert len(drawn) == study.config.group_insertions and len({member for member, _ in drawn}) == len(drawn)


def test_a_family_by_meaning_keeps_its_nearest_5000() -> None:
    """Words all alike: more than a family may have."""
    words = ["zz" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(5_400)]
    vectors = np.zeros((len(words), 3), dtype=np.float32)
    vectors[:, 0], vectors[:, 1] = 1.0, np.linspace(0, 0.2, len(words))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = families(words, vectors, np.ones(len(words)))
    assert found and max(len(one.members) for one in found) <= 5_000
    assert all(isinstance(one, Feature) for one in found)
