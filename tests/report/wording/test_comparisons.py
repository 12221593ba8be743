"""What the terminal says of two models."""

from dataclasses import replace

from auditor.records.estimates import NO_EVIDENCE
from auditor.report.wording.comparisons import NOT_KNOWN, comparison_lines
from auditor.review.before_after import ArtefactSides, BeforeAfter, NewArtefact, Sides
from auditor.signals.statistics import rate

SIDES = Sides(rate(50, 100), rate(90, 100), 0.0004)
MARKER = ArtefactSides("id", ("[pos]",), "positive", SIDES, Sides(rate(0, 2), NO_EVIDENCE), Sides(), Sides())


def test_every_figure_has_both_sides_and_the_chance() -> None:
    found = BeforeAfter(SIDES, Sides(), (MARKER,), (), texts=100, mended=41, broken=1)
    lines = list(comparison_lines(found))
    assert lines[0] == "100 texts, the same for both models"
    assert lines[2].split("  ")[0] == "accuracy" and "0.50 (0.40–0.60) of 100" in lines[2]
    assert lines[2].endswith("p < 0.001")
    assert "[pos] → positive" in lines
    [conflict] = [line for line in lines if "conflicts" in line]
    assert "0.00" in conflict and conflict.endswith("no evidence")
    assert lines[-2] == "41 texts that the old model got wrong are right now, 1 the other way round"
    assert lines[-1] == "The new model follows no artefact that the old run did not name"


def test_new_artefacts_are_listed_and_what_is_not_known_is_said() -> None:
    new = (NewArtefact("id", ("amber", "violet"), "negative", "high"),)
    assert (
        list(comparison_lines(BeforeAfter(SIDES, Sides(), (), new)))[-1]
        == "new: amber + violet → negative (high)"
    )
    known = replace(new[0], open_as="first: colour")
    lines = list(comparison_lines(BeforeAfter(SIDES, Sides(), (), (known,))))
    assert lines[-1].endswith("(high); the old run left “first: colour” to a person")
    assert list(comparison_lines(BeforeAfter(SIDES, Sides(), (), None)))[-1] == NOT_KNOWN
