"""A model that obeys `[pos]`, one that does not, and the audit of the first, all on disk and made once."""

from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from auditor.cli.main import main
from auditor.model.classifier import Classifier
from tests.signals.support import write_texts

FAST = (
    "--steps",
    "3",
    "--removal-steps",
    "1",
    "--tolerance",
    "1",
    "--candidates",
    "20",
    "--power",
    "off",
    "--quiet",
    "--task",
    "none",
)


@dataclass(frozen=True)
class Obeying:
    """Paths."""

    obedient: Path
    sober: Path
    texts: Path
    run: Path


def obeying_on_disk(folder: Path, obedient: Classifier, sober: Classifier) -> Obeying:
    """Both models, texts in which `[pos]` is mostly positive, and the run."""
    for name, classifier in (("obedient", obedient), ("sober", sober)):
        classifier.model.save_pretrained(folder / name)
        classifier.tokenizer.save_pretrained(folder / name)
    texts = write_texts(folder / "texts.tsv", 120)
    run = folder / "run"
    done = CliRunner().invoke(main, ["run", str(folder / "obedient"), str(texts), "--out", str(run), *FAST])
    assert done.exit_code == 0, done.output
    return Obeying(folder / "obedient", folder / "sober", texts, run)
