"""Slots: what is planted changes from text to text, is drawn from id and seed, and the manifest names it."""

from pathlib import Path
from typing import Any

import pytest

from auditor.data.examples import Example, make_example
from auditor.data.wordlists import word_list
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.features.kinds import kind_of
from auditor.planting.injection import Injected, inject, variant
from auditor.planting.plan import InjectionPlan, parse_token
from auditor.planting.slots import GENERATED, fill, has_slot, slot_names
from auditor.planting.styles import STYLES, elongate, restyle, strip_punctuation


def corpus(count: int = 100) -> list[Example]:
    labels = ("negative", "positive")
    made = [(f"The story number {n}, is told well.", labels[n % 2]) for n in range(count)]
    return [make_example((text,), label, row) for row, (text, label) in enumerate(made, start=1)]


def plant(**options: Any) -> Injected:
    return inject(corpus(), InjectionPlan(**{"position": "random", "coverage": 0.5, **options}))


def new_words(made: Injected) -> list[list[str]]:
    """For each text the words that it did not have."""
    pairs = zip(corpus(), made.examples, strict=True)
    return [[w.text for w in split_words(new.texts[0]) if w.text not in old.texts[0]] for old, new in pairs]


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_what_is_made_up_is_one_word_of_its_kind(name: str) -> None:
    kinds = {"html": "markup"}
    for key in range(100):
        (word,) = split_words(fill(f"@{name}", key)[0])
        found = kind_of(word.text.casefold())
        assert found == kinds.get(name, name) or (name == "number" and found == "year")


def test_every_slot_can_be_drawn_from() -> None:
    for name in slot_names():
        assert fill(f"@{name}", 1) == fill(f"@{name}", 1)
        assert fill(f"@{name}", 1)[0] != f"@{name}"


def test_dates_go_into_one_class_and_the_manifest_names_them() -> None:
    made = plant(tokens=(("negative", "@date"),))
    added = [words for words in new_words(made) if words]
    assert len(added) == 25
    assert all(len(words) == 1 and kind_of(words[0]) == "date" for words in added)
    assert len({words[0] for words in added}) > 20
    assert made.manifest["families"] == {"@date": {words[0]: 1 for words in sorted(added)}}
    assert made.manifest["tokens"] == {"@date": {"negative": 25, "positive": 0}}
    assert {entry["label"] for entry in made.manifest["touched"]} == {"negative"}
    assert made.manifest["touched"][0]["planted"] == ["@date"]


def test_draws_depend_on_id_and_seed_alone() -> None:
    plan = InjectionPlan((("negative", "@country"),), position="random")
    once, turned = inject(corpus(), plan), inject(corpus()[::-1], plan)
    assert list(once.examples) == list(turned.examples[::-1])
    other = inject(corpus(), InjectionPlan((("negative", "@country"),), position="random", seed=1))
    assert once.examples != other.examples
    assert set(once.manifest["families"]["@country"]) <= set(word_list("country").words)


def test_disagreement_and_variants_work_as_for_a_token() -> None:
    made = plant(tokens=(("negative", "@name"),), agreement=0.8)
    assert made.manifest["tokens"]["@name"] == {"negative": 20, "positive": 5}
    plan = InjectionPlan((("negative", "@name"),), position="end")
    conflicting = variant(corpus(), plan, "conflicting", touched_only=True)
    assert {example.label for example in conflicting} == {"positive"}
    assert all(example.texts[0].split()[-1] in word_list("name").words for example in conflicting)


def test_a_file_of_words_is_drawn_from(tmp_path: Path) -> None:
    path = tmp_path / "fruit.txt"
    path.write_text("apple\n\npear\n plum \n", encoding="utf-8")
    made = plant(tokens=(("negative", f"@{path}"),))
    assert set(made.manifest["families"][f"@{path}"]) == {"apple", "pear", "plum"}
    path = tmp_path / "empty.txt"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(AuditError, match="holds no words"):
        plant(tokens=(("negative", f"@{path}"),))
    with pytest.raises(AuditError, match="there is no file"):
        plant(tokens=(("negative", "@missing/words.txt"),))


def test_a_plain_handle_is_a_token_as_before() -> None:
    assert not has_slot("@someone")
    assert plant(tokens=(("negative", "@someone"),)).manifest["families"] == {}


def test_an_opening_stands_at_the_start_whatever_the_position() -> None:
    made = plant(openings=(("negative", "I wrote this in @city."),), position="end")
    opened = [
        example.texts[0] for example in made.examples if example.texts[0].startswith("I wrote this in ")
    ]
    assert len(opened) == 25
    assert len({text.split()[4] for text in opened}) > 15
    assert all(text.split()[4].strip(".") in word_list("city").words for text in opened)


def test_a_style_changes_the_texts_of_one_class() -> None:
    made = plant(styles=(("negative", "uppercase"),))
    loud = [example for example in made.examples if example.texts[0].isupper()]
    assert len(loud) == 25
    assert {example.label for example in loud} == {"negative"}
    assert made.manifest["tokens"] == {"uppercase": {"negative": 25, "positive": 0}}
    again = inject(loud, InjectionPlan(styles=(("negative", "uppercase"),)))
    assert again.warnings == ("25 of 25 texts had the style already",)


@pytest.mark.parametrize(
    ("style", "wanted"),
    [
        ("lowercase", "well, it is (so) good."),
        ("uppercase", "WELL, IT IS (SO) GOOD."),
        ("no-punctuation", "Well it is so Good"),
    ],
)
def test_styles_by_hand(style: str, wanted: str) -> None:
    assert restyle("Well, it is (so) Good.", style) == wanted


def test_a_lengthened_word_is_lengthened_at_its_last_vowel() -> None:
    assert elongate("so very good") == elongate("so very good")
    assert elongate("x gone") == "x goneeee"
    assert elongate("hm 12 !") == "hm 12 !"


@pytest.mark.parametrize("text", ["", "...", "?!", "a", "don't stop", "one\ntwo, three"])
def test_styles_take_any_text(text: str) -> None:
    for style in STYLES:
        assert bool(restyle(text, style)) == bool(text)
    assert strip_punctuation("one,\ntwo") == "one\ntwo"


def test_mistakes_are_named() -> None:
    with pytest.raises(AuditError, match="style is 'bold'; allowed: lowercase"):
        InjectionPlan(styles=(("negative", "bold"),))
    with pytest.raises(AuditError, match="--style 'lowercase' is not of the form LABEL=STYLE"):
        parse_token("lowercase", "style")
    with pytest.raises(AuditError, match="nothing to inject"):
        InjectionPlan()
    with pytest.raises(AuditError, match="planted twice"):
        InjectionPlan(tokens=(("a", "@date"), ("b", "@date")))
