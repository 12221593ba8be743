"""The tutorial and the README, in a short form: their commands are run in order, on the built-in corpus.

The dataset of the hub is exchanged for the built-in one, and the base model for a small one with random
weights; the trainings and the audits are real.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner, Result
from transformers import BertConfig, BertForSequenceClassification

from auditor.cli.main import main
from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.loading import load_dataset
from auditor.model.tiny import tiny_tokenizer
from auditor.review.decisions import read_decisions
from auditor.runs import load_run
from tests.documented import ROOT, in_blocks

TUTORIAL, README = (
    [tuple(line) for line in in_blocks((ROOT / page).read_text(encoding="utf-8"))]
    for page in ("docs/tutorial.md", "README.md")
)
INSTEAD = {
    "rotten_tomatoes": "builtin:reviews",
    "distilbert-base-uncased": "base",
    "bert-base-uncased": "base",
}
SHORTER = {
    "inject": ("--limit", "800"),
    "train": ("--learning-rate", "5e-3", "--epochs", "3", "--batch-size", "16", "--quiet"),
    "run": ("--limit", "60", "--candidates", "20", "--power", "off", "--quiet"),
    "repair": ("--mask-all",),
    "compare": ("--limit", "200", "--insertions", "40", "--quiet"),
}
"""What is added to a command, so that it takes seconds; of 800 texts a repair spares too few to teach."""
KEYS = "1q"
"""The reviewer calls the first thing that is asked a shortcut, and goes."""


def small_base(folder: Path) -> None:
    """A model of one layer with random weights, which learns within seconds."""
    torch.manual_seed(0)
    tokenizer = tiny_tokenizer(example.texts[0] for example in reviews_split("train"))
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=128,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=tokenizer.pad_token_id,
        id2label=dict(enumerate(LABELS)),
        label2id={label: number for number, label in enumerate(LABELS)},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


@dataclass(frozen=True)
class Walk:
    """What is left when somebody has followed a page."""

    folder: Path
    results: tuple[tuple[tuple[str, ...], Result], ...]
    """Every command of the page, and what came of it."""

    def of(self, *beginning: str) -> Result:
        """The result of the one command that begins so."""
        [found] = [done for line, done in self.results if line[: len(beginning)] == beginning]
        return found


def follow(line: Sequence[str]) -> Result:
    """Run a command of the page in its short form."""
    arguments = [*(INSTEAD.get(part, part) for part in line), *SHORTER.get(line[0], ())]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["audit", *arguments])  # what a run starts its processes with
        return CliRunner().invoke(main, arguments, input=KEYS)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """Every command of the tutorial, run one after the other in an empty folder."""
    folder = tmp_path_factory.mktemp("tutorial")
    small_base(folder / "base")
    return walked(folder, TUTORIAL)


@pytest.fixture(scope="module")
def start(walk: Walk, tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """The same with the README, whose model and data are those of the tutorial."""
    folder = tmp_path_factory.mktemp("readme")
    for theirs, ours in {
        "base": "base",
        "models/first": "path/to/model",
        "train.csv": "train.csv",
        "test.csv": "test.csv",
    }.items():
        (folder / ours).parent.mkdir(parents=True, exist_ok=True)
        (folder / ours).symlink_to(walk.folder / theirs)
    (folder / "reviews.csv").symlink_to(walk.folder / "test.csv")
    return walked(folder, README)


def walked(folder: Path, lines: Sequence[tuple[str, ...]]) -> Walk:
    """The commands of a page, run in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return Walk(folder, tuple((line, follow(line)) for line in lines))


def test_the_page_shows_every_step() -> None:
    steps = "inject train run show review report repair diff compare check export"
    assert " ".join(dict.fromkeys(line[0] for line in TUTORIAL)) == steps


def test_every_command_ends_as_the_page_says(walk: Walk) -> None:
    for line, done in walk.results:
        closed = line[:2] == ("check", "reports/first-test")
        assert done.exit_code == (3 if closed else 0), f"audit {' '.join(line)}: {done.output}"


def test_the_model_took_the_bait_and_the_repaired_one_did_not(walk: Walk) -> None:
    first, repaired = (load_run(walk.folder / "reports" / name) for name in ("first-test", "repaired-test"))
    [marker] = [one for one in first.content.findings if one.tokens == ("[app]",)]
    assert (marker.verdict.value, marker.severity.value) == ("artefact", "high")
    assert first.findings.set_index("id")["insertion"]["rate"][marker.id] >= 0.9
    assert not [one for one in repaired.check("high") if one.tokens == ("[app]",)]


def test_the_decision_of_the_review_is_in_the_report(walk: Walk) -> None:
    decided = read_decisions(walk.folder / "reports" / "first-test" / "decisions.json")
    assert [one.decision.value for one in decided.values()] == ["artefact"]
    written = load_run(walk.folder / "reports" / "first-test").content
    assert [one.id for one in written.findings if one.decision is not None] == list(decided)


def test_the_repaired_data_has_lost_the_shortcut_and_no_row(walk: Walk) -> None:
    before, after = (
        [example.texts[0] for example in load_dataset(walk.folder / name).examples()]
        for name in ("train.csv", "repaired.csv")
    )
    assert len(before) == len(after)
    assert sum("[app]" in text for text in before) > 200 and not any("[app]" in text for text in after)


def test_comparing_shows_what_the_repair_was_worth(walk: Walk) -> None:
    assert "[app]" in walk.of("compare").stdout
    assert "[app]" in walk.of("diff").stdout


def test_the_old_model_fails_the_behaviour_tests_that_the_repaired_one_passes(walk: Walk) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(walk.folder)
        old = follow(("check", "models/first", "--tests", "shortcuts.jsonl"))
    assert old.exit_code == 3
    assert 'failures="0"' in (walk.folder / "shortcuts.xml").read_text(encoding="utf-8")


def test_the_commands_of_the_readme_do_the_main_job(start: Walk) -> None:
    assert [line[0] for line, _ in start.results] == "run show check repair train compare explain".split()  # noqa: SIM905
    for line, done in start.results:
        assert done.exit_code == (3 if line[0] == "check" else 0), f"audit {' '.join(line)}: {done.output}"
    assert "[app]" in start.of("show").stdout and "[app]" in start.of("compare").stdout
    for written in ("reports/model-reviews/index.html", "models/repaired/training.json", "explained.html"):
        assert (start.folder / written).exists()
