"""The inputs of the fuzz pass, by kind, each a command line with the files and variables it meets."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from random import Random

import click

from auditor.cli.main import COMMANDS, main
from auditor.findings.finding import Choice
from benchmarks.fuzz_formats import MORE
from benchmarks.fuzz_inputs import STRINGS, argument, as_json, broken, edited, table, text, written
from benchmarks.fuzz_workshop import BASE, OUT, Attack, Workshop

HEAVY = ("--processes", "--rounds", "--steps", "--removal-steps", "--epochs", "--seeds")
"""Options whose large values are allowed and slow: only what must be refused is tried."""
REFUSED = ("x", "", "-1", "1.5", "nan", "9" * 30)


def attacks(workshop: Workshop, seed: int) -> Iterator[Attack]:
    """All inputs, the same for the same seed."""
    kinds = (_options, _arguments, _data, _runs, _resumed, _settings, _side_files, _texts, _models, *MORE)
    for kind in kinds:
        yield from kind(workshop, Random(f"{seed} {kind.__name__}"))  # noqa: S311 (inputs, not secrets)


def _options(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Every option of every command with values that make no sense."""
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        for option in (
            param for param in (command.params if command else ()) if isinstance(param, click.Option)
        ):
            way = rng.choice(option.opts)
            base = BASE.get(name, (name,))
            out = None if way in ("--out", "--html") else OUT.get(name, "out")
            if option.is_flag:
                yield Attack("option", (*base, f"{way}={argument(rng)[:50]}"))
                continue
            yield Attack("option", (*base, way))
            for value in _values(option, way, name, rng):
                yield Attack("option", (*base, way, value), out=out, refused=way in HEAVY)


def _values(option: click.Option, way: str, command: str, rng: Random) -> Sequence[str]:
    if command == "demo":
        return ("x", "") if option.type is click.INT else ("data.csv",)
    if way in HEAVY:
        return REFUSED
    if way == "--device":
        return ("cuda", "cuda:99", "banana", "", "meta", "cpu:7")
    if isinstance(option.type, type(click.INT) | type(click.FLOAT)) or "Range" in type(option.type).__name__:
        return ("-1", "0", "x", "", "nan", "inf", "1e309", "9" * 30)
    return [*rng.sample(STRINGS[:20], 2), argument(rng), "data.csv", "model"]


def _arguments(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Command lines that are none."""
    for _ in range(60):
        name = rng.choice([*COMMANDS, *STRINGS[:12]])
        if name == "demo":
            continue
        yield Attack("arguments", (name, *(argument(rng) for _ in range(rng.randrange(4)))), out=None)
    for name in BASE:
        yield Attack("arguments", BASE[name][:1], out=None)
        yield Attack("arguments", (*BASE[name], "one", "too", "many"), out=None)
        yield Attack("arguments", (*BASE[name], f"--{argument(rng)[:40]}"), out=None)
        for place in (1, 2):
            if len(BASE[name]) > place and not BASE[name][place].startswith("-"):
                swapped = list(BASE[name])
                swapped[place] = argument(rng)
                yield Attack("arguments", tuple(swapped), out=OUT.get(name, "out"))
                swapped[place] = rng.choice(
                    ["model", "data.csv", "run", ".", "nowhere.csv", "run/report.json"]
                )
                yield Attack("arguments", tuple(swapped), out=OUT.get(name, "out"))


def _data(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Datasets of every format, malformed, mislabelled or cut."""
    for number in range(330):
        suffix = rng.choice([".csv", ".csv", ".tsv", ".jsonl", ".json", ".parquet"])
        content = written(rng, table(rng), suffix)
        name = f"d{suffix}" + (".gz" if rng.random() < 0.05 else "")
        if rng.random() < 0.35:
            content = broken(rng, content)
        more = rng.choice(
            [
                (),
                (),
                (),
                ("--header", rng.choice(["yes", "no"])),
                ("--quoting", rng.choice(["double", "none"])),
                ("--text-column", argument(rng)[:60]),
                ("--label-map", "0=neg"),
                ("--limit", "3"),
            ]
        )
        command = [BASE["inject"], BASE["inject"], BASE["run"], BASE["run"], BASE["evaluate"]][number % 5]
        if number % 40 == 0:
            command = BASE["train"]
        line = tuple(name if part == "data.csv" else part for part in command)
        if command is BASE["inject"]:
            line = tuple("0=[pos]" if part == "1=[pos]" and number % 2 else part for part in line)
        if number % 10 == 3:
            line, more = (*BASE["run"], "--reference", name), ()
        yield Attack("data", (*line, *more), {name: content}, out=OUT.get(line[0], "out"))
    for command in ("inject", "run", "train", "evaluate"):
        line = tuple("d.csv" if part == "data.csv" else part for part in BASE[command])
        yield Attack("data", line, folders=("d.csv",))
        saved = {"saved/state.json": b"{}", "saved/dataset_info.json": b"[]"}
        yield Attack("data", tuple("saved" if part == "d.csv" else part for part in line), saved)


def _runs(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Finished runs that were edited, cut, or come from another version."""
    for number in range(260):
        name = rng.choice(["report.json"] * 6 + ["run.json"])
        good = workshop.read(f"run/{name}")
        content = broken(rng, good) if number % 3 == 0 else as_json(edited(rng, json.loads(good)))
        command = rng.choice(["show", "check", "diff", "report", "report"])
        more = {"show": rng.choice([(), ("--json",), ("good",)]), "diff": rng.choice([(), ("--json",)])}
        if command == "report" and rng.random() < 0.5:
            more["report"] = ("--redact",)
        line = (*BASE[command], *more.get(command, ()))
        if command == "diff":
            line = ("diff", "data.csv" if rng.random() < 0.05 else "run", "run/report.json", *more["diff"])
        yield Attack("run directory", line, {f"run/{name}": content})
    for name in ("report.json", "run.json"):
        for command in ("show", "check", "diff", "report"):
            yield Attack("run directory", BASE[command], folders=(f"run/{name}",))


def _resumed(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Runs that are gone on with although something happened to their files."""
    line = tuple("run" if part == "out" else part for part in BASE["run"])
    names = ["run.json", "shards/00000.json", "shards/00001.parquet", "groups.parquet", "report.json"]
    names += ["tokens.parquet", "summary.md"]
    for number in range(90):
        name = names[number % len(names)]
        good = workshop.read(f"run/{name}")
        if name.endswith(".json") and rng.random() < 0.6:
            content = as_json(edited(rng, json.loads(good)))
        else:
            content = broken(rng, good)
        files = {f"run/{name}": content}
        if name.endswith(".parquet") and name.startswith("shards") and rng.random() < 0.7:
            notes = workshop.json("run/shards/00001.json") | {"sha256": hashlib.sha256(content).hexdigest()}
            files["run/shards/00001.json"] = as_json(notes)
        more = rng.choice([(), (), (), ("--dry-run",), ("--fresh",), ("--redact",)])
        yield Attack("resumed run", (*line, *more), files, out=None if "--dry-run" in more else "run")
    for name in ("run/shards/00000.json", "run/run.json", "run/groups.parquet", "run/tokens.parquet", "out"):
        yield Attack("resumed run", line, folders=(name,), out="run")


def _settings(_: Workshop, rng: Random) -> Iterator[Attack]:
    """`audit.toml` and `AUDIT_*` variables."""
    keys = [
        "beta",
        "epsilon",
        "rounds",
        "threshold",
        "seed",
        "steps",
        "tolerance",
        "removal",
        "unit",
        "verify",
    ]
    keys += [
        "leading",
        "method",
        "shard_size",
        "candidates",
        "pairs",
        "mixed_precision",
        "permutations",
        "x",
    ]
    shown = ["1", "-1", "nan", "inf", "true", '"x"', "[]", "{}", "1e400", "9" * 30, '""', "1979-05-27", "0.5"]
    broken_files = (
        b"[cidr",
        b"[cidr]\nbeta=",
        b"\xff\xfe",
        b"",
        b"cidr = 1",
        b"[cidr]\nbeta=1\nbeta=1",
        b"\0",
    )
    broken_files += (
        b"[[cidr]]\nbeta=1",
        b"[unknown]",
        b"beta = 0.5",
        "[cidr]\nбета = 1".encode(),
        b"[cidr]\r\r",
    )
    for number in range(60):
        section, key, value = rng.choice(["cidr", "sweep", "audit"]), rng.choice(keys), rng.choice(shown)
        heavy = key in ("rounds", "steps", "permutations") and value == "9" * 30
        content = f"[{section}]\n{key} = {'0' if heavy else value}\n".encode()
        if number < len(broken_files):
            content = broken_files[number]
        command = BASE["explain" if number % 3 else "run"]
        more = () if number % 4 else ("--config", "audit.toml")
        yield Attack("settings", (*command, *more), {"audit.toml": content})
    yield Attack("settings", BASE["explain"], folders=("audit.toml",))
    for _ in range(40):
        variable, value = f"AUDIT_{rng.choice(keys).upper()}", argument(rng).replace("\udcff", "")
        command = BASE["explain" if rng.random() < 0.6 else "run"]
        yield Attack("settings", command, variables={variable: value.replace("\ud800", "")})


def _side_files(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Decisions, lexicons and injection manifests."""
    ids = [finding["id"] for finding in workshop.json("run/report.json")["findings"]]
    listed = [{"id": id_, "decision": rng.choice(list(Choice)), "note": text(rng)[:200]} for id_ in ids]
    decisions = {"format_version": 1, "decisions": listed}
    for number in range(70):
        good = edited(rng, decisions) if number % 3 else decisions
        content = broken(rng, as_json(good)) if rng.random() < 0.3 else as_json(good)
        line = (*BASE[rng.choice(["check", "report", "report"])], "--decisions", "decisions.json")
        yield Attack("decisions", line, {"decisions.json": content})
    for _ in range(40):
        lines = [text(rng)[:300] + rng.choice(["", "\tLABEL_1", ",LABEL_0", "\tx", ",,"]) for _ in range(5)]
        content = "\n".join(lines).encode("utf-8", "surrogatepass")
        content = broken(rng, content) if rng.random() < 0.3 else content
        yield Attack("lexicon", (*BASE["run"], "--lexicon", "words.tsv"), {"words.tsv": content})
    planned = {"tokens": [["1", "[pos]"]], "pairs": [{"first": "a", "second": "b", "label": "0"}]}
    manifest = {"format_version": 1, "plan": planned, "touched": [], "realised": {"agreement": 1.0}}
    for number in range(60):
        content = broken(rng, as_json(manifest)) if number % 4 == 0 else as_json(edited(rng, manifest))
        yield Attack("injection manifest", BASE["run"], {"data.csv.injection.json": content})


def _texts(_: Workshop, rng: Random) -> Iterator[Attack]:
    """Hostile texts explained, audited and shown."""
    explain, fast = ("explain", "model"), ("--steps", "3", "--removal-steps", "1", "--forward-budget", "60")
    for number in range(90):
        more = [(), ("--json",), ("--html", "page.html"), ("--pairs",)][number % 4]
        if number % 2:
            given = "\n".join(text(rng)[:4000] for _ in range(rng.choice([0, 1, 3])))
            stdin = given.encode("utf-8", rng.choice(["surrogatepass", "replace"]))
            yield Attack("text", (*explain, "-", *fast, *more), stdin=stdin)
        else:
            given = argument(rng) if more != ("--pairs",) else f"{argument(rng)}\t{argument(rng)}"
            yield Attack("text", (*explain, *fast, *more, "--", given))
    for _ in range(40):
        rows = [{"text": f"{text(rng)[:3000]} film", "label": n % 2} for n in range(12)]
        word = rng.choice(STRINGS)[:400]
        rows += [{"text": f"{word} good film {n}", "label": 1} for n in range(8)]
        content = b"\n".join(map(as_json, rows))
        line = tuple(
            "d.jsonl" if part == "data.csv" else part for part in BASE[rng.choice(["run", "run", "evaluate"])]
        )
        yield Attack("text", line, {"d.jsonl": content})
    for _ in range(12):
        content = {"text": [argument(rng)[:300] for _ in range(6)], "label": [0, 1] * 3}
        objects = [dict(zip(content, row, strict=True)) for row in zip(*content.values(), strict=True)]
        token = argument(rng)[:100]
        line = ("inject", "d.jsonl", f"--token=1={token}", "--position", "adjective", "--out", "out.csv")
        yield Attack("text", line, {"d.jsonl": b"\n".join(map(as_json, objects))}, out="out.csv")


def _models(workshop: Workshop, rng: Random) -> Iterator[Attack]:
    """Models that are damaged or of another kind."""
    names = ["config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"]
    for number in range(48):
        name = names[number % 4]
        good = workshop.read(f"model/{name}")
        if name.endswith(".json") and rng.random() < 0.6:
            content = as_json(edited(rng, json.loads(good)))
        else:
            content = broken(rng, good)
        line = BASE["explain"] if number % 3 else BASE["run"]
        yield Attack("model", line, {f"model/{name}": content})
    for name in names:
        yield Attack("model", BASE["explain"], folders=(f"model/{name}",))
