"""The section for a model's card: metadata that the hub reads, findings, and what was not looked for."""

import re
from dataclasses import replace

import pytest
import yaml
from huggingface_hub import ModelCard

from auditor.findings.report import Caution, Report
from auditor.report.model_card import TITLE, model_card
from tests.findings.builder import a_report
from tests.report import states

REPORTS = {
    "usual": a_report(),
    "hostile": states.hostile(),
    "nothing": states.nothing(),
    "bare": states.no_labels(),
}


def front_matter(text: str) -> dict[str, object]:
    _, matter, _ = text.split("---\n", 2)
    found = yaml.safe_load(matter)
    assert isinstance(found, dict)
    return found


def not_looked_for(text: str) -> str:
    return text.split("### What was not looked for")[1].split("\n#")[0]


@pytest.mark.parametrize("name", REPORTS)
def test_the_hub_reads_the_metadata_of_every_report(name: str) -> None:
    report = REPORTS[name]
    text = model_card(report)
    card = ModelCard(text)
    assert card.data.pipeline_tag == "text-classification"
    results = card.data.eval_results
    assert results and {result.task_type for result in results} == {"text-classification"}
    assert text.count(TITLE) == 1 and not re.search(r"^# ", text.split("---\n", 2)[2], re.MULTILINE)


def test_figures_are_those_of_the_report() -> None:
    report = a_report()
    results = {result.metric_type: result for result in ModelCard(model_card(report)).data.eval_results or []}
    right = sum(one.accuracy.count or 0 for one in report.summary.classes)
    texts = sum(one.accuracy.n for one in report.summary.classes)
    assert results["accuracy"].metric_value == pytest.approx(right / texts, abs=1e-4)
    serious = sum(n for level, n in report.summary.counts["artefact"].items() if level != "low")
    assert results["audit-artefacts"].metric_value == serious
    assert results["accuracy"].dataset_name == report.summary.data
    assert front_matter(model_card(report))["model-index"][0]["name"] == report.summary.model  # type: ignore[index]


def test_without_labels_no_accuracy_is_claimed() -> None:
    results = ModelCard(model_card(states.no_labels())).data.eval_results or []
    assert "accuracy" not in {result.metric_type for result in results}
    assert "Leaks of the dataset: it has no labels." in not_looked_for(model_card(states.no_labels()))


def with_audit(report: Report, **audit: object) -> Report:
    return replace(report, audit=report.audit | audit)


def test_it_is_honest_about_what_was_not_looked_for() -> None:
    report = with_audit(
        a_report(),
        reference=False,
        knowledge={"silent_because": "no_embeddings", "task": "none", "listed": {}},
    )
    said = not_looked_for(model_card(report))
    for line in (
        "cannot see shortcuts",
        "none was given",
        "no list of its words",
        "no embeddings",
        "no canary",
    ):
        assert line in said, line
    knowing = with_audit(
        a_report(),
        reference=True,
        knowledge={"task": "sentiment", "listed": {"positive": 9}, "silent_because": ""},
    )
    said = not_looked_for(model_card(knowing))
    for line in ("none was given", "no list of its words", "no embeddings"):
        assert line not in said, line
    quality = replace(report.quality, truncated=3, cautions=(Caution("calls-spent", 7),))
    cut = model_card(replace(report, quality=quality, summary=replace(report.summary, skipped=2)))
    assert "length limit in 3 texts" in cut and "2 texts that could not be explained" in cut
    assert "7 texts were left out" in cut
