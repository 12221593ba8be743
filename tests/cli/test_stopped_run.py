"""`audit run` that is stopped from outside says how to go on, and goes on to the same findings."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from auditor.findings.report_file import read_report
from auditor.model.journal import FOLDER
from tests.cli.obeying import FAST, Obeying
from tests.sweep.test_launch import listen_to_interrupts

ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}


def command(obeying: Obeying, out: Path, *more: str) -> list[str]:
    paths = [str(obeying.obedient), str(obeying.texts), "--out", str(out)]
    return [sys.executable, "-m", "auditor", "run", *paths, *FAST, *more]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)], ids=str
)
def test_a_stopped_run_goes_on_to_the_same_findings(
    obeying: Obeying, tmp_path: Path, number: int, code: int
) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        command(obeying, out),
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_interrupts,
    )
    deadline = time.monotonic() + 600
    while not list((out / FOLDER).glob("*")):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    process.send_signal(number)
    said = process.communicate(timeout=300)[1]
    assert process.returncode == code
    assert "Traceback" not in said
    if number != signal.SIGKILL:
        assert "Error: interrupted; what was finished is kept" in said
        assert f"Tip: Go on with: python -m auditor run {obeying.obedient}" in said
    assert not (out / "report.json").exists()
    done = subprocess.run(command(obeying, out), env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert read_report(out).findings == read_report(obeying.run).findings
    assert not (out / FOLDER).exists()


def test_several_processes_are_ended_by_the_signal_of_a_scheduler(obeying: Obeying, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        command(obeying, out, "--processes", "2"), env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 600
    while not list((out / FOLDER).glob("*")):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=300)[1]
    assert process.returncode == 143 and said.count("Go on with:") == 1
