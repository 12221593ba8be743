"""Options of everything that fine-tunes a classifier."""

import click

from auditor.cli.headings import training
from auditor.cli.options import stack
from auditor.config import PRECISIONS

training_options = stack(
    [
        training("--epochs", type=int, help="Passes over the data at most. [default: 3; builtin:tiny 5]"),
        training("--batch-size", type=int, default=32, show_default=True, help="Texts in one step."),
        training(
            "--learning-rate", type=float, help="At its peak. [default: 5e-5; builtin:tiny 1e-3; LoRA 5e-4]"
        ),
        training(
            "--patience",
            type=int,
            default=2,
            show_default=True,
            help="Epochs without progress before stopping.",
        ),
        training("--layers", type=int, help="Keep only so many layers of the base model."),
        training("--lora-rank", type=int, help="Train a LoRA adapter of this rank (needs the extra peft)."),
        training(
            "--max-length", type=int, default=256, show_default=True, help="Pieces of a text that are used."
        ),
        training(
            "--precision",
            type=click.Choice(PRECISIONS),
            default="no",
            show_default=True,
            help="Mixed precision.",
        ),
    ]
)
