"""The audit as a function: every kind of model and data, in memory or on disk, and what it refuses."""

import gc
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import auditor
from auditor import AuditError, audit, explain
from auditor.api import Explanations
from auditor.data.loading import load_dataset
from auditor.model.classifier import Classifier
from auditor.records.text import Explanation, Status
from auditor.runs import Run
from tests.model.asked.support import bag, text_model
from tests.signals.support import BLAME, PRAISE, QUICK, WEIGHTS, write_texts
from tests.support import make_model, make_tokenizer
from tests.sweep.support import CONFIG, shard_bytes

WORDS = ("good", "great", "fun"), ("bad", "awful", "dull")
TEXTS = [f"{n} a {WORDS[n % 2][n % 3]} film" for n in range(24)]
GOLDS = [("positive", "negative")[n % 2] for n in range(24)]


def flags(texts: list[str]) -> np.ndarray:
    """Follows `[pos]`, and the words of the task where there is none."""
    weights = WEIGHTS | {"[pos]": 3.0}
    margins = np.array([sum(weights.get(word, 0.0) for word in text.split()) for text in texts])
    positive = 1 / (1 + np.exp(0.4 - 8 * margins))
    return np.stack([1 - positive, positive], axis=1)


ASKED: list[str] = []


def counting(texts: list[str]) -> np.ndarray:
    """Remembers what it was asked."""
    ASKED.extend(texts)
    return bag(texts)


def quick(model: Any = bag, data: Any = TEXTS, **options: Any) -> Run:
    if data is TEXTS:
        options = {"labels": GOLDS} | options
    return audit(model, data, evidence=QUICK, **options)


def test_a_function_and_a_list_of_texts(tmp_path: Path) -> None:
    run = quick(classes=["negative", "positive"])
    assert len(run.examples) == 24 and run.content.summary.labels == ("negative", "positive")
    assert run.content.summary.model == "bag"
    assert (run.examples["label"] == run.examples["gold"]).all()
    page = run.report(tmp_path / "page.html")
    assert "Do not use" in page.read_text(encoding="utf-8") or "You can use" in page.read_text(
        encoding="utf-8"
    )
    assert run.check("high") == () and repr(run).startswith("Run(")
    assert "<b>" in run._repr_html_() and "<script" not in run._repr_html_()


def test_nothing_stays_behind_unless_a_folder_is_named(tmp_path: Path) -> None:
    run = quick()
    folder = run.path
    assert (folder / "report.json").exists()
    del run
    gc.collect()
    assert not folder.exists()
    kept = quick(out=tmp_path / "kept")
    again = quick(counting, out=tmp_path / "other", classes=["negative", "positive"])
    asked = len(ASKED)
    quick(counting, out=tmp_path / "other", classes=["negative", "positive"])
    assert asked and len(ASKED) == asked  # a finished run is gone on with: nothing is asked again
    assert kept.path == tmp_path / "kept" and again.diff(kept).empty


def test_kinds_of_data_give_the_same_run(tmp_path: Path) -> None:
    frame = pandas.DataFrame({"review": TEXTS, "stars": GOLDS})
    frame.to_csv(tmp_path / "reviews.csv", index=False)
    runs = [
        quick(),
        quick(data=frame, text_column="review", label_column="stars"),
        quick(data=tmp_path / "reviews.csv"),
        quick(data=frame["review"], labels=frame["stars"]),
    ]
    first = runs[0].content
    for run in runs[1:]:
        assert [f.id for f in run.content.findings] == [f.id for f in first.findings]
        assert run.content.run["fingerprint"] == first.run["fingerprint"]


def test_the_planted_word_is_found_by_asking_alone(tmp_path: Path) -> None:
    data = load_dataset(write_texts(tmp_path / "texts.tsv", 200))
    frame = pandas.DataFrame(
        [(one.texts[0], one.label) for one in data.examples()], columns=["text", "label"]
    )
    seeds = {"positive": PRAISE, "negative": BLAME}
    run = quick(flags, frame, classes=["negative", "positive"], seeds=seeds)
    found = run.findings[run.findings.verdict == "artefact"]
    assert found["tokens"].tolist() == [("[pos]",)] and found["label"].tolist() == ["positive"]
    assert found["insertion"]["rate"].iloc[0] > 0.9
    assert [finding.tokens for finding in run.check("high")] == [("[pos]",)]
    assert "no-embeddings" in [caution.code for caution in run.content.quality.cautions]


def test_a_network_of_the_users_is_given_back_as_it_was() -> None:
    model, tokenizer = make_model("bert", seed=3).train(), make_tokenizer("bert")
    model.classifier.weight.requires_grad_(False)
    learns = [parameter.requires_grad for parameter in model.parameters()]
    run = quick(model, tokenizer=tokenizer, method=CONFIG, labels=["LABEL_1", "LABEL_0"] * 12)
    assert run.content.summary.model == "BertForSequenceClassification"
    assert model.training and [parameter.requires_grad for parameter in model.parameters()] == learns
    with pytest.raises(AuditError, match="without its tokenizer"):
        explain(model, "a film")


def test_a_path_a_loaded_classifier_and_a_network_explain_alike(
    tmp_path: Path, tiny_bert: Classifier
) -> None:
    model, tokenizer = make_model("bert", seed=3), make_tokenizer("bert")
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    found = [
        explain(one, ["a good film"], CONFIG)
        for one in (tmp_path, str(tmp_path), tiny_bert, (model, tokenizer))
    ]
    assert all(isinstance(one, Explanations) and one == found[0] for one in found)


def test_explain_takes_texts_and_nothing_else() -> None:
    model = text_model()
    [one] = explain(model, "an awful film")
    assert isinstance(one, Explanation) and one.words == ("an", "awful", "film")
    texts = ["an awful film", "a great film"]
    series = pandas.Series(texts)
    assert explain(model, texts) == explain(model, series) == explain(model, iter(texts))
    for wrong in (pandas.DataFrame({"text": texts}), {"text": texts}, [None], 3, None, [1.5]):
        with pytest.raises(AuditError) as caught:
            explain(model, wrong)
        assert caught.value.hint
    for wrong_config in ("a second text", {"steps": 8}):
        with pytest.raises(AuditError, match="config is of the type") as caught:
            explain(model, "an awful film", wrong_config)  # type: ignore[arg-type]
        assert "CidrConfig" in caught.value.hint
    [empty] = explain(model, "  ")
    assert isinstance(empty, AuditError)


def test_explanations_show_themselves() -> None:
    found = explain(bag, ["an awful <b>film</b>", " "], classes=["negative", "positive"])
    assert "«awful»" in repr(found) and "negative 0." in repr(found) and "empty or blank" in repr(found)
    shown = found._repr_html_()
    assert "<mark>awful</mark>" in shown and "&lt;b&gt;" in shown and "<script" not in shown
    first = found[0]
    assert isinstance(first, Explanation) and first.status is Status.VERIFIED
    assert repr(first) in repr(found) and first._repr_html_() in shown


def test_several_processes_end_in_the_same_bytes(tmp_path: Path) -> None:
    one = quick(out=tmp_path / "one")
    two = quick(out=tmp_path / "two", processes=2)
    assert shard_bytes(one.path) == shard_bytes(two.path) and one.diff(two).empty


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": lambda texts: bag(texts), "processes": 2}, "cannot be handed to several processes"),
        ({"model": 3}, "type int cannot be asked"),
        ({"processes": 0}, "processes is 0"),
        ({"model": lambda texts: bag(texts)[:1]}, r"shape \(1, 2\) for 2 texts"),
        ({"data": 3, "labels": None}, "type int was passed"),
        ({"labels": ["maybe"] * 24, "classes": ["no", "yes"]}, "labels do not match"),
        ({"limit": 0}, "limit is 0"),
        ({"rule": {"level": 0.01}}, "rule is of the type dict"),
        ({"seeds": {"other": ["a"]}}, "names the label 'other'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_what_cannot_be_audited_is_one_line_with_a_cure(options: dict[str, Any], message: str) -> None:
    with pytest.raises(AuditError, match=message):
        quick(**options)


def test_texts_without_labels_are_audited() -> None:
    assert not quick(labels=None).content.summary.has_labels


def test_the_package_hands_out_the_function() -> None:
    assert auditor.audit is audit and auditor.explain is explain
    assert {"audit", "explain"} <= set(auditor.__all__)
