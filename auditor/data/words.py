"""Text to words with character offsets.

A word is what a reader would point at. Blanks separate words first; then punctuation is peeled off both
ends, while hyphens and points inside stay ("well-made", "3.5", "2436-02-17"). What carries meaning as a unit
is kept whole: `[pos]`, `{name}`, `<br />`, `&amp;`, `@user`, `#tag`, `$3.50`, `35%`, `:-)`, a web address,
`n't`, `'s`. A run of one punctuation mark is one word ("..."), and
so is an emoji with its modifiers. Scripts written without blanks (Chinese, Japanese, Thai, …) cannot be
split like this; there the words are the tokenizer's own pieces, given as `pieces`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

Span = tuple[int, int]
Pieces = Callable[[str], list[Span]]
"""Splits a run of text into a tokenizer's pieces, as character spans."""

NUMERAL = r"\d+(?:[.,]\d+)*"
AMOUNT = rf"""
    [$€£¥₹](?>{NUMERAL})(?:k|m|b|bn|mn)?(?!\w)      # $3.50
  | (?>{NUMERAL})(?:k|m|b|bn|mn)?[$€£¥₹](?!\w)      # 20€
"""
PERCENTAGE = rf"(?>{NUMERAL})[%‰](?!\w)"
URL = r"(?:https?://|www\.)[!\#-;=?-Z^-~]*[0-9a-z/]"
ENTITY = r"&(?:[a-z]{2,10}[0-9]{0,2}|\#[0-9]{1,7}|\#x[0-9a-f]{1,6});"
EMOTICON = r"""
    [:;=][-'o^]?[)(\]\[}{|/\\]+(?![\w/])          # :-) ;( =/
  | [:;=][-'^]?[dpo3*x@s](?!\w)                    # :D :p ;3
  | [(][-']?[:;=](?![\w)])                         # (:
  | (?<!\w)xd+(?!\w)
  | </?3+(?!\w)                                    # <3 </3
  | \^[_.-]{0,3}\^ | [-=><][_.][-=><] | [tou]_[tou](?!\w)  # ^_^ -_- o_o
"""
MARKER = r"\[\w[\w-]{0,40}\] | \{\{\w[\w-]{0,40}\}\} | \{\w[\w-]{0,40}\}"
"""Patterns of words that mean something as a unit, for `re.VERBOSE` and whatever the case."""

_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,60}>")
_MARKER = re.compile(
    rf"""
    </?[A-Za-z][^<>\n]{{0,60}}>          # <br />
  | {MARKER}                            # [pos], {{name}}
  | {ENTITY}                            # &amp;
  | {URL}
  | {AMOUNT}
  | {PERCENTAGE}
  | {EMOTICON}
  | [@\#]\w+                            # @user, #tag
  | ['’](?:s|re|ve|ll|d|m)(?!\w)        # 's
  | n['’]t(?!\w)                        # n't
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EMBEDDED_MARKER = re.compile(
    rf"</?[A-Za-z][^<>\n]{{0,60}}> | {MARKER} | {ENTITY}", re.VERBOSE | re.IGNORECASE
)
_CONTRACTION = re.compile(r"(?<=\w)(n['’]t|['’](?:s|re|ve|ll|d|m))$", re.IGNORECASE)
_BLANK = re.compile(r"\s+")
_JOINER = "\u200d"
# Han, kana, Thai, Lao, Myanmar, Khmer, Tibetan: scripts that put no blank between words.
_WITHOUT_BLANKS = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in its text."""

    text: str
    """The characters, unchanged."""
    start: int
    """First character in the text."""
    end: int
    """One past the last character."""
    field: int = 0
    """0 for the first text, 1 for the second of a two-sentence input."""


def split_words(text: str, *, field: int = 0, pieces: Pieces | None = None) -> tuple[Word, ...]:
    """Split `text` into words in reading order; blanks belong to no word."""
    spans = (span for chunk in _chunks(text) for span in _split_chunk(text, chunk, pieces))
    return tuple(Word(text[start:end], start, end, field) for start, end in spans)


def _chunks(text: str) -> Iterator[Span]:
    """Stretches between blanks; a tag such as `<br />` is one stretch although it holds a blank."""
    position = 0
    for tag in _TAG.finditer(text):
        yield from _between_blanks(text, position, tag.start())
        yield tag.span()
        position = tag.end()
    yield from _between_blanks(text, position, len(text))


def _between_blanks(text: str, start: int, end: int) -> Iterator[Span]:
    position = start
    for blank in _BLANK.finditer(text, start, end):
        if blank.start() > position:
            yield position, blank.start()
        position = blank.end()
    if position < end:
        yield position, end


def _split_chunk(text: str, chunk: Span, pieces: Pieces | None) -> Iterator[Span]:
    start, end = chunk
    while start < end:
        marker = _MARKER.match(text, start, end)
        if marker:
            yield marker.span()
            start = marker.end()
        elif _is_mark(text[start]):
            stop = _mark_run(text, start, end)
            yield start, stop
            start = stop
        else:
            stop = _core_end(text, start, end)
            yield from _split_core(text, start, stop, pieces)
            start = stop


def _core_end(text: str, start: int, end: int) -> int:
    """Where the word proper ends: before an embedded marker, else before the trailing punctuation."""
    embedded = _EMBEDDED_MARKER.search(text, start, end)
    stop = embedded.start() if embedded else end
    while stop > start + 1:
        last = stop - 1
        while last > start and (text[last] == _JOINER or _is_modifier(text[last])):
            last -= 1
        if last == start or not _is_mark(text[last]):
            break
        stop = last
    return stop


def _split_core(text: str, start: int, end: int, pieces: Pieces | None) -> Iterator[Span]:
    core = text[start:end]
    if _WITHOUT_BLANKS.search(core):
        position = 0  # byte-level pieces of one character share its span: it is one word
        for _, last in pieces(core) if pieces else [(i, i + 1) for i in range(len(core))]:
            if last > position:  # what no piece covers goes with the piece after it
                yield start + position, start + last
                position = last
        if position < len(core):
            yield start + position, end
        return
    contraction = _CONTRACTION.search(core)
    if contraction:
        yield start, start + contraction.start()
        yield start + contraction.start(), end
    else:
        yield start, end


def _mark_run(text: str, start: int, end: int) -> int:
    """End of a run of one punctuation mark, or of an emoji with its modifiers and joined parts."""
    stop = start + 1
    while stop < end:
        character = text[stop]
        joined = text[stop - 1] == _JOINER
        if joined or character == _JOINER or character == text[start] or _is_modifier(character):
            stop += 1
        else:
            break
    return stop


@lru_cache(maxsize=8192)
def _is_mark(character: str) -> bool:
    """Punctuation and symbols; letters, digits, combining marks and format characters are none."""
    return unicodedata.category(character)[0] in "PS" and character != "_"


@lru_cache(maxsize=1024)
def _is_modifier(character: str) -> bool:
    """Variation selectors and other combining marks, and skin tones: they belong to what they follow."""
    return unicodedata.category(character) in ("Mn", "Me") or "\U0001f3fb" <= character <= "\U0001f3ff"
