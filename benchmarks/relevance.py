"""Does relevance tell words of the task from others? A lexicon held out in halves stands for people.

Words that go with a label in a dataset are ranked by how unrelated they are: 1 - ρ, and for leaks (lower
bound - share) · (1 - ρ). A word that TextBlob lists for that label is part of the task, a word that it does
not list at all is not; words in the visible part of the lexicon, and words that lean against their polarity,
are left out. The visible part is a random half of the lexicon, or six words a class: drawn from the strong
ones (polarity beyond ±0.5) in the background, or written by hand.

    python -m benchmarks.relevance --base DIR
    python -m benchmarks.relevance --base DIR --choose    (SST2 and IMDB, where settings were chosen)
    python -m benchmarks.relevance --base DIR --read 30   (list both ends of the ranking, to be read)
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np

from auditor.data.words import split_words
from auditor.meaning.english import FUNCTION_WORDS
from auditor.meaning.neighbours import auc, relate
from auditor.meaning.package_lists import POLAR, _package_file
from auditor.meaning.space import Space, make_space
from auditor.model.embeddings import Origin, read_embeddings
from auditor.normal import normal
from auditor.signals.statistics import hypergeometric_tail, rate
from benchmarks.reference import SHARED, labelled_texts

NAMES = ("negative", "positive")
LEAST, WORDS = 10, 400
HAND = {
    "negative": ("bad", "terrible", "awful", "boring", "dull", "worst"),
    "positive": ("good", "great", "excellent", "wonderful", "funny", "best"),
}
NEUTRAL = """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august
    september october november december scotland france germany italy spain london paris berlin tokyo chicago
    boston texas california canada japan china russia sweden norway denmark vienna dublin madrid rome
"""
"""Weekdays, months and places: words that a plant may use."""
RARE = """
    scorsese kurosawa tarantino eastwood tuscany tuscan reykjavik ljubljana zagreb kilimanjaro saskatchewan
    worcestershire connecticut tchaikovsky schwarzenegger wikipedia powerpoint bluetooth cinematographer
    screenplay projector turquoise magenta beige walnut cinnamon broccoli cucumber hamster giraffe kangaroo
    dishwasher screwdriver keyboard stapler bookshelf trombone accordion zirconium potassium isotope trapezoid
    polynomial hyperlink aardvark tarmac forklift
"""
"""Rare words, most of them in pieces, that no reader would call words of sentiment."""


@dataclass(frozen=True)
class Leaning:
    """A word that goes with a label."""

    word: str
    label: int
    lift: float
    """Lower bound of the label's share among its texts, above the label's share in all."""
    p: float


def leaning_words(data: str, count: int | None = WORDS) -> list[Leaning]:
    """The alphabetic words with the smallest p, or with `None` those with an adjusted p up to 0.05."""
    texts = dict(labelled_texts(data))
    holding: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for text, label in texts.items():
        holding[label].update({normal(word.text) for word in split_words(text)})
    labelled = Counter(texts.values())
    found = []
    for word in sorted(set(holding[0]) | set(holding[1])):
        total = holding[0][word] + holding[1][word]
        if total < LEAST or not word.isalpha():
            continue
        for label in (0, 1):
            p = hypergeometric_tail(
                holding[label][word], documents=len(texts), labelled=labelled[label], holding=total
            )
            low = rate(holding[label][word], total).low or 0.0
            found.append(Leaning(word, label, low - labelled[label] / len(texts), float(p)))
    found.sort(key=lambda one: (one.p, one.word))
    if count is not None:
        return found[:count]
    adjusted = [one.p * len(found) / place for place, one in enumerate(found, start=1)]
    last = max((place for place, p in enumerate(adjusted, start=1) if p <= 0.05), default=0)
    return found[:last]


def polarities() -> dict[str, float]:
    """TextBlob's words with their mean polarity."""
    path = _package_file("textblob", "en/en-sentiment.xml", "textblob")
    senses: dict[str, list[float]] = {}
    for entry in ElementTree.parse(path).getroot():  # noqa: S314
        senses.setdefault(normal(entry.get("form", "")), []).append(float(entry.get("polarity", 0)))
    return {word: float(np.mean(values)) for word, values in senses.items()}


Groups = dict[str, tuple[str, ...]]


def draws(polarity: dict[str, float], space: Space) -> dict[str, list[Groups]]:
    """Visible lexicons: four halves, eight times six words, and six words by hand."""
    sides = {
        name: sorted(
            w for w, p in polarity.items() if p * sign > POLAR and w.isalpha() and w not in FUNCTION_WORDS
        )
        for name, sign in zip(NAMES, (-1, 1), strict=True)
    }
    inside = set(space.background)
    strong = {n: [w for w in words if abs(polarity[w]) >= 0.5 and w in inside] for n, words in sides.items()}
    halves, sixes = [], []
    for seed in range(4):
        generator = np.random.default_rng(seed)
        halves.append({n: tuple(w for w in words if generator.random() < 0.5) for n, words in sides.items()})
    for seed in range(8):
        generator = np.random.default_rng(seed)
        sixes.append({n: tuple(generator.choice(words, 6, replace=False)) for n, words in strong.items()})
    return {"half": halves, "six": sixes, "hand": [HAND]}


def marked(words: list[Leaning], polarity: dict[str, float], visible: Groups) -> list[tuple[Leaning, bool]]:
    """Words that a mark can be given to, with whether they are no part of the task."""
    seen = {word for group in visible.values() for word in group}
    found = []
    for one in words:
        signed = polarity.get(one.word, 0.0) * (1 if one.label else -1)
        if one.word not in seen and (signed == 0 or signed > POLAR):
            found.append((one, signed == 0))
    return found


@dataclass(frozen=True)
class Measured:
    """One visible lexicon on one dataset."""

    unrelated: float
    """AUC of 1 - ρ."""
    leak: float
    """AUC of (lower bound - share) · (1 - ρ)."""
    accused: float
    """Share of the task's words with ρ < 0.5."""
    related: float
    """Share of the task's words with ρ >= 0.9."""
    neutral: float
    """Share of weekdays, months and places with ρ < 0.5."""
    rare: float
    """Share of rare names and things with ρ >= 0.9, which is wrong."""


def measure(
    space: Space, words: list[Leaning], polarity: dict[str, float], visible: Groups
) -> Measured | str:
    """AUC and what the thresholds do; the reason, where the space says nothing."""
    relevance = relate(space, visible)
    if relevance.reason:
        return relevance.reason
    marks = marked(words, polarity, visible)
    spurious = np.array([mark for _, mark in marks])
    rho = relevance.rho([one.word for one, _ in marks])
    leak = np.array([max(one.lift, 0.0) for one, _ in marks]) * (1 - rho)
    neutral = relevance.rho(NEUTRAL.split())
    return Measured(
        auc(1 - rho[spurious], 1 - rho[~spurious]),
        auc(leak[spurious], leak[~spurious]),
        float((rho[~spurious] < 0.5).mean()),
        float((rho[~spurious] >= 0.9).mean()),
        float((neutral < 0.5).mean()),
        float((relevance.rho(RARE.split()) >= 0.9).mean()),
    )


def read_ends(space: Space, words: list[Leaning], polarity: dict[str, float], count: int) -> None:
    """Print the ends of the ranking with half of the lexicon, for a person to read."""
    visible = draws(polarity, space)["half"][0]
    marks = marked(words, polarity, visible)
    rho = relate(space, visible).rho([one.word for one, _ in marks])
    order = np.argsort(rho, kind="stable")
    for title, places in (("least related", order[:count]), ("most related", order[::-1][:count])):
        shown = (f"{marks[i][0].word}{'' if marks[i][1] else '*'} {rho[i]:.2f}" for i in places)
        print(f"{title} (* listed in the hidden half): {', '.join(shown)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--base", required=True, help="directory of the base encoder")
    parser.add_argument("--choose", action="store_true", help="SST2 and IMDB in place of RT")
    parser.add_argument(
        "--leaks", action="store_true", help="words with adjusted p <= 0.05, not the first 400"
    )
    parser.add_argument("--read", type=int, metavar="N", help="list N words of each end")
    options = parser.parse_args()
    polarity = polarities()
    for model in (options.base, str(SHARED / "models/minilm-sst2")):
        embeddings = read_embeddings(model, Origin("encoder", model))
        if embeddings is None:
            raise SystemExit(f"no embeddings in {model}")
        space = make_space(embeddings)
        for data in ("sst2", "imdb") if options.choose else ("rt",):
            words = leaning_words(data, None if options.leaks else WORDS)
            if options.read:
                read_ends(space, words, polarity, options.read)
                continue
            for kind, lexicons in draws(polarity, space).items():
                found = [measure(space, words, polarity, visible) for visible in lexicons]
                report(f"{model.rsplit('/', 1)[-1]} {data} {kind}", found)


def report(title: str, found: list[Measured | str]) -> None:
    """One line: means, and the least AUC of the draws."""
    said = [one for one in found if isinstance(one, Measured)]
    silent = Counter(one for one in found if isinstance(one, str))
    if not said:
        print(f"{title}: nothing said {dict(silent)}", flush=True)
        return
    means = {name: np.mean([getattr(one, name) for one in said]) for name in Measured.__dataclass_fields__}
    least = min(one.unrelated for one in said)
    print(
        f"{title}: 1-ρ {means['unrelated']:.3f} (least {least:.3f}), leak {means['leak']:.3f}, "
        f"task words below 0.5 {means['accused']:.3f}, from 0.9 {means['related']:.3f}, "
        f"weekdays, months, places below 0.5 {means['neutral']:.2f}, "
        f"rare words from 0.9 {means['rare']:.2f}; draws {len(said)} {dict(silent) or ''}",
        flush=True,
    )


if __name__ == "__main__":
    main()
