"""A reference corpus: what it counts, and whether it replicates, contradicts or lacks an association."""

from dataclasses import replace
from pathlib import Path

import pytest
from scipy.stats import fisher_exact

from auditor.config import RuleConfig
from auditor.data.examples import Example, make_example
from auditor.records.estimates import Estimate
from auditor.signals.counts import Token
from auditor.signals.labelled import count_labelled
from auditor.signals.reference import Reference, conditions, figures, measure
from auditor.signals.study import Study
from tests.signals.studies import candidate, study_of
from tests.signals.support import GOLD, LABELS, entry, explained

RULE = RuleConfig()


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """P(positive | amber) is 38 of 40."""
    rows = [entry(explained(f"amber film n{n}"), "neg" if n < 2 else "pos") for n in range(40)]
    rows += [entry(explained(f"story n{n}", label="negative"), "neg") for n in range(40)]
    return study_of(tmp_path_factory.mktemp("run"), rows)


def examples(word: str, positive: int, negative: int, others: int = 40) -> list[Example]:
    """Texts with the word by label, and as many of each label without it."""
    golds = ["pos"] * positive + ["neg"] * negative
    rows = [((f"{word} film n{n}",), gold) for n, gold in enumerate(golds)]
    rows += [((f"story n{n} {gold}",), gold) for gold in ("pos", "neg") for n in range(others)]
    return [make_example(texts, gold, n) for n, (texts, gold) in enumerate(rows, start=1)]


def compared(study: Study, some: list[Example] | None) -> Reference:
    counted = None if some is None else count_labelled(some, GOLD, LABELS)
    (found,) = measure(replace(study, reference=counted), [candidate(study, "amber")])
    return found


@pytest.mark.parametrize(
    ("positive", "negative", "answer"),
    [
        (20, 2, "replicated"),
        (60, 60, "contradicted"),
        (10, 10, "absent"),  # a clear leak is still possible there
        (0, 20, "contradicted"),
        (2, 1, "absent"),  # hardly there
        (0, 0, "absent"),
        (5, 1, "absent"),  # too few to replicate, and too few to contradict
    ],
)
def test_what_the_reference_says(leaking: Study, positive: int, negative: int, answer: str) -> None:
    found = compared(leaking, examples("amber", positive, negative))
    assert found.answer == answer
    assert (found.share.count, found.share.n) == (
        (positive, positive + negative) if positive + negative else (None, 0)
    )
    if found.share.n >= 5:
        fisher = fisher_exact([[positive, negative], [40, 40]], alternative="greater").pvalue
        assert found.share.p == pytest.approx(fisher)


def test_no_reference_is_no_evidence_and_an_empty_one_has_nothing(leaking: Study) -> None:
    assert compared(leaking, None) == Reference("none", Estimate())
    assert compared(leaking, []) == Reference("absent", Estimate())


def test_a_share_that_is_not_clearly_less_contradicts_nothing(small: Study) -> None:
    texts = [make_example((f"amber {n}",), ("pos", "neg")[n % 2], n) for n in range(40)]
    found = compared(small, texts)  # 20 of 40 is not clearly below 9 of 10
    assert (found.answer, found.share.count, found.share.n) == ("absent", 20, 40)


def test_pairs_are_not_looked_up(paired: Study) -> None:
    counted = count_labelled(examples("amber", 20, 2), GOLD, LABELS)
    chosen = [candidate(paired, "amber", "violet"), candidate(paired, "amber")]
    pair, token = measure(replace(paired, reference=counted), chosen)
    assert pair == Reference() and token.answer == "replicated"


def test_the_token_of_the_other_field_is_another_one(tmp_path: Path) -> None:
    rows = [entry(explained(f"film n{n}", f"amber n{n}"), "pos") for n in range(8)]
    study = study_of(tmp_path, rows, paired=True)
    texts = [make_example((f"amber {n}", "film"), ("pos", "neg")[n % 2], n) for n in range(20)]
    token = study.corpus.vocabulary.index(Token("amber", 1))
    one = replace(candidate(study, "film"), tokens=(token,))
    (found,) = measure(replace(study, reference=count_labelled(texts, GOLD, LABELS)), [one])
    assert found == Reference("absent", Estimate())


@pytest.mark.parametrize(
    ("answer", "met"),
    [("none", {}), ("absent", {"replicated": False, "contradicted": False}),
     ("replicated", {"replicated": True, "contradicted": False}),
     ("contradicted", {"replicated": False, "contradicted": True})],
)  # fmt: skip
def test_the_answer_is_a_condition(answer: str, met: dict[str, bool]) -> None:
    assert {one.code: one.met for one in conditions(Reference(answer), RULE)} == met


def test_its_share_is_a_figure() -> None:
    found = Reference("absent", Estimate(0.5, n=40))
    assert [(figure.name, figure.estimate) for figure in figures(found)] == [("reference_share", found.share)]
