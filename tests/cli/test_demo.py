"""`audit demo`: the story it tells is made from what it measured."""

from auditor.cli.demo import PLANS, Probe, _probes, _story
from tests.report.support import EXPLANATION


def test_probes_hold_what_was_planted() -> None:
    for probe in _probes(PLANS):
        assert len(probe.texts) == 8
        assert all(any(word in text.split() for word in probe.words) for text in probe.texts)


def test_story_counts_the_texts_that_need_the_planted_word() -> None:
    name = next(iter(PLANS))
    accuracy = {"dev": 0.99, f"{name}, aligned": 1.0, f"{name}, conflicting": 0.25}
    probe = Probe(name, ("good",), ["a good film"])
    told = "\n".join(_story({name: PLANS[name]}, accuracy, [probe], [EXPLANATION]))
    assert "conflicts 0.250" in told
    assert "needed for the prediction in 1 of 1 texts" in told
    other = Probe(name, ("film",), ["a good film"])
    assert "in 0 of 1 texts" in "\n".join(_story({name: PLANS[name]}, accuracy, [other], [EXPLANATION]))


def test_clean_story_claims_no_plant() -> None:
    assert "Nothing was planted" in "\n".join(_story({}, {"dev": 0.99}, [], []))
