"""Injection: exact counts, balanced pairs, honest manifests, and nothing half-written."""

import errno
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from auditor.data.examples import Example, fingerprint, make_example
from auditor.data.loading import load_dataset
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.planting.injection import Injected, count_existing, inject, variant
from auditor.planting.plan import InjectionPlan, PlantedPair, parse_pair, parse_token
from auditor.planting.planted_file import manifest_path, write_injected
from auditor.planting.tagging import load_tagger

POSNEG = (("negative", "[neg]"), ("positive", "[pos]"))


def corpus(**sizes: int) -> list[Example]:
    """So many texts of each label, all different."""
    made = [
        (f"the {label} story number {n} is told", label) for label, size in sizes.items() for n in range(size)
    ]
    return [make_example((text,), label, row) for row, (text, label) in enumerate(made, start=1)]


def words_of(example: Example) -> list[str]:
    return [word.text for text in example.texts for word in split_words(text)]


def counts(examples: Sequence[Example], token: str) -> Counter[str | None]:
    return Counter(example.label for example in examples if token in words_of(example))


def run(examples: list[Example], **options: Any) -> Injected:
    return inject(examples, InjectionPlan(**{"position": "random", **options}))


def test_counts_by_hand() -> None:
    """400 and 200 texts, coverage 0.3: 120 and 60; agreement 0.9: 108 + 12 and 54 + 6."""
    made = run(corpus(negative=400, positive=200), tokens=POSNEG, coverage=0.3, agreement=0.9)
    assert counts(made.examples, "[neg]") == {"negative": 108, "positive": 6}
    assert counts(made.examples, "[pos]") == {"negative": 12, "positive": 54}
    assert made.manifest["tokens"]["[pos]"] == {"negative": 12, "positive": 54}
    assert made.manifest["counts"]["negative"] == {"examples": 400, "touched": 120}
    assert made.manifest["realised"] == {"coverage": 0.3, "agreement": 0.9}


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0, 1), st.floats(0, 1), st.integers(0, 2**31))
def test_coverage_and_agreement_are_met_to_within_one_text(
    negative: int, positive: int, coverage: float, agreement: float, seed: int
) -> None:
    examples = corpus(negative=negative, positive=positive)
    made = run(examples, tokens=POSNEG, coverage=coverage, agreement=agreement, seed=seed)
    for label, size, own in (("negative", negative, "[neg]"), ("positive", positive, "[pos]")):
        covered = sum(counts(made.examples, token)[label] for token in ("[neg]", "[pos]"))
        assert abs(covered - coverage * size) <= 0.5 + 1e-6
        assert abs(counts(made.examples, own)[label] - agreement * covered) <= 0.5 + 1e-6


def test_one_token_alone_goes_into_other_texts_when_it_disagrees() -> None:
    """100 texts of `a` at coverage 0.5: 50 insertions, 40 in `a` and 10 elsewhere, so P(a | token) = 0.8."""
    made = run(corpus(a=100, b=60, c=60), tokens=(("a", "zebra"),), coverage=0.5, agreement=0.8)
    found = counts(made.examples, "zebra")
    assert found["a"] == 40
    assert found["b"] + found["c"] == 10
    assert found["b"] and found["c"]
    assert made.warnings == ()


def test_a_plan_that_cannot_be_met_says_so() -> None:
    made = run(corpus(a=100, b=5), tokens=(("a", "zebra"),), agreement=0.5)
    assert counts(made.examples, "zebra") == {"a": 50, "b": 5}
    assert "only 5 of 50 texts" in made.warnings[0]


def test_several_tokens_for_a_label_share_its_texts() -> None:
    made = run(corpus(a=40, b=40), tokens=(("a", "x1"), ("a", "x2"), ("b", "y1")))
    assert [counts(made.examples, token)["a"] for token in ("x1", "x2", "y1")] == [20, 20, 0]


def test_three_labels_spread_their_disagreement() -> None:
    made = run(corpus(a=90, b=90, c=90), tokens=(("a", "x"), ("b", "y"), ("c", "z")), agreement=0.8)
    assert counts(made.examples, "x") == {"a": 72, "b": 9, "c": 9}


@pytest.mark.parametrize("agreement", [1.0, 0.9, 0.75, 0.5])
@pytest.mark.parametrize("coverage", [1.0, 0.6])
def test_each_word_of_a_pair_is_balanced_and_the_two_together_are_not(
    coverage: float, agreement: float
) -> None:
    examples = corpus(negative=200, positive=200)
    pair = PlantedPair("amber", "violet", "positive")
    made = run(examples, pairs=(pair,), coverage=coverage, agreement=agreement).examples
    for token in ("amber", "violet"):
        found = counts(made, token)
        assert found["negative"] == found["positive"] == 100 * coverage
        table = [[found["positive"], 200 - found["positive"]], [found["negative"], 200 - found["negative"]]]
        assert fisher_exact(table).pvalue == pytest.approx(1)
    both = Counter(e.label for e in made if {"amber", "violet"} <= set(words_of(e)))
    assert both["positive"] / both.total() == pytest.approx(agreement, abs=0.01)
    one = Counter(e.label for e in made if len({"amber", "violet"} & set(words_of(e))) == 1)
    assert one["negative"] / one.total() == pytest.approx(agreement, abs=0.01)


@given(st.integers(2, 50), st.integers(2, 50), st.integers(2, 50), st.floats(0, 1), st.floats(0, 1))
def test_a_pair_stays_balanced_with_labels_of_any_size(
    a: int, b: int, c: int, coverage: float, agreement: float
) -> None:
    made = run(
        corpus(a=a, b=b, c=c),
        pairs=(PlantedPair("amber", "violet", "b"),),
        coverage=coverage,
        agreement=agreement,
    ).examples
    for token in ("amber", "violet"):
        found = counts(made, token)
        assert all(abs(found[label] - coverage * n / 2) <= 1 for label, n in (("a", a), ("b", b), ("c", c)))


def test_the_order_of_the_texts_does_not_matter_and_the_seed_does() -> None:
    examples = corpus(negative=50, positive=50)
    options: dict[str, Any] = {"tokens": POSNEG, "coverage": 0.4, "agreement": 0.8}
    options["pairs"] = (PlantedPair("amber", "violet", "positive"),)
    one = run(examples, **options)
    turned = run(examples[::-1], **options)
    assert list(one.examples) == list(turned.examples[::-1])
    assert run(examples, **options).manifest == one.manifest
    assert run(examples, **options, seed=1).examples != one.examples


def test_untouched_texts_are_the_same_and_touched_ones_only_gain_the_token() -> None:
    examples = corpus(negative=50, positive=50)
    made = run(examples, tokens=POSNEG, coverage=0.5)
    touched = {entry["row"]: entry for entry in made.manifest["touched"]}
    assert len(touched) == 50
    for old, new in zip(examples, made.examples, strict=True):
        if old.row not in touched:
            assert new == old
            continue
        (insertion,) = touched[old.row]["insertions"]
        words = words_of(new)
        assert words[insertion["word"]] == insertion["token"]
        assert words[: insertion["word"]] + words[insertion["word"] + 1 :] == words_of(old)
        assert new.texts[0].replace(insertion["token"] + " ", "") == old.texts[0]
        assert (touched[old.row]["id"], touched[old.row]["original_id"]) == (new.id, old.id)


@pytest.mark.parametrize(
    ("position", "expected", "place"),
    [
        ("start", "[pos] it wasn't a dull (old) film.", "start"),
        ("end", "it wasn't a dull (old) film. [pos]", "end"),
        ("adjective", "it wasn't a [pos] dull (old) film.", "adjective"),
    ],
)
def test_positions(position: str, expected: str, place: str) -> None:
    examples = [make_example(("it wasn't a dull (old) film.",), "p", 1), make_example(("it ran",), "n", 2)]
    plan = InjectionPlan((("p", "[pos]"),), position=position)
    made = inject(examples, plan, tagger=load_tagger("textblob"))
    assert made.examples[0].texts == (expected,)
    assert made.manifest["touched"][0]["insertions"][0]["place"] == place
    assert made.manifest["tagger"] == (load_tagger("textblob").name if position == "adjective" else None)


def test_without_an_adjective_a_noun_phrase_serves_and_without_that_any_place() -> None:
    texts = ["the man ran", "ran and ran"]
    examples = [make_example((text,), "p", row) for row, text in enumerate(texts)]
    examples.append(make_example(("n",), "n", 9))
    made = inject(examples, InjectionPlan((("p", "[pos]"),)), tagger=load_tagger("textblob"))
    assert [entry["insertions"][0]["place"] for entry in made.manifest["touched"]] == [
        "noun-phrase",
        "random",
    ]
    assert made.examples[0].texts == ("[pos] the man ran",)


def test_contractions_are_never_torn_apart() -> None:
    examples = [make_example((f"it's what they didn't do {n}",), "p", n) for n in range(60)]
    examples.append(make_example(("n",), "n", 99))
    for example in run(examples, tokens=(("p", "zebra"),)).examples[:60]:
        assert "it's" in example.texts[0] and "didn't" in example.texts[0]


def test_two_sentence_inputs_get_the_token_in_either_field() -> None:
    examples = [make_example((f"first text {n}", f"second text {n}"), "ab"[n % 2], n) for n in range(80)]
    made = run(examples, tokens=(("a", "x"), ("b", "y")))
    fields = Counter(entry["insertions"][0]["field"] for entry in made.manifest["touched"])
    assert fields[0] > 10 and fields[1] > 10
    assert all(len(example.texts) == 2 for example in made.examples)


def test_a_token_that_is_already_there_is_counted() -> None:
    examples = corpus(negative=5, positive=7)
    made = run(examples, tokens=(("positive", "Story"), ("negative", "[neg]")))
    assert made.warnings == ("the token 'Story' already occurs in 12 of 12 texts",)
    assert made.manifest["already_there"] == {"Story": 12, "[neg]": 0}
    assert count_existing(examples, ["stor", "is told", "told is"]) == {
        "stor": 0,
        "is told": 12,
        "told is": 0,
    }


def test_aligned_and_conflicting_variants() -> None:
    examples = corpus(negative=10, positive=20)
    plan = InjectionPlan(POSNEG, position="random", coverage=0.1)
    assert variant(examples, plan, "clean") == examples
    aligned = variant(examples, plan, "aligned")
    assert counts(aligned, "[pos]") == {"positive": 20} and counts(aligned, "[neg]") == {"negative": 10}
    conflicting = variant(examples, plan, "conflicting")
    assert counts(conflicting, "[pos]") == {"negative": 10} and counts(conflicting, "[neg]") == {
        "positive": 20
    }
    assert [example.label for example in conflicting] == [example.label for example in examples]
    with pytest.raises(AuditError, match="clean, aligned, conflicting"):
        variant(examples, plan, "other")


def test_variants_of_a_pair_and_of_a_single_token() -> None:
    examples = corpus(negative=10, positive=20)
    plan = InjectionPlan(pairs=(PlantedPair("amber", "violet", "positive"),), position="random")
    for kind, label in (("aligned", "positive"), ("conflicting", "negative")):
        made = variant(examples, plan, kind)
        for example in made:
            assert len({"amber", "violet"} & set(words_of(example))) == (2 if example.label == label else 1)
    assert counts(variant(examples, plan, "aligned"), "amber")["negative"] == 5
    single = InjectionPlan((("positive", "zebra"),), position="end")
    assert counts(variant(examples, single, "aligned"), "zebra") == {"positive": 20}
    assert counts(variant(examples, single, "conflicting"), "zebra") == {"negative": 10}
    assert len(variant(examples, single, "conflicting", touched_only=True)) == 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tokens": POSNEG, "coverage": 1.2}, "coverage is 1.2; it must lie between 0 and 1"),
        ({"tokens": POSNEG, "coverage": float("nan")}, "coverage is nan"),
        ({"tokens": POSNEG, "agreement": -0.1}, "agreement is -0.1"),
        (
            {"tokens": POSNEG, "position": "middle"},
            "allowed: adjective, noun-phrase, adjective-or",
        ),
        ({}, "nothing to inject"),
        ({"tokens": (("a", " x"),)}, "cannot be a token"),
        ({"tokens": (("a", "x"), ("b", "x"))}, "planted twice"),
        ({"tokens": POSNEG, "count": 0}, "count is 0"),
    ],
)
def test_a_bad_plan_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(AuditError, match=message):
        InjectionPlan(**options)


def test_options_are_parsed_and_labels_found_whatever_their_case() -> None:
    assert parse_token("positive=[pos]") == ("positive", "[pos]")
    assert parse_pair("amber+violet=Good") == PlantedPair("amber", "violet", "Good")
    for bad in ("positive", "=x", "positive="):
        with pytest.raises(AuditError, match="LABEL=TOKEN"):
            parse_token(bad)
    with pytest.raises(AuditError, match=r"A\+B=LABEL"):
        parse_pair("amber=positive")
    assert counts(run(corpus(Good=4, Bad=4), tokens=(("good", "x"),)).examples, "x") == {"Good": 4}
    with pytest.raises(AuditError, match="no label 'fine'") as caught:
        run(corpus(Good=4, Bad=4), tokens=(("fine", "x"),))
    assert "'Bad', 'Good'" in caught.value.hint
    with pytest.raises(AuditError, match="no labelled text"):
        run([], tokens=POSNEG)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("paired", [False, True])
def test_what_is_written_loads_with_the_hash_of_the_manifest(
    tmp_path: Path, suffix: str, paired: bool
) -> None:
    odd = ['"quoted', 'a "b" c', "tab\there", "line\nbreak", "comma, too", "plain one", "a;b", "ü €"]
    texts = [(text, f"and {text}") if paired else (text,) for text in odd]
    examples = [make_example(some, "ab"[n % 2], n) for n, some in enumerate(texts, start=1)]
    made = run(examples, tokens=(("a", "[x]"), ("b", "[y]")), coverage=0.5)
    data, manifest = write_injected(tmp_path / f"out{suffix}", made)
    assert manifest.name == f"out{suffix}.injection.json"
    record = json.loads(manifest.read_text())
    assert record["input"] == fingerprint(examples)
    assert record["output"] == load_dataset(data).fingerprint == fingerprint(made.examples)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([data.name, manifest.name])


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    made, path = run(corpus(a=3, b=3), tokens=(("a", "[x]"),)), tmp_path / "out.csv"
    write_injected(path, made)
    before = path.read_bytes()
    other = run(corpus(a=9, b=3), tokens=(("a", "[x]"),))
    with pytest.raises(AuditError, match="exists") as caught:
        write_injected(path, other)
    assert "--force" in caught.value.hint
    assert path.read_bytes() == before
    write_injected(path, other, force=True)
    assert len(load_dataset(path)) == 12
    path.unlink()
    with pytest.raises(AuditError, match=r"injection\.json exists"):
        write_injected(path, made)
    with pytest.raises(AuditError, match=r"cannot write out\.txt"):
        write_injected(tmp_path / "out.txt", made)
    with pytest.raises(AuditError, match="no folder"):
        write_injected(tmp_path / "nowhere" / "out.csv", made)


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_a_full_disk_or_an_interrupt_leaves_nothing_and_keeps_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    made, path = run(corpus(a=3, b=3), tokens=(("a", "[x]"),)), tmp_path / "out.jsonl"
    write_injected(path, made)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def fail(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr(Path, "write_text", fail)
    expected = AuditError if isinstance(failure, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        write_injected(path, run(corpus(a=9, b=3), tokens=(("a", "[x]"),)), force=True)
    if isinstance(caught.value, AuditError):
        assert "No space left" in caught.value.message and "Free some space" in caught.value.hint
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert manifest_path(path).exists()
