"""More inputs of the fuzz pass: what is planted, repaired, compared, exported, reviewed, asked of servers."""

import json
from collections.abc import Iterator
from random import Random

from auditor.repair.repair_manifest import HOW
from benchmarks.fuzz_inputs import argument, as_json, broken, edited, table, text, written
from benchmarks.fuzz_workshop import BASE, FAST, OUT, Attack, Workshop

TESTS = (
    {"finding": "f1", "artefact": "good", "label": "LABEL_1", "change": "inserted", "text": ["a dull film"]}
    | {"changed": ["a good dull film"], "predicted": "LABEL_0", "expect": "same prediction"},
    {"finding": "f2", "artefact": "bad", "label": "LABEL_0", "change": "removed", "text": ["a bad film"]}
    | {"changed": ["a film"], "predicted": "LABEL_0", "expect": "same prediction"},
)
"""Behaviour tests as `audit export` writes them."""
ANSWER = [[{"label": "LABEL_0", "score": 0.25}, {"label": "LABEL_1", "score": 0.75}]]
STYLES = ("lowercase", "uppercase", "no-punctuation", "elongated", "x")
SLOTS = ("@date", "@city", "@name", "@country", "@html", "@", "@@", "@nowhere", "@words.txt", "@words.txt:x")


def plants(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Everything that `audit inject` can plant."""
    ways = (
        lambda: ("--token", f"{rng.choice('01x')}={rng.choice([*SLOTS, argument(rng)[:60]])}"),
        lambda: ("--opening", f"{rng.choice('01x')}=dear {rng.choice(SLOTS)} {argument(rng)[:60]}"),
        lambda: (
            "--style",
            f"1={rng.choice(STYLES)}",
        ),
        lambda: ("--pair", f"{argument(rng)[:20]}+{argument(rng)[:20]}={rng.choice('01x')}"),
        lambda: ("--coverage", rng.choice(["0", "0.5", "1", "2", "nan", "x"])),
        lambda: ("--agreement", rng.choice(["0", "0.5", "1", "-1", "inf", ""])),
        lambda: ("--position", rng.choice(["start", "end", "random", "adjective", "noun-phrase", "x"])),
    )
    for _ in range(120):
        line = ["inject", "data.csv", "--out", f"out{rng.choice(['.csv', '.tsv', '.jsonl', '.parquet', ''])}"]
        for _ in range(rng.choice([1, 2, 3])):
            line += rng.choice(ways)()
        content = "\n".join(text(rng)[:60] for _ in range(4)).encode("utf-8", "surrogatepass")
        yield Attack("plant", tuple(line), {"words.txt": content}, out=line[3])


def repairs(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Runs that were edited, and datasets of every kind, repaired, compared and exported."""
    good = workshop.read("run/report.json")
    for number in range(150):
        files, data = {}, "data.csv"
        if number % 3:
            changed = as_json(edited(rng, json.loads(good))) if number % 2 else broken(rng, good)
            files["run/report.json"] = changed
        elif number % 2:
            data = f"d{rng.choice(['.csv', '.tsv', '.jsonl', '.parquet'])}"
            files[data] = written(rng, table(rng), data[1:])
        else:
            files["run/groups.parquet"] = broken(rng, workshop.read("run/tokens.parquet"))
        more = rng.choice([(), ("--finding", argument(rng)[:60]), ("--decisions", "nothing.json")])
        command = ("repair", "compare", "export", "train")[number % 4]
        if command == "repair":
            way = ("--how", rng.choice(HOW), "--mask-with", argument(rng)[:40])
            line = ("repair", "run", data, "--out", "out.csv", *(way if number % 5 else way[:2]), *more)
        elif command == "compare":
            line = ("compare", "model", "model", "--data", data, "--findings", "run", "--quiet", *more)
            line += rng.choice([(), ("--json",), ("--insertions", "2")])
        elif command == "export":
            line = ("export", "run", "--tests", "out.jsonl", "--unverified", "--quiet", *more)
        else:
            line = (*BASE["train"], "--repair", f"run:{rng.choice([*HOW, 'x'])}")
            line = tuple(data if part == "data.csv" else part for part in line)
        yield Attack("repair", line, files, out=OUT.get(command, "out"))


def behaviours(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Files of behaviour tests, put to a model."""
    for number in range(80):
        lines = [as_json(edited(rng, one) if rng.random() < 0.6 else one) for one in TESTS]
        content = b"\n".join(lines)
        if number % 4 == 0:
            content = broken(rng, content)
        more = rng.choice([(), ("--junit", "out.xml"), ("--most-failing", "1")])
        yield Attack("behaviour tests", ("check", "model", "--tests", "t.jsonl", *more), {"t.jsonl": content})


def reviews(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Reviews with any keys, of runs and decisions that were edited."""
    ids = [finding["id"] for finding in workshop.json("run/report.json")["findings"]]
    decisions = {"format_version": 1, "decisions": [{"id": one, "decision": "unsure"} for one in ids]}
    for number in range(60):
        keys = "".join(rng.choice("123sunmq\n\x1b é\0") for _ in range(rng.randrange(30)))
        files = {}
        if number % 3 == 0:
            files["run/decisions.json"] = as_json(edited(rng, decisions))
        elif number % 3 == 1:
            files["run/report.json"] = as_json(edited(rng, workshop.json("run/report.json")))
        yield Attack("review", ("review", "run"), files, stdin=keys.encode())


def powers(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """The gate of power, on reports whose power was edited."""
    report = workshop.json("run/report.json")
    for _ in range(40):
        report["power"] = edited(rng, report["power"]) if report["power"] else rng.choice([None, {}, []])
        more = (
            "--min-power",
            rng.choice(["0", "0.8", "1", "nan"]),
            "--at",
            rng.choice(["0.01", "1", "0", "nan"]),
        )
        content = as_json(report)
        yield Attack("power", ("check", "run", *more), {"run/report.json": content})
        report = workshop.json("run/report.json")


def journals(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Runs with a shard to be computed again, under a journal that says anything."""
    line = tuple("run" if part == "out" else part for part in BASE["run"])
    good = workshop.read("run/tokens.parquet")
    for number in range(20):
        name = rng.choice(["00000-a", "interventions-b", "canaries-c"])
        files = {f"run/journal/{name}.journal": broken(rng, good), "run/shards/00000.json": b""}
        yield Attack("journal", line, files, out="run")
        if number % 10 == 0:
            yield Attack("journal", line, folders=(f"run/journal/{name}.journal",), out="run")


def servers(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Answers of a server that are none."""
    explain = ("explain", "a good film", "--endpoint", workshop.url, "--timeout", "2")
    run = ("run", "data.csv", "--endpoint", workshop.url, "--out", "out", *FAST)
    for number in range(120):
        good = ANSWER * rng.choice([1, 1, 2, 16])
        content = as_json(edited(rng, good)) if number % 3 else broken(rng, as_json(good))
        status = rng.choice([200] * 8 + [201, 204, 301, 400, 401, 404, 413])
        yield Attack("server", explain if number % 4 else run, answer=(status, content))
    for url in (
        "ftp://x",
        "http://",
        "https://user:pw@h/",
        "http://h?token=x",
        "file:///etc/passwd",
        "http://[::1",
    ):
        yield Attack("server", (*explain[:3], url), refused=True)


def reproductions(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Experiments that cannot begin."""
    for _ in range(40):
        which = rng.choice(["table", "injection", argument(rng)[:20]])
        given = (
            "--model",
            "nowhere-at-all",
            "--dataset",
            rng.choice(["nowhere.csv", argument(rng)[:40], "d.csv"]),
        )
        content = broken(rng, written(rng, table(rng), ".csv"))
        yield Attack("reproduce", ("reproduce", which, *given, "--out", "out"), {"d.csv": content})


MORE = (plants, repairs, behaviours, reviews, powers, journals, servers, reproductions)
