"""All files of a report, written together: what a folder holds is of one report, or of the one before.

Everything is rendered before the first file is touched, and from what `report.json` will hold, so that the
same report rendered again gives the same bytes.
"""

from contextlib import ExitStack
from pathlib import Path

from auditor.files import replacing
from auditor.findings.report import Report
from auditor.findings.report_file import NAME, from_json, to_json


def write_report(run_dir: Path, report: Report) -> tuple[Path, ...]:
    """Write `index.html`, `summary.md` and `report.json` into a folder, all or none; gives their paths."""
    from auditor.report.markdown import summary
    from auditor.report.page import report_page

    text = to_json(report)
    stored = from_json(text)
    contents = {"index.html": report_page(stored), "summary.md": summary(stored), NAME: text}
    with ExitStack() as files:
        for name, content in contents.items():
            temporary = files.enter_context(replacing(run_dir / name))
            temporary.write_text(content, encoding="utf-8", errors="surrogatepass", newline="\n")
    return tuple(run_dir / name for name in contents)
