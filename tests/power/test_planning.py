"""A plan takes as many texts as its goal needs, by the audit's own tests, and says what it leaves out."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.loading import Dataset, load_dataset
from auditor.errors import AuditError
from auditor.power import looking
from auditor.power.goal import Goal, parse_goal
from auditor.power.looking import look
from auditor.power.planning import enough, plan

CONFIG, RULE = EvidenceConfig(), RuleConfig()
GOAL = Goal(0.05, 0.5)


def texts(path: Path, count: int, *, words: int = 400) -> Dataset:
    """Texts of ten words, of which a few are in most texts and most are in few."""
    random = Random(0)  # noqa: S311 (texts, not secrets)
    names = [f"w{n}" for n in range(words)]
    weights = [1 / (n + 1) for n in range(words)]
    rows = [
        f"{' '.join(random.choices(names, weights, k=10))} t{n}\t{('neg', 'pos')[n % 2]}"
        for n in range(count)
    ]
    path.write_text("text\tlabel\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return load_dataset(path)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return texts(tmp_path_factory.mktemp("plan") / "texts.tsv", 6000)


def test_goals_are_read_and_refused() -> None:
    assert parse_goal("0.01:0.5") == Goal(0.01, 0.5, 0.9)
    assert parse_goal("0.01:0.5:0.8") == Goal(0.01, 0.5, 0.8)
    for text in ("0.01", "a:b", "0.1:0.5:0.9:1", ""):
        with pytest.raises(AuditError, match="is not a share and an effect"):
            parse_goal(text)
    for text in ("0:0.5", "0.6:0.5", "0.1:1.5", "0.1:0.5:1"):
        with pytest.raises(AuditError, match="must lie between"):
            parse_goal(text)


def test_the_smallest_number_that_is_enough(data: Dataset) -> None:
    found = plan(data, GOAL, CONFIG, RULE, seed=0)
    assert found.rows == 6000 and found.chance >= 0.9
    assert len(found.weights or ()) == found.texts < found.at_random < 6000
    harder = [Goal(0.02, 0.5), Goal(0.05, 0.3), Goal(0.05, 0.5, 0.97)]
    assert all(plan(data, goal, CONFIG, RULE, seed=0).texts > found.texts for goal in harder)
    assert plan(data, Goal(0.05, 0.9), CONFIG, RULE, seed=0).texts < found.texts


def test_words_of_the_reach_are_seen_often_enough_and_rare_ones_are_named(data: Dataset) -> None:
    found = plan(data, GOAL, CONFIG, RULE, seed=0)
    looked = look(data, GOAL.reach, seed=0)
    kept = np.isin(looked.place, list(found.weights or ()))
    held = looked.sums(kept.astype(float))
    common = looked.documents >= GOAL.reach * found.rows
    assert found.rare == int((~common).sum()) and found.words == len(common)
    # each is held as often as planned on average, give or take the chance of the draw
    assert (held[common] >= found.held - 4 * found.held**0.5).all()
    assert held[common].min() > 0.05 * found.texts


def test_a_small_dataset_is_audited_whole(tmp_path: Path) -> None:
    small = texts(tmp_path / "small.tsv", 300)
    same, found = enough(small, Goal(), CONFIG, RULE, seed=0)
    assert same is small and found.weights is None and found.texts == 300 and found.chance < 0.9


def test_the_sample_is_stratified_weighted_and_nested(data: Dataset) -> None:
    small, large = (enough(data, goal, CONFIG, RULE, seed=0)[0] for goal in (GOAL, Goal(0.05, 0.5, 0.97)))
    assert {e.id for e in small.examples()} < {e.id for e in large.examples()}
    assert small.plan is not None and small.plan["texts"] == len(small) == sum(small.label_counts.values())
    assert sum((small.weights or {}).values()) == pytest.approx(6000, rel=0.15)
    counts = list(small.label_counts.values())
    assert max(counts) - min(counts) < 0.1 * len(small)
    other = enough(data, GOAL, CONFIG, RULE, seed=1)[0]
    assert other.fingerprint != small.fingerprint and len(other) == len(small)


def test_insertions_that_are_too_few_limit_the_chance_and_not_the_texts(data: Dataset) -> None:
    weak = Goal(0.05, 0.25)
    found = plan(data, weak, CONFIG, RULE, seed=0)
    assert found.chance < 0.9 and found.texts < 6000
    more = plan(data, weak, EvidenceConfig(insertions=400), RULE, seed=0)
    assert more.chance >= 0.9


def test_a_part_of_very_many_texts_is_looked_at(data: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = plan(data, GOAL, CONFIG, RULE, seed=0)
    monkeypatch.setattr(looking, "LOOKED_AT", 3000)
    monkeypatch.setattr(looking, "HOLDING", 100)
    assert len(look(data, GOAL.reach, seed=0).place) == 3000
    part = plan(data, GOAL, CONFIG, RULE, seed=0)
    assert part.rows == 6000 and part.texts == pytest.approx(whole.texts, rel=0.1)
    assert sum((part.weights or {}).values()) == pytest.approx(6000, rel=0.15)


def test_repeated_texts_are_planned_once(tmp_path: Path) -> None:
    once = texts(tmp_path / "texts.tsv", 3000)
    lines = (tmp_path / "texts.tsv").read_text(encoding="utf-8")
    twice = tmp_path / "twice.tsv"
    twice.write_text(lines + lines.split("\n", 1)[1], encoding="utf-8")
    found = [plan(one, GOAL, CONFIG, RULE, seed=0) for one in (once, load_dataset(twice))]
    assert found[0] == found[1] or (found[0].texts, found[0].weights) == (found[1].texts, found[1].weights)
