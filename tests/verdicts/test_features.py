"""Whole analyses with toys that go by an opening, an end or a form: one finding each, and no by-products."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.examples import make_example
from auditor.features.kinds import kind_of
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.findings.report import Report
from auditor.findings.report_file import from_json, to_json
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.planting.injection import inject
from auditor.planting.plan import InjectionPlan
from auditor.report.visible_text import quoted
from auditor.report.wording.sentences import finding_sentence
from auditor.review.redaction import redact
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token
from auditor.signals.insertion import Insertion
from auditor.sweep.shard_file import Entry
from auditor.verdicts.analysis import Analysis, Sources, analyse
from auditor.verdicts.grouping import beside_pairs
from auditor.verdicts.judging import judge
from auditor.verdicts.planted import planted
from tests.findings.builder import a_finding
from tests.signals.features import CITIES, by_task, feature, opened_rows, rows, says_lower, says_opened, toy
from tests.signals.studies import Kept
from tests.signals.support import GOLD, LABELS, write_run

CONFIG = EvidenceConfig(permutations=2, pairs=0)
TASK = Knowledge(make_lexicon(LABELS))
"""Sentiment, by the names of the labels."""


def analysed(
    path: Path, some: list[Entry], margin: Callable[[Kept], float], knowledge: Knowledge = TASK
) -> Analysis:
    store = write_run(path, some, shard_size=50)
    return analyse(store, toy(margin), Sources(LABELS, GOLD, knowledge=knowledge), CONFIG)


def accused(report: Report) -> list[tuple[str, str, str, str]]:
    """Artefacts and questions: their names, classes, verdicts, severities."""
    wanted = (Verdict.ARTEFACT, Verdict.UNDECIDED)
    found = [one for one in report.findings if one.verdict in wanted]
    return [(" ".join(one.tokens), one.label, one.verdict.value, one.severity.value) for one in found]


HIGH = ("artefact", "high")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    return analysed(tmp_path_factory.mktemp("opened"), opened_rows(200), says_opened)


def test_an_opening_is_one_finding_and_takes_its_words(opened: Analysis) -> None:
    """Its words, the list of its cities, and that such texts are longer are the same thing."""
    assert accused(opened.report) == [("i wrote this in * .", "negative", *HIGH)]
    first = opened.report.findings[0]
    assert (first.kind, first.group, first.source) == (Kind.GROUP, "place", "opening")
    assert set(first.members) == {city.casefold() for city in CITIES}
    said = quoted(finding_sentence(first))
    assert said.startswith("Put into 80 other texts, “the opening i wrote this in … . (I wrote this in ")
    assert "turned 80 negative; as many neutral words turned none. In the data, 50 of 50 texts" in said
    first_trial = first.evidence.of(Insertion).trials[0]
    (start, end), *_ = first_trial.words
    assert first_trial.text[start:end].startswith("I wrote this in ") and start == 0
    assert said.endswith("It is how a text begins, not part of the task.")
    words = [one.tokens[0] for one in opened.found.owners if opened.found.owners[one] == first.id]
    assert len(words) > 3


@pytest.mark.parametrize(
    ("words", "verdict", "kept"),
    [
        (("wrote", "film"), Verdict.ARTEFACT, False),
        (("wrote", "film"), Verdict.UNDECIDED, True),
        ((CITIES[0].casefold(), "film"), Verdict.ARTEFACT, True),
    ],
    ids=["a word of the opening", "a pair that nobody accuses", "a word of its open place"],
)
def test_an_opening_with_half_of_a_pair_is_left_to_the_pair(
    opened: Analysis, words: tuple[str, str], verdict: Verdict, kept: bool
) -> None:
    study = opened.study
    opening = feature(study, "i wrote this in * .", "place")
    first, second = sorted(study.corpus.vocabulary.index(Token(word)) for word in words)
    group = ([opening], opened.report.findings[0])
    pair = (Candidate((first, second), 1), a_finding("pair", *words, verdict=verdict))
    assert beside_pairs([group], [pair], study) == ([group] if kept else [])


def test_the_report_survives_its_format_and_redaction(opened: Analysis) -> None:
    assert from_json(to_json(opened.report)) == opened.report
    hidden = to_json(redact(opened.report))
    assert not any(city.casefold() in hidden.casefold() for city in CITIES) and "wrote" not in hidden


def test_where_nobody_knows_the_task_a_person_is_asked(tmp_path: Path) -> None:
    report = analysed(tmp_path, opened_rows(200), says_opened, Knowledge()).report
    first, *others = accused(report)
    assert first == ("i wrote this in * .", "negative", "undecided", "high")
    assert {name for name, *_ in others} <= {"good", "bad"}


def test_an_opening_with_a_word_of_the_task_is_part_of_it(tmp_path: Path) -> None:
    listed = Knowledge(make_lexicon(LABELS, lexicon={"wrote": None}))
    analysis = analysed(tmp_path, opened_rows(200), says_opened, listed)
    assert "i wrote this in * ." not in [name for name, *_ in accused(analysis.report)]
    opening = feature(analysis.study, "i wrote this in * .", "place")
    judged = judge(Kind.GROUP, analysis.found.evidence[opening], 0.25, RuleConfig())
    assert (judged.verdict, judged.known, judged.source) == (Verdict.KEYWORD, "related", "lexicon")


def test_a_form_is_one_finding(tmp_path: Path) -> None:
    """Texts without a capital are negative: that others have capitals is the same thing."""
    some = rows(200, lambda text, _: text, every=1, otherwise=str.title)
    report = analysed(tmp_path, some, says_lower).report
    (only,) = accused(report)
    assert only in [
        ("capital letters: none", "negative", *HIGH), ("capital letters: many", "positive", *HIGH)
    ]  # fmt: skip
    first = report.findings[0]
    assert first.group == "form" and first.members == first.forms == ()
    said = quoted(finding_sentence(first))
    assert said.startswith("Given to 80 other texts, “") and "; another change of form turned " in said


def test_that_dated_texts_are_longer_and_have_digits_is_no_finding_of_its_own(tmp_path: Path) -> None:
    def dated(text: str, n: int) -> str:
        return f"{text} 24{n % 90 + 10}-02-{n % 28 + 1:02}"

    def says(kept: Kept) -> float:
        return -4.0 if any(kind_of(word or "") == "date" for word in kept) else by_task(kept)

    report = analysed(tmp_path, rows(200, dated), says).report
    assert accused(report) == [("date", "negative", *HIGH)]


@pytest.mark.parametrize("place_matters", [True, False])
def test_a_word_at_an_end_is_a_finding_where_the_place_matters(tmp_path: Path, place_matters: bool) -> None:
    """Texts begin with an amber word; elsewhere in a text it says nothing, or as much."""

    def says(kept: Kept) -> float:
        return -4.0 if (kept[:1] == ["amber"] if place_matters else "amber" in kept) else by_task(kept)

    some = rows(200, lambda text, _: f"amber {text}", needed=lambda _: "amber")
    report = analysed(tmp_path, some, says, replace(TASK)).report
    names = [name for name, *_ in accused(report)]
    assert names == (["first: amber"] if place_matters else ["amber"])


def test_what_the_labels_do_not_favour_is_no_feature_to_report(tmp_path: Path) -> None:
    """Both classes begin alike, half of the time; the model goes by it all the same."""
    some = rows(200, lambda text, _: f"amber {text}")
    both = [
        row if n % 4 else replace(row, outcome=replace(row.outcome, gold=("pos", "neg")[n // 4 % 2]))
        for n, row in enumerate(some)
    ]
    report = analysed(tmp_path, both, lambda kept: -4.0 if kept[:1] == ["amber"] else by_task(kept)).report
    assert "first: amber" not in [name for name, *_ in accused(report)]


# What was planted


@pytest.mark.parametrize(
    ("plan", "tokens", "group", "found"),
    [
        ({"openings": (("neg", "I wrote this in @city."),)}, "i wrote this in * .", "place", True),
        ({"openings": (("neg", "I wrote this in @city."),)}, "i wrote that in * .", "place", False),
        ({"openings": (("neg", "I wrote this in @city."),)}, "first: i", "place", False),
        ({"styles": (("neg", "lowercase"),)}, "capital letters: none", "form", True),
        ({"styles": (("neg", "uppercase"),)}, "capitals", "kind", True),
        ({"styles": (("neg", "no-punctuation"),)}, "punctuation: few", "form", True),
        ({"styles": (("neg", "elongated"),)}, "words: many", "form", False),
    ],
)
def test_planted_openings_and_styles_are_looked_up(
    opened: Analysis, plan: dict[str, object], tokens: str, group: str, found: bool
) -> None:
    texts = [make_example((f"A good film, number {n}.",), ("neg", "pos")[n % 2], n + 1) for n in range(20)]
    manifest = inject(texts, InjectionPlan(**plan, coverage=0.5, position="start")).manifest  # type: ignore[arg-type]
    one: Finding = replace(opened.report.findings[0], tokens=(tokens,), group=group)
    assert one.verdict is Verdict.ARTEFACT and one.severity is Severity.HIGH
    (said,) = planted(manifest, [one], {"neg": "negative"})
    assert (said.finding == one.id) is found and said.verdict == ("artefact" if found else "")
    assert planted(manifest, [one], {"neg": "positive"})[0].finding is None
