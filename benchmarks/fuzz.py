"""The fuzz pass (docs/benchmarks.md): hostile inputs through every command, none of them a traceback.

    python -m benchmarks.fuzz --seed 0

Every input runs in a folder of its own, in this process, with a tiny random model. It passes when the exit
code is a documented one, an error is `Error:` in one line, no control character reaches the terminal, no
warning of Python shows, and what a success promises is there: files that load again, pages that hold no
foreign script, JSON that is valid against the schema.
"""

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import FrameType

os.environ |= {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}

from click.testing import CliRunner, Result

from auditor.cli.main import main as program
from benchmarks.fuzz_attacks import attacks
from benchmarks.fuzz_promises import broken_promises
from benchmarks.fuzz_workshop import Attack, Workshop

CODES = (0, 1, 2, 3, 130, 143)
SLOW = 60
"""Seconds after which an input counts as a hang."""
LONGEST = 2_000
"""Characters of a line that tells a person what went wrong."""
_RAW = re.compile(
    r"Traceback|\[Errno|object has no attribute|NoneType|not subscriptable|codec can't|unhashable"
    r"|positional arg|<class '|Warning: .*\.py:\d"
    r"|(?:Key|Type|Value|Attribute|Index|Runtime|Unicode\w*|Recursion|Overflow)Error"
)
"""What a person who does not know Python cannot read."""
_SAID = (
    "Error: ",
    "Tip: ",
    "Warning: ",
    "Note: ",
    "wrote ",
    "testing, ",
    "Usage: ",
    "Try ",
    "out of memory: ",
)


class _HangError(Exception):
    """An input took too long."""


def attempt(attack: Attack, workshop: Workshop, folder: Path) -> list[str]:
    """Run one input in an empty folder; what is wrong with the way it ended."""
    attack.prepare(workshop, folder)
    workshop.answers[:] = [attack.answer]
    before = dict(os.environ)
    os.environ.update(attack.variables)
    os.chdir(folder)
    sys.argv = ["audit", *attack.arguments]
    signal.signal(signal.SIGALRM, _hang)
    signal.alarm(SLOW)
    begin = time.monotonic()
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            result = CliRunner().invoke(program, list(attack.arguments), input=attack.stdin)
        problems = [
            *_ended(result),
            *_spoke(
                result, own="".join(attack.arguments) + _typed(attack), data="--json" in attack.arguments
            ),
        ]
        if attack.refused and result.exit_code == 0:
            problems.append("taken, although it makes no sense")
        problems += [f"{w.category.__name__}: {w.message}" for w in warned if _ours(w)]
        problems += broken_promises(attack, result, folder) if result.exit_code in (0, 3) else []
        problems += [f"left {file.name}" for file in folder.rglob(".*.*") if file.name != ".locks"]
    except _HangError:
        problems = [f"still running after {SLOW} s"]
    finally:
        signal.alarm(0)
        os.chdir(workshop.folder)
        os.environ.clear()
        os.environ.update(before)
    if time.monotonic() - begin > SLOW:
        problems.append("too slow")
    return problems


def _hang(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise _HangError


def _ours(warned: warnings.WarningMessage) -> bool:
    """Libraries may announce what they will change; what their use brings about is ours."""
    return not issubclass(warned.category, DeprecationWarning | PendingDeprecationWarning | ResourceWarning)


def _ended(result: Result) -> Iterator[str]:
    if isinstance(result.exception, _HangError):
        raise result.exception
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        place = traceback.extract_tb(result.exception.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        yield f"{type(result.exception).__name__}: {result.exception} ({where})"
    if result.exit_code not in CODES:
        yield f"exit code {result.exit_code}"
    helped = result.exit_code == 2 and "\nCommands:\n" in result.stderr  # a group without a command
    if result.exit_code in (1, 2) and not (helped or re.search("^Error: .", result.stderr, re.MULTILINE)):
        yield "an error without `Error:`"
    if result.exit_code == 0 and "Error: " in result.stderr and "failed on" not in result.stderr:
        yield "a success that says `Error:`"


def _spoke(result: Result, *, own: str, data: bool) -> Iterator[str]:
    """What is wrong with what a person reads; `own` is what that person typed, which may come back.

    With `data`, stdout is JSON for a program.
    """
    if result.exit_code != 0 and (raw := _RAW.search(result.stderr)):
        yield f"raw Python on stderr: {raw[0]}"
    for line in result.stderr.splitlines():
        if result.exit_code == 1 and len(line) > LONGEST:
            yield f"a line of {len(line)} characters"
        if result.exit_code == 1 and not line.startswith(_SAID):
            yield f"a line on stderr that is no message: {line[:60]!r}"
    read = result.stderr + ("" if data else result.stdout)
    obeyed = {c for c in read if c not in f"\n\t{own}" and _is_control(c)}
    if obeyed:
        yield f"control characters on the terminal: {sorted(obeyed)!r}"


def _typed(attack: Attack) -> str:
    """What a prompt shows again."""
    return (attack.stdin or b"").decode("utf-8", "replace") if attack.kind == "review" else ""


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\u200d\ufe0f"


def main() -> None:
    """Run them all, say what failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=1, help="so many seeds, from --seed on")
    parser.add_argument("--only", help="the kind of input, e.g. data")
    parser.add_argument("--number", type=int, help="one input, with all that it prints")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="audit-fuzz-") as name, Workshop.open(Path(name)) as workshop:
        codes: Counter[int | str] = Counter()
        failed, begin, ran = 0, time.monotonic(), 0
        every = (attacks(workshop, options.seed + more) for more in range(options.seeds))
        for number, attack in enumerate(chain.from_iterable(every)):
            if options.only not in (None, attack.kind) or options.number not in (None, number):
                continue
            folder = Path(tempfile.mkdtemp(dir=name, prefix=f"{number:05d}-"))
            problems = attempt(attack, workshop, folder)
            shutil.rmtree(folder, ignore_errors=True)
            ran, failed = ran + 1, failed + bool(problems)
            codes[attack.kind] += 1
            if options.number is not None:
                print(attack, attack.answer)
            if problems:
                print(f"input {number} ({attack.kind}): {'; '.join(problems)[:600]}\n    {attack}")
        counts = ", ".join(f"{count} {kind}" for kind, count in codes.items())
        seconds = time.monotonic() - begin
        print(
            f"{ran} inputs ({counts}), {failed} failed, {seconds:.0f} s, "
            f"{options.seeds} seeds from {options.seed}"
        )
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
