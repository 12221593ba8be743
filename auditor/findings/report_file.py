"""`report.json`: a report as text, and back; what is no report says so, with the place of the bad value.

The same report always gives the same text. A number that is not finite is null.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from auditor.errors import AuditError
from auditor.findings.finding import Finding, Kind
from auditor.findings.report import FORMAT_VERSION, Report, Shown
from auditor.records.codec import decode, plain

NAME = "report.json"
ORDERED = frozenset({"run", "audit", "lengths", "set_sizes"})
"""Fields with dicts whose order says something."""
_AGAIN = "Run `audit run` again to make it anew."
_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(report: Report) -> str:
    """The report as indented JSON."""
    text = json.dumps(plain(report, ordered=ORDERED), ensure_ascii=False, indent=1, allow_nan=False)
    # Half a surrogate pair is no UTF-8; JSON can write it as an escape.
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def from_json(text: str) -> Report:
    """The report that `to_json` wrote; anything else is an `AuditError`."""
    try:
        content = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise AuditError(f"it is not complete JSON: {error}", _AGAIN) from error
    if not isinstance(content, dict) or "format_version" not in content:
        raise AuditError(
            "it is not an audit report: it has no format_version", "Give the folder of an audit."
        )
    version = content["format_version"]
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise AuditError(
            f"it has format_version {version!r}; this version of audit reads {FORMAT_VERSION}",
            "Run the same `audit run` command again: the sets are kept, and the report is made anew."
            if version == 1
            else "Use the version of audit that wrote it, or run `audit run` again.",
        )
    try:
        report = decode(Report, content, defaults=True)  # an earlier version knew fewer fields
        _check(report)
    except AuditError as error:
        hint = error.hint or f"Was it edited by hand? {_AGAIN}"
        raise AuditError(error.message, hint) from error
    return report


def read_report(run: Path) -> Report:
    """The report of a run directory, or of the path of a `report.json` itself."""
    path = run if run.is_file() else run / NAME
    try:
        text = path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise _absent(run) from None
    except UnicodeDecodeError as error:
        raise AuditError(f"{path} cannot be read: it is not UTF-8 text ({error.reason})", _AGAIN) from error
    except OSError as error:
        raise AuditError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        report = from_json(text)
    except AuditError as error:
        raise AuditError(f"{path} cannot be used: {error.message}", error.hint) from error
    _check_run(path, report)
    return report


def _absent(run: Path) -> AuditError:
    """What to say where there is no report: it matters whether there is anything at all."""
    if not run.exists():
        return AuditError(f"there is no {run}", "Give the folder of a run, e.g. reports/NAME.")
    manifest = _manifest(run)
    if manifest is None:
        return AuditError(f"{run} holds no run", "Give the folder that `audit run` wrote.")
    state = "its report was never written" if manifest.get("complete") else "it is not complete"
    return AuditError(
        f"{run} holds a run without a report ({NAME}): {state}",
        "Run the same `audit run` command again: it goes on where it was.",
    )


def _manifest(run: Path) -> dict[str, Any] | None:
    try:
        content = json.loads((run / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _check_run(path: Path, report: Report) -> None:
    """A sweep that was started over with other settings leaves the report of the one before."""
    there, mark = (_manifest(path.parent) or {}).get("fingerprint"), report.run.get("fingerprint")
    if there is not None and mark is not None and there != mark:
        raise AuditError(
            f"{path} is the report of another run than the one in its folder (run.json)",
            "Run the same `audit run` command again: it goes on where it was.",
        )


def _check(report: Report) -> None:
    """What types cannot say: ids are unique, and what names a word or a text names one that is there."""
    listed = [("findings", f) for f in report.findings] + [("near_misses", f) for f in report.near_misses]
    for id_, count in Counter(finding.id for _, finding in listed).items():
        if count > 1:
            raise AuditError(f"{count} findings have the id {id_!r}")
    for where, finding in listed:
        for problem in _problems(finding, report):
            raise AuditError(f"{where}: the finding {finding.id!r} {problem}")
    for id_, shown in report.shown.items():
        if shown.id != id_ or not _marks_words(shown):
            raise AuditError(f"shown[{id_!r}] has another id, or marks what is not in its text")


def _problems(finding: Finding, report: Report) -> Iterator[str]:
    wanted = 2 if finding.kind is Kind.PAIR else 1
    if len(finding.tokens) != wanted or len(finding.fields) != wanted:
        yield f"is a {finding.kind} and needs {wanted} in tokens and in fields"
    for id_ in (*finding.examples, *finding.counterexamples):
        if id_ not in report.shown:
            yield f"names the text {id_!r}, which is not in shown"


def _marks_words(shown: Shown) -> bool:
    words, places = len(shown.spans), (*shown.set, *shown.core)
    inside = all(
        0 <= field < len(shown.texts) and 0 <= start <= end <= len(shown.texts[field])
        for field, start, end in shown.spans
    )
    return inside and all(0 <= place < words for place in places)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
