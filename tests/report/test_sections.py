"""What stands below the findings."""

from dataclasses import replace

from auditor.report.sections import command, data_view, flat, provenance, quality_view
from tests.report import states
from tests.report.many import make_report


def test_classes_by_hand() -> None:
    view = data_view(make_report(1).summary)
    assert view.statuses == ["verified", "default", "unreachable"]
    first = view.classes[0]
    assert (first.label, first.gold, first.predicted, first.counted) == (
        "negative",
        "960",
        "1,010",
        "905 of 960",
    )
    assert first.statuses == ["760 (75 %)", "150 (15 %)", "100 (10 %)"]
    assert first.confusion == ["905", "55"] and view.confusion


def test_without_labels_there_is_no_accuracy_and_no_confusion() -> None:
    view = data_view(states.no_labels().summary)
    assert {one.accuracy for one in view.classes} == {"no evidence"}
    assert {one.gold for one in view.classes} == {"no labels"} and not view.confusion


def test_a_class_that_is_never_predicted() -> None:
    view = data_view(states.one_class().summary)
    assert view.classes[0].statuses == ["0 (no evidence)"] and view.classes[0].bar == ""


def test_planted_and_missed() -> None:
    report = make_report(12)
    view = quality_view(report.quality, report.summary)
    assert view.recall == "2 of 3 found"
    assert view.planted[0][2:] == ("artefact", report.findings[0].id)
    assert view.planted[2] == ("harbour", "negative", "missed: not significant", "")
    asked = replace(report.quality.planted[2], verdict="undecided")
    view = quality_view(replace(report.quality, planted=(asked,)), report.summary)
    assert view.planted[0][2] == "found, and left to a person to decide"
    assert view.controls == [("shuffled labels", "20", "0.05", "2,094", "12")]


def test_nothing_known() -> None:
    report = states.nothing()
    view = quality_view(report.quality, report.summary)
    assert [value for _, value, _ in view.facts] == ["no evidence", "no evidence", "0", "12"]
    assert view.recall == "" and view.controls == []


def test_settings_become_names_and_values() -> None:
    nested = {"a": {"b": 1, "c": [1, 2]}, "d": [{"e": None}], "f": True}
    assert flat(nested) == [("a.b", "1"), ("a.c", "1, 2"), ("d.1.e", "–"), ("f", "True")]


def test_provenance_has_the_command_and_the_analysis() -> None:
    report = make_report(1)
    assert command(report) == "audit run models/planted builtin:reviews --limit 2000"
    names = dict(provenance(report))
    assert names["analysis.candidates"] == "120" and names["seed"] == "13" and "command" not in names
