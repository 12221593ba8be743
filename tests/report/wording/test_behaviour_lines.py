"""What the terminal says of behaviour tests."""

from auditor.repair.behaviour import tallied
from auditor.report.wording.behaviour_lines import behaviour_lines
from tests.report.test_behaviour_junit import RESULTS, answered


def test_failing_artefacts_show_some_of_their_tests() -> None:
    lines = list(behaviour_lines(RESULTS, tallied(RESULTS, 0.1), 0.1))
    assert lines[0].startswith("FAILS   [pos] → positive") and "1 of 2 tests fail" in lines[0]
    assert "negative → positive: [pos] a <b>" in lines[1] and "\x00" not in lines[1]
    assert lines[2].startswith("passes  lisbon → positive") and "1 of 20 tests fail" in lines[2]
    assert lines[3] == "1 artefact fails the check: more than 10 % of the tests fail"


def test_all_that_pass_are_said_in_a_line() -> None:
    fine = [answered("lisbon", "text", "negative", "negative")]
    lines = list(behaviour_lines(fine, tallied(fine, 0.05), 0.05))
    assert lines[-1] == "1 artefact passes the check: at most 5 % of the tests of each may fail"


def test_a_model_that_fails_to_answer_is_said() -> None:
    lost = [answered("lisbon", "text", "", "negative")]
    assert "no answer → negative" in "\n".join(behaviour_lines(lost, tallied(lost, 0.1), 0.1))
