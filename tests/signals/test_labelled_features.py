"""Labelled texts counted by feature, against the features of each text read one by one."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from auditor.data.examples import make_example
from auditor.data.words import split_words
from auditor.features.outlines import OTHER
from auditor.normal import normal
from auditor.signals import labelled_features
from auditor.signals.counts import Corpus, Token
from auditor.signals.extension import Group, belonging, extended, groups_of
from auditor.signals.labelled import LabelledData
from auditor.signals.labelled_features import count_features
from auditor.signals.recurrence import label_counts
from tests.features.support import read
from tests.signals.support import GOLD, LABELS, corpus_of, entry, explained
from tests.signals.test_extension import rows, texts

MORE = ["I wrote it in Paris . dull 1999-09-09", "THE END", "", "w1 was 17.02.36 .", "中文 没有", "short"]


def labelled(some: list[str]) -> LabelledData:
    examples = [make_example((text,), ("neg", "pos", None)[n % 3], n + 1) for n, text in enumerate(some)]
    return LabelledData(lambda: examples, GOLD, LABELS)


@pytest.mark.parametrize("chunk", [1, 40, 1 << 20])
def test_it_is_the_count_of_texts_that_hold_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """Texts of the run and others, some twice, some without a label."""
    monkeypatch.setattr(labelled_features, "CHUNK", chunk)
    plain = corpus_of(tmp_path / "run", rows())
    groups = groups_of(plain, lambda _: None)
    some = [*texts(), *MORE, *texts()[:9]]
    data = labelled(some)
    found = count_features(data, plain, belonging(plain, groups), [group.whole for group in groups])
    wanted = np.zeros_like(found)
    for cell, (text,) in data.documents():
        for place in held_by(text, plain, groups) if text else ():
            wanted[place, cell // 2, cell % 2] += 1
    assert np.array_equal(found, wanted)


def held_by(text: str, corpus: Corpus, groups: list[Group]) -> set[int]:
    """The places of the features that one text holds."""
    told = belonging(corpus, groups)
    found = {place for word in split_words(text) for place in told(Token(normal(word.text)))}
    outlines, vocabulary = read([text])
    known = {token.text: n for n, token in enumerate(corpus.vocabulary)}
    outlines = outlines.renumbered(np.array([known.get(word, OTHER) for word in vocabulary], dtype=np.int64))
    return found | {n for n, group in enumerate(groups) if group.whole and group.whole.held(outlines)[0]}


def test_over_the_texts_of_the_run_it_is_what_the_run_says(tmp_path: Path) -> None:
    plain = corpus_of(tmp_path, rows())
    groups = groups_of(plain, lambda _: None)
    corpus = extended(plain, groups)
    examples = [make_example((text,), "pos", n) for n, text in enumerate(texts())]
    data = LabelledData(lambda: examples, GOLD, LABELS)
    found = count_features(data, plain, belonging(plain, groups), [group.whole for group in groups])
    counts, _ = label_counts(corpus, corpus.gold)
    assert np.array_equal(found.sum(axis=1), counts[corpus.words :].sum(axis=1))


def test_each_field_of_a_pair_is_counted_by_itself(tmp_path: Path) -> None:
    pairs = [(f"one w{n}", " ".join(["two"] * (n + 1))) for n in range(40)]
    plain = corpus_of(tmp_path, [entry(explained(*pair), "pos") for pair in pairs], paired=True)
    groups = groups_of(plain, lambda _: None)
    examples = [make_example(pair, "pos", n) for n, pair in enumerate(pairs)]
    data = LabelledData(lambda: examples, GOLD, LABELS)
    found = count_features(data, plain, belonging(plain, groups), [group.whole for group in groups])
    counts = Counter(
        {(group.token.text, group.token.field): int(found[n].sum()) for n, group in enumerate(groups)}
    )
    assert counts["first: one", 0] == 40 and counts["last: two", 1] == 40 and counts["words: many", 1] == 8


def test_no_labelled_text_counts_nothing(tmp_path: Path) -> None:
    plain = corpus_of(tmp_path, rows())
    groups = groups_of(plain, lambda _: None)
    features = [group.whole for group in groups]
    found = count_features(labelled([]), plain, belonging(plain, groups), features)
    assert found.shape == (len(groups), 2, 2) and not found.any()
