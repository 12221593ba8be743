"""`audit compare`: a model and the one that is to replace it."""

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from auditor.report.wording.comparisons import NOT_KNOWN
from tests.cli.obeying import FAST, Obeying

Audit = Callable[..., Result]


def test_a_run_and_a_model_on_the_same_texts(audit: Audit, obeying: Obeying) -> None:
    done = audit("compare", obeying.run, obeying.sober, "--data", obeying.texts, "--quiet", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["texts"] == 120 and found["new"] is None
    [marker] = found["artefacts"]
    assert marker["tokens"] == ["[pos]"]
    assert marker["insertion"]["old"]["estimate"] == 1.0 and marker["insertion"]["new"]["estimate"] == 0.0
    assert marker["conflict"]["new"]["estimate"] > marker["conflict"]["old"]["estimate"] + 0.5
    assert found["mended"] > 0 == found["broken"]


def test_two_runs_say_what_is_new(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    assert audit("run", obeying.sober, obeying.texts, "--out", "new", *FAST).exit_code == 0
    done = audit("compare", obeying.run, tmp_path / "new", "--data", obeying.texts, "--quiet")
    assert done.exit_code == 0, done.output
    assert "[pos] → pos\n" in done.stdout and NOT_KNOWN not in done.stdout
    assert "The new model follows no artefact that the old run did not name" in done.stdout
    shared = audit("diff", obeying.run, tmp_path / "new")
    assert "turned by writing it in" in shared.stdout and "accuracy where it conflicts" in shared.stdout
    [marker] = json.loads(audit("diff", obeying.run, tmp_path / "new", "--json").stdout)["before_after"][
        "artefacts"
    ]
    assert marker["insertion"]["old"]["estimate"] > 0.9 > 0.1 > marker["insertion"]["new"]["estimate"]


def test_models_alone_are_compared_by_accuracy_or_by_a_named_run(audit: Audit, obeying: Obeying) -> None:
    plain = audit("compare", obeying.obedient, obeying.sober, "--data", obeying.texts, "--quiet")
    assert plain.exit_code == 0 and "no run was named" in plain.stderr
    assert "[pos]" not in plain.stdout and "accuracy" in plain.stdout
    options = ("--data", obeying.texts, "--findings", obeying.run, "--quiet")
    named = audit("compare", obeying.obedient, obeying.sober, *options)
    assert named.exit_code == 0 and "[pos] → pos\n" in named.stdout


def test_texts_of_another_task_are_refused(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("text,label\na,sport\nb,politics\n")
    done = audit("compare", obeying.run, obeying.sober, "--data", "odd.csv", "--quiet")
    assert done.exit_code == 1 and "do not match the model's" in done.stderr
