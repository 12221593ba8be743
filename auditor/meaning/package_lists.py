"""The word lists that come with other packages: sentiment, and what makes a text toxic.

Sentiment: TextBlob's lexicon, mean polarity over a word's senses, beyond ±0.1; of the words that it calls
neutral or leaves out, those that vaderSentiment's raters call good or bad; and their emoticons. TextBlob's
list is short (*loves*, *masterpiece* and *ruined* are not in it). The raters also rated what texts are
about (*war*, *friend*, *comedy*): those words are left out, since that a label goes with them is what an
audit looks for. Toxicity: the words of better-profanity, and what vaderSentiment's raters call strongly
negative. The profanity list also holds words of the kitchen, the body and the church; those are left out.
Names of groups of people are left out of every list: a model that judges a text by them is what an audit
looks for.
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
RATED = 1.0
"""Mean valence, -4 to 4, at or beyond which a rated word is one of sentiment."""
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
_TOPICS = frozenset(
    """
    accept accepted accepting accepts accident accidents adventure adventurer adventures agree agreed agreeing
    agreement alone arrest arrested arrests assassination attack attacked attacker attacks award awarded
    awards bankrupt battle battled battlefield battles blockbuster bomb cancer catastrophe certainly champion
    championed champions championship chance clearly combat comedian comedians comedic comedies comedy
    conspiracy corpse crash create created creates creating creation creations credit credits cried cries
    crime criminals critic criticism critics cuts dear death debt definitely devil devils dick died disagree
    disaster disasters disguise disguised disguises divine dream dreams enemies enemy energy entertainer
    entertainers faith fear feared fearing fears festival festivals festivity fight fighting fights fire fired
    firing freedom freeman freemen friend friends friendship friendships funeral ghost gift giving grace grant
    granted grave graves gravesides hand hardy heaven heavens hell hero heroes heroine heroines heros hiding
    holiday holidays honestly honesty hope hoped hopes hoping horror hugs illness injury interest interests
    jailed joke jokes justice kill killer killers killing kills kiss kissed kisses kissing liar liars lied
    lies lose losing loss losses lost lover lovers lower lowest luck lying marvel mature murder murdered
    murderer murderers murdering murderous murders natural novel opportunities opportunity parties party
    partying peace play played plays please poison poisoned positively poverty pray prison prisoner prisoners
    profit profits propaganda protest rape raped rapes rapist rescue rescued riot riots robber romance
    romances romantic safely safety save saved scream screaming screams security share shared shares sharing
    shoot sincerely sins slavery spam steal stealing steals stolen stop strength strengths suicide suing
    support supporter supporters supports surely suspect suspects terrorism terrorist terrorists terrorized
    thank thief thieves torture tortured tragedies tragedy trap treasure treasures truly truth truthfully
    tumor unemployment united value values victim victims villain villainess villains vision warfare wars
    weapon weapons winner winners wish witch worship yeah
    """.split()  # noqa: SIM905
)
"""Rated words that are no opinion by themselves: they name what a text is about or what happens in it, are
names, or say how something is meant."""


@lru_cache(maxsize=1)
def sentiment_words() -> MappingProxyType[str, str]:
    """English words of sentiment, each `positive` or `negative`."""
    path = _package_file("textblob", "en/en-sentiment.xml", "textblob")
    senses: dict[str, list[float]] = {}
    for entry in ElementTree.parse(path).getroot():  # noqa: S314 (a file of an installed package)
        senses.setdefault(normal(entry.get("form", "")), []).append(float(entry.get("polarity", 0)))
    means = {word: sum(values) / len(values) for word, values in senses.items()}
    felt = {word: mean for word, mean in means.items() if abs(mean) > POLAR}
    rated = {normal(word): valence for word, valence in _rated() if abs(valence) >= RATED and _is_plain(word)}
    found = {word: valence for word, valence in rated.items() if word not in _TOPICS} | felt
    return MappingProxyType(
        {
            word: POSITIVE if mean > 0 else NEGATIVE
            for word, mean in sorted(found.items())
            if _is_word(word) and word not in GROUP_NAMES
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


def _is_plain(word: str) -> bool:
    """Letters, and four or more: shorter ones are mostly abbreviations such as *gj*."""
    return word.isalpha() and len(word) > 3


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
