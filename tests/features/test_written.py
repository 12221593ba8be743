"""Styles are counted from words as written."""

import numpy as np

from auditor.features.written import CAPITALS, ELONGATED, styled


def test_capitals_and_lengthened_words_by_hand() -> None:
    """Three texts: `so GOOD GOOD`, `good I`, `sooo BAD`; the sets need the last word of each."""
    texts = [["so", "GOOD", "GOOD"], ["good", "I"], ["sooo", "BAD"]]
    forms = sorted({word for words in texts for word in words})
    form = np.array([forms.index(word) for words in texts for word in words])
    doc = np.array([0, 0, 0, 1, 1, 2, 2])
    needed = np.array([False, False, True, False, True, False, True])
    capitals = styled(CAPITALS, 10, forms=forms, form=form, doc=doc, needed=needed)
    assert (capitals.doc.tolist(), capitals.times.tolist()) == ([0, 2], [2, 1])
    assert capitals.needed.tolist() == [True, True]
    assert capitals.token.tolist() == [10, 10]
    longer = styled(ELONGATED, 11, forms=forms, form=form, doc=doc, needed=needed)
    assert (longer.doc.tolist(), longer.needed.tolist()) == ([2], [False])


def test_no_words_have_no_style() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    found = styled(CAPITALS, 0, forms=[], form=nothing, doc=nothing, needed=nothing.astype(bool))
    assert len(found) == 0
