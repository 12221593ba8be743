"""What a word is, judged by its characters alone.

`kind_of` reads a token's normal form (compatibility characters and case folded): a date, a price, a web
address, a tag, … or a plain word. `style_of` reads a word as written and knows capitals and lengthened words.
`shape_of` draws the outline of a word, `2436-02-17` as `dddd-dd-dd`, for what recurs and has no kind of its
own. A word has exactly one kind, one style and one shape. Of a very long word the beginning is read.
"""

import re
import unicodedata
from itertools import groupby

from auditor.data.words import AMOUNT, EMOTICON, ENTITY, MARKER, NUMERAL, PERCENTAGE, URL
from auditor.normal import normal

KINDS = (
    "word",
    "number",
    "punctuation",
    "date",
    "time",
    "year",
    "amount",
    "percentage",
    "url",
    "email",
    "handle",
    "hashtag",
    "markup",
    "emoji",
    "emoticon",
    "marker",
    "code",
    "repeated",
)
"""`markup` is HTML or Markdown, `marker` a bracketed name such as `[NAME]`, `code` an identifier or a path,
`repeated` a run of one punctuation mark."""
WORD_STYLES = ("plain", "capitals", "elongated")
READ = 256
"""Characters of a word that are read."""
RUN = 4
"""Characters of one sort that a shape shows at most."""
_TAGS = re.compile(
    "a|abbr|article|aside|audio|b|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|em|embed|font|"
    "footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|mark|meta|nav|"
    "object|ol|option|p|pre|q|s|script|section|select|small|source|span|strike|strong|style|sub|sup|svg|table|"
    "tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video"
)
_TAG_NAME = re.compile(r"</?([a-z][a-z0-9]*)([\s/>].*)?", re.DOTALL)
_MARKDOWN = re.compile(r"#{1,6}|\*\*|__|~~|`|```|!\[|\]\(|</|/>|<!--|-->")
_QUOTES_AND_DASHES = frozenset(("``", "''", "--", "---", "...", "„„", "««", "»»", "::"))
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"""
    (?P<numbers>\d{{4}}(?P<a>[-/.])\d{{1,2}}(?P=a)\d{{1,2}}           # 2436-02-17
      | \d{{1,2}}(?P<b>[-/.])\d{{1,2}}(?P=b)(?:\d{{4}}|\d{{2}})        # 17/02/2436, 17.02.36
      | \d{{4}}-\d{{2}})                                              # 2436-02
    (?:t\d{{2}}:\d{{2}}[\d:.]*(?:z|[-+]\d{{2}}:?\d{{2}})?)?
  | \d{{1,2}}[-/]{_MONTH}(?:[-/](?:\d{{4}}|\d{{2}}))?                  # 17-feb-2436
  | {_MONTH}[-/]\d{{1,4}}(?:[-/]\d{{2,4}})?                           # feb-17
    """,
    re.VERBOSE,
)
_TIME = re.compile(r"\d{1,2}[:.]\d{2}(?::\d{2})?[ap]m|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?z?|\d{1,2}[ap]m")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?:s|'s)?|(?:1[5-9]|20)\d\d[-/](?:1[5-9]|20)?\d\d")
_UNIT = r"(?:st|nd|rd|th|s|k|m|b|bn|mn|x|mm|cm|km|kg|g|mb|gb|min|mins|hr|hrs|sec|secs)?"
_NUMBER = re.compile(rf"[-+#]?{NUMERAL}(?:(?:[-–/:x]|\.\.)\+?{NUMERAL})*{_UNIT}\+?")
_ENDING = "com|org|net|edu|gov|info|io|co|tv|me|uk|de|fr|it|es|eu|us|ca|au|in|jp|ru|ly"
_DOMAIN = rf"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:{_ENDING})"
_URL = re.compile(rf"(?:{URL}|{_DOMAIN}(?:/\S*)?)", re.VERBOSE)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.\w+")
_HANDLE = re.compile(r"@\w+")
_HASHTAG = re.compile(r"#(?=\d*[^\W\d])\w+")
_EXTENSION = r"\.(?:py|js|txt|pdf|docx?|xlsx?|csv|json|xml|html?|php|jpe?g|png|gif|exe|zip|mp[34]|log|md|sh)"
_CODE = re.compile(
    rf"""
    [0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}
  | 0x[0-9a-f]+
  | \w+_\w+                                    # snake_case
  | (?:[a-z]:|~|\.{{1,2}})?[/\\]?\w[\w.-]*(?:[/\\][\w.-]+)*{_EXTENSION}
  | (?:[a-z]:|~|\.{{1,2}})?[/\\]\w[\w.-]*(?:[/\\][\w.-]+)+[/\\]?
  | [a-z]:\\\S*
  | [a-z]\w*(?:\.\w+)*\(\)                     # call()
    """,
    re.VERBOSE,
)
_COMPOUND = re.compile(r"\d+s?(?:[-'’][^\W\d_]+)+|\d+[^\W\d_]{1,3}|[^\W\d_]+[-'’]?\d{1,2}")
"""Words with a number in them: `20-year-old`, `3d`, `mp3`, `covid-19`."""
_EMOTICON, _AMOUNT, _PERCENTAGE, _ENTITY, _MARKER = (
    re.compile(pattern, re.VERBOSE | re.IGNORECASE)
    for pattern in (EMOTICON, AMOUNT, PERCENTAGE, ENTITY, MARKER)
)
_PICTURES = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|[\u0023-\u0039]\ufe0f?\u20e3")
_BESIDE_PICTURES = re.compile("[\ufe0e\ufe0f\u200d\u20e3\U000e0020-\U000e007f#*0-9]")
_ELONGATED = re.compile(r"([^\W\d_])\1\1", re.IGNORECASE)
_NOT_ELONGATED = re.compile(r"m{0,3}[cdm]{0,4}[xcl]{0,4}[ivx]{1,4}|w{3}\b.*|x{3}|a{3}", re.IGNORECASE)
"""Roman numerals, web addresses and a few names."""


def kind_of(word: str) -> str:
    """Which of `KINDS` a word in normal form belongs to."""
    if word.isalpha() and word.isascii() and not _EMOTICON.fullmatch(word):
        return "word"
    word = word[:READ].casefold()
    if any(character.isalpha() or character.isnumeric() for character in word):
        return _of_letters_and_digits(word)
    return _of_marks(word)


def style_of(word: str) -> str:
    """Which of `WORD_STYLES` a word as written has; capitals need two letters and no small one."""
    word = word[:READ]
    if kind_of(word) != "word":
        return "plain"
    if _ELONGATED.search(word) and not _NOT_ELONGATED.fullmatch(word):
        return "elongated"
    letters = sum(character.isalpha() for character in word)
    return "capitals" if letters > 1 and word.isupper() else "plain"


def told_of(word: str) -> str:
    """The kind or the style of a word as written; empty for a plain word and for punctuation."""
    kind = kind_of(normal(word[:READ]))
    if kind not in ("word", "punctuation"):
        return kind
    style = style_of(word)
    return style if style != "plain" else ""


def shape_of(word: str) -> str:
    """A word's outline: capitals X, other letters x, digits d, the rest as it is, runs cut at `RUN`."""
    outline = filter(None, map(_sort, word[:READ]))
    return "".join(character * min(len(list(run)), RUN) for character, run in groupby(outline))


def _sort(character: str) -> str:
    if character.isnumeric():
        return "d"
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return "" if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cs", "Cc", "Cn") else character


def _of_marks(word: str) -> str:
    """The kind of a word without letters and digits."""
    if _EMOTICON.fullmatch(word):
        return "emoticon"
    if _PICTURES.search(word) and not _BESIDE_PICTURES.sub("", _PICTURES.sub("", word)):
        return "emoji"
    if _MARKDOWN.fullmatch(word):
        return "markup"
    if len(word) > 1 and len(set(word)) == 1 and word not in _QUOTES_AND_DASHES and not word.isspace():
        return "repeated"
    return "punctuation"


def _of_letters_and_digits(word: str) -> str:
    """The kind of a word that holds a letter or a digit."""
    if word[0].isnumeric() or (word[0] in "-+#" and word[-1].isnumeric()):
        found = _of_digits(word)
        if found:
            return found
    if word[0] in "<[{&":
        found = _of_brackets(word)
        if found:
            return found
    for kind, pattern in _PATTERNS:
        if pattern.fullmatch(word):
            return kind
    if _PICTURES.search(word) and not _BESIDE_PICTURES.sub("", _PICTURES.sub("", word)):
        return "emoji"
    return "code" if _is_mixed(word) else "word"


_PATTERNS = (
    ("emoticon", _EMOTICON),
    ("amount", _AMOUNT),
    ("percentage", _PERCENTAGE),
    ("email", _EMAIL),
    ("url", _URL),
    ("handle", _HANDLE),
    ("hashtag", _HASHTAG),
    ("date", _DATE),
    ("code", _CODE),
)


def _of_digits(word: str) -> str | None:
    """Date, time, year or number; None for anything else."""
    date = _DATE.fullmatch(word)
    if date and (date["numbers"] is None or _is_calendar(date["numbers"])):
        return "date"
    for kind, pattern in (("time", _TIME), ("year", _YEAR), ("number", _NUMBER)):
        if pattern.fullmatch(word):
            return kind
    return "number" if word.isnumeric() else None


def _is_calendar(numbers: str) -> bool:
    """Whether a day and a month are among the numbers; a missing day is none."""
    parts = [int(part) for part in re.split(r"[-/.]", numbers)]
    small = parts[1:] if len(re.split(r"[-/.]", numbers)[0]) == 4 else parts[:2]
    return all(1 <= part <= 31 for part in small) and any(part <= 12 for part in small)


def _of_brackets(word: str) -> str | None:
    """HTML is markup; any other name in brackets is a marker."""
    if _ENTITY.fullmatch(word):
        return "markup"
    tag = _TAG_NAME.fullmatch(word)
    if tag and (_TAGS.fullmatch(tag[1]) or "=" in (tag[2] or "")):
        return "markup"
    return "marker" if tag or _MARKER.fullmatch(word) else None


def _is_mixed(word: str) -> bool:
    """Whether letters and digits mix as in no word: `a1b2-c3`, a hash."""
    sorts = set(map(_sort, word))
    return "d" in sorts and bool(sorts & {"x", "X"}) and not _COMPOUND.fullmatch(word)
