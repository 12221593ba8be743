"""The table as JSON, Markdown, terminal and page."""

import json
import re
from dataclasses import replace
from pathlib import Path

from auditor.evaluation.methods import METHODS
from auditor.records.evaluation import FIGURES, MEANINGS, Estimate, Evaluation, Failure, MethodFigures
from auditor.report.evaluation import as_dict, table, to_json, to_markdown
from auditor.report.evaluation_page import LEFT, WIDTH, chart, headline, page, save
from tests.evaluation.support import made_up

HOSTILE = Failure("ig", "00", "<script>alert(1)</script> | \u202e", "broke {{ 7 * 7 }}")


def test_json_has_each_figure_as_estimate_low_high() -> None:
    found = json.loads(to_json(made_up()))
    assert found["methods"]["cidr"]["lo"] == {"estimate": -1.0, "low": -1.5, "high": -0.5}
    assert found["methods"]["ig"]["fms"] == {"estimate": None, "low": None, "high": None}
    assert set(found["methods"]["cidr"]) == {figure.name for figure in FIGURES} | {"texts", "failures"}
    assert found["comparisons"][0]["verdict"] == "better"  # lower log-odds
    assert found["comparisons"][1]["verdict"] == "worse"  # lower comprehensiveness
    assert found["comparisons"][2]["verdict"] == "not tested"
    assert found["comparisons"][2]["p"] is None
    assert found == json.loads(json.dumps(as_dict(made_up())))


def test_markdown_has_a_row_for_each_method_and_every_failure() -> None:
    text = to_markdown(made_up(failures=(HOSTILE,)))
    rows = [line for line in text.splitlines() if line.startswith(("| cidr ", "| ig "))]
    assert len(rows) == 2
    assert "| -1.000 (-1.500 to -0.500) |" in rows[0]
    assert "1 of 4" in rows[1] and "–" in rows[1]
    assert all(row.count("|") == len(FIGURES) + 3 for row in rows)
    assert "&lt;script>" in text and "⟨U+202E⟩" in text
    assert "| lo | ig | -1.250 |" in text


def test_terminal_table_is_aligned() -> None:
    lines = table(made_up()).splitlines()[2:]
    assert len({len(line) for line in lines}) == 1
    assert lines[0].startswith("method") and lines[1].startswith("cidr")


def test_chart_places_bars_from_zero() -> None:
    drawn = chart(made_up(), "lo")
    first, second = drawn.bars
    assert (first.role, second.role) == ("first", "other")
    assert first.low == LEFT and second.high == LEFT + WIDTH  # -1.5 to 0.3
    assert drawn.zero == LEFT + WIDTH * 1.5 / 1.8
    assert abs(first.x + first.width - drawn.zero) < 0.11 and second.x == drawn.zero
    assert [bar.method for bar in chart(made_up(), "fms").bars] == ["cidr"]


def with_rivals(**fms: float) -> Evaluation:
    """Methods that differ in FMS; cidr is tested against ig alone."""
    found = made_up()
    figures = found.methods[0].figures
    rows = [
        MethodFigures(name.replace("_", "-"), {**figures, "fms": Estimate(value, value, value)}, 4, 0)
        for name, value in fms.items()
    ]
    return replace(found, methods=tuple(rows))


def test_headline_sets_the_first_method_beside_its_best_rival() -> None:
    """A variant of the first method is no rival, whatever its FMS."""
    line, meaning = headline(with_rivals(cidr=0.895, cidr_no_cooperation=0.895, ig=0.3, sig=0.43))
    assert line.replace("\u00a0", " ") == (
        "cidr names a minimal set for 90 % of the texts; sig, the best of the others, for 43 %."
    )
    assert meaning == (
        "Paired tests against 2 methods that are no variants of it: "
        "LO better in 1; Comp worse in 1; FMS not tested in 1."
    )


def test_headline_of_one_method_and_of_none_that_worked() -> None:
    assert headline(with_rivals(cidr=0.5)) == ("cidr names a minimal set for 50\u00a0% of the texts.", "")
    assert headline(with_rivals(ig=float("nan"), cidr=0.5))[0] == "ig gave nothing that could be measured."


def test_headline_says_on_how_many_texts_a_method_failed() -> None:
    found = with_rivals(cidr=0.5)
    some = replace(found, methods=(replace(found.methods[0], texts=3, failures=1),))
    assert headline(some)[0].endswith("50\u00a0% of the 3 texts on which it did not fail.")


def test_the_best_of_each_column_is_marked_where_better_means_something() -> None:
    """LO -1.0 against 0.25 (lower is better), Comp 0.5 against 0.25; of two costs neither is the best."""
    html = page(made_up())
    marked = re.findall(r'<b class="best" title="best">([^<]+)</b>', html)
    # cidr: LO, Comp, FMS of all, reachable, same size and words, essence; ig: sufficiency. FMS has one value.
    assert marked == ["-1.000", "0.500", "0.500", "0.500", "0.500", "0.500", "0.250"]
    assert html.count('class="t better"') == 1 and html.count('class="t worse"') == 1
    assert "no text has both" in html


def test_every_method_is_explained() -> None:
    assert tuple(MEANINGS) == METHODS
    guide = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in guide for name in METHODS)


def test_page_is_self_contained_and_only_shows_text() -> None:
    html = page(made_up(failures=(HOSTILE,)))
    assert "<script" not in html and "&lt;script&gt;" in html
    assert "{{ 7 * 7 }}" in html
    assert "default-src &#39;none&#39;" in html and "http" not in html.split("</style>")[1]
    assert html.count("<svg") == 4
    assert "better" in html and "1 of 4" in html


def test_files_are_written_together(tmp_path: Path) -> None:
    paths = save(made_up(), tmp_path / "out")
    assert sorted(path.name for path in paths) == ["evaluation.html", "evaluation.json", "evaluation.md"]
    assert sorted((tmp_path / "out").iterdir()) == sorted(paths)
