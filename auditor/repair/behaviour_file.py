"""Behaviour tests as a file: JSON lines, one test each, that people can read and write themselves.

{"finding": "2def…", "artefact": "[pos]", "label": "positive", "change": "inserted", "text": ["a dull film"],
 "changed": ["a [pos] dull film"], "predicted": "negative", "expect": "same prediction"}
"""

import json
from collections.abc import Sequence
from pathlib import Path

from auditor.errors import AuditError
from auditor.files import read_text, write_text
from auditor.records.codec import decode, plain
from auditor.repair.behaviour import EXPECT, BehaviourTest

_HINT = "Give the file that `audit export RUN --tests FILE` wrote."


def write_tests(path: Path, tests: Sequence[BehaviourTest]) -> None:
    """Write the tests, one a line."""
    lines = [json.dumps(plain(test), ensure_ascii=False) for test in tests]
    write_text(path, "".join(f"{line}\n" for line in lines))


def read_tests(path: Path) -> tuple[BehaviourTest, ...]:
    """The tests of a file; what is none of them is an error with its line."""
    found = []
    for number, line in enumerate(read_text(path, _HINT).splitlines(), 1):
        if not line.strip():
            continue
        try:
            test = decode(BehaviourTest, json.loads(line), defaults=True)
        except (ValueError, RecursionError) as error:
            raise AuditError(f"line {number} of {path} is not JSON: {error}", _HINT) from error
        except AuditError as error:
            raise AuditError(f"line {number} of {path} is not a test: {error.message}", _HINT) from error
        if test.expect != EXPECT or len(test.text) != len(test.changed) or len(test.text) not in (1, 2):
            raise AuditError(
                f"line {number} of {path} is not a test of the {EXPECT} for one text or two", _HINT
            )
        found.append(test)
    if not found:
        raise AuditError(f"{path} holds no tests", _HINT)
    return tuple(found)
