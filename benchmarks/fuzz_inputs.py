"""What is thrown at the program: hostile strings, broken bytes, and JSON with one value changed."""

import codecs
import copy
import csv
import gzip
import io
import json
from random import Random
from typing import Any

STRINGS = (
    "",
    " ",
    "-",
    "--",
    "nan",
    "inf",
    "-1",
    "0",
    "1e309",
    "9" * 5000,
    "0x10",
    "١٢",
    "²",
    "None",
    "null",
    "true",
    "../passwd",
    "~",
    "a/b/c/d",
    "=cmd()",
    "a=b=c",
    "a+b",
    "[pos]",
    "<script>alert('owned')</script>",
    "</script><img src=x onerror=alert('owned')>",
    "{{ 7 * 7 }}{% raw %}",
    "\x1b[31mred\x1b[0m\x07",
    "\u202eesrever\u202c",
    "zero\u200bwidth\u2060\ufeff",
    "Z̸̡͎a̷̢͓l̶͔͝g̵̛͇o̴͙͛" * 20,
    "👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈",
    "line\u2028separator\u2029\x85\x0b\x0c",
    "cr\rlf\r\n\ttab",
    "مرحبا بالعالم",
    "电影院很好",
    "ﬁne Straße İstanbul ǆ",
    "`tick` | *bar* __under__ <b>bold</b> [a](javascript:alert(1))",
    "'; DROP TABLE findings; --",
    '"quote',
    "%s %n %x {0} {}",
    "x" * 100_000,
    "word " * 3_000,
    "\udcff\udc80",
    "\ud800",
)
"""Texts that people, crawlers and attackers leave in datasets and on command lines."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    10**30,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\x00",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    ["x"],
    {"": {}},
    "<script>alert('owned')</script>",
    "\u202e\x1b[31m",
)
"""What one value of a JSON file is replaced by."""


def text(rng: Random) -> str:
    """One hostile string, or two of them glued together around a plain word."""
    one = rng.choice(STRINGS)
    return one if rng.random() < 0.7 else f"{one} film {rng.choice(STRINGS)}"


def argument(rng: Random) -> str:
    """A hostile string that an operating system lets through on a command line."""
    return text(rng).replace("\0", "").replace("\ud800", "\udc80")


def broken(rng: Random, content: bytes) -> bytes:
    """The bytes of a file after an accident."""
    place = rng.randrange(len(content) + 1)
    accidents = (
        lambda: b"",
        lambda: content[:place],
        lambda: content[place:],
        lambda: content[:place] + rng.randbytes(rng.choice([1, 4, 64])) + content[place + 1 :],
        lambda: content[:place] + b"\0" * rng.choice([1, 3]) + content[place:],
        lambda: content + content,
        lambda: content + rng.randbytes(9),
        lambda: codecs.BOM_UTF8 + content,
        lambda: content.decode("utf-8", "replace").encode("utf-16"),
        lambda: content.decode("utf-8", "replace").encode("utf-32"),
        lambda: content.decode("utf-8", "replace").encode("latin-1", "replace"),
        lambda: gzip.compress(content)[: rng.choice([10, 20, 10_000])],
        lambda: rng.randbytes(200),
        lambda: content.replace(b"\n", b"\r"),
        lambda: content.replace(b'"', b"'"),
        lambda: b"\xff\xfe" + content,
    )
    return rng.choice(accidents)()


def edited(rng: Random, content: Any) -> Any:
    """A JSON value in which one value, at any depth, was replaced, removed or doubled."""
    changed = copy.deepcopy(content)
    if not isinstance(changed, dict | list) or not changed:
        return rng.choice(VALUES)
    holder, key = changed, _key(rng, changed)
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.8:
        holder = holder[key]
        key = _key(rng, holder)
    what = rng.random()
    if what < 0.7:
        holder[key] = rng.choice(VALUES)
    elif what < 0.9:
        del holder[key]
    elif isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        holder[f"{key}x"] = holder[key]
    return changed


def _key(rng: Random, holder: Any) -> Any:
    return rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))


def as_json(content: Any) -> bytes:
    """JSON as other programs write it, with NaN where there is one."""
    return json.dumps(content, ensure_ascii=True).encode()


def table(rng: Random) -> list[list[Any]]:
    """A header and rows, more or less."""
    width = rng.choice([1, 2, 2, 2, 3])
    usual = ["text", "label", "text_pair"][:width]
    header = usual if rng.random() < 0.7 else [rng.choice(["", "a", text(rng)[:50]]) for _ in range(width)]
    labels = rng.choice(
        [
            [0, 1],
            ["0", "1"],
            [True, False],
            [None, 0, 1],
            ["neg", "pos"],
            [0],
            [0.0, 1.0, 0.5],
            ["", "x"],
            [0, "pos"],
            list(STRINGS[:8]),
            [[1], {"a": 2}],
            list(range(2000)),
            ["9" * 5000, "1"],
            [float("nan"), 1],
        ]
    )
    rows: list[list[Any]] = [list(header)]
    for number in range(rng.choice([0, 1, 2, 12, 12, 12])):
        words = f"film {number} is good" if rng.random() < 0.5 else text(rng)
        row = [words, rng.choice(labels), text(rng)][:width]
        rows.append(row if rng.random() < 0.9 else row[: rng.randrange(4)] + ["more"] * rng.randrange(3))
    return rows


def written(rng: Random, rows: list[list[Any]], suffix: str) -> bytes:
    """The rows as a file of a format."""
    if suffix in (".csv", ".tsv"):
        sink = io.StringIO()
        mark = {".csv": rng.choice(",;|"), ".tsv": "\t"}[suffix]
        if rng.random() < 0.5:
            csv.writer(sink, delimiter=mark).writerows(rows)
        else:
            sink.write("\n".join(mark.join(map(str, row)) for row in rows))
        return sink.getvalue().encode("utf-8", "surrogatepass")
    objects = [dict(zip(map(str, rows[0]), row, strict=False)) for row in rows[1:]]
    if suffix == ".parquet":
        return _parquet(objects)
    if rng.random() < 0.1:
        return as_json(objects)
    return b"\n".join(as_json(edited(rng, o) if rng.random() < 0.1 else o) for o in objects)


def _parquet(objects: list[dict[str, Any]]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    sink = io.BytesIO()
    try:
        parquet.write_table(pa.Table.from_pylist(objects), sink)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError, TypeError):
        parquet.write_table(pa.table({"text": [[1], [2]], "label": [{"a": 1}, {"a": 2}]}), sink)
    return sink.getvalue()
