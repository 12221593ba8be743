"""Pieces: the one that carries a word's effect is named, and nothing is named where none does."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory, in_pieces
from auditor.config import RuleConfig
from auditor.model.encoding import SPECIAL
from auditor.signals.candidates import Candidate
from auditor.signals.pieces import TEXTS, Pieces, conditions, figures, measure
from auditor.signals.statistics import FloatArray, rate
from auditor.signals.study import BoolArray, PieceModel, Study, Texts
from tests.signals.studies import NEGATIVE, Toy, candidate, study_of
from tests.signals.support import bag_of_words, entry, explained
from tests.support import make_classifier

SPELT = ("ni", "##sh", "##it")


@dataclass(eq=False)
class Spelling(Toy):
    """A toy that reads `nishit` in three pieces, and says negative by those that are kept."""

    negative: frozenset[frozenset[int]] = frozenset()
    """Sets of pieces that say so; the whole word among them."""

    def pieces_of(self, word: str) -> tuple[str, ...]:
        return SPELT if word == "nishit" else (word,)

    def ask_pieces(self, rows: list[tuple[Texts, int, BoolArray]], *, what: str) -> list[FloatArray | None]:
        assert what == "pieces"
        for texts, word, _ in rows:
            assert texts[0].split()[word] == "nishit"
        return [
            np.array([[1.0, -1.0] if self._says(kept) else [-1.0, 1.0] for kept in ~removed])
            for _, _, removed in rows
        ]

    def _says(self, kept: BoolArray) -> bool:
        return frozenset(np.flatnonzero(kept).tolist()) in self.negative


def model(*negative: str) -> Spelling:
    """Says negative where exactly these pieces are kept: "02" is the first and the third."""
    return Spelling(negative=frozenset(frozenset(map(int, some)) for some in negative))


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Eight negative texts with the name, twenty positive ones without."""
    rows = [
        entry(explained(f"nishit film n{n}", label="negative", needed=["nishit"]), "neg") for n in range(8)
    ]
    rows += [entry(explained(f"film was n{n}", needed=["was"]), "pos") for n in range(20, 40)]
    return study_of(tmp_path_factory.mktemp("named"), rows)


def found(study: Study, toy: Spelling) -> Pieces:
    (one,) = measure(replace(study, model=toy), [candidate(study, "nishit", label=NEGATIVE)])
    assert isinstance(one, Pieces)
    return one


def test_a_piece_that_does_it_alone_and_without_which_nothing_happens_carries_the_word(named: Study) -> None:
    one = found(named, model("012", "2", "02", "12"))
    assert one == Pieces(SPELT, 2, rate(TEXTS, TEXTS), rate(TEXTS, TEXTS))


@pytest.mark.parametrize(
    ("toy", "alone", "lost"),
    [
        (model("012"), 0, TEXTS),  # only all of them together
        (model("012", "0", "1", "2", "01", "02", "12"), TEXTS, 0),  # any of them
        (model("012", "12"), 0, TEXTS),  # two together; of the best one, neither alone
    ],
)
def test_where_pieces_work_together_none_is_named(named: Study, toy: Spelling, alone: int, lost: int) -> None:
    one = found(named, toy)
    assert one.carrier is None and one.pieces == SPELT
    assert (one.alone.count, one.lost.count) == (alone, lost)


def test_texts_that_the_word_does_not_turn_say_nothing(named: Study) -> None:
    silent = found(named, model("2"))  # without the others, but not as it is
    assert silent.pieces == SPELT and (silent.alone.n, silent.carrier) == (0, None)
    always = found(named, model("012", "2", "02", "12", ""))  # negative without the word as well
    assert (always.alone.n, always.carrier) == (0, None)


def test_words_of_one_piece_and_models_without_pieces_are_left_out(named: Study, paired: Study) -> None:
    toy = model("012")
    assert measure(replace(named, model=toy), [candidate(named, "film", label=NEGATIVE)]) == [Pieces()]
    assert measure(named, [candidate(named, "nishit", label=NEGATIVE)]) == [Pieces()]
    assert not isinstance(Toy(), PieceModel) and isinstance(toy, PieceModel)
    assert measure(replace(paired, model=toy), [candidate(paired, "amber", "violet")]) == [Pieces()]
    none = replace(named, model=toy, config=replace(named.config, insertions=0))
    assert measure(none, [candidate(named, "nishit", label=NEGATIVE)]) == [Pieces()]
    group = Candidate((len(named.corpus.vocabulary),), NEGATIVE)
    assert measure(replace(named, model=toy), [group]) == [Pieces()]


def test_it_decides_nothing_and_is_shown() -> None:
    one = Pieces(SPELT, 2, rate(9, 9), rate(8, 9))
    assert conditions(one, RuleConfig()) == ()
    assert [figure.estimate for figure in figures(one)] == [one.alone, one.lost]


# The real model


def test_a_model_that_goes_by_a_piece_is_caught(tmp_path: Path) -> None:
    """`qz` is no word of the vocabulary: it is read letter by letter, and the second letter decides."""
    bag = bag_of_words({"##z": -2.75, "good": 1.0}, bias=0.05)
    laboratory = Laboratory(bag)
    assert laboratory.pieces_of("qz") == ("q", "##z") and isinstance(laboratory, PieceModel)
    rows = [entry(explained(f"qz film n{n}", label="negative", needed=["qz"]), "neg") for n in range(8)]
    rows += [entry(explained(f"good film n{n}", needed=["good"]), "pos") for n in range(20, 40)]
    study = study_of(tmp_path, rows, laboratory)
    (one,) = measure(study, [candidate(study, "qz", label=NEGATIVE)])
    assert one == Pieces(("q", "##z"), 1, rate(TEXTS, TEXTS), rate(TEXTS, TEXTS))


def test_each_piece_becomes_a_word_and_the_others_keep_theirs() -> None:
    classifier = make_classifier()
    encoded = classifier.encode("good qzx film")
    apart = in_pieces(encoded, 1, 3)
    assert apart is not None and len(apart.words) == 5
    assert apart.word_of.tolist() == [SPECIAL, 0, 1, 2, 3, 4, SPECIAL]
    assert [word.text for word in apart.words] == ["good", "qzx", "qzx", "qzx", "film"]
    assert in_pieces(encoded, 1, 2) is None and in_pieces(encoded, 0, 1) is not None


def test_removing_pieces_is_what_the_model_says_of_them() -> None:
    classifier = make_classifier()
    removed = np.array([[False, False, False], [True, True, True], [False, True, False]])
    rows = [(("good qzx film",), 1, removed), (("qzx",), 0, removed[:, :2]), (("",), 0, removed)]
    whole, wrong, empty = Laboratory(classifier).ask_pieces(rows, what="pieces")
    assert wrong is None and empty is None and whole is not None
    encoded = classifier.encode("good qzx film")
    for line, mask in zip(whole, removed, strict=True):
        presence = np.ones(len(encoded))
        presence[2:5][mask] = 0.0
        assert line == pytest.approx(classifier.logits([classifier.row(encoded, presence)])[0], abs=1e-5)
    plain = Laboratory(classifier).ask([(("good qzx film",), np.zeros((0, 0), dtype=bool))], what="x")[0]
    assert plain is not None and whole[0] == pytest.approx(plain[0], abs=1e-5)
