"""What an injection's manifest says was planted is looked up among the findings."""

from dataclasses import replace

from auditor.data.examples import make_example
from auditor.findings.finding import Verdict
from auditor.findings.report import Planted
from auditor.planting.injection import inject
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.verdicts.planted import look_up_again, planted
from tests.findings.builder import a_finding

NAMES = {"pos": "positive", "neg": "negative"}


def test_it_is_looked_up_by_normal_form_class_and_members() -> None:
    texts = [make_example((f"a good film number {n}",), ("neg", "pos")[n % 2], n + 1) for n in range(20)]
    plan = InjectionPlan(
        tokens=(("pos", "[POS]"), ("neg", "[neg]")), pairs=(PlantedPair("amber", "violet", "pos"),)
    )
    manifest = inject(texts, replace(plan, coverage=0.2, position="start")).manifest
    findings = [
        a_finding("1", "[pos]", label="negative"),  # of the wrong class
        a_finding("2", "[pos]"),
        replace(a_finding("3", "marker", label="negative"), members=("[neg]",)),
        a_finding("4", "violet", "amber", verdict=Verdict.CONTEXT),
    ]
    assert planted(manifest, findings, NAMES) == (
        Planted(("[POS]",), "positive", "2", "artefact"),
        Planted(("[neg]",), "negative", "3", "artefact"),
        Planted(("amber", "violet"), "positive", None, "context-dependent"),
    )
    assert planted(manifest, [], NAMES)[0] == Planted(("[POS]",), "positive", None, "")
    assert planted(None, findings, NAMES) == ()


def test_an_artefact_speaks_before_another_verdict() -> None:
    manifest = {"plan": {"tokens": [["pos", "[pos]"]], "pairs": []}}
    findings = [a_finding("1", "[pos]", verdict=Verdict.UNDECIDED), a_finding("2", "[pos]")]
    assert planted(manifest, findings, NAMES) == (Planted(("[pos]",), "positive", "2", "artefact"),)
    assert planted(manifest, findings[:1], NAMES)[0] == Planted(("[pos]",), "positive", None, "undecided")


def test_one_word_of_a_pair_is_not_the_pair() -> None:
    pair = {"first": "amber", "second": "violet", "label": "positive"}
    alone = replace(a_finding("1", "amber"), members=("violet",))
    assert planted({"plan": {"tokens": [], "pairs": [pair]}}, [alone], {})[0].verdict == ""


def test_a_planted_family_is_found_again_by_its_finding() -> None:
    """Its name is the slot that was planted, which no finding is called."""
    known = Planted(("@date",), "positive", "2", "artefact")
    group = a_finding("2", "date")
    assert look_up_again(known, [group]) == known
    cleared = replace(group, judgement=replace(group.judgement, verdict=Verdict.CONTEXT))
    assert look_up_again(known, [cleared]) == Planted(("@date",), "positive", None, "context-dependent")
    assert look_up_again(known, []) == Planted(("@date",), "positive", None, "")
