"""Looking for one canary says what the whole audit of the mixture says of it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from auditor.findings.finding import Finding
from auditor.normal import normal
from auditor.power.canary import Canary, CanaryKind
from auditor.power.canary_search import search, seen
from auditor.power.canary_trials import Bench, push_of, try_canary
from auditor.power.coming_out import comes_out, tried
from auditor.power.into_texts import holders, write
from auditor.power.mixture import mixed
from auditor.power.pair_trials import alone
from auditor.power.pushed import Pushed, PushedAnswers
from auditor.records.text import Tally
from auditor.signals.study import Study
from auditor.verdicts.grouping import ACCUSED
from auditor.verdicts.making import find
from tests.power.conftest import WORDS

DATES = tuple(word for word in WORDS if word.startswith("2041"))
WORD = Canary(CanaryKind.MADE_UP, ("zorvex",), 1, 0.9, texts=20, documents=20)
CANARIES: Mapping[str, tuple[Canary, float]] = {
    "a word that pushes": (WORD, 6.0),
    "a word for the other class": (replace(WORD, label=0), 6.0),
    "a leak that the model ignores": (WORD, 0.0),
    "a word of the language": (replace(WORD, kind=CanaryKind.NATURAL, forms=("Lisbon",)), 6.0),
    "a word in too few texts": (replace(WORD, texts=4, documents=4), 6.0),
    "dates": (replace(WORD, kind=CanaryKind.DATES, forms=DATES), 6.0),
    "a pair": (replace(WORD, kind=CanaryKind.PAIR, forms=("zorvex", "lumikan"), texts=24), 6.0),
}


def mixture_of(bench: Bench, canary: Canary, strength: float) -> Study:
    pushed = Pushed(bench.classifier, push_of(canary, strength))
    texts = write(bench.base, canary, holders(bench.base, canary, seed=0), seed=0)
    found = search(pushed, texts, bench.method, tally=Tally())
    if canary.kind is CanaryKind.PAIR:
        found |= alone(bench.base, canary, list(texts), bench.classifier, seed=0)
    return replace(mixed(bench.base, canary, found), model=PushedAnswers(bench.base.model, pushed))


def names(finding: Finding, canary: Canary) -> bool:
    wanted = {normal(form) for form in canary.forms}
    if canary.kind is CanaryKind.PAIR:
        return set(finding.tokens) == wanted
    return (
        bool(wanted & {*finding.tokens, *finding.members})
        and finding.label == ("negative", "positive")[canary.label]
    )


@pytest.mark.parametrize("name", CANARIES)
def test_it_agrees_with_the_findings_of_the_whole_mixture(bench: Bench, name: str) -> None:
    canary, strength = CANARIES[name]
    mixture = mixture_of(bench, canary, strength)
    whole = [finding for finding in find(mixture).findings if names(finding, canary)]
    assert comes_out(mixture, canary) == any(finding.verdict in ACCUSED for finding in whole)


def test_a_strong_canary_comes_out_and_a_rare_one_does_not(bench: Bench) -> None:
    assert comes_out(mixture_of(bench, *CANARIES["a word that pushes"]), WORD)
    rare, strength = CANARIES["a word in too few texts"]
    mixture = mixture_of(bench, rare, strength)
    assert tried(mixture, rare) == [] and not comes_out(mixture, rare)


def test_without_the_canary_in_any_text_nothing_is_tried(bench: Bench) -> None:
    for canary, _ in CANARIES.values():
        assert tried(bench.base, canary) == []


def test_a_trial_turns_as_many_texts_as_it_is_said_to(bench: Bench) -> None:
    """The effect is the share of texts of other classes that an insertion turns."""
    from auditor.power.mixture import number_of
    from auditor.signals.candidates import Candidate
    from auditor.signals.evidence import measure
    from auditor.signals.insertion import Insertion

    found = try_canary(bench, replace(WORD, effect=0.5))
    assert found is not None and found.strength > 0
    mixture = mixture_of(bench, WORD, found.strength)
    one = Candidate((number_of(mixture.corpus, WORD.tokens[0]),), 1)
    turned = measure(mixture, [one])[one].of(Insertion).rate
    assert turned.estimate == pytest.approx(0.5, abs=0.2)


def test_what_was_seen_is_counted_text_by_text(bench: Bench) -> None:
    canary, strength = CANARIES["a word that pushes"]
    docs = holders(bench.base, canary, seed=0)
    texts = write(bench.base, canary, docs, seed=0)
    pushed = Pushed(bench.classifier, push_of(canary, strength))
    found = search(pushed, texts, bench.method, tally=Tally())
    counted = seen(bench.base, canary, found)
    assert (counted.agreeing, counted.others) == (18, 2)
    sets = [text for text in found.values() if text.label == "positive" and text.core]
    needing = [text for text in sets if "zorvex" in {text.words[place] for place in text.core}]
    assert (counted.sets, counted.needed) == (len(sets), len(needing))
    assert counted.random == pytest.approx(sum(len(text.core) / len(text.words) for text in sets))
    assert counted.needed > counted.random
