"""The built-in corpus as a source."""

import pytest

from auditor.data.corpus.reviews import NAMES, reviews, reviews_split
from auditor.data.sources.builtin import builtin_source
from auditor.errors import AuditError


def test_it_gives_the_corpus_row_by_row_as_often_as_asked() -> None:
    source = builtin_source("reviews", None)
    wanted = [{"text": example.texts[0], "label": example.label} for example in reviews()]
    assert [dict(row.values) for row in source.rows(source.columns)] == wanted
    assert len(list(source.rows(source.columns))) == len(wanted)
    assert source.description == "builtin:reviews" and len(source.sample()) == 200


def test_a_split_is_named_in_its_description() -> None:
    source = builtin_source("reviews", "dev")
    assert source.description == "builtin:reviews (dev)"
    assert len(list(source.rows(()))) == len(reviews_split("dev"))


def test_other_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(AuditError, match="builtin:tweets is not a built-in dataset") as caught:
        builtin_source("tweets", None)
    assert all(f"builtin:{name}" in caught.value.hint for name in NAMES)
    with pytest.raises(AuditError, match="no split 'x'"):
        builtin_source("reviews", "x")
