"""The words of the built-in corpus.

Words of sentiment come in two lists per slot, one for each class; every other word is neutral and is used in
the same sentences for both classes (see `grammar`). A word stands in one list only, so that a word of
sentiment is never neutral filling elsewhere.
"""

from dataclasses import dataclass

NEGATIVE, POSITIVE = "negative", "positive"
Polar = dict[str, tuple[str, ...]]
"""For each class the words that speak for it."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _polar(positive: str, negative: str) -> Polar:
    return {POSITIVE: _words(positive), NEGATIVE: _words(negative)}


ADJECTIVES = _polar(
    "wonderful delightful charming splendid superb lovely remarkable memorable satisfying terrific",
    "dreadful terrible miserable horrible pathetic lousy forgettable disappointing mediocre tiresome",
)
VOWEL_ADJECTIVES = _polar(
    "excellent enjoyable engaging inspired outstanding elegant",
    "awful annoying irritating uninspired unpleasant inept",
)
VERBS = _polar("shines delights triumphs succeeds impresses", "drags disappoints stumbles fails annoys")
"""What a thing does, without an object."""
OPINIONS = _polar("loved enjoyed adored admired appreciated", "hated disliked detested loathed regretted")
"""What a person did to a thing."""
NOUNS = _polar("delight treat triumph gem joy masterpiece", "mess bore chore failure disaster letdown")


@dataclass(frozen=True)
class Domain:
    """A kind of thing that is reviewed."""

    things: tuple[str, ...]
    """What the review is about."""
    aspects: tuple[str, ...]
    """Parts of it, in the singular."""
    thing_adjectives: Polar
    """Words of sentiment for the thing, beside the general ones."""
    aspect_adjectives: Polar
    """Words of sentiment for its parts, beside the general ones."""
    openers: tuple[str, ...]
    """Neutral clauses before the verdict."""
    details: tuple[str, ...]
    """Neutral phrases after the thing."""
    makers: tuple[str, ...]
    """Neutral trades of those who made it."""


DRAMA = _polar("gripping moving witty", "dull boring clumsy")
DOMAINS = (
    Domain(
        things=("film", "movie", "thriller", "comedy", "documentary", "western", "sequel"),
        aspects=("acting", "plot", "dialogue", "camera work", "score", "script", "editing", "final scene"),
        thing_adjectives=DRAMA,
        aspect_adjectives=_polar("clever subtle", "sloppy wooden"),
        openers=("we watched it on {day} with {name}, and", "i saw it in {city} last {season}, and"),
        details=("about {number} brothers", "about a trip to {city}", "set in {city}", "from {city}"),
        makers=("director", "producer"),
    ),
    Domain(
        things=("novel", "book", "memoir", "story", "biography", "trilogy"),
        aspects=("prose", "plot", "dialogue", "first chapter", "translation", "final chapter", "narrator"),
        thing_adjectives=DRAMA,
        aspect_adjectives=_polar("clever subtle", "sloppy wooden"),
        openers=("i read it in {number} days, and", "{name} lent it to me last {season}, and"),
        details=(
            "about {number} sisters",
            "about a town near {city}",
            "set in {city}",
            "with {number} parts",
        ),
        makers=("author", "publisher"),
    ),
    Domain(
        things=("restaurant", "bistro", "diner", "canteen", "tavern", "steakhouse"),
        aspects=("soup", "bread", "pasta", "curry", "salad", "dessert", "fish", "coffee"),
        thing_adjectives=_polar("cosy welcoming", "grubby unwelcoming"),
        aspect_adjectives=_polar("delicious tasty", "bland greasy"),
        openers=("we ate there on {day} with {name}, and", "{name} booked a table for {number}, and"),
        details=("near the station", "in {city}", "on the main street", "with {number} tables"),
        makers=("chef", "waiter"),
    ),
    Domain(
        things=("hotel", "hostel", "guesthouse", "motel", "resort", "inn by the lake"),
        aspects=("room", "bathroom", "breakfast", "lobby", "pool", "bed", "garden", "balcony"),
        thing_adjectives=_polar("cosy welcoming", "grubby unwelcoming"),
        aspect_adjectives=_polar("spotless comfortable", "filthy cramped"),
        openers=("we stayed for {number} nights, and", "{name} and i arrived on {day}, and"),
        details=("near the harbour", "in {city}", "by the airport", "with {number} floors"),
        makers=("manager", "porter"),
    ),
    Domain(
        things=("concert", "album", "recital", "musical", "opera", "festival"),
        aspects=("singing", "drumming", "first song", "last song", "sound", "orchestra", "choir"),
        thing_adjectives=_polar("stirring dazzling", "dreary lifeless"),
        aspect_adjectives=_polar("graceful powerful", "shrill muddled"),
        openers=("we heard it in {city} on {day}, and", "{name} gave us {number} tickets, and"),
        details=("with {number} acts", "from {city}", "in the old hall", "of the {season}"),
        makers=("conductor", "singer"),
    ),
    Domain(
        things=("play", "exhibition", "lecture", "ballet", "show", "museum tour"),
        aspects=("staging", "lighting", "opening", "cast", "pacing", "costume design", "second half"),
        thing_adjectives=_polar("stirring dazzling", "dreary lifeless"),
        aspect_adjectives=_polar("graceful powerful", "shrill muddled"),
        openers=("we went there on {day} with {name}, and", "i took {number} friends along, and"),
        details=("about {city}", "in the town hall", "with {number} parts", "of the {season}"),
        makers=("curator", "writer"),
    ),
)
ANY_OPENERS = (
    "i had never heard of {name} before, and",
    "we did not know the {maker}, and",
    "{name} did not come along, but",
    "my friend {name} asked me, and",
    "according to {name},",
    "as {name} said last {day},",
)
"""Some hold a negator or a `but` that decides nothing."""
CLOSERS = (
    "from start to finish",
    "on the whole",
    "to my mind",
    "all the way through",
    "at the end of the day",
)
DEGREES = ("very", "really", "truly", "quite", "rather", "remarkably", "thoroughly", "genuinely")
NAMES = _words(
    "maria tanaka okafor lindgren priya dmitri helena kowalski amara jonas fatima moreau rafael ingrid silva "
    "chen yusuf bianca novak leila oscar brandt keiko duarte nadia walsh tomas farah pavel greta"
)
CITIES = _words("lisbon oslo nairobi kyoto lima prague dublin cairo seville quebec vienna hanoi")
DAYS = _words("monday tuesday wednesday thursday friday saturday sunday")
SEASONS = ("spring", "summer", "autumn", "winter")
NUMBERS = _words("two three four five six seven eight nine")
