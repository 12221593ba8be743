"""A classifier that is asked with texts: one answering side beside `Classifier`, without gradients.

What makes a `TextModel` is a function from texts to class scores (see `auditor.model.asked.scores`). Two
plain texts are asked first: they tell the classes, what the scores are, and what can be asked in place of an
empty text.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from auditor.data.words import split_words
from auditor.errors import AuditError, HaltError, first_line
from auditor.model.asked.kept_answers import Answers, key_of
from auditor.model.asked.remaining import remaining
from auditor.model.asked.scores import SCORES, FloatArray, kind_of, one_against_rest, read_answer, to_logits
from auditor.model.encoding import BoolArray, Encoded, IntArray, check_text
from auditor.records.text import LEFT_OUT

Text = str | tuple[str, str]
Ask = Callable[[list[Text]], Any]
"""Scores for texts: one row a text, one column a class."""
PROBES = ("the probe", "a longer probe of the model at hand")
"""What is asked first."""
EMPTY = ("", " ", ".", "...")
"""What is asked where no word is left, the first that the model takes."""
ROW = 16
"""Pieces that a text counts for when batches are cut: whatever its length, 64 texts fill a batch."""


@dataclass(frozen=True)
class Asking:
    """How a model is asked."""

    name: str
    """What the report calls it."""
    labels: tuple[str, ...] = ()
    """The classes in the order of the columns; empty: they are found out."""
    fallback: tuple[str, ...] = ()
    """Classes to take where neither the model nor its answers name any, if there are as many as columns."""
    identity: str = ""
    """What tells its answers from those of another model; by default its name."""
    mask: str | None = None
    """What is written in the place of a removed word; None: nothing, the word is deleted."""
    target: str | None = None
    """The one label that is audited against the rest."""
    fields: int = 1
    """Texts of an input: one, or two."""
    batch: int | None = None
    """Texts that are asked for at once; None: as many as there are."""
    concurrency: int = 1
    """Requests under way at the same time."""
    max_calls: int | None = None
    """Texts that may be asked for; None: as many as it takes."""


@dataclass(frozen=True, eq=False)
class TextRow:
    """One input: a text, or two, with some words removed."""

    texts: tuple[str, ...]

    def __len__(self) -> int:
        return ROW


@dataclass(eq=False)
class TextModel:
    """A model that answers with class scores; `auditor.model.answering` says what else can ask it."""

    ask: Ask
    asking: Asking
    answers: Answers = field(default_factory=Answers)
    calls: int = 0
    """Texts that were asked for; what was known cost nothing."""
    notices: list[str] = field(default_factory=list)
    """What was guessed about the answers and the user should know."""

    differentiable = False
    filler_side = "free"
    pieces = None
    device = torch.device("cpu")

    def __post_init__(self) -> None:
        self.limit = self.asking.max_calls
        """Texts that may be asked for so far; a stage of an audit may lower it to leave some to the next."""
        self._columns = tuple(self.asking.labels)
        self._kind = ""
        self._empty = EMPTY[0]
        self._probe()

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes."""
        target = self.asking.target
        return self._columns if target is None else (f"not {target}", target)

    @property
    def replacement(self) -> str:
        """What removing a word means: `delete`, or `mask`."""
        return "delete" if self.asking.mask is None else "mask"

    @property
    def kind(self) -> str:
        """What the scores are: `probabilities`, or `scores` before a softmax."""
        return self._kind

    @property
    def identity(self) -> str:
        """What decides an answer, for the fingerprint of a run."""
        parts = (self.asking.identity or self.asking.name, *self.labels, self.asking.mask or "", self._kind)
        return key_of("model", parts).hex()

    def facts(self) -> dict[str, Any]:
        """For the manifest: how the model was asked."""
        return {
            "removal": self.replacement,
            "mask": self.asking.mask,
            "scores": self._kind,
            "empty": self._empty,
        }

    def encode(self, *texts: str) -> Encoded:
        """One or two texts as words, each of which is one piece; an empty text is an error."""
        check_text(texts)
        words = tuple(word for number, text in enumerate(texts) for word in split_words(text, field=number))
        places = np.arange(len(words))
        return Encoded(tuple(texts), words, places, places, None, 0)

    def without(
        self, encoded: Encoded, removed: BoolArray, *, alpha: float = 1.0, removal: str = ""
    ) -> TextRow:
        """The text with some words removed: deleted, or masked. There is nothing between there and gone."""
        gone = removed if alpha else np.ones_like(removed)
        mask = None if removal == "delete" else self.asking.mask
        return TextRow(remaining(encoded.texts, encoded.words, gone.tolist(), mask=mask))

    def logits(self, rows: Sequence[TextRow]) -> FloatArray:
        """(rows, classes) logits; every text that is not known is asked for once."""
        table = self._scores([self._asked(row.texts) for row in rows])
        if self.asking.target is not None:
            table = one_against_rest(table, self._columns.index(self.asking.target))
        return to_logits(table, self._kind)

    def gradients(
        self,
        rows: Sequence[TextRow],  # noqa: ARG002 (as `Answering` has them)
        targets: IntArray,  # noqa: ARG002
    ) -> tuple[FloatArray, list[FloatArray]]:
        """There are none."""
        raise HaltError(
            f"{self.asking.name} is asked with texts and has no gradients", "Leave --method paper out."
        )

    def _asked(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text if text.strip() else self._empty for text in texts)

    def _scores(self, texts: Sequence[tuple[str, ...]]) -> FloatArray:
        """(texts, columns) what the model says, or has said before."""
        identity = self.asking.identity or self.asking.name
        keys = [key_of(identity, one) for one in texts]
        rows = dict(zip(keys, self.answers.get(keys), strict=True))
        new = {key: one for key, one in zip(keys, texts, strict=True) if not self._fits(rows[key])}
        if new:
            self._spend(len(new))
            for some, table in self._answered(new):
                self.answers.add(some, table)
                rows.update(zip(some, table, strict=True))
        return np.stack([row for key in keys if (row := rows[key]) is not None])

    def _fits(self, row: FloatArray | None) -> bool:
        return row is not None and (not self._columns or len(row) == len(self._columns))

    def _spend(self, count: int) -> None:
        if self.limit is not None and self.calls + count > self.limit:
            raise AuditError(LEFT_OUT, "Raise --max-calls and run the same command again.")
        self.calls += count

    def _answered(self, new: dict[bytes, tuple[str, ...]]) -> Iterator[tuple[list[bytes], FloatArray]]:
        """Keys and scores, part by part; a part that fails costs no other its answers."""
        keys = list(new)
        size = self.asking.batch or len(keys)
        parts = [keys[start : start + size] for start in range(0, len(keys), size)]
        if self.asking.concurrency == 1:  # in this thread: a debugger, a database or a GPU may want that
            for part in parts:
                yield part, self._one_part([new[key] for key in part])
            return
        failed: BaseException | None = None
        with ThreadPoolExecutor(self.asking.concurrency) as pool:
            futures = [pool.submit(self._one_part, [new[key] for key in part]) for part in parts]
            for part, future in zip(parts, futures, strict=True):
                try:
                    yield part, future.result()
                except Exception as error:
                    failed = failed or error
        if failed is not None:
            raise failed

    def _one_part(self, texts: list[tuple[str, ...]]) -> FloatArray:
        try:
            answer = self.ask([one[0] if self.asking.fields == 1 else (one[0], one[1]) for one in texts])
        except SystemExit as error:  # its code would be taken for this program's
            raise HaltError(
                f"the model ended the program (SystemExit {error.code})",
                "Let it raise another error, or answer.",
            ) from error
        columns, table = read_answer(answer, len(texts), self._columns)
        self._columns = self._columns or columns
        return table

    def _probe(self) -> None:
        """Ask two plain texts and an empty one."""
        texts = [(probe,) * self.asking.fields for probe in PROBES]
        try:
            table = self._scores(texts)
        except AuditError:
            raise
        except Exception as error:
            raise HaltError(
                f"the model fails on {PROBES[0]!r}: {type(error).__name__}: {first_line(error)}",
                "It is called with a list of texts, and returns a row of scores for each.",
            ) from error
        if not np.isfinite(table).all():
            raise HaltError(
                "the model answers a plain text with scores that are not finite (NaN or infinite)"
            )
        self._columns = self._columns or self._unnamed(table.shape[1])
        self._kind = kind_of(table)
        if self._kind == SCORES and self.asking.target is None:
            self.notices.append("the scores do not sum to one, so they are read as scores before a softmax")
        if self.asking.target is not None:
            self._check_target(self.asking.target)
            self._kind = kind_of(one_against_rest(table, self._columns.index(self.asking.target)))
        for self._empty in EMPTY:
            try:
                if np.isfinite(self._scores([(self._empty,) * self.asking.fields])).all():
                    return
            except HaltError:
                raise
            except Exception:  # noqa: S112 (many a model refuses an empty text: the next one may do)
                continue
        raise HaltError("the model answers neither an empty text nor a full stop", "Let it answer one.")

    def _unnamed(self, width: int) -> tuple[str, ...]:
        """Classes for columns without names: the data's, where there are as many."""
        if len(self.asking.fallback) != width:
            return tuple(f"LABEL_{place}" for place in range(width))
        shown = ", ".join(self.asking.fallback)
        self.notices.append(f"the columns of the answers are taken to be the data's labels in order: {shown}")
        return self.asking.fallback

    def _check_target(self, target: str) -> None:
        if target not in self._columns:
            raise HaltError(
                f"the model has no label {target!r}", f"Its labels are {', '.join(map(repr, self._columns))}."
            )
