"""How the built-in corpus makes a sentence, and why it leaks nothing.

A *skeleton* is a whole sentence in which only the words of sentiment are still open: `the plot is {-b}, but
the film is {+a}.` A slot with `+` takes a word that speaks for the label, a slot with `-` one that speaks
against it: what stands after a negator or in a conceded clause is `-`. Every skeleton is filled once for each
label. The twins share every neutral word, negator, connective, mark and length, so that none of these can
tell one label from the other.

The letter of a slot is the kind of word: `a` an adjective for the thing, `c` and `v` the same after "a" and
after "an", `b` an adjective for a part of it, `s` a verb, `o` an opinion ("loved"), `n` a noun.
"""

import re
from collections.abc import Mapping
from random import Random

from auditor.data.corpus import vocabulary
from auditor.data.corpus.vocabulary import Domain, Polar

SLOT = re.compile(r"\{([+-])([acvbson])\}")
_NEUTRAL = re.compile(r"\{([a-z]+)(\?)?\}")

SUBJECTS = (
    "the {thing}",
    "this {thing}",
    "the {thing} {detail}",
    "this {thing} {detail}",
    "{name}'s {thing}",
    "the {thing} by {name}",
    "the new {thing} {detail}",
)
PLAIN = (
    "{subject} is {degree?} {+a}",
    "{subject} was {degree?} {+a}",
    "{subject} is {+a} and {degree?} {+a}",
    "the {aspect} of {subject} is {degree?} {+b}",
    "the {aspect} was {degree?} {+b} and the {aspect} was {+b}",
    "the {maker} {name} gave us a {degree} {+b} {aspect}",
    "the {aspect} and the {aspect} were {degree?} {+b}",
    "{name} and i found the {aspect} {degree?} {+b}",
    "this is a {+c} {thing} {detail}",
    "this is an {+v} {thing} {detail}",
    "{name} calls it a {degree} {+a} {thing}",
    "what a {+c} {thing} {detail}",
    "{name} and i {+o} the {aspect} of {subject}",
    "i {+o} {subject}",
    "{subject} {+s}",
    "{subject} {+s} and the {aspect} is {degree?} {+b}",
    "{subject} is a {+n}",
    "the {maker} {name} made this {thing} a {+n}",
)
NEGATED = (
    "{subject} is not {-a}",
    "{subject} isn't {-a} at all",
    "{subject} wasn't {-a}",
    "{subject} is never {-a}",
    "{subject} is hardly {-a}",
    "{subject} is not {degree} {-a}",
    "the {aspect} of {subject} is never {-b}",
    "the {aspect} of {subject} is hardly {-b}",
    "there is not a {-c} moment in {subject}",
    "not a {-c} moment in {subject}",
    "{subject} never {-s}",
    "{subject} is hardly a {-n}",
    "{subject} is not a {-n}",
)
CONTRAST = (
    "{subject} is {-a} but {degree?} {+a}",
    "{subject} was {-a} at first yet {+a} in the end",
    "the {aspect} is {-b}, but {subject} is {degree?} {+a}",
    "the {aspect} of {subject} is {degree?} {-b}, but it {+s}",
    "though the {aspect} is {-b}, {subject} is {degree?} {+a}",
    "although i {-o} the {aspect}, {subject} {+s}",
    "{subject} is {-a}, but the {aspect} is {degree?} {+b}",
    "the {aspect} is {-b} yet the {aspect} is {+b}",
    "despite the {-b} {aspect}, {subject} is {degree?} {+a}",
    "{subject} is {degree?} {+a}, even though the {aspect} is {-b}",
    "{subject} {+s}, even though the {aspect} is {degree?} {-b}",
)
BOTH = (  # negation and contrast in one sentence
    "{subject} is {-a} but never {-a}",
    "the {aspect} is {degree?} {-b}, but {subject} is hardly {-a}",
    "{subject} is not {+a} but {+a}",
    "though the {aspect} is not {+b}, {subject} is {degree?} {+a}",
    "{subject} is not {-a}, even though the {aspect} is {-b}",
)
KINDS = {
    "plain": (0.65, PLAIN),
    "negated": (0.16, NEGATED),
    "contrast": (0.13, CONTRAST),
    "both": (0.06, BOTH),
}
"""Share of the sentences and templates of each kind."""


def make_skeleton(random: Random) -> tuple[str, Domain]:
    """A sentence with only its slots open, and the kind of thing it is about."""
    domain = random.choice(vocabulary.DOMAINS)
    (kind,) = random.choices(list(KINDS), weights=[share for share, _ in KINDS.values()])
    sentence = random.choice(KINDS[kind][1])
    if random.random() < 0.45:
        sentence = f"{random.choice(domain.openers + vocabulary.ANY_OPENERS)} {sentence}"
    if random.random() < 0.2:
        sentence = f"{sentence} {random.choice(vocabulary.CLOSERS)}"
    return _tidy(_expand(sentence, _choices(domain), random)) + ".", domain


def fill(skeleton: str, domain: Domain, random: Random) -> dict[str, str]:
    """The two sentences of a skeleton, by label; no word of sentiment is used twice in one of them."""
    labels = (vocabulary.NEGATIVE, vocabulary.POSITIVE)
    sentences = {}
    for label, other in (labels, labels[::-1]):
        used: set[str] = set()

        def word(slot: re.Match[str], label: str = label, other: str = other, used: set[str] = used) -> str:
            choices = slot_words(slot[2], domain)[label if slot[1] == "+" else other]
            chosen = random.choice([choice for choice in choices if choice not in used])
            used.add(chosen)
            return chosen

        sentences[label] = SLOT.sub(word, skeleton)
    return sentences


def slot_words(kind: str, domain: Domain) -> Polar:
    """The words that a kind of slot takes; a word that is to come more often is repeated."""
    match kind:
        case "a":
            return _join(vocabulary.ADJECTIVES, vocabulary.VOWEL_ADJECTIVES, _weigh(domain.thing_adjectives))
        case "b":
            return _join(vocabulary.ADJECTIVES, _weigh(domain.aspect_adjectives))
        case "c":
            return _join(vocabulary.ADJECTIVES, _weigh(_consonant(domain.thing_adjectives)))
        case _:
            return {
                "v": vocabulary.VOWEL_ADJECTIVES,
                "s": vocabulary.VERBS,
                "o": vocabulary.OPINIONS,
                "n": vocabulary.NOUNS,
            }[kind]


def _join(*lists: Polar) -> Polar:
    return {label: tuple(word for words in lists for word in words[label]) for label in lists[0]}


def _weigh(words: Polar) -> Polar:
    """Repeat the few words of one domain, so that they are not rare beside the general ones."""
    return {label: some * (10 // len(some)) for label, some in words.items()}


def _consonant(words: Polar) -> Polar:
    return {label: tuple(word for word in some if word[0] not in "aeiou") for label, some in words.items()}


def _choices(domain: Domain) -> dict[str, tuple[str, ...]]:
    return {
        "subject": SUBJECTS,
        "thing": domain.things,
        "aspect": domain.aspects,
        "detail": domain.details,
        "maker": domain.makers,
        "degree": vocabulary.DEGREES,
        "name": vocabulary.NAMES,
        "city": vocabulary.CITIES,
        "day": vocabulary.DAYS,
        "season": vocabulary.SEASONS,
        "number": vocabulary.NUMBERS,
    }


def _expand(sentence: str, choices: Mapping[str, tuple[str, ...]], random: Random) -> str:
    """Fill the neutral places, also those that a filling brings in; one marked `?` stays empty half the time.

    No filling is used twice in a sentence: not the same name, nor the same thing, in two places.
    """
    used: set[str] = set()
    while place := _NEUTRAL.search(sentence):
        filling = ""
        if not place[2] or random.random() < 0.5:
            filling = random.choice([some for some in choices[place[1]] if some not in used])
            used.add(filling)
        sentence = sentence[: place.start()] + filling + sentence[place.end() :]
    return sentence


def _tidy(sentence: str) -> str:
    return re.sub(r" +", " ", sentence).strip()
