"""What the fuzz pass works with: an input, and the model, dataset and run that inputs are made from."""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from auditor.cli.main import main
from tests.model.asked.servers import serving
from tests.support import make_model, make_tokenizer

FAST = ("--steps", "3", "--removal-steps", "1", "--tolerance", "1", "--candidates", "3", "--quiet")
FAST += ("--power", "off")
BASE = {
    "run": ("run", "model", "data.csv", "--out", "out", "--shard-size", "8", *FAST),
    "report": ("report", "run", "--out", "out"),
    "show": ("show", "run"),
    "check": ("check", "run", "--fail-on", "low"),
    "diff": ("diff", "run", "run"),
    "explain": ("explain", "model", "a good film", "--steps", "3", "--removal-steps", "1"),
    "inject": ("inject", "data.csv", "--token", "1=[pos]", "--position", "random", "--out", "out.csv"),
    "train": ("train", "data.csv", "--out", "out", "--epochs", "1", "--quiet"),
    "evaluate": (
        *("evaluate", "model", "data.csv", "--limit", "4", "--methods", "cidr,random", "--seeds", "1"),
        *("--out", "out", "--quiet"),
    ),
    "repair": ("repair", "run", "data.csv", "--out", "out.csv"),
    "compare": ("compare", "model", "model", "--data", "data.csv", "--findings", "run", "--quiet"),
    "export": ("export", "run", "--tests", "out.jsonl", "--unverified", "--quiet"),
    "review": ("review", "run"),
    "reproduce": ("reproduce", "table", "--model", "nowhere-at-all", "--dataset", "nowhere.csv"),
}
"""A short command line of each kind that ends well. `demo` and `reproduce` take minutes: only their refusals
are tried."""
OUT = {"inject": "out.csv", "repair": "out.csv", "export": "out.jsonl"}


@dataclass(frozen=True)
class Attack:
    """One hostile or malformed input."""

    kind: str
    """What is wrong with it."""
    arguments: tuple[str, ...]
    """The command line."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files that are there, in the place of good ones."""
    folders: tuple[str, ...] = ()
    """Folders that are there, in the place of files."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """The environment."""
    stdin: bytes | None = None
    """Standard input."""
    out: str | None = "out"
    """Where a success must have left something; None if it need not."""
    refused: bool = False
    """Whether it must not succeed."""
    answer: tuple[int, bytes] | None = None
    """Status and content that the server answers with."""

    def prepare(self, workshop: "Workshop", folder: Path) -> None:
        """Lay out what the command meets."""
        shutil.copytree(workshop.folder / "model", folder / "model")
        shutil.copytree(workshop.folder / "run", folder / "run")
        shutil.copy(workshop.folder / "data.csv", folder / "data.csv")
        for name in self.folders:
            (folder / name).unlink(missing_ok=True)
            (folder / name).mkdir(parents=True)
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)

    def __str__(self) -> str:
        line = " ".join(repr(a)[:80] if not a.isalnum() else a for a in self.arguments)
        files = ", ".join(f"{name}={content[:120]!r}" for name, content in self.files.items())
        more = (dict(self.variables), files, self.folders, (self.stdin or b"")[:80])
        return " ".join(["audit", line, *(str(part) for part in more if part)])


@dataclass(frozen=True)
class Workshop:
    """What inputs are made from: a model, a dataset and a finished run."""

    folder: Path
    url: str = ""
    """Of a server that answers as an input says."""
    answers: list[tuple[int, bytes] | None] = field(default_factory=list)
    """The last one is what the server answers with; None: as it should."""

    @classmethod
    @contextmanager
    def open(cls, folder: Path) -> Iterator["Workshop"]:
        """Make them."""
        make_model("bert", seed=3).save_pretrained(folder / "model")
        make_tokenizer("bert").save_pretrained(folder / "model")
        names = ("film", "movie", "story", "plot", "actor", "script")
        verdicts = ("was bad dull", "was good fun")
        rows = [f"the {names[n % 6]} {verdicts[n % 2]} {names[n // 6]},{n % 2}" for n in range(30)]
        (folder / "data.csv").write_text("text,label\n" + "\n".join(rows) + "\n")
        made = (*BASE["run"][:3], "--out", str(folder / "run"), "--shard-size", "8", *FAST)
        made += ("--power", "quick")
        done = CliRunner().invoke(main, [str(folder / a) if a in ("model", "data.csv") else a for a in made])
        if done.exit_code:
            raise SystemExit(f"the run to work on failed: {done.output}")
        answers: list[tuple[int, bytes] | None] = [None]

        def trouble(_: int) -> Any:
            if answers[-1] is None:
                return None
            status, content = answers[-1]
            return status, {"Content-Type": "application/json", "Location": "http://127.0.0.1:9/"}, content

        with serving(trouble=trouble) as server:
            yield cls(folder, server.url, answers)

    def read(self, name: str) -> bytes:
        """A file of the workshop."""
        return (self.folder / name).read_bytes()

    def json(self, name: str) -> Any:
        """A JSON file of the workshop."""
        return json.loads(self.read(name))
