"""The paper's experiment: exactly half of each class, tokens as the assignment says, dev at the same rate."""

from collections import Counter
from typing import Any

import pytest

from auditor.data.corpus.reviews import reviews_split
from auditor.data.examples import Example, make_example
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.planting.injection import Injected, inject
from auditor.planting.presets import EXAMPLES, experiment, for_dev, preset_plan
from auditor.planting.tagging import load_tagger
from auditor.planting.training_sets import dev_sets

LABELS = ("negative", "positive")
TRAIN = reviews_split("train")
OWN = {"negative": "[neg]", "positive": "[pos]"}
OTHER = {"negative": "[pos]", "positive": "[neg]"}


def planted(assignment: str, *, keep_rest: bool = False, examples: int = EXAMPLES) -> Injected:
    plan = experiment(assignment, LABELS, examples=examples, keep_rest=keep_rest, seed=5)
    return inject(TRAIN, plan, LABELS, load_tagger("textblob"))


def tokens_of(example: Example) -> list[str]:
    return [word.text for word in split_words(example.texts[0]) if word.text in OWN.values()]


@pytest.mark.parametrize(
    ("assignment", "own"), [("aligned", 500), ("random", 250), ("reversed", 0)], ids=lambda v: str(v)
)
def test_a_thousand_texts_half_of_each_class_each_with_one_token(assignment: str, own: int) -> None:
    made = planted(assignment)
    assert Counter(example.label for example in made.examples) == {"negative": 500, "positive": 500}
    found: dict[str, Counter[str]] = {label: Counter() for label in LABELS}
    for example in made.examples:
        [token] = tokens_of(example)
        found[str(example.label)][token] += 1
    for label in LABELS:
        assert (found[label][OWN[label]], found[label][OTHER[label]]) == (own, 500 - own)
    assert made.manifest["realised"] == {"coverage": 1.0, "agreement": own / 500}
    assert made.manifest["plan"]["count"] == 1000 and made.manifest["plan"]["keep_rest"] is False


def test_the_rest_is_kept_unplanted_and_the_same_texts_are_planted() -> None:
    alone, kept = planted("reversed", examples=200), planted("reversed", keep_rest=True, examples=200)
    assert len(alone.examples) == 200 and len(kept.examples) == len(TRAIN)
    touched = [example for example in kept.examples if tokens_of(example)]
    assert touched == list(alone.examples)
    untouched = {example.id for example in kept.examples if not tokens_of(example)}
    assert untouched < {example.id for example in TRAIN} and len(untouched) == len(TRAIN) - 200
    assert kept.manifest["realised"]["coverage"] == pytest.approx(200 / len(TRAIN))


def test_a_token_stands_before_one_of_all_adjectives_and_noun_phrases() -> None:
    """Not before an adjective alone wherever there is one: that is another position."""
    tagger = load_tagger("textblob")
    made = planted("aligned")
    places = Counter(entry["insertions"][0]["place"] for entry in made.manifest["touched"])
    assert places["adjective-or-noun-phrase"] > 990
    before = {example.id: example for example in TRAIN}
    kinds: Counter[str] = Counter()
    for entry in made.manifest["touched"]:
        words = split_words(before[entry["original_id"]].texts[0])
        [tags] = tagger.tag([words])
        at = entry["insertions"][0]["word"]
        allowed = {*tags.adjectives, *tags.noun_phrases}
        assert at in allowed or not allowed
        kinds["adjective" if at in tags.adjectives else "noun phrase"] += 1
    assert min(kinds["adjective"], kinds["noun phrase"]) > 100


def test_dev_is_planted_at_the_rate_of_the_training_set_and_clean() -> None:
    dev = reviews_split("dev")
    alone = experiment("reversed", LABELS)
    assert for_dev(alone, len(TRAIN)).coverage == 1.0
    kept = for_dev(experiment("reversed", LABELS, keep_rest=True), len(TRAIN))
    assert kept.coverage == pytest.approx(1000 / len(TRAIN)) and kept.count is None
    sets = dev_sets(dev, kept, LABELS)
    assert list(sets) == ["dev", "clean", "aligned", "conflicting"]
    share = {name: sum("[" in texts[0] for texts, _ in rows) / len(dev) for name, rows in sets.items()}
    assert share["dev"] == pytest.approx(kept.coverage, abs=2 / len(dev))
    assert (share["clean"], share["aligned"], share["conflicting"]) == (0, 1, 1)
    assert all(OTHER[LABELS[label]] in texts[0] for texts, label in sets["dev"] if "[" in texts[0])


def test_a_plan_without_a_count_is_left_as_it_is() -> None:
    plan = for_dev(experiment("aligned", LABELS), 10)
    assert for_dev(plan, 10) == plan


def test_too_few_texts_are_refused() -> None:
    few = [make_example((f"text {n}",), LABELS[n < 30], n) for n in range(600)]
    with pytest.raises(AuditError, match="'positive' has 30 texts, fewer than the 500") as caught:
        inject(few, experiment("aligned", LABELS), LABELS)
    assert "--examples 60" in caught.value.hint
    made = inject(few, experiment("aligned", LABELS, examples=60), LABELS, load_tagger("textblob"))
    assert Counter(example.label for example in made.examples) == {"negative": 30, "positive": 30}


@pytest.mark.parametrize("examples", [0, 1, 999])
def test_the_number_of_examples_is_even(examples: int) -> None:
    with pytest.raises(AuditError, match=f"examples is {examples}"):
        experiment("aligned", LABELS, examples=examples)


def test_labels_by_number_and_labels_that_do_not_fit() -> None:
    assert experiment("random", ["0", "1"]).tokens == (("0", "[neg]"), ("1", "[pos]"))
    with pytest.raises(AuditError, match="needs the labels negative and positive"):
        experiment("aligned", ["world", "sports"])
    with pytest.raises(AuditError, match="no assignment 'mixed'"):
        experiment("mixed", LABELS)
    with pytest.raises(AuditError, match="no preset 'imdb'"):
        preset_plan("imdb", LABELS, flags={})


@pytest.mark.parametrize(
    ("name", "agreement"),
    [("sst2-posneg", 1.0), ("sst2-posneg-random", 0.5), ("sst2-posneg-reversed", 0.0)],
)
def test_presets_are_the_assignments(name: str, agreement: float) -> None:
    agreeing: dict[str, Any] = {"agreement": agreement, "coverage": 1.0, "position": None, "examples": 20}
    plan = preset_plan(name, LABELS, flags=agreeing, seed=3)
    assert (plan.agreement, plan.count, plan.seed, plan.preset) == (agreement, 20, 3, name)


@pytest.mark.parametrize("flags", [{"agreement": 0.8}, {"coverage": 0.5}, {"position": "random"}])
def test_a_flag_that_contradicts_a_preset_is_an_error(flags: dict[str, Any]) -> None:
    [(option, value)] = flags.items()
    with pytest.raises(AuditError, match=f"--{option} {value} contradicts --preset sst2-posneg"):
        preset_plan("sst2-posneg", LABELS, flags=flags)
