"""What the paper prints, as its source has it."""

import re
from pathlib import Path

import pytest

from auditor.reproduce.printed_figures import (
    Printed,
    dataset_of,
    facts,
    is_printed,
    printed,
    rows,
    sentences,
    settings,
    sizes,
)

SOURCE = Path(__file__).parents[2] / "../shared/paper/cidr.tex"


def test_nine_settings_of_nine_rows_and_three_figures() -> None:
    assert len(settings()) == len(set(settings())) == 9
    for model, dataset in settings():
        found = printed(model, dataset)
        assert len(found) == 27 and is_printed(model, dataset)
        assert all(one.low == one.high for one in found.values())
        for method in rows():
            assert found[method, "lo"].low < 0 < found[method, "fms"].low < 1
            assert 0 < found[method, "comp"].low < 1


def test_figures_by_hand() -> None:
    """From the three tables: SST2 with BERT, IMDB with DistilBERT, Rotten Tomatoes with RoBERTa."""
    bert = printed("bert-base-uncased", "sst2")
    assert [bert["cidr", metric].low for metric in ("lo", "comp", "fms")] == [-1.362, 0.344, 0.592]
    assert printed("distilbert-base-uncased", "imdb")["ig", "lo"].low == -0.055
    assert printed("roberta-base", "rotten_tomatoes")["cidr-no-refine", "fms"].low == 0.485
    every = [printed(model, dataset)["cidr", "fms"].low for model, dataset in settings()]
    assert (min(every), max(every)) == (0.483, 0.592)
    assert sizes("sst2") == {"train": 6920, "dev": 872, "test": 1821}


def test_another_model_has_the_range_of_the_papers_three() -> None:
    assert printed("some/minilm", "sst2")["cidr", "fms"] == Printed(0.525, 0.592)
    assert not is_printed("some/minilm", "sst2") and not is_printed("bert-base-uncased", "builtin:reviews")
    assert printed("bert-base-uncased", "builtin:reviews") == {}


@pytest.mark.parametrize(
    ("name", "known"),
    [("sst2", "sst2"), ("../shared/data/rt", "rotten_tomatoes"), ("data/imdb/", "imdb"), ("sst5", None)],
)
def test_a_dataset_by_its_name_or_its_folder(name: str, known: str | None) -> None:
    assert dataset_of(name) == known


@pytest.mark.parametrize(("value", "distance"), [(0.3, -0.1), (0.4, 0.0), (0.45, 0.0), (0.75, 0.25)])
def test_distance_to_what_is_printed(value: float, distance: float) -> None:
    assert Printed(0.4, 0.5).distance(value) == pytest.approx(distance)


def test_the_two_sentences() -> None:
    first, second = sentences()
    assert (first.token, first.predicted, second.token, second.predicted) == (
        *("[neg]", "positive"),
        *("[pos]", "negative"),
    )
    for one in (first, second):
        assert one.token in one.set and all(word in one.text for word in one.set)


@pytest.mark.shared
def test_every_figure_is_the_one_in_the_source() -> None:
    """Read from the LaTeX of the three tables, nine numbers a row."""
    if not SOURCE.exists():
        pytest.skip("../shared is not there")
    source = SOURCE.read_text(encoding="utf-8")
    for label, dataset in (
        ("sst2table", "sst2"),
        ("imdbtable", "imdb"),
        ("rotten_tomatoes_table", "rotten_tomatoes"),
    ):
        [body] = [t for t in re.findall(r"\\begin{table\*}(.*?)\\end{table\*}", source, re.S) if label in t]
        found = {}
        for line in body.replace("\\hline", "").split("\\\\"):
            name, _, cells = line.partition("&")
            found[name.strip()] = [float(cell) for cell in re.findall(r"-?\d+\.\d+", cells)]
        for method, name in rows().items():
            told = [
                printed(model, dataset)[method, metric].low
                for model in facts()["models"]
                for metric in facts()["metrics"]
            ]
            assert found[name] == told, (dataset, name)
    for one in sentences():
        plain = re.sub(r"\\textbf{([^}]*)}", r"\1", source)
        assert one.text in plain
