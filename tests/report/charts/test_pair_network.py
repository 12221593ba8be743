"""The network keeps words apart and connected words together."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from auditor.findings.report import PairLink
from auditor.report.charts.layout import (
    WIDTH,
    arranged,
    components,
    levelled,
    neighbours,
    overlapping,
    tree,
    weights,
)
from auditor.report.charts.pair_network import MOST, joined, pair_network, pairs_of
from tests.report.many import make_report

LINKS = (
    PairLink(("hub", "a"), "x", 5, "f"),
    PairLink(("hub", "b"), "x", 3, None),
    PairLink(("b", "c"), "x", 1, None),
    PairLink(("d", "e"), "x", 2, None),
)


def test_parts_by_hand() -> None:
    assert weights(LINKS) == {"hub": 8, "a": 5, "b": 4, "c": 1, "d": 2, "e": 2}
    assert neighbours("hub", LINKS) == ["a", "b"]
    assert components(LINKS) == [["hub", "a", "b", "c"], ["d", "e"]]
    children, level = tree(["hub", "a", "b", "c"], LINKS)
    assert children["b"] == ["c"] and level == {"hub": 0, "a": 1, "b": 1, "c": 2}


WORDS = st.sampled_from([f"word{n}" * (1 + n % 3) for n in range(14)])


@given(st.lists(st.tuples(WORDS, WORDS, st.integers(1, 50)), min_size=1, max_size=30))
def test_no_two_words_overlap(pairs: list[tuple[str, str, int]]) -> None:
    links = [PairLink((a, b), "x", sets, None) for a, b, sets in pairs]
    nodes, width, height = arranged(links)
    assert set(nodes) == {token for link in links for token in link.tokens}
    for first, second in combinations(nodes.values(), 2):
        assert not first.box.meets(second.box)
    assert all(n.box.left >= 0 and n.box.right <= width and n.box.bottom <= height for n in nodes.values())


def test_places_are_turned_to_the_level() -> None:
    turned = levelled([complex(1, 2), complex(2, 4), complex(3, 6)])
    assert max(abs(place.imag) for place in turned) < 1e-9
    assert sorted(round(place.real, 6) for place in turned) == [round(x * 5**0.5, 6) for x in (-1, 0, 1)]


def test_more_lines_than_a_tree_has() -> None:
    ring = [PairLink((a, b), "x", 3, None) for a, b in ("ab", "bc", "cd", "da", "ac", "bd")]
    nodes, _, _ = arranged(ring)
    assert arranged(ring) == arranged(list(reversed(ring)))
    assert not any(first.box.meets(second.box) for first, second in combinations(nodes.values(), 2))


def test_a_small_network_keeps_the_width() -> None:
    _, width, _ = arranged(LINKS)
    assert width == WIDTH


def test_a_pair_of_two_classes_is_one_line() -> None:
    twice = (PairLink(("a", "b"), "x", 2, None), PairLink(("b", "a"), "y", 3, "f"))
    assert joined(twice) == [PairLink(("a", "b"), "x and y", 5, "f")]
    assert pair_network(twice, {}).count("<rect") == 2


def test_a_word_with_itself() -> None:
    assert "very and very in 4 texts" in pair_network((PairLink(("very", "very"), "x", 4, None),), {})


def test_drawing() -> None:
    drawn = pair_network(LINKS, {"f": "artefact"})
    assert drawn == pair_network(tuple(reversed(LINKS)), {"f": "artefact"})
    assert 'class="link artefact"' in drawn and "a and hub in 5 texts, for x" in drawn
    assert pair_network((), {}) == ""
    assert "<b>" not in pair_network((PairLink(("<b>", "a"), "x", 1, None),), {})


def test_only_pairs_that_are_findings_are_drawn() -> None:
    report = make_report(12)
    [link] = pairs_of(report.findings)
    pair = report.findings[2]
    assert link == PairLink(pair.tokens, "negative", pair.documents, pair.id)
    assert pairs_of([*report.findings[:2], *report.findings[3:]]) == []


def test_only_the_strongest_are_drawn() -> None:
    many = [PairLink(("hub", f"w{n}"), "x", n, None) for n in range(1, 200)]
    drawn = pair_network(many, {})
    assert drawn.count("<title>") == MOST and "w199" in drawn and ">w1<" not in drawn


def test_the_sample_has_room() -> None:
    nodes, _, _ = arranged(make_report(12).pairs)
    assert len(nodes) == 18
    assert overlapping([nodes["film"], nodes["film"]])
