"""`audit run` and `audit explain` with a model that is asked by its name."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.model.asked.servers import serving

Audit = Callable[..., Result]
MODULE = """
import numpy as np
WEIGHTS = {"good": 2.0, "great": 3.0, "fun": 1.0, "bad": -2.0, "awful": -3.0, "dull": -1.0}

def predict(texts):
    margins = np.array([sum(WEIGHTS.get(word, 0.0) for word in text.split()) for text in texts]) + 0.5
    positive = 1 / (1 + np.exp(-margins))
    return np.stack([1 - positive, positive], axis=1)

def scores(texts):
    return 5 * predict(texts)

def flat(texts):
    return np.zeros(len(texts))
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module of the user's in the folder that the command is run in, and a table of texts."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "asked_by_name.py").write_text(MODULE, encoding="utf-8")
    words = [("good", "great", "fun"), ("bad", "awful", "dull")]
    rows = [f"{n} a {words[n % 2][n % 3]} film,{('pos', 'neg')[n % 2]}" for n in range(24)]
    (tmp_path / "texts.csv").write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    yield
    sys.modules.pop("asked_by_name", None)


def test_a_run_ends_in_a_report_that_says_what_was_not_looked_for(audit: Audit, tmp_path: Path) -> None:
    result = audit("run", "texts.csv", "--predict", "asked_by_name:predict", "--quiet")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "reports" / "asked_by_name-predict-texts"
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert report["summary"]["model"] == "asked_by_name:predict"
    assert report["summary"]["labels"] == ["neg", "pos"]
    assert "no-embeddings" in [caution["code"] for caution in report["quality"]["cautions"]]
    assert "has no embeddings" in (folder / "summary.md").read_text(encoding="utf-8")
    assert report["run"]["model"]["removal"] == "delete"
    assert list((folder / "answers").iterdir())


def test_guesses_are_said(audit: Audit) -> None:
    result = audit("run", "texts.csv", "--predict", "asked_by_name:scores")
    assert "the data's labels in order: neg, pos" in result.stderr
    assert "read as scores before a softmax" in result.stderr


def test_classes_and_masks_can_be_given(audit: Audit, tmp_path: Path) -> None:
    arguments = ("--predict", "asked_by_name:predict", "--classes", "negative,positive", "--mask-with", "_")
    result = audit("run", "texts.csv", *arguments, "--quiet", "--out", "out")
    assert result.exit_code == 0, result.output
    run = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))
    assert run["model"]["labels"] == ["negative", "positive"] and run["model"]["mask"] == "_"


def test_a_dry_run_counts_the_texts_to_ask_for(audit: Audit, tmp_path: Path) -> None:
    result = audit("run", "texts.csv", "--predict", "asked_by_name:predict", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "texts to ask for, 0 answers are known" in result.stdout
    assert not (tmp_path / "reports").exists()


def test_the_limit_of_calls_ends_in_a_report_of_what_is_there(audit: Audit, tmp_path: Path) -> None:
    arguments = (
        "--predict",
        "asked_by_name:predict",
        "--max-calls",
        "120",
        "--quiet",
        "--out",
        "out",
    )
    result = audit("run", "texts.csv", *arguments)
    assert result.exit_code == 0, result.output
    assert "left out because the limit of calls was reached" in result.stdout
    answers = [
        line for file in (tmp_path / "out" / "answers").iterdir() for line in file.read_text().splitlines()
    ]
    assert 80 <= len(answers) <= 120
    again = audit("run", "texts.csv", *arguments[:2], "--quiet", "--out", "out")
    assert again.exit_code == 0 and "left out" not in again.stdout


def test_redaction_keeps_no_answers(audit: Audit, tmp_path: Path) -> None:
    result = audit(
        "run",
        "texts.csv",
        "--predict",
        "asked_by_name:predict",
        "--quiet",
        "--redact",
        "--out",
        "out",
    )
    assert result.exit_code == 0, result.output
    assert not (tmp_path / "out" / "answers").exists()


def test_one_text_is_explained_by_the_words_that_decide(audit: Audit) -> None:
    result = audit("explain", "a good awful film", "--predict", "asked_by_name:predict", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["label"] == "LABEL_0" and found["words"][found["core"][0]] == "awful"
    assert found["gradients"] == 0 and found["status"] == "verified"
    piped = audit(
        "explain", "-", "--predict", "asked_by_name:predict", stdin="an awful film\nan awful plot\n"
    )
    assert piped.stdout.count("«awful»") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "texts.csv", "--predict", "asked_by_name:flat"), "answered with the shape (2,) for 2 texts"),
        (("run", "texts.csv", "--predict", "asked_by_name:none"), "asked_by_name has no none"),
        (("run", "texts.csv", "--predict", "asked_by_name"), "not of the form package.module:function"),
        (("run", "texts.csv", "--predict", "asked_by_name:WEIGHTS"), "type dict cannot be asked"),
        (
            ("run", "m", "texts.csv", "--predict", "asked_by_name:predict"),
            "two models were given: m and asked",
        ),
        (("explain", "a film", "--predict", "asked_by_name:predict", "--trace", "--json"), "needs gradients"),
        (("run", "m", "texts.csv", "--mask-with", "x"), "--mask-with is for models that are asked"),
        (
            ("run", "texts.csv", "--predict", "asked_by_name:predict", "--method", "paper"),
            "method 'paper' needs gradients",
        ),
        (
            ("run", "texts.csv", "--predict", "asked_by_name:predict", "--classes", "a,b,c"),
            "2 scores for a text, and its classes are 'a', 'b', 'c'",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_line_with_a_tip(
    audit: Audit, arguments: tuple[str, ...], message: str
) -> None:
    result = audit(*arguments)
    assert result.exit_code == 1
    assert f"Error: {message}" in result.stderr or message in result.stderr
    assert result.stderr.count("Error:") == 1 and "Tip:" in result.stderr


def test_a_run_without_a_dataset_or_a_text_is_wrong_usage(audit: Audit) -> None:
    assert audit("explain", "model").exit_code == 2
    result = audit("run", "model")
    assert result.exit_code == 2 and "Missing argument 'DATASET'" in result.stderr


def test_an_endpoint_that_fails_now_and_then_ends_in_the_same_findings(audit: Audit, tmp_path: Path) -> None:
    def trouble(number: int) -> Any:
        if number == 9:
            return 2.5  # longer than it is waited for
        return (500, {}, "") if number % 20 == 5 else None

    with serving(trouble=trouble) as server:
        arguments = ("--endpoint", server.url, "--timeout", "0.8", "--request-size", "8", "--out", "asked")
        result = audit("run", "texts.csv", *arguments, "--quiet", "--label-map", "neg=negative,pos=positive")
        assert result.exit_code == 0, result.output
        assert len(server.texts) - len(set(server.texts)) <= 8  # those of the request that hung
    bag = (
        "--predict",
        "tests.model.asked.support:bag",
        "--classes",
        "negative,positive",
        "--out",
        "function",
    )
    assert audit("run", "texts.csv", *bag, "--quiet").exit_code == 0
    reports = [
        json.loads((tmp_path / name / "report.json").read_text(encoding="utf-8"))
        for name in ("asked", "function")
    ]
    assert (
        reports[0]["findings"] == reports[1]["findings"]
        and reports[0]["near_misses"] == reports[1]["near_misses"]
    )
    assert reports[0]["summary"]["model"] == server.url


def test_an_endpoint_that_goes_down_keeps_what_it_answered(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auditor.model.asked.endpoint.Patience.pause", 0.001)
    label_map = ("--label-map", "neg=negative,pos=positive")
    with serving() as server:
        arguments = (
            "run",
            "texts.csv",
            "--endpoint",
            server.url,
            *label_map,
            "--quiet",
            "--out",
            "out",
        )
        server.trouble = lambda number: (401, {}, "") if number > 6 else None
        result = audit(*arguments)
        assert result.exit_code == 1 and "refuses the credentials (401 Unauthorized)" in result.stderr
        assert "Tip: Set AUDIT_ENDPOINT_TOKEN" in result.stderr
        before = list(server.texts)
        server.trouble = lambda _: None
        result = audit(*arguments)
        assert result.exit_code == 0, result.output
        assert before and not set(before) & set(server.texts[len(before) :])


def test_the_outcome_of_a_run_as_json(audit: Audit, tmp_path: Path) -> None:
    result = audit(
        "run", "texts.csv", "--predict", "asked_by_name:predict", "--quiet", "--json", "--out", "out"
    )
    found = json.loads(result.stdout)
    assert result.exit_code == 0 and found["passed"] and found["texts"] == 24
    assert found["report"] == str((tmp_path / "out" / "index.html").resolve())
