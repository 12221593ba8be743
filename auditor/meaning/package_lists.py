"""The word lists that come with other packages: sentiment, and what makes a text toxic.

Sentiment: TextBlob's lexicon, mean polarity over a word's senses, beyond ±0.1, and the emoticons that
vaderSentiment's raters call happy or sad. Toxicity: the words of
better-profanity, and what vaderSentiment's raters call strongly negative. The profanity list also holds words
of the kitchen, the body and the church, and names of groups of people; those are left out, since a model that
calls a text toxic for them is what an audit looks for.
"""

import importlib.util
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

from auditor.errors import AuditError
from auditor.features.function_words import FUNCTION_WORDS
from auditor.features.kinds import kind_of
from auditor.meaning.english import GROUP_NAMES
from auditor.normal import normal

POLAR = 0.1
"""Mean polarity, -1 to 1, beyond which a word is one of sentiment."""
FELT = 0.5
"""Mean valence, -4 to 4, beyond which an emoticon shows a sentiment."""
STRONG = -2.5
"""Mean valence, -4 to 4, at or below which a word is strongly negative."""
POSITIVE, NEGATIVE, TOXIC = "positive", "negative", "toxic"

_PLAIN = frozenset(
    """
    enlargement erect facial fat flange foobar frigga fanny fanyy god guido hemp hiv hoar hoare homey hookah
    hooter hump knob len loin loins lube lust maxi meth muff nappy omg opiate opium oral orally organ ovary
    ovum ovums paddy pasty pawn pcp penetrate penetration pollock pot potty punky rectus reefer reich revue
    rum rump sandbar seaman seamen slope snuff souse steamy strip stroke tampon teat tinkle toots tramp unwed
    urinal urine uterus uzi valium virgin vixen vodka wad wang weed willies willy whiz womb woody yury cowgirl
    cowgirls drunk massa doggin dogging dong dink dinks herp heroin junkie leper hitler nazi nazism kkk
    playboy pms racy sniper thrust titi gae gai gey arian aryan
    """.split()  # noqa: SIM905
)
"""Words of the profanity list with an everyday meaning of their own."""
_MILD = frozenset(
    """
    bankrupt ban cancer catastrophe chaos corpse crestfallen crime criminals crisis dead death depression
    destruction devastated died disaster disasters dismal doomsday drown drowned enemy fail fatal fatalities
    fatality felony fired fraud gloom grim havoc heartbreak heartbroken illegal po prisoner riot sadden
    saddest suffer suicide tragedy traumatic troubling war wars weep
    """.split()  # noqa: SIM905
)
"""Strongly negative words that name misfortune, not contempt."""


@lru_cache(maxsize=1)
def sentiment_words() -> MappingProxyType[str, str]:
    """English words of sentiment, each `positive` or `negative`."""
    path = _package_file("textblob", "en/en-sentiment.xml", "textblob")
    senses: dict[str, list[float]] = {}
    for entry in ElementTree.parse(path).getroot():  # noqa: S314 (a file of an installed package)
        senses.setdefault(normal(entry.get("form", "")), []).append(float(entry.get("polarity", 0)))
    means = {word: sum(values) / len(values) for word, values in senses.items()}
    return MappingProxyType(
        {
            word: POSITIVE if mean > 0 else NEGATIVE
            for word, mean in sorted(means.items())
            if abs(mean) > POLAR and _is_word(word)
        }
    )


@lru_cache(maxsize=1)
def emoticons() -> MappingProxyType[str, str]:
    """Faces made of characters, each `positive` or `negative`."""
    faces = ((normal(word), valence) for word, valence in _rated() if kind_of(word) == "emoticon")
    return MappingProxyType(
        {
            face: POSITIVE if valence > 0 else NEGATIVE
            for face, valence in sorted(faces)
            if abs(valence) > FELT
        }
    )


@lru_cache(maxsize=1)
def toxic_words() -> MappingProxyType[str, str]:
    """English words that are toxic by themselves: swear words, slurs, and words of contempt and violence."""
    listed = _package_file("better_profanity", "profanity_wordlist.txt", "better-profanity")
    words = {normal(line.strip()) for line in listed.read_text(encoding="utf-8").splitlines()} - _PLAIN
    words |= {normal(word) for word, valence in _rated() if valence <= STRONG and word not in _MILD}
    return MappingProxyType({word: TOXIC for word in sorted(words - GROUP_NAMES) if _is_word(word)})


@lru_cache(maxsize=1)
def _rated() -> tuple[tuple[str, float], ...]:
    """What vaderSentiment's raters rated, with the mean valence."""
    path = _package_file("vaderSentiment", "vader_lexicon.txt", "vaderSentiment")
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return tuple((word, float(valence)) for word, valence, *_ in rows)


def _is_word(word: str) -> bool:
    return len(word) > 1 and any(c.isalpha() for c in word) and " " not in word and word not in FUNCTION_WORDS


def _package_file(package: str, name: str, distribution: str) -> Path:
    """A data file of an installed package, found without importing the package."""
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        if (Path(folder) / name).is_file():
            return Path(folder) / name
    raise AuditError(
        f"the word list {name} of {distribution} is not installed",
        f"Install it with: pip install {distribution}",
    )
