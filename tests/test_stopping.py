"""SIGTERM and SIGHUP end the work as Ctrl-C does; who ignores one is left alone."""

import os
import signal
from threading import Thread

import pytest

from auditor.stopping import Stopped, exit_code, heeding, requests


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_request_is_an_interruption_with_its_own_exit_code(number: int, code: int) -> None:
    before = signal.signal(number, signal.SIG_DFL)  # the tests may have been started with nohup
    try:
        with pytest.raises(KeyboardInterrupt) as caught, heeding(requests()):
            os.kill(os.getpid(), number)
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert isinstance(caught.value, Stopped) and caught.value.number == number
    assert exit_code(caught.value) == code


def test_ctrl_c_has_the_code_that_shells_know() -> None:
    assert exit_code(KeyboardInterrupt()) == 130


def test_what_is_ignored_stays_ignored() -> None:
    """As `nohup` starts a command."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert requests() == (signal.SIGTERM,)
        with heeding(requests()):
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_it_may_be_heeded_in_another_way() -> None:
    heard: list[int] = []
    with heeding((signal.SIGTERM,), heard.append):
        os.kill(os.getpid(), signal.SIGTERM)
    assert heard == [signal.SIGTERM]


def test_another_thread_changes_no_handler() -> None:
    before, seen = signal.getsignal(signal.SIGTERM), []

    def work() -> None:
        with heeding(requests()):
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
