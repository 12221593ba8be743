"""A source: its rows as often as they are asked for, and a sample of the first ones."""

from collections.abc import Iterator, Sequence

from auditor.data.sources.source import SAMPLE, Row, Source


def source(count: int, asked: list[Sequence[str]]) -> Source:
    def rows(columns: Sequence[str]) -> Iterator[Row]:
        asked.append(columns)
        for number in range(count):
            yield Row({"text": f"t{number}"}) if number % 3 else Row({}, "a torn row")

    return Source("made up", ("text", "label"), rows)


def test_a_sample_is_the_first_rows_torn_ones_among_them() -> None:
    asked: list[Sequence[str]] = []
    found = source(SAMPLE + 5, asked).sample()
    assert len(found) == SAMPLE and asked == [("text", "label")]
    assert found[0].problem == "a torn row" and found[1].values == {"text": "t1"}
    assert not found[1].problem and found[0].values == {}


def test_a_short_source_is_its_own_sample_and_is_read_anew_each_time() -> None:
    asked: list[Sequence[str]] = []
    made = source(2, asked)
    assert made.sample() == made.sample() == list(made.rows(("text",)))
    assert len(asked) == 3 and source(0, asked).sample() == []


def test_nothing_is_read_before_it_is_asked_for() -> None:
    asked: list[Sequence[str]] = []
    made = source(5, asked)
    rows = made.rows(made.columns)
    assert asked == []
    next(rows)
    assert len(asked) == 1
    assert (made.class_names, made.suggested, made.notices) == ({}, {}, ())
