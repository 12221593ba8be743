"""Near-duplicates: inflections and inseparable tokens are one finding, and nothing else is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.findings.finding import Finding, Verdict
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.study import Study
from auditor.verdicts.grouping import grouped
from tests.findings.builder import a_finding
from tests.signals.studies import candidate, study_of
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
