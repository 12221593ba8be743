"""One pass over rows: each is an example or a skip with its reason, and the whole is checked at the end."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from auditor.data.columns import Columns
from auditor.data.examples import Example, Skip, example_id, fingerprint, make_example
from auditor.data.labels import MOST_CLASSES
from auditor.data.row_reader import Reading
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

TEXT_AND_LABEL = Columns("text", None, "label")


def reading(
    rows: Sequence[Row | tuple[Any, Any]],
    *,
    label_map: Mapping[str, str] | None = None,
    class_names: Sequence[str] = (),
    columns: Columns = TEXT_AND_LABEL,
) -> Reading:
    made = [row if isinstance(row, Row) else Row({"text": row[0], "label": row[1]}) for row in rows]
    names = {"label": tuple(class_names)} if class_names else {}
    source = Source("a.csv", ("text", "label"), lambda _: iter(made), class_names=names)
    return Reading(source, columns, label_map or {})


def test_each_row_is_an_example_or_a_skip_and_is_counted() -> None:
    one = reading(
        [
            ("fine", "x"),
            (" ", "x"),
            ("bare", None),
            Row({}, "torn"),
            (7, "x"),
            ("odd \udcff", "x"),
            ("y", "z"),
        ]
    )
    records = list(one.records())
    assert [record.row for record in records] == [1, 2, 3, 4, 5, 6, 7]
    assert records[0] == Example(example_id(["fine"]), ("fine",), "x", 1)
    assert records[2] == Skip(3, "missing label", example_id(["bare"]))
    reasons = {
        "empty text": 1,
        "missing label": 1,
        "torn": 1,
        "text of the type int": 1,
        "not valid UTF-8": 1,
    }
    assert one.skipped == reasons
    assert one.labels == {"x": 1, "z": 1}
    assert one.hash.hexdigest() == fingerprint(r for r in records if isinstance(r, Example))
    one.check()


@pytest.mark.parametrize(
    "labels", [(0.0, 1.0, float("nan")), ("0.0", "1.0", "nan"), (0, 1, None), ("0", "1", "")]
)
def test_floats_with_gaps_are_the_same_classes_in_every_kind_of_file(labels: tuple[Any, ...]) -> None:
    """pandas turns whole numbers into floats as soon as one is missing."""
    one = reading([("a", labels[0]), ("b", labels[1]), ("c", labels[2])])
    assert [getattr(record, "label", None) for record in one.records()] == ["0", "1", None]
    assert (one.label_names(), dict(one.skipped)) == (("0", "1"), {"missing label": 1})
    one.check()


@pytest.mark.parametrize(("false", "true"), [(False, True), ("False", "True"), ("FALSE", "TRUE")])
def test_booleans_are_two_classes(false: Any, true: Any) -> None:
    one = reading([("a", false), ("b", true), ("c", None)])
    list(one.records())
    one.check()
    assert [name.lower() for name in one.label_names()] == ["false", "true"]


def test_a_truth_meter_has_names_and_no_booleans() -> None:
    one = reading([("a", "true"), ("b", "half-true"), ("c", "false")])
    list(one.records())
    one.check()
    assert one.label_names() == ("false", "half-true", "true")


def test_scores_are_refused_unless_they_are_renamed() -> None:
    rows = [("a", 0.25), ("b", "0.75"), ("c", 0)]
    one = reading(rows)
    list(one.records())
    with pytest.raises(AuditError, match=r"holds scores such as 0.25 \(row 1\), not classes"):
        one.check()
    renamed = reading(rows, label_map={"0.25": "low", "0.75": "high", "0.0": "low"})
    list(renamed.records())
    renamed.check()
    assert renamed.label_names() == ("high", "low")


def test_kinds_of_labels_do_not_mix() -> None:
    one = reading([("a", "1"), ("b", "good"), ("c", "2")])
    list(one.records())
    with pytest.raises(AuditError, match=r"'1' \(a number, row 1\) and 'good' \(a name, row 2\)"):
        one.check()


def test_numbers_of_known_classes_become_their_names_in_their_order() -> None:
    one = reading([("a", 1), ("b", 0), ("c", -1), ("d", 2)], class_names=("worse", "better"))
    records = list(one.records())
    assert [getattr(record, "label", None) for record in records] == ["better", "worse", None, None]
    assert one.label_names() == ("worse", "better")


def test_names_of_a_map_that_do_not_occur_are_an_error() -> None:
    one = reading([("a", "x"), ("b", "y")], label_map={"x": "good", "q": "bad"})
    list(one.records())
    with pytest.raises(AuditError, match=r"names 'q', which a.csv does not have") as caught:
        one.check()
    assert "'good', 'y'" in caught.value.hint


def test_too_many_classes_stop_the_reading() -> None:
    one = reading([(f"text {n}", f"name {n}") for n in range(MOST_CLASSES + 5)])
    with pytest.raises(AuditError, match="more than 1000 different labels"):
        list(one.records())


def test_no_rows_and_no_usable_rows() -> None:
    for rows, said in (([], "a.csv has no rows"), ([("", "x"), ("", "y")], "2 with empty text")):
        one = reading(rows)
        list(one.records())
        with pytest.raises(AuditError, match=said):
            one.check()


def test_without_a_label_column_nothing_is_missing() -> None:
    one = reading([("a", None), ("b", "x")], columns=Columns("text", None, None))
    assert [getattr(record, "label", "skip") for record in one.records()] == [None, None]
    one.check()
    assert one.label_names() == ()


GROUPED = Columns("text", None, "label", "site")


def grouped(*sites: object) -> Reading:
    """A row for each site."""
    rows = [Row({"text": f"text {n}", "label": "xy"[n % 2], "site": site}) for n, site in enumerate(sites)]
    return reading(rows, columns=GROUPED)


def test_each_example_has_its_group() -> None:
    sites = ["one", " two ", None, "", 3, 2.5, True]
    records = list(grouped(*sites).records())
    assert [r.group for r in records if isinstance(r, Example)] == [
        "one",
        "two",
        None,
        None,
        "3",
        "2.5",
        "True",
    ]
    plain = make_example(("text 0",), "x", 1)
    assert (records[0].id, plain.group) == (plain.id, None)  # an id is that of the text


@pytest.mark.parametrize(
    ("sites", "message"),
    [
        (["one"] * 40, "has the value 'one' alone"),
        ([f"n{n}" for n in range(40)], "has another value in each of its 40 rows"),
        ([None] * 40, "is empty in every row"),
        ([f"n{n // 2}" for n in range(40)], "has no value that 10 or more rows share"),
        (["one"] * 31 + ["two"] * 9, "has 1 value that 10 or more rows share"),
    ],
)
def test_a_grouping_that_says_nothing_is_refused(sites: list[str | None], message: str) -> None:
    one = grouped(*sites)
    assert len(list(one.records())) == 40
    one.check()
    with pytest.raises(AuditError, match=message) as caught:
        one.check_groups()
    assert "at least two groups of 10 texts" in caught.value.hint


def test_two_groups_are_enough_and_none_is_asked_for_without_a_column() -> None:
    one = grouped(*["one"] * 10, *["two"] * 10, None, "odd")
    list(one.records())
    one.check_groups()
    assert one.groups == {"one": 10, "two": 10, "odd": 1}
    plain = reading([("a", "x")])
    list(plain.records())
    plain.check_groups()


def test_a_group_that_is_not_valid_text_is_a_skip() -> None:
    assert list(grouped("odd \udcff").records()) == [Skip(1, "not valid UTF-8")]
