"""The page: bars, headline, best of each column, short texts apart, and nothing but the page's own parts."""

import re
from dataclasses import replace
from pathlib import Path

from auditor.evaluation.evaluation_page import LEFT, WIDTH, chart, headline, page, save
from auditor.records.evaluation import Evaluation, MeanInterval
from tests.evaluation.support import made_up
from tests.evaluation.test_rendering import HOSTILE, THREE, TUNING


def test_chart_places_bars_from_zero() -> None:
    drawn = chart(made_up(), "lo")
    first, second = drawn.bars
    assert (first.role, second.role) == ("first", "other")
    assert first.low == LEFT and second.high == LEFT + WIDTH  # -1.5 to 0.3
    assert drawn.zero == LEFT + WIDTH * 1.5 / 1.8
    assert abs(first.x + first.width - drawn.zero) < 0.11 and second.x == drawn.zero
    assert [bar.method for bar in chart(made_up(), "fms").bars] == ["cidr-verified"]


def with_rivals(**same_size: float) -> Evaluation:
    """Methods that differ in FMS at equal size; the first is tested against ig alone."""
    found = made_up()
    first = found.methods[0]
    rows = [
        replace(
            first,
            method=name.replace("_", "-"),
            figures={**first.figures, "fms_same_size": MeanInterval(value, value, value)},
        )
        for name, value in same_size.items()
    ]
    return replace(found, methods=tuple(rows))


def test_headline_is_about_sets_of_the_same_size() -> None:
    """A variant of CIDR is left out, whatever its FMS."""
    line, meaning = headline(with_rivals(cidr_verified=0.895, cidr=0.99, ig=0.3, sig=0.43))
    assert line.replace("\u00a0", " ") == (
        "cidr-verified names a minimal set for 90 % of the texts; "
        "sig, the best of the others, for 43 % with as many words."
    )
    assert meaning == (
        "Paired tests against 2 other methods: LO better in 1; Comp worse in 1; "
        "FMS, printed not tested in 1; FMS, pairs no difference shown in 1; FMS, same size better in 1."
    )


def test_headline_of_one_method_and_of_none_that_worked() -> None:
    assert headline(with_rivals(cidr=0.5)) == ("cidr names a minimal set for 50\u00a0% of the texts.", "")
    assert headline(with_rivals(ig=float("nan"), cidr=0.5))[0] == "ig gave nothing that could be measured."
    assert "cidr, the best of the others" in headline(with_rivals(ig=0.1, cidr=0.5))[0]


def test_headline_says_on_how_many_texts_a_method_failed() -> None:
    found = with_rivals(cidr=0.5)
    some = replace(found, methods=(replace(found.methods[0], texts=3, failures=1),))
    assert headline(some)[0].endswith("50\u00a0% of the 3 texts on which it did not fail.")


def test_the_best_of_each_column_is_marked_where_better_means_something() -> None:
    """LO -1.0 against 0.25 (lower is better), Comp 0.5 against 0.25; of two costs neither is the best."""
    html = page(made_up())
    marked = re.findall(r'<b class="best" title="best">([^<]+)</b>', html)
    # cidr-verified: LO, Comp, FMS by pairs, same size, words, reachable, essence; ig: sufficiency. FMS as
    # printed has one value.
    assert marked == ["-1.000", *["0.500"] * 6, "0.250"]
    assert html.count('class="t better"') == 2 and html.count('class="t worse"') == 1
    assert "no text has both" in html


def test_page_is_self_contained_and_only_shows_text() -> None:
    html = page(made_up(failures=(HOSTILE,)))
    assert "<script" not in html and "&lt;script&gt;" in html
    assert "{{ 7 * 7 }}" in html
    assert "default-src &#39;none&#39;" in html and "http" not in html.split("</style>")[1]
    assert html.count("<svg") == 6
    assert "better" in html and "1 of 4" in html


def test_files_are_written_together(tmp_path: Path) -> None:
    paths = save(made_up(), tmp_path / "out")
    assert sorted(path.name for path in paths) == ["evaluation.html", "evaluation.json", "evaluation.md"]
    assert sorted((tmp_path / "out").iterdir()) == sorted(paths)


def test_the_page_has_short_texts_and_tuning_where_there_are_any() -> None:
    plain, full = page(made_up()), page(made_up(short=1, tuning=TUNING))
    assert all(heading in plain for heading in THREE)
    assert 'id="short"' not in plain and 'id="tuning"' not in plain
    assert "Texts with K = 0, " in full and "beta 0.6 and epsilon 0.7" in full
    assert "beta 0.5, epsilon 0.4" in plain
    assert plain.count("<title>Evaluation: some-model on some-data</title>") == 1
