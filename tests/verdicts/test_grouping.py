"""Near-duplicates: inflections and inseparable tokens are one finding, and nothing else is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.features.feature import Feature
from auditor.features.place import AtEnd
from auditor.features.written import Written
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.records.estimates import Condition
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.study import Study
from auditor.verdicts import grouping
from auditor.verdicts.grouping import grouped, obeyed, overlap, pairs_that_count
from auditor.verdicts.pair_rule import CHANGES, TOGETHER
from tests.findings.builder import a_finding
from tests.report.many import rejudged
from tests.signals.studies import candidate, study_of, with_group
from tests.signals.support import entry, explained


@pytest.fixture(scope="module")
def directed(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """`steven` and `spielberg` always together, `film` everywhere, `enjoyed` and `enjoys` never together."""
    texts = [f"steven spielberg film n{n}" for n in range(10)]
    texts += [f"film {'enjoyed' if n % 2 else 'enjoys'} it n{n}" for n in range(10)]
    return study_of(tmp_path_factory.mktemp("run"), [entry(explained(text)) for text in texts])


def named(study: Study, *findings: Finding) -> list[tuple[Candidate, Finding]]:
    """Findings with their candidates."""
    return [(candidate(study, f.tokens[0]), replace(f, members=())) for f in findings]


def merged(study: Study, *findings: Finding) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(f.tokens, f.members) for _, f in grouped(named(study, *findings), study)]


def test_the_first_speaks_for_its_group(directed: Study) -> None:
    words = ("spielberg", "film", "enjoyed", "steven", "enjoys")
    findings = [a_finding(str(n), word) for n, word in enumerate(words)]
    assert merged(directed, *findings) == [
        (("spielberg",), ("steven",)), (("film",), ()), (("enjoyed",), ("enjoys",))
    ]  # fmt: skip
    (members, first), *_ = grouped(named(directed, *findings), directed)
    assert members == [candidate(directed, "spielberg"), candidate(directed, "steven")]
    assert first.id == "0"


def test_another_class_or_verdict_or_field_is_another_finding(directed: Study) -> None:
    first = a_finding("1", "steven")
    others = (
        a_finding("2", "spielberg", label="negative"),
        a_finding("3", "spielberg", verdict=Verdict.UNDECIDED),
        replace(a_finding("4", "spielberg"), fields=(1,)),
    )
    for other in others:
        assert len(merged(directed, first, other)) == 2


@pytest.mark.parametrize(("together", "found"), [(8, 2), (17, 2), (18, 1)])
def test_tokens_that_mostly_stand_together_are_two_findings(
    tmp_path: Path, together: int, found: int
) -> None:
    """Of 10 texts 8 are in common, of 19 17, of 20 18."""
    texts = [f"good film n{n}" for n in range(together)] + ["good now", "film then"]
    small = study_of(tmp_path, [entry(explained(text)) for text in texts])
    assert len(merged(small, a_finding("1", "good"), a_finding("2", "film"))) == found


def test_tokens_that_the_run_lacks_are_not_together_because_of_it(directed: Study) -> None:
    """Leaks are counted over all labelled data: tokens of no text of the run have no text in common."""
    corpus = directed.corpus
    more = replace(
        corpus,
        vocabulary=(*corpus.vocabulary, Token("zebra"), Token("zulu")),
        start=np.append(corpus.start, [corpus.start[-1]] * 2),
    )
    wider = replace(directed, corpus=more)
    assert len(merged(wider, a_finding("1", "zebra"), a_finding("2", "zulu"))) == 2


def test_nothing_is_grouped_with_nothing(directed: Study) -> None:
    assert grouped([], directed) == []


# Groups of words and pairs


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({1, 2, 3, 4}, {3, 4}, True),  # all of the smaller one
        ({1, 2, 3, 4}, {4, 5}, True),  # half of it
        ({1, 2, 3, 4}, {4, 5, 6}, False),
        ({1}, {2}, False),
        ({1}, {1}, True),
        (set(), {1}, False),
        (set(), set(), False),
    ],
)
def test_groups_are_the_same_when_half_of_the_smaller_is_shared(
    one: set[int], other: set[int], same: bool
) -> None:
    assert overlap(frozenset(one), frozenset(other)) is same
    assert overlap(frozenset(other), frozenset(one)) is same


@given(st.frozensets(st.integers(0, 6)), st.frozensets(st.integers(0, 6)))
def test_a_group_inside_another_is_always_the_same(one: frozenset[int], other: frozenset[int]) -> None:
    assert overlap(one, one | other) == bool(one)
    assert overlap(one, other) == overlap(other, one)
    assert not overlap(one, frozenset({7, 8}))


def a_pair(study: Study, candidate_: Candidate, route: str) -> tuple[Candidate, Finding]:
    words = tuple(study.word(token) for token in candidate_.tokens)
    return candidate_, rejudged(a_finding("p" + "".join(map(str, candidate_.tokens)), *words), route=route)


def test_a_pair_of_a_group_takes_the_place_of_its_members_pairs(directed: Study) -> None:
    """`people` are steven and spielberg: with film together, so that their own pairs with film go."""
    grouped_, people = with_group(directed, ("steven", "spielberg"), "people")
    film = candidate(directed, "film").tokens[0]
    steven, spielberg, it = (candidate(directed, word).tokens[0] for word in ("steven", "spielberg", "it"))

    def pair(one: int, other: int) -> Candidate:
        return Candidate((min(one, other), max(one, other)), 1)

    wide = pair(film, people.tokens[0])
    inside = [pair(steven, film), pair(spielberg, film), pair(steven, spielberg)]
    outside = pair(it, film)
    every = [a_pair(grouped_, one, TOGETHER) for one in (*inside, wide, outside)]
    assert [one for one, _ in pairs_that_count(every, grouped_)] == [wide, outside]
    # Where the labels do not follow the group's pair, it goes, and its members' pairs stay.
    changed = [a_pair(grouped_, wide, CHANGES) if one == wide else (one, found) for one, found in every]
    assert [one for one, _ in pairs_that_count(changed, grouped_)] == [*inside, outside]
    assert pairs_that_count([], grouped_) == []


@pytest.mark.parametrize(
    ("group", "verdict", "route", "counts"),
    [
        ("family", Verdict.UNDECIDED, "ignored-leak", False),
        ("family", Verdict.UNDECIDED, "obeyed-leak", True),
        ("family", Verdict.ARTEFACT, "ignored-leak", True),
        ("list", Verdict.UNDECIDED, "ignored-leak", True),
    ],
)
def test_a_family_that_nobody_knows_and_the_model_ignores_is_a_guess(
    directed: Study, group: str, verdict: Verdict, route: str, counts: bool
) -> None:
    """Words that were put together by their embeddings alone; each that leaks has a finding of its own."""
    study, own = with_group(directed, ("steven", "enjoyed", "enjoys"))
    told = a_finding("g", "steven, enjoyed, enjoys", verdict=verdict)
    family = replace(told, kind=Kind.GROUP, group=group, judgement=replace(told.judgement, route=route))
    assert [one for one, _ in grouping._accused([(own, family)], study, forms=False)] == [own] * counts


@pytest.mark.parametrize(
    ("members", "kept"),
    [(("steven", "enjoyed"), False), (("steven", "film"), True), (("film", "enjoyed"), True)],
    ids=["mostly of the pair", "a third of it", "none of it"],
)
def test_an_end_that_is_mostly_words_of_a_pair_is_left_to_the_pair(
    directed: Study, members: tuple[str, str], kept: bool
) -> None:
    """`steven` stands ten times, `enjoyed` five times, `film` twenty times."""
    study, own = with_group(directed, members)
    of = Feature("some", "list", tuple(sorted(int(m) for m in study.corpus.members(own.tokens[0]))))
    placed = replace(study, corpus=replace(study.corpus, properties={own.tokens[0]: AtEnd(of, "first", of)}))
    group = ([own], a_finding("g", "some"))
    first, second = candidate(directed, "steven").tokens[0], candidate(directed, "spielberg").tokens[0]
    both = Candidate((min(first, second), max(first, second)), own.label)
    pair = (both, a_finding("p", "steven", "spielberg"))
    assert grouping.beside_pairs([group], [pair], placed) == ([group] if kept else [])


@pytest.mark.parametrize(
    ("words", "verdict", "leaks", "kept"),
    [
        (("steven",), Verdict.UNDECIDED, False, False),
        (("steven", "spielberg"), Verdict.ARTEFACT, False, False),
        (("steven",), Verdict.UNDECIDED, True, True),
        (("film",), Verdict.UNDECIDED, False, True),
        (("steven", "film"), Verdict.UNDECIDED, False, True),
        (("steven",), Verdict.TASK, False, True),
        (("steven",), Verdict.CONTEXT, False, True),
    ],
)
def test_half_of_a_pair_that_no_label_favours_is_left_to_the_pair(
    directed: Study, words: tuple[str, ...], verdict: Verdict, leaks: bool, kept: bool
) -> None:
    told = a_finding("w", words[0], verdict=verdict)
    finding = replace(told, judgement=replace(told.judgement, leaks=leaks))
    group = ([candidate(directed, word, label=0) for word in words], finding)
    first, second = candidate(directed, "steven").tokens[0], candidate(directed, "spielberg").tokens[0]
    both = Candidate((min(first, second), max(first, second)), 1)
    pair = (both, a_finding("p", "steven", "spielberg"))
    assert grouping.beside_pairs([group], [pair], directed) == ([group] if kept else [])


@pytest.mark.parametrize(
    ("kind", "severity", "verdict", "merged_"),
    [
        ("family", Severity.HIGH, Verdict.UNDECIDED, True),
        ("family", Severity.HIGH, Verdict.ARTEFACT, False),
        ("family", Severity.MEDIUM, Verdict.UNDECIDED, False),
        ("list", Severity.HIGH, Verdict.UNDECIDED, False),
    ],
)
def test_words_of_one_family_that_each_decide_are_one_question(
    directed: Study, kind: str, severity: Severity, verdict: Verdict, merged_: bool
) -> None:
    study, own = with_group(directed, ("steven", "enjoyed"))
    words = list(study.corpus.vocabulary)
    words[own.tokens[0]] = replace(words[own.tokens[0]], kind=kind)
    study = replace(study, corpus=replace(study.corpus, vocabulary=tuple(words)))
    first = a_finding("a", "steven", verdict=Verdict.UNDECIDED, severity=severity)
    second = a_finding("b", "enjoyed", verdict=verdict, severity=severity)
    expected = [(("steven",), ("enjoyed",))] if merged_ else [(("steven",), ()), (("enjoyed",), ())]
    assert merged(study, first, second) == expected


@pytest.mark.parametrize(
    ("word", "label", "inside"),
    [("sooo", "positive", True), ("sooo", "negative", False), ("tale", "positive", False)],
)
def test_words_of_a_style_go_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, label: str, inside: bool
) -> None:
    texts = [f"sooo good a film n{n}" for n in range(6)] + [f"a tale of old m{n}" for n in range(6)]
    plain = study_of(tmp_path, [entry(explained(text)) for text in texts])
    study, own = with_group(plain, ("sooo",), "elongated")
    style = Written(Feature("elongated", "kind"), 0.2)
    study = replace(study, corpus=replace(study.corpus, properties={own.tokens[0]: style}))
    monkeypatch.setattr(grouping, "is_explained", lambda *_: False)  # no text says so
    told = (candidate(plain, word), a_finding("w", word, verdict=Verdict.UNDECIDED, label=label))
    taken, left = grouping._inside(study, own, a_finding("e", "elongated"), [told])
    assert (taken, left) == (([told[0]], []) if inside else ([], [told]))


def test_pairs_stay_in_their_order(directed: Study) -> None:
    tokens = [candidate(directed, word).tokens[0] for word in ("steven", "film", "it")]
    every = [
        a_pair(directed, Candidate((min(a, b), max(a, b)), label), route)
        for label, route in ((1, CHANGES), (0, TOGETHER))
        for a, b in ((tokens[0], tokens[1]), (tokens[1], tokens[2]))
    ]
    assert pairs_that_count(every, directed) == every


@pytest.mark.parametrize(
    ("seen", "expected"), [(("obeyed", True), True), (("obeyed", False), False), (("leaks", True), False)]
)
def test_a_finding_is_obeyed_by_its_own_condition(seen: tuple[str, bool], expected: bool) -> None:
    condition = Condition(seen[0], 0.2, 0.15, seen[1])
    assert obeyed(rejudged(a_finding("1", "film"), conditions=(condition,))) is expected
    assert not obeyed(rejudged(a_finding("1", "film"), conditions=()))
