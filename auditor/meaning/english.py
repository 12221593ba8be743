"""What is known of English words apart from any task: function words, stems, names of groups of people.

Function words hold a sentence together and have no topic of their own. A list of neighbours says little about
them, so they are never called unrelated by relevance alone. Other languages have no list here.
"""

import re
from collections.abc import Mapping

# Lists of words read best as text.
FUNCTION_WORDS = frozenset(
    """
    a an the this that these those some any each every either neither both all another such same other i me my
    mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us
    our ours ourselves they them their theirs themselves one ones oneself who whom whose which what whoever
    whatever whichever somebody someone something anybody anyone anything everybody everyone everything nobody
    none nothing am is are was were be been being do does did doing done have has had having will would shall
    should can could may might must ought need dare used isn aren wasn weren don doesn didn haven hasn hadn
    won wouldn shan shouldn couldn mightn mustn needn ain 's 're 've 'll 'd 'm n't 's im ive id youre hes shes
    theyre dont doesnt didnt isnt wasnt cant wont cannot and or but nor so yet for if unless until till
    because since although though while whereas whether than as when whenever where wherever why how however
    therefore thus hence moreover furthermore besides otherwise at by from in into inside of off on onto out
    outside over per through throughout to toward towards under underneath up upon down via with within
    without about above across after against along amid among around before behind below beneath beside
    between beyond despite during except like near past regarding round not no never also too very just only
    even still already again almost quite rather then there here now once ever always often sometimes perhaps
    maybe instead else more most much many few fewer little less least several enough own
    """.split()  # noqa: SIM905
)

GROUP_NAMES = frozenset(
    """
    gay gays lesbian lesbians bisexual bisexuals queer queers transgender transsexual transsexuals trans
    homosexual homosexuals heterosexual straight lgbt lgbtq black blacks white whites asian asians african
    africans latino latinos latina hispanic hispanics arab arabs indian indians chinese mexican mexicans
    american americans european europeans native negro muslim muslims islam islamic jew jews jewish judaism
    christian christians catholic catholics hindu hindus buddhist buddhists sikh sikhs atheist atheists woman
    women man men girl girls boy boys female females male males feminist feminists immigrant immigrants
    migrant migrants refugee refugees foreigner foreigners disabled blind deaf autistic elderly
    """.split()  # noqa: SIM905
)
"""Names of groups of people. That such a name goes with toxic texts is for a person to judge."""

_SUFFIXES = (
    *("ingly", "edly", "fully", "ously", "iness", "ness", "ments", "ment", "ings", "ing"),
    *("iest", "ier", "ies", "ied", "ily", "est", "ers", "ed", "es", "er", "ly", "s", "y", "e"),
)
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1$")
SHORTEST = 3
"""Letters that a stem keeps at least."""
ENGLISH_SHARE = 0.15
"""Share of function words among all words of a text from which it is read as English: running English has
about 0.45, other languages written in Latin letters under 0.1."""


def stem(word: str) -> str:
    """What is left of a word without its common endings; words with one stem are one family."""
    if word.endswith("bly") and len(word) > SHORTEST + 3:  # terribly, terrible
        return word[:-1]
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST:
            word = word[: -len(suffix)]
            break
    return word[:-1] if len(word) > SHORTEST and _DOUBLED.search(word) else word


def is_function_word(word: str) -> bool:
    """Whether a word, in normal form, is an English function word."""
    return word.replace("’", "'") in FUNCTION_WORDS


def looks_english(counts: Mapping[str, int]) -> bool:
    """Whether texts are English, by how often each of their words occurs."""
    words = {word: count for word, count in counts.items() if word.isalpha()}
    total = sum(words.values())
    function = sum(count for word, count in words.items() if word in FUNCTION_WORDS)
    return total > 0 and function / total >= ENGLISH_SHARE
