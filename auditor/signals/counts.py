"""Aggregation: which texts hold a token, and in which of them the minimal set needs it.

Shards are read column by column, a few thousand texts at a time; what stays in memory is one entry for each
token of each text. Tokens are words in lower case and Unicode's compatibility form; how they were written is
kept. For inputs of two fields a token belongs to its field. A text that occurs again is counted once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.data.examples import draw
from auditor.features.outlines import TRAITS, Outlines, TextFeature, joined, outlined, traits
from auditor.normal import normal
from auditor.records.text import Status
from auditor.sweep.store import RunStore

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
CHUNK = 20_000
"""Texts that are worked on at once."""
FORMS = 5
"""Ways of writing a token that are kept."""
_COLUMNS = ("id", "gold", "same_as", "label", "status", "words", "core", "texts")
_DOC_BITS, _DOC_MASK = 32, 0xFFFFFFFF
"""An entry is one number: the token's above, the text's below."""
STATUSES = tuple(status.value for status in Status)


@dataclass(frozen=True, order=True)
class Token:
    """A word of the vocabulary, or a group of words that counts as one."""

    text: str
    """In normal form; the name of a group."""
    field: int = 0
    """The text field it stands in."""
    kind: str = "word"
    """`word`, or what sort of group it is: `kind`, `list`, `family`, `place`, `form`, …"""


@dataclass(frozen=True, eq=False)
class Corpus:
    """The texts of a run that were explained, and an entry for each token of each text."""

    vocabulary: tuple[Token, ...]
    forms: tuple[tuple[str, ...], ...]
    """For each token how it is written, most frequent first."""
    labels: tuple[str, ...]
    """The model's classes; texts name them by number."""
    token: IntArray
    """(entries,) sorted by token, then by text"""
    doc: IntArray
    """(entries,) the text"""
    times: IntArray
    """(entries,) occurrences of the token in the text"""
    needed: BoolArray
    """(entries,) whether the minimal set needs it"""
    start: IntArray
    """(tokens + 1,) where each token's entries begin"""
    ids: tuple[str, ...]
    """(texts,)"""
    place: IntArray
    """(texts,) place among all examples of the run"""
    key: NDArray[np.uint64]
    """(texts,) a random number from the seed and the text's id, for every choice among texts"""
    predicted: IntArray
    """(texts,)"""
    gold: IntArray
    """(texts,) -1 without a label"""
    length: IntArray
    """(texts,) words"""
    size: IntArray
    """(texts,) words that the minimal set needs; 0 without a set that was checked"""
    status: IntArray
    """(texts,) place in STATUSES"""
    outlines: tuple[Outlines, ...] = ()
    """For each text field what is read of the texts as a whole"""
    groups: Mapping[int, IntArray] = field(default_factory=dict)
    """For each token that is a group, the numbers of its members; groups stand after all words."""
    properties: Mapping[int, TextFeature] = field(default_factory=dict)
    """Of the groups those that are features of the whole text: its form, or words at a place."""
    sources: Mapping[int, str] = field(default_factory=dict)
    """Of each group where it comes from: a pattern, a list, the words that it was grown from, a bound."""

    def __len__(self) -> int:
        return len(self.place)

    @property
    def half(self) -> IntArray:
        """(texts,) 0 or 1: discovery and confirmation."""
        return (self.key & np.uint64(1)).astype(np.int64)

    def entries(self, token: int) -> slice:
        """Where a token's entries stand."""
        return slice(int(self.start[token]), int(self.start[token + 1]))

    @property
    def words(self) -> int:
        """Tokens that are words; those after them are groups."""
        return len(self.vocabulary) - len(self.groups)

    def members(self, token: int) -> IntArray:
        """The words that a token stands for: itself, or the members of a group."""
        return self.groups[token] if token in self.groups else np.array([token], dtype=np.int64)

    @property
    def labelled(self) -> bool:
        """Whether texts have labels."""
        return bool((self.gold >= 0).any())


def gather(
    store: RunStore,
    labels: Sequence[str],
    *,
    gold_names: dict[str, str] | None = None,
    seed: int = 0,
    more: Mapping[Token, str] | None = None,
) -> Corpus:
    """Count over a run; `gold_names` maps the dataset's labels to the model's.

    `more` tokens, each as it is written, are in the vocabulary whether the run's texts hold them or not.
    """
    manifest = store.manifest()
    paired = bool(manifest["data"]["columns"].get("text_pair"))
    numbers = {name: number for number, name in enumerate(labels)}
    golden = {name: numbers[model] for name, model in (gold_names or {}).items()}
    gathering = _Gathering({}, [], {}, numbers, golden, seed)
    gathering.know(more or {})
    for first, table in _chunks(store, (*_COLUMNS, "spans") if paired else _COLUMNS):
        gathering.add(table, first, paired=paired)
    return gathering.corpus(tuple(labels))


def _chunks(store: RunStore, columns: Sequence[str]) -> Iterator[tuple[int, Any]]:
    """Tables of about CHUNK rows, each with the place of its first row."""
    import pyarrow as pa

    waiting: list[Any] = []
    first = rows = 0
    for table in store.tables(columns):
        waiting.append(table)
        rows += len(table)
        if rows >= CHUNK:
            yield first, pa.concat_tables(waiting).combine_chunks()
            first, rows, waiting = first + rows, 0, []
    if waiting:
        yield first, pa.concat_tables(waiting).combine_chunks()


@dataclass(eq=False)
class _Gathering:
    """The running state of one pass: the one mutable record of this module."""

    numbers: dict[Token, int]
    parts: list[dict[str, NDArray[Any]]]
    written: dict[int, dict[str, int]]
    labels: dict[str, int]
    gold: dict[str, int]
    seed: int
    ids: list[str] = field(default_factory=list)
    texts: int = 0
    traits: dict[str, tuple[int, ...]] = field(default_factory=dict)
    outlines: tuple[list[Outlines], list[Outlines]] = field(default_factory=lambda: ([], []))

    def know(self, tokens: Mapping[Token, str]) -> None:
        """Number tokens that the texts may lack."""
        for token, form in tokens.items():
            self.written[self.numbers.setdefault(token, len(self.numbers))] = {form: 0}

    def add(self, table: Any, first: int, *, paired: bool) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        place = np.arange(first, first + len(table))
        kept = pc.and_(pc.is_valid(table["status"]), pc.is_null(table["same_as"]))
        table = table.filter(kept).combine_chunks()
        place = place[kept.to_numpy(zero_copy_only=False)]
        if not len(table):
            return
        words = table["words"].chunk(0)
        length = pc.list_value_length(words).to_numpy(zero_copy_only=False).astype(np.int64)
        offset = np.concatenate([[0], np.cumsum(length)])
        flat = words.flatten().dictionary_encode()
        fields = None
        if paired:
            fields = table["spans"].chunk(0).flatten().field("field").to_numpy(zero_copy_only=False)
        tokens = self._tokens(flat, fields)
        core = table["core"].chunk(0)
        size = pc.list_value_length(core).to_numpy(zero_copy_only=False).astype(np.int64)
        needed = np.zeros(len(tokens), dtype=bool)
        at = core.flatten().to_numpy(zero_copy_only=False).astype(np.int64)
        status = _codes(table["status"], {name: i for i, name in enumerate(STATUSES)})
        has_set = np.isin(status, [STATUSES.index(Status.VERIFIED), STATUSES.index(Status.EVIDENCE)])
        owner = np.repeat(np.arange(len(table)), size)
        chosen = has_set[owner]
        needed[offset[owner[chosen]] + at[chosen]] = True
        self._outline(table["texts"].chunk(0), flat, fields, tokens=tokens, offset=offset, needed=needed)
        doc = np.repeat(np.arange(self.texts, self.texts + len(table)), length)
        key = (tokens << _DOC_BITS) | doc
        unique, inverse, times = np.unique(key, return_inverse=True, return_counts=True)
        ids = table["id"].to_pylist()
        self.ids += ids
        self.parts.append(
            {
                "entry": unique,
                "times": times.astype(np.int32),
                "needed": np.bincount(inverse, weights=needed, minlength=len(unique)) > 0,
                "place": place,
                "key": np.array([draw(self.seed, "audit", i) for i in ids], dtype=np.uint64),
                "predicted": _codes(table["label"], self.labels),
                "gold": _codes(table["gold"].cast(pa.string()), self.gold),
                "length": length,
                "size": np.where(has_set, size, 0),
                "status": status,
            }
        )
        self.texts += len(table)

    def _outline(
        self,
        texts: Any,
        flat: Any,
        fields: NDArray[Any] | None,
        *,
        tokens: IntArray,
        offset: IntArray,
        needed: BoolArray,
    ) -> None:
        """What is read of these texts as a whole, each field by itself."""
        import pyarrow.compute as pc

        for word in flat.dictionary.to_pylist():
            if word not in self.traits:
                self.traits[word] = traits(word)
        known = [self.traits[word] for word in flat.dictionary.to_pylist()]
        table = np.array(known, dtype=np.float32).reshape(-1, len(TRAITS))
        indices = flat.indices.to_numpy(zero_copy_only=False)
        for number, parts in enumerate(self.outlines[: 1 if fields is None else 2]):
            own = np.ones(len(tokens), dtype=bool) if fields is None else fields == number
            before = np.concatenate([[0], np.cumsum(own)])
            lines = pc.count_substring(pc.utf8_trim_whitespace(pc.list_element(texts, number)), "\n")
            breaks = lines.to_numpy(zero_copy_only=False)
            parts.append(outlined(tokens[own], table[indices[own]], before[offset], breaks, needed[own]))

    def _tokens(self, flat: Any, fields: NDArray[Any] | None) -> IntArray:
        """(words,) the number of each word's token."""
        texts = flat.dictionary.to_pylist()
        local = flat.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        if fields is not None:
            local = local * 2 + fields
        counts = np.bincount(local)
        known = np.zeros(len(counts), dtype=np.int64)
        for code in np.flatnonzero(counts).tolist():
            text, where = (texts[code], 0) if fields is None else (texts[code // 2], code % 2)
            number = self.numbers.setdefault(Token(normal(text), where), len(self.numbers))
            forms = self.written.setdefault(number, {})
            forms[text] = forms.get(text, 0) + int(counts[code])
            known[code] = number
        found: IntArray = known[local]
        return found

    def corpus(self, labels: tuple[str, ...]) -> Corpus:
        """All parts as one; tokens are renumbered by alphabet, so that nothing depends on reading order."""
        order = sorted(self.numbers)
        rank = np.empty(len(order), dtype=np.int64)
        rank[[self.numbers[token] for token in order]] = np.arange(len(order))
        entry = self._joined("entry")
        # Renumbered and sorted as one number each; what is no longer needed goes as soon as it can.
        entry = (rank[entry >> _DOC_BITS] << _DOC_BITS) | (entry & _DOC_MASK) if len(order) else entry
        sort = np.argsort(entry)
        entry = entry[sort]
        token, doc = entry >> _DOC_BITS, entry & _DOC_MASK
        del entry
        return Corpus(
            vocabulary=tuple(order),
            forms=tuple(_most_frequent(self.written[self.numbers[token]]) for token in order),
            labels=labels,
            ids=tuple(self.ids),
            token=token,
            doc=doc,
            times=self._joined("times")[sort].astype(np.int64),
            needed=self._joined("needed")[sort].astype(bool),
            start=np.searchsorted(token, np.arange(len(order) + 1)),
            key=self._joined("key").astype(np.uint64),
            place=self._whole("place"),
            predicted=self._whole("predicted"),
            gold=self._whole("gold"),
            length=self._whole("length"),
            size=self._whole("size"),
            status=self._whole("status"),
            outlines=tuple(joined(parts).renumbered(rank) for parts in self.outlines if parts),
        )

    def _whole(self, name: str) -> IntArray:
        found: IntArray = self._joined(name).astype(np.int64)
        return found

    def _joined(self, name: str) -> NDArray[Any]:
        """One column of all parts, which give it up."""
        parts = [part.pop(name) for part in self.parts]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _codes(column: Any, numbers: dict[str, int]) -> IntArray:
    """(texts,) each value's number, -1 for a null or an unknown value."""
    encoded = column.combine_chunks().dictionary_encode()
    table = np.array([numbers.get(name, -1) for name in encoded.dictionary.to_pylist()] + [-1])
    indices = encoded.indices.fill_null(len(table) - 1).to_numpy(zero_copy_only=False).astype(np.int64)
    codes: IntArray = table[indices].astype(np.int64)
    return codes


def _most_frequent(forms: dict[str, int]) -> tuple[str, ...]:
    return tuple(sorted(forms, key=lambda form: (-forms[form], form))[:FORMS])
