"""What a finding is about, in words: a token, dates, names of countries, an opening, many words."""

from auditor.findings.finding import Finding, Kind

KIND_NAMES = {
    "handle": "user names",
    "hashtag": "hashtags",
    "url": "links",
    "email": "e-mail addresses",
    "markup": "markup",
    "marker": "markers in brackets",
    "code": "codes",
    "number": "numbers",
    "date": "dates",
    "time": "times",
    "year": "years",
    "amount": "amounts",
    "percentage": "percentages",
    "emoji": "emoji",
    "emoticon": "emoticons",
    "repeated": "repeated punctuation",
    "capitals": "words in capitals",
    "elongated": "lengthened words",
}
"""Kinds of words, and styles that they are written in."""
LIST_NAMES = {
    "country": "names of countries",
    "city": "names of cities",
    "name": "first names",
    "weekday": "weekdays",
    "month": "months",
    "colour": "colours",
    "gender": "words for gender",
    "nationality": "words for nationality and origin",
    "religion": "words for religion",
    "orientation": "words for sexual orientation",
    "disability": "words for disability",
    "age": "words for age",
}
"""Known lists."""
ONE_OF = {
    "handle": "a user name",
    "hashtag": "a hashtag",
    "url": "a link",
    "email": "an e-mail address",
    "markup": "markup",
    "marker": "a marker",
    "code": "a code",
    "number": "a number",
    "date": "a date",
    "time": "a time",
    "year": "a year",
    "amount": "an amount",
    "percentage": "a percentage",
    "punctuation": "punctuation",
    "repeated": "a repeated character",
    "form": "the form of a text",
    "opening": "how a text begins",
    "capitals": "a word in capitals",
    "elongated": "a lengthened word",
    "emoji": "an emoji",
    "emoticon": "an emoticon",
    "country": "the name of a country",
    "city": "the name of a city",
    "name": "a first name",
    "weekday": "a weekday",
    "month": "a month",
    "colour": "a colour",
    "gender": "a word for gender",
    "nationality": "a word for nationality or origin",
    "religion": "a word for religion",
    "orientation": "a word for sexual orientation",
    "disability": "a word for disability",
    "age": "a word for age",
}
"""One word of a kind or a list, and what a text's form is called."""
FORM_NAMES = {
    "words: many": "many words",
    "words: few": "few words",
    "word length: many": "long words",
    "word length: few": "short words",
    "sentences: many": "many sentences",
    "sentences: few": "few sentences",
    "reading level: many": "a high reading level",
    "reading level: few": "a low reading level",
    "capital letters: many": "many capital letters",
    "capital letters: few": "few capital letters",
    "punctuation: many": "much punctuation",
    "punctuation: few": "little punctuation",
    "function words: many": "many function words",
    "function words: few": "few function words",
    "digits: many": "many digits",
    "digits: few": "few digits",
    "line breaks: many": "many line breaks",
    "line breaks: few": "few line breaks",
    "quotes: many": "quotes",
    "quotes: few": "few quotes",
    "quotes: none": "no quotes",
    "capital letters: none": "no capital letter",
    "punctuation: none": "no punctuation",
    "function words: none": "no function word",
    "digits: none": "no digit",
    "line breaks: none": "no line break",
    "words: none": "no word",
    "sentences: none": "no sentence",
    "word length: none": "no letters",
    "reading level: none": "no reading level",
}
"""Forms of texts."""


def titles(finding: Finding) -> tuple[str, ...]:
    """What a finding is about, a name for each of its tokens; as unsafe to show as they are."""
    if finding.kind is Kind.GROUP:
        return (group_title(finding),)
    sorts = finding.sorts or ("word",) * len(finding.tokens)
    return tuple(_title(code, sort) for code, sort in zip(finding.tokens, sorts, strict=True))


def group_title(finding: Finding) -> str:
    """A group of words, a place or a form by its name."""
    return _title(finding.tokens[0], finding.group)


def _title(code: str, sort: str) -> str:
    known = {"kind": KIND_NAMES, "list": LIST_NAMES, "form": FORM_NAMES}.get(sort, {})
    if code in known:
        return known[code]
    if sort == "family":
        return _family(code)
    if sort == "place":
        return _place(code)
    return f"words of the shape {code}" if sort == "shape" else code


def _family(code: str) -> str:
    """A family by the list that names it, or by its heaviest words."""
    known, colon, words = code.partition(": ")
    return f"{LIST_NAMES[known]} ({words}, …)" if colon and known in LIST_NAMES else f"words like {code}"


def _place(code: str) -> str:
    """An opening, or a word at an end."""
    end, word = _end(code)
    return f"{word} as the {end} word" if end else f"the opening {code.replace('*', '…')}"


def at_end(finding: Finding) -> tuple[str, str]:
    """`first` or `last`, and what stands there; two empty texts for anything else."""
    return _end(finding.tokens[0]) if finding.group == "place" else ("", "")


def _end(code: str) -> tuple[str, str]:
    end, colon, word = code.partition(": ")
    if not colon or end not in ("first", "last"):
        return "", ""
    return end, LIST_NAMES.get(word) or KIND_NAMES.get(word) or word


def bound(finding: Finding) -> str:
    """Beyond what a measure of the form lies; empty for anything else."""
    return finding.source if finding.group == "form" else ""
