"""Reference corpus and lexicon: replicated, contradicted, absent; listed or not; and what cannot be read."""

from pathlib import Path

import pytest
from scipy.stats import fisher_exact

from auditor.data.examples import Example, make_example
from auditor.errors import AuditError
from auditor.evidence.counts import Token
from auditor.evidence.statistics import rate
from auditor.evidence.task import Lexicon, compare, count_reference, read_lexicon
from auditor.findings import Estimate
from tests.evidence.support import GOLD, LABELS

LEAKING = rate(38, 40)
"""P(positive | token) in the audited data."""


def examples(word: str, positive: int, negative: int, others: int = 40) -> list[Example]:
    """Texts with the word by label, and as many of each label without it."""
    golds = ["pos"] * positive + ["neg"] * negative
    rows = [((f"{word} film n{n}",), gold) for n, gold in enumerate(golds)]
    rows += [((f"story n{n} {gold}",), gold) for gold in ("pos", "neg") for n in range(others)]
    return [make_example(texts, gold, n) for n, (texts, gold) in enumerate(rows, start=1)]


def test_documents_are_counted_once_by_normal_form_field_and_class() -> None:
    rows = [
        make_example(("Good GOOD film", "good"), "pos", 1),
        make_example(("a ﬁlm",), "neg", 2),
        make_example(("good",), None, 3),
    ]
    found = count_reference(rows, GOLD)
    assert found.documents == {"positive": 1, "negative": 1}
    assert found.holding[Token("good", 0), "positive"] == found.holding[Token("good", 1), "positive"] == 1
    assert found.holding[Token("film"), "negative"] == 1 and found.holding[Token("good"), "negative"] == 0


@pytest.mark.parametrize(
    ("positive", "negative", "says"),
    [
        (20, 2, "replicated"),
        (10, 10, "contradicted"),
        (0, 20, "contradicted"),
        (2, 1, "absent"),  # hardly there
        (0, 0, "absent"),
        (5, 1, "absent"),  # too few to replicate, and too few to contradict
    ],
)
def test_what_the_reference_says(positive: int, negative: int, says: str) -> None:
    reference = count_reference(examples("amber", positive, negative), GOLD)
    said, share = compare(reference, Token("amber"), "positive", LEAKING)
    assert said == says and (share.count, share.n) == (
        (positive, positive + negative) if positive + negative else (None, 0)
    )
    if share.n >= 5:
        fisher = fisher_exact([[positive, negative], [40, 40]], alternative="greater").pvalue
        assert share.p == pytest.approx(fisher)


def test_no_reference_is_no_evidence_and_an_empty_one_has_nothing() -> None:
    assert compare(None, Token("amber"), "positive", LEAKING) == ("none", Estimate())
    assert compare(count_reference([], GOLD), Token("amber"), "positive", LEAKING) == ("absent", Estimate())


def test_a_lexicon_lists_words_for_a_class_or_for_any(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# the task\n\ngood\tPositive\nBad,negative\n  Film  \nSTRASSE\n", encoding="utf-8")
    lexicon = read_lexicon(path, LABELS)
    assert lexicon.words == {"good": "Positive", "bad": "negative", "film": None, "strasse": None}
    assert [lexicon.says("good", label) for label in LABELS] == ["not listed", "listed"]
    assert [lexicon.says("film", label) for label in LABELS] == ["listed", "listed"]
    assert lexicon.says("[pos]", "positive") == "not listed"
    assert Lexicon({}).says("good", "positive") == "not listed"


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        (b"good,fine\n", r"line 1 of words\.txt names the label 'fine'", "negative, positive"),
        (b"# one\ngood\tfine\n", "line 2", "negative, positive"),
        (b"# nothing\n\n", "holds no word", "one word a line"),
        (b",\n\t\n", "holds no word", "one word a line"),
        ("caf\u00e9\n".encode("latin-1"), "words.txt cannot be read", "UTF-8"),
        (None, "words.txt cannot be read", "UTF-8"),
    ],
    ids=["unknown label", "its line", "comments", "separators", "encoding", "missing"],
)
def test_a_lexicon_that_is_none(tmp_path: Path, content: bytes | None, message: str, hint: str) -> None:
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(AuditError, match=message) as caught:
        read_lexicon(path, LABELS)
    assert hint in caught.value.hint


def test_a_byte_order_mark_is_no_part_of_the_first_word(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes("\ufeffgood\nbad\n".encode())
    assert set(read_lexicon(tmp_path / "words.txt", LABELS).words) == {"good", "bad"}
