"""Loading: every format gives the same dataset, and bad input ends in one line with a cure."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import pyarrow
import pyarrow.parquet
import pytest

from auditor.data.examples import Skip, draw, example_id
from auditor.data.loading import Dataset, load_dataset, require_classes
from auditor.errors import AuditError

SHARED = Path(__file__).parents[2].parent / "shared"
ROWS = [
    ("a fine, quiet film", "positive"),
    ('they call it "art"', "negative"),
    ('"bold" it is not', "negative"),
    ("two\nlines and a\ttab", "positive"),
    ("NA", "negative"),
    ("1984", "positive"),
]


def write_csv(path: Path, delimiter: str = ",") -> None:
    import csv

    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerows([("text", "label"), *ROWS])


def write_jsonl(path: Path) -> None:
    path.write_text("".join(json.dumps({"text": t, "label": n}) + "\n" for t, n in ROWS), encoding="utf-8")


def write_parquet(path: Path) -> None:
    texts, labels = zip(*ROWS, strict=True)
    pyarrow.parquet.write_table(pyarrow.table({"text": texts, "label": labels}), path)


WRITERS: dict[str, Callable[[Path], None]] = {
    "a.csv": write_csv,
    "a.tsv": lambda path: write_csv(path, "\t"),
    "b.csv": lambda path: write_csv(path, ";"),
    "a.jsonl": write_jsonl,
    "a.parquet": write_parquet,
}


def contents(dataset: Dataset) -> list[tuple[str, str | None]]:
    return [(example.texts[0], example.label) for example in dataset.examples()]


def error_of(spec: str | Path, **options: Any) -> AuditError:
    with pytest.raises(AuditError) as caught:
        load_dataset(spec, **options)
    assert "\n" not in caught.value.message + caught.value.hint
    return caught.value


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_format_gives_the_same_examples_and_fingerprint(
    tmp_path: Path, name: str, packed: bool
) -> None:
    path = tmp_path / name
    WRITERS[name](path)
    if packed:
        plain, path = path, tmp_path / f"{name}.gz"
        path.write_bytes(gzip.compress(plain.read_bytes()))
    dataset = load_dataset(path)
    assert contents(dataset) == ROWS
    assert [example.row for example in dataset.examples()] == [1, 2, 3, 4, 5, 6]
    assert dataset.fingerprint == load_from(tmp_path, "other.jsonl", write_jsonl).fingerprint
    assert dataset.label_names == ("negative", "positive")
    assert dataset.label_counts == {"negative": 3, "positive": 3}
    assert len(dataset) == 6
    assert str(tmp_path) not in dataset.source


def load_from(folder: Path, name: str, write: Callable[[Path], None]) -> Dataset:
    write(folder / name)
    return load_dataset(folder / name)


def test_a_folder_of_save_to_disk_with_class_names(tmp_path: Path) -> None:
    features = datasets.Features({"idx": datasets.Value("int32"), "sentence": datasets.Value("string")})
    features["label"] = datasets.ClassLabel(names=["bad", "good"])
    rows = {"idx": [0, 1, 2], "sentence": ["so so", "well done", "who knows"], "label": [0, 1, -1]}
    made = datasets.Dataset.from_dict(rows, features=features)
    made.save_to_disk(tmp_path / "one")
    dataset = load_dataset(tmp_path / "one")
    assert contents(dataset) == [("so so", "bad"), ("well done", "good")]
    assert list(dataset.skips()) == [Skip(3, "missing label", example_id(["who knows"]))]
    datasets.DatasetDict({"train": made, "validation": made}).save_to_disk(tmp_path / "two")
    error = error_of(tmp_path / "two")
    assert "several splits" in error.message and "train, validation" in error.hint
    assert contents(load_dataset(tmp_path / "two", split="dev")) == contents(dataset)
    made.to_parquet(str(tmp_path / "made.parquet"))
    assert contents(load_dataset(tmp_path / "made.parquet")) == contents(dataset)


def test_nothing_is_written_where_the_user_works_or_beside_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, work, temporary = tmp_path / "data", tmp_path / "work", tmp_path / "tmp"
    for folder in (data, work, temporary):
        folder.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    datasets.Dataset.from_dict({"text": ["a", "b"], "label": [0, 1]}).save_to_disk(data / "saved")
    before = sorted(data.rglob("*"))
    dataset = load_dataset(data / "saved", limit=1)
    assert len(list(dataset.examples())) == 1
    assert (list(work.iterdir()), sorted(data.rglob("*"))) == ([], before)
    assert list(temporary.iterdir()) == []


def test_a_file_without_header_with_stray_quotes_and_a_mark_at_its_start(tmp_path: Path) -> None:
    path = tmp_path / "plain.tsv"
    lines = ['"a strange start\t1', "dull , dull , dull\t0", 'so "so" and so\t1', 'ends with a quote"\t0']
    path.write_bytes(b"\xef\xbb\xbf" + "\n".join(lines).encode())
    dataset = load_dataset(path)
    assert contents(dataset) == [(line.split("\t")[0], line[-1]) for line in lines]
    assert dataset.columns.text == "column1"
    assert load_dataset(path, header="no", quoting="none").fingerprint == dataset.fingerprint


def test_sniffing_can_be_overruled(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("text,label\nfine work,1\nno good,0\n")
    assert len(load_dataset(path)) == 2
    error = error_of(path, header="no")
    assert "mixes kinds of labels: 'label' (a name, row 1) and '1' (a number, row 2)" in error.message
    assert "allowed: auto, yes, no" in error_of(path, header="maybe").message


def test_a_header_of_unusual_names_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("what,verdict\n" + "a long text here,good\nanother long text,bad\n" * 5)
    dataset = load_dataset(path)
    assert (dataset.columns.text, dataset.columns.label) == ("what", "verdict")
    assert len(dataset) == 10


def test_utf16_as_spreadsheets_write_it(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_bytes("text\tlabel\ncafé noir\t1\nthé vert\t0\n".encode("utf-16"))
    assert contents(load_dataset(path)) == [("café noir", "1"), ("thé vert", "0")]


def test_rows_that_cannot_be_audited_become_skips_with_reasons(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\nfine,1\n  ,0\nno label,\nbad \xff byte,1\na,b,c\nshort\nlast,0\n")
    dataset = load_dataset(path)
    assert contents(dataset) == [("fine", "1"), ("last", "0")]
    assert [(skip.row, skip.reason) for skip in dataset.skips()] == [
        (2, "empty text"),
        (3, "missing label"),
        (4, "not valid UTF-8"),
        (5, "3 cells where there are 2 columns"),
        (6, "missing label"),
    ]
    assert dataset.skip_counts["missing label"] == 2
    assert [record.row for record in dataset] == [1, 2, 3, 4, 5, 6, 7]


def test_text_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": 5, "label": 1}\n{"text": "a", "label": 1}\n{"text": "b", "label": 0.0}\n')
    dataset = load_dataset(path)
    assert [skip.reason for skip in dataset.skips()] == ["text of the type int"]
    assert dataset.label_names == ("0", "1")


def test_two_sentence_tasks(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(
        '{"premise": "it rains", "hypothesis": "it is wet", "label": "yes"}\n'
        '{"premise": "it rains", "hypothesis": "", "label": "no"}\n'
    )
    dataset = load_dataset(path)
    (example,) = dataset.examples()
    assert example.texts == ("it rains", "it is wet")
    assert example.id == example_id(["it rains", "it is wet"]) != example_id(["it rains it is wet"])
    swapped = load_dataset(path, text_column="hypothesis", text_pair_column="premise")
    assert next(swapped.examples()).texts == ("it is wet", "it rains")


def test_an_ambiguous_column_is_asked_for_and_all_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("text,review,label,sentiment\na b c,d e f,1,0\n")
    error = error_of(path)
    assert "holds the text?" in error.message and "--text-column" in error.hint
    assert "'review' (e.g. 'd e f')" in error.message
    error = error_of(path, text_column="text")
    assert "holds the label?" in error.message and "--label-column" in error.hint
    error = error_of(path, text_column="txt")
    assert error.message == "x.csv has no column 'txt'"
    assert "'text', 'review', 'label', 'sentiment'" in error.hint


def test_the_only_column_with_running_text_is_the_text(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,opinion,label\n1,a good long read,1\n2,not for me at all,0\n")
    assert load_dataset(path).columns.text == "opinion"


def test_labels_are_not_needed_when_not_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": "a"}\n')
    assert contents(load_dataset(path, need_label=False)) == [("a", None)]
    assert "holds the label?" in error_of(path).message


def bad(folder: Path, name: str, content: bytes) -> AuditError:
    (folder / name).write_bytes(content)
    return error_of(folder / name)


def test_bad_files_end_in_one_line(tmp_path: Path) -> None:
    line = b'{"text": "a", "label": 1}\n'
    broken = bad(tmp_path, "a.jsonl", line * 16 + b'{"text": "a" "label"}\n' + line)
    assert broken.message.startswith("a.jsonl line 17 is not valid JSON")
    assert "line 1 is a JSON list" in bad(tmp_path, "b.jsonl", b"[1, 2]\n").message
    assert "is empty" in bad(tmp_path, "c.jsonl", b"\n").message
    assert "is empty" in bad(tmp_path, "d.csv", b"").message
    assert "has no rows" in bad(tmp_path, "e.csv", b"text,label\n").message
    assert "binary file" in bad(tmp_path, "f.csv", b"PK\x03\x04\0\0" + os.urandom(64)).message
    assert (
        "1 of 1 lines of g.jsonl are not UTF-8"
        in bad(tmp_path, "g.jsonl", bytes(range(128, 256)) * 9).message
    )
    assert "not a Parquet file" in bad(tmp_path, "h.parquet", b"text,label\n").message
    assert "not a complete gzip file" in bad(tmp_path, "i.csv.gz", gzip.compress(line * 99)[:40]).message
    assert "no known format" in bad(tmp_path, "j.txt", b"hello\n").message
    assert "several columns named 'text'" in bad(tmp_path, "k.csv", b"text,text,label\na,b,1\n").message
    assert "no row that can be audited" in bad(tmp_path, "l.csv", b"text,label\na,\nb,\n").message
    assert "mixes kinds" in bad(tmp_path, "m.csv", b"text,label\na,1\nb,good\n").message
    assert (
        "holds scores such as 0.37 (row 1)"
        in bad(tmp_path, "n.jsonl", b'{"text": "a", "label": 0.37}\n').message
    )
    assert "a label is of the type list" in bad(tmp_path, "o.jsonl", b'{"text": "a", "label": [1]}\n').message
    rows = "".join(f"some text,{number}\n" for number in range(1002))
    assert "more than 1000 different" in bad(tmp_path, "p.csv", f"text,label\n{rows}".encode()).message


def test_what_is_not_there(tmp_path: Path) -> None:
    assert "missing.csv does not exist" in error_of(tmp_path / "missing.csv").message
    assert "missing.jsonl does not exist" in error_of("missing.jsonl").message
    assert "save_to_disk did not write" in error_of(tmp_path).message
    assert "builtin:reviews-reference" in error_of("builtin:tweets").hint
    assert "no split 'x'" in error_of("builtin:reviews", split="x").message


def test_the_hub_without_a_network_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert "SetFit/sst2 is not a local file, and the hub cannot be reached" in error_of("sst2").message
    assert error_of("imbd").hint == "Did you mean 'imdb'?"
    assert datasets.is_progress_bar_enabled()


def test_one_class_only_is_refused_where_two_are_needed(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("text,label\na,1\nb,1\n")
    with pytest.raises(AuditError, match="only the class '1' in column 'label'"):
        require_classes(load_dataset(path))
    require_classes(load_dataset("builtin:reviews", limit=10))


def test_a_label_map_renames_and_cures_mixed_labels(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("text,label\na,1\nb,good\nc,0\n")
    dataset = load_dataset(path, label_map={"1": "good", "0": "bad"})
    assert contents(dataset) == [("a", "good"), ("b", "good"), ("c", "bad")]
    error = error_of(path, label_map={"1": "good", "0": "bad", "7": "x"})
    assert "names '7'" in error.message and "'bad', 'good'" in error.hint


def test_a_limit_is_a_stratified_sample_that_does_not_depend_on_the_order(tmp_path: Path) -> None:
    rows = [{"text": f"text {n}", "label": "rare" if n % 10 == 0 else "usual"} for n in range(200)]
    for name, some in (("a.jsonl", rows), ("b.jsonl", rows[::-1])):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in some))
    sample = load_dataset(tmp_path / "a.jsonl", limit=50, seed=3)
    assert sample.label_counts == {"rare": 5, "usual": 45}
    assert len(sample) == len(list(sample.examples())) == 50
    assert sample.total == 200
    assert [e.row for e in sample.examples()] == sorted(e.row for e in sample.examples())
    other = load_dataset(tmp_path / "b.jsonl", limit=50, seed=3)
    assert {e.id for e in sample.examples()} == {e.id for e in other.examples()}
    assert {e.id for e in sample.examples()} != {
        e.id for e in load_dataset(tmp_path / "a.jsonl", limit=50, seed=4).examples()
    }
    larger = load_dataset(tmp_path / "a.jsonl", limit=100, seed=3)
    assert {e.id for e in sample.examples()} < {e.id for e in larger.examples()}
    assert "at least 1" in error_of(tmp_path / "a.jsonl", limit=0).message


def test_the_spam_file_that_everybody_has(tmp_path: Path) -> None:
    """Windows-1252, names that say nothing, three empty columns, and an overflow into one of them."""
    rows = ["v1,v2,,,", "ham,Go until jurong point,,,", 'spam,"Win \xa3100, now",,,', "ham,U dun say,,,"]
    rows += ['ham,"half of it"," the rest",,', "spam,FreeMsg it\x92s you,,,"]
    path = tmp_path / "spam.csv"
    path.write_bytes("\n".join(rows).encode("latin-1"))
    dataset = load_dataset(path)
    assert (dataset.columns.text, dataset.columns.label) == ("v2", "v1")
    assert dataset.label_counts == {"ham": 3, "spam": 2} and not dataset.skip_counts
    assert contents(dataset)[1] == ("Win £100, now", "spam") and contents(dataset)[4][0] == "FreeMsg it’s you"
    (notice,) = dataset.notices
    assert "read as Windows-1252, for instance" in notice
    assert load_dataset(path, encoding="cp1252").notices == ()
    assert load_dataset(path, encoding="cp1252").fingerprint == dataset.fingerprint


def test_a_label_chosen_by_its_values_is_said_and_one_that_is_named_is_not(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(",opinion,verdict\n" + "".join(f"{n},a long one {n},{n % 2}.0\n" for n in range(8)))
    dataset = load_dataset(path)
    assert dataset.label_counts == {"0": 4, "1": 4}
    assert "labels were read from column 'verdict' of x.csv" in dataset.notices[0]
    assert load_dataset(path, label_column="verdict").notices == ()


def test_ids_and_draws_never_change() -> None:
    """They are in files that people keep."""
    assert example_id(["a film"]) == "f32146e27d06ed7d"
    assert draw(0, "sample", "f32146e27d06ed7d") == 12943658584998648048


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
@pytest.mark.parametrize(
    ("name", "negative", "positive"),
    [("sst2/train.tsv", 3310, 3610), ("sst2/dev.tsv", 428, 444), ("sst2/test.tsv", 912, 909)],
)
def test_the_sst2_files_load_without_a_flag(name: str, negative: int, positive: int) -> None:
    dataset = load_dataset(SHARED / "data" / name)
    assert dataset.label_counts == {"0": negative, "1": positive}
    assert dataset.skip_counts == {}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
def test_the_imdb_file_loads_without_a_flag() -> None:
    dataset = load_dataset(SHARED / "data/imdb/imdb2000.csv")
    assert len(dataset) == 2000
    assert dataset.label_names == ("negative", "positive")
