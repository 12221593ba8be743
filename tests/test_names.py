"""A module's name says which one is meant: no two share it, but for a command and what it calls."""

from collections import Counter
from pathlib import Path

AUDITOR = Path(__file__).parent.parent / "auditor"


def test_no_two_modules_share_a_name() -> None:
    modules = [path for path in AUDITOR.rglob("*.py") if path.parent != AUDITOR / "cli"]
    names = Counter(path.stem for path in modules if path.stem != "__init__")
    assert names
    assert {name for name, count in names.items() if count > 1} == set()
