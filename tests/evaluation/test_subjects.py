"""One text on its way through an evaluation: what became of each method, whichever of its runs said so."""

from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.subjects import Subject

SOME = MethodResult(ranking=(0, 1))
BROKE, LATER = AuditError("out of memory"), AuditError("a later one")


def subject(*results: tuple[str, int, MethodResult | AuditError]) -> Subject:
    made = Subject(make_example(("good film",), "pos", 1))
    for method, seed, result in results:
        made.results[method, seed] = result
    return made


def test_a_text_begins_without_anything() -> None:
    one, other = subject(), subject()
    assert (one.encoded, one.memo, one.units, one.reachable, one.too_short) == (None, None, 0, False, False)
    assert one.failure("ig") is None
    one.results["ig", 0] = SOME
    assert other.results == {} == other.figures  # no two texts share a record


def test_a_failure_is_that_of_any_run_of_the_method() -> None:
    found = subject(("ig", 0, SOME), ("random", 0, SOME), ("random", 1, BROKE), ("random", 2, LATER))
    assert found.failure("random") is BROKE
    assert found.failure("ig") is None and found.failure("sig") is None


def test_an_equal_text_is_still_another_subject() -> None:
    assert subject() != subject()
