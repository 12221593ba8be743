"""An explanation in the terminal: the text with its minimal set marked, and the figures.

Colour is never the only cue: needed words stand in «guillemets», words that only complete a pair in ‹single›
ones.
"""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from auditor.records.text import Explanation, Status
from auditor.report.explanation import kinds_line
from auditor.report.marking import brackets, segments
from auditor.report.statuses import sentence
from auditor.report.visible_text import visible

STYLES = {"core": "bold reverse", "partner": "underline"}
"""Colour and weight of marked words, beside their brackets."""


def show(explanation: Explanation, console: Console | None = None) -> None:
    """Print one explanation."""
    out = console or Console(highlight=False)
    for field in range(len(explanation.texts)):
        out.print(_marked(explanation, field))
    out.print(_figures(explanation))
    if said := kinds_line(explanation):
        out.print(Text(f"  {said}"))
    if explanation.pairs:
        out.print(_pair_table(explanation))
    out.print()


def _marked(explanation: Explanation, field: int) -> Text:
    line = Text()
    for segment in segments(explanation, field):
        opening, closing = brackets(segment)
        line.append(f"{opening}{segment.text}{closing}", style=STYLES.get(segment.role, ""))
    return line


def _figures(explanation: Explanation) -> Text:
    line = Text("  ")
    verified = explanation.status is Status.VERIFIED
    line.append(visible(explanation.label), style="bold")
    line.append(f" {explanation.probability:.3f} → {explanation.probability_after:.3f}")
    if explanation.status is Status.EVIDENCE:
        line.append(f"   evidence {explanation.evidence:.2f} → {explanation.evidence_after:.2f}")
    line.append(f"\n  {explanation.status}", style="bold green" if verified else "bold yellow")
    line.append(f": {sentence(explanation)}")
    line.append(
        f"\n  {explanation.forwards} forwards, {explanation.gradients} gradients, "
        f"completeness error {explanation.completeness_error:.4f}",
        style="dim",
    )
    if explanation.truncated:
        line.append(f"\n  {explanation.truncated} words cut off by the model's length limit", style="yellow")
    return line


def _pair_table(explanation: Explanation) -> Table:
    table = Table(box=None, padding=(0, 2), pad_edge=True)
    table.add_column("  pair")
    for heading in ("score", "frequency", "interaction"):
        table.add_column(heading, justify="right")
    for pair in explanation.pairs:
        words = Text("  " + " + ".join(visible(word) for word in pair.words))
        table.add_row(words, f"{pair.score:.3f}", f"{pair.frequency:.1f}", f"{pair.interaction:+.3f}")
    return table
