"""The section for a model's card: metadata that the hub reads, findings, and what was not looked for."""

import re
from dataclasses import replace

import pytest
import yaml
from huggingface_hub import ModelCard

from auditor.findings.report import Caution
from auditor.report.model_card import TITLE, model_card
from tests.findings.builder import a_report
from tests.report import states
from tests.report.powers import a_power

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
    assert "The dataset has no labels" in model_card(states.no_labels())


def test_it_is_honest_about_what_was_not_looked_for() -> None:
    report = a_report()
    bare = replace(report, audit=report.audit | {"reference": False, "groups": False}, power=None)
    said = not_looked_for(model_card(bare))
    for line in ("cannot see shortcuts", "none was given", "switched off", "no canary", "limit, in 1 text"):
        assert line in said, line
    whole = replace(
        report,
        audit=report.audit | {"reference": True, "groups": True},
        power=a_power(),
        quality=replace(report.quality, truncated=0),
    )
    said = not_looked_for(model_card(whole))
    assert "cannot see shortcuts" in said and "nine times in ten" in said
    for line in ("none was given", "switched off", "no canary", "length limit"):
        assert line not in said, line


@pytest.mark.parametrize(
    ("caution", "said"),
    [
        (Caution("calls-spent", 7), "7 texts were left out"),
        (Caution("no-task", about="label_names_unknown"), "Nothing says what the task is"),
        (Caution("no-embeddings"), "Families of words of near meaning were not looked for"),
    ],
    ids=["calls", "task", "embeddings"],
)
def test_cautions_of_the_run_are_in_the_card(caution: Caution, said: str) -> None:
    report = a_report()
    cautious = replace(report, quality=replace(report.quality, cautions=(caution,)))
    trust = model_card(cautious).split("### How far to trust this")[1]
    assert said in trust and said not in model_card(report)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/me/models/v2", "v2"),
        ("./data/reviews.csv", "reviews.csv"),
        ("stanfordnlp/sst2", "stanfordnlp/sst2"),
    ],
    ids=["absolute", "relative", "hub"],
)
def test_folders_of_this_machine_stay_out_of_a_public_card(path: str, shown: str) -> None:
    report = a_report()
    text = model_card(replace(report, summary=replace(report.summary, model=path, data=path)))
    [entry] = front_matter(text)["model-index"]  # type: ignore[misc]
    assert entry["name"] == entry["results"][0]["dataset"]["type"] == shown
    assert "/home/me" not in text and "./data" not in text
