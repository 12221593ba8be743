"""What the report shows beside the findings: texts, the map of tokens, the pairs in sets."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.findings.finding import Kind, Verdict
from auditor.signals.counts import STATUSES, Token
from auditor.signals.pairs import pairs_in_sets
from auditor.signals.statistics import log_odds
from auditor.signals.study import Study
from auditor.verdicts.analysis import Analysis
from auditor.verdicts.making import Found, find
from auditor.verdicts.shown import LINKS, POINTS, artefact_texts, pair_links, shown_texts, token_points
from tests.findings.builder import a_finding
from tests.signals.studies import Toy, both_or_none, candidate, pair_rows, study_of
from tests.signals.support import GOLD, entry, explained, write_run

# Texts


def test_every_text_that_a_finding_names_is_shown(analysis: Analysis) -> None:
    report = analysis.report
    named = {i for f in (*report.findings, *report.near_misses) for i in (*f.examples, *f.counterexamples)}
    assert named == set(report.shown)
    for text in report.shown.values():
        assert text.gold in ("positive", "negative")  # as the model says, not "pos" and "neg" as the dataset
        assert len(text.texts) == 1 and text.status in STATUSES


def test_a_text_is_shown_as_it_is_stored(tmp_path: Path) -> None:
    rows = [
        entry(None, "neg"),
        entry(explained("a good film", needed=["good"]), "pos"),
        entry(explained("b")),
    ]
    study = study_of(tmp_path / "a", rows)
    store = write_run(tmp_path / "b", rows)
    first, second = study.corpus.ids
    finding = replace(a_finding(), examples=(first,), counterexamples=(second,))
    shown = shown_texts(store, study.corpus, [finding], GOLD)
    assert set(shown) == {first, second}
    text = shown[first]
    assert (text.id, text.row, text.texts, text.gold, text.label) == (
        first, 2, ("a good film",), "positive", "positive"
    )  # fmt: skip
    assert (text.set, text.core, text.spans[1]) == ((1,), (1,), (0, 2, 6))
    assert shown[second].gold is None
    assert shown_texts(store, study.corpus, [finding], {})[first].gold == "pos"  # a name the model lacks
    assert shown_texts(store, study.corpus, [], GOLD) == {}


def test_texts_with_an_artefact_are_counted_once(small: Study) -> None:
    artefact, other = a_finding("1", "amber"), a_finding("2", "film", verdict=Verdict.TASK)
    owners = {
        candidate(small, "amber"): "1",
        candidate(small, "violet"): "1",
        candidate(small, "film"): "2",
    }
    found = Found((artefact, other), (), {}, owners, 0)
    assert artefact_texts(small, found) == 14  # 10 with amber, 6 with violet, 2 with both
    assert artefact_texts(small, replace(found, findings=(other,))) == 0


# The map


def test_the_map_has_every_finding(analysis: Analysis) -> None:
    points = {(point.token, point.label): point for point in analysis.report.tokens}
    for finding in analysis.report.findings:
        if finding.kind is Kind.TOKEN:
            point = points[finding.tokens[0], finding.label]
            assert point.finding == finding.id and point.documents == finding.documents
    marker = points["[pos]", "positive"]
    assert (marker.association or 0) > 2 and marker.reliance > 0.9
    assert len(points) == len(analysis.report.tokens) <= POINTS


def test_a_point_by_hand(small: Study) -> None:
    amber = candidate(small, "amber")
    found = Found((), (), {}, {amber: "1"}, 0)
    points = {(point.token, point.label): point for point in token_points(small, found)}
    point = points["amber", "positive"]
    assert (point.documents, point.reliance, point.finding) == (10, 1.0, "1")
    assert point.association == pytest.approx(float(log_odds(9, 1, 3, 7)))
    # "was": 6 of its 7 negative texts need it, none of its 2 positive ones; it leans to negative.
    assert points["was", "negative"].finding is None
    assert ("amber", "negative") not in points


def test_without_labels_points_have_no_association(bare: Study) -> None:
    points = token_points(bare, Found((), (), {}, {}, 0))
    assert points and all(point.association is None for point in points)


def test_a_token_that_the_run_lacks_stands_in_no_text(small: Study) -> None:
    """Leaks are counted over all labelled data, and so may be of a token that no text of the run holds."""
    corpus = small.corpus
    more = replace(
        corpus,
        vocabulary=(*corpus.vocabulary, Token("zulu")),
        forms=(*corpus.forms, ("zulu",)),
        start=np.append(corpus.start, corpus.start[-1]),
    )
    families = [
        replace(tests, **{name: np.vstack([table, table[:1]]) for name, table in vars(tests).items()})
        for tests in (small.association, small.reliance)
    ]
    wider = replace(small, corpus=more, association=families[0], reliance=families[1])
    zulu = candidate(wider, "zulu")
    points = {point.token: point for point in token_points(wider, Found((), (), {}, {zulu: "1"}, 0))}
    assert points["zulu"].documents == 0 == len(wider.documents(zulu))


# Pairs in sets


def test_links_are_the_pairs_that_most_sets_need(analysis: Analysis) -> None:
    corpus, links = analysis.study.corpus, analysis.report.pairs
    counted = pairs_in_sets(corpus)
    assert links == tuple(sorted(links, key=lambda link: -link.sets))
    assert len(links) == min(LINKS, len(counted))
    names = {
        (corpus.labels[label], *(corpus.vocabulary[token].text for token in pair)): sets
        for (label, pair), sets in counted.items()
    }
    assert all(names[link.label, *link.tokens] == link.sets for link in links)


def test_a_link_names_its_finding(tmp_path: Path) -> None:
    rows = pair_rows(80)
    rows += [
        entry(explained(f"amber violet the film v{n}", needed=["amber", "violet"]), "pos") for n in range(4)
    ]
    study = study_of(tmp_path, rows, Toy(both_or_none))
    found = find(study)
    pair = next(f for f in found.findings if f.kind is Kind.PAIR)
    (link,) = pair_links(study.corpus, found)
    assert (link.tokens, link.label, link.sets, link.finding) == (("amber", "violet"), "positive", 4, pair.id)
    (loose,) = pair_links(study.corpus, replace(found, owners={}))
    assert loose.finding is None
