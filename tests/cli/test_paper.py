"""`--method paper`, `--reading` and `--trace` as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from auditor.sweep.store import RunStore
from tests.cidr.paper.oracle import expected

Audit = Callable[..., Result]
TEXT = "the film is a good"
KEYS = {
    *("ig", "without", "beta", "epsilon", "rounds", "seed", "reading", "cig", "s_pos", "sp_pos", "u1", "u2"),
    *("u2_prime", "items", "weights", "v", "capacities", "inside", "candidates", "frequency", "minimal"),
    *("greedy_printed", "f_set", "f_one_less", "completeness_errors"),
}


def traced(audit: Audit, model_path: Path, *arguments: str) -> dict:  # type: ignore[type-arg]
    result = audit("explain", model_path, TEXT, "--json", "--trace", "--steps", "4", *arguments)
    assert result.exit_code == 0, result.output
    found: dict = json.loads(result.stdout)  # type: ignore[type-arg]
    return found


@pytest.mark.parametrize("reading", ["", "items=all-pairs", "member=inside", "solver=in-loop", "strict"])
def test_a_trace_is_what_the_oracle_says(audit: Audit, model_path: Path, reading: str) -> None:
    chosen = ("--reading", reading) if reading else ()
    found = traced(audit, model_path, "--method", "paper", *chosen)
    assert found.keys() >= KEYS and found["status"] == "unverified"
    assert (found["beta"], found["epsilon"], found["rounds"], found["seed"]) == (0.5, 0.5, 10, 0)
    assert np.shape(found["v"]) == (10, len(found["items"]))
    for key, value in expected(found).items():
        if key in ("inside", "candidates", "minimal", "items", "sp_pos", "s_pos", "greedy_printed"):
            assert found[key] == value, key
        elif key != "cig":
            assert found[key] == pytest.approx(value), key
    assert found["set"] == sorted({w for pair in found["minimal"] for w in pair})


def test_trace_implies_the_papers_method(audit: Audit, model_path: Path) -> None:
    assert traced(audit, model_path)["reading"]["items"] == "positive-pairs"


def test_readings_may_be_repeated(audit: Audit, model_path: Path) -> None:
    found = traced(audit, model_path, "--reading", "ordered", "--reading", "values=truncated")
    assert (found["reading"]["ordered"], found["reading"]["values"]) == ("yes", "truncated")
    assert [1, 0] in found["items"] or [0, 1] not in found["items"]
    assert max(map(max, found["v"])) < 1


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--method", "paper", "--verify"), "verify is True, which contradicts method 'paper'"),
        (("--method", "paper", "--fallback"), "fallback is True"),
        (("--method", "paper", "--unit", "words"), "unit is 'words', which contradicts"),
        (("--method", "paper", "--leading", "3"), "leading is 3, which contradicts"),
        (("--method", "paper", "--removal", "mask"), "removal is 'mask', which contradicts"),
        (("--method", "paper", "--essence", "flip"), "essence is 'flip', which contradicts"),
        (("--method", "paper", "--no-cooperation"), "cooperate is False, which contradicts"),
        (("--method", "paper", "--tolerance", "0.2"), "tolerance is 0.2, which contradicts"),
        (("--method", "paper", "--reading", "item=x"), "unknown reading 'item=x'"),
        (("--method", "paper", "--reading", "items=x"), "allowed: positive-pairs, all-pairs"),
        (("--reading", "ordered"), "the method is 'verified'"),
        (("--trace",), "--trace was given without --json"),
        (("--trace", "--json", "--method", "verified"), "contradicts --method verified"),
    ],
)
def test_contradictions(audit: Audit, model_path: Path, flags: tuple[str, ...], message: str) -> None:
    result = audit("explain", model_path, TEXT, *flags)
    assert result.exit_code == 1
    assert message in result.stderr
    assert "Tip:" in result.stderr or "allowed:" in result.stderr


def test_flags_that_say_what_the_paper_says_are_accepted(audit: Audit, model_path: Path) -> None:
    agreeing = ("--no-verify", "--no-fallback", "--unit", "pairs", "--removal", "pad", "--refine")
    result = audit("explain", model_path, TEXT, "--method", "paper", "--steps", "3", *agreeing)
    assert result.exit_code == 0, result.output
    assert "unverified" in result.stdout


def test_the_method_may_stand_in_the_settings_file(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    (tmp_path / "audit.toml").write_text('[cidr]\nmethod = "paper"\nreading = "ordered"\nsteps = 3\n')
    found = json.loads(audit("explain", model_path, TEXT, "--json").stdout)
    assert found["status"] == "unverified" and found["gradients"] == 3 * (len(found["words"]) + 1)


def test_a_run_by_the_papers_method_is_another_run(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    rows = [f"the film is {'good' if n % 2 else 'bad'} {n},{n % 2}" for n in range(6)]
    (tmp_path / "data.csv").write_text("text,label\n" + "\n".join(rows) + "\n")
    line = ("run", model_path, "data.csv", "--out", "out", "--steps", "3", "--quiet")
    assert audit(*line, "--method", "paper", "--dry-run").exit_code == 0
    result = audit(*line, "--method", "paper")
    assert result.exit_code == 0, result.output
    store = RunStore(tmp_path / "out")
    assert {o.explanation.status for o in store.outcomes() if o.explanation} == {"unverified"}
    assert store.manifest()["fingerprint"]["settings"]["method"] == "paper"
    other = audit(*line, "--method", "paper", "--reading", "ordered")
    assert other.exit_code == 1 and "reading" in other.stderr
    wide = audit(*line, "--method", "paper", "--exhaustive")
    assert wide.exit_code == 1 and "--exhaustive contradicts" in wide.stderr
